import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { createContext } from 'react'

/** What an admin can do to someone. */
export type PersonAct =
  | 'invitation'
  | 'two-factor'
  | 'recovery'
  | 'email'
  | 'change'
  | 'delete'
  | 'activation'
  | 'reset'

/** How the menu of a row tells the page, which draws the dialogs outside of the list. */
export const PersonActs = createContext<(act: PersonAct, person: ListedPerson) => void>(() => undefined)
