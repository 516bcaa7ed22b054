import type { User } from '@bitquay/contract/people'
import { CircleArrowRight, Plus } from 'lucide-react'
import { portalPaths, portalScreens } from '../../frame/portal-screens.ts'
import type { Screen } from '../../frame/screens.ts'
import type { NavGroup } from '../../ui/sidebar.tsx'
import type { Option } from './option.ts'
import { Icon } from './option-icon.tsx'

type Person = Pick<User, 'type' | 'role'>

const screensOf = ({ type }: Person): Screen[] => Object.values(portalScreens[type])

const mayDo = ({ role }: Person, act: NonNullable<Screen['act']>) => !act.managersOnly || role !== 'user'

/** A page that is an action as a whole is listed with the actions only. */
const isWholeAct = ({ act }: Screen) => act !== undefined && act.query === undefined

/** The pages of the sidebar. */
export const listPages = (person: Person, groups: readonly NavGroup[]): Option[] =>
  screensOf(person)
    .filter((screen) => screen.nav && !isWholeAct(screen))
    .map(({ path, nav }) => ({ to: path, title: nav?.name ?? '', icon: <Icon>{iconOf(groups, path)}</Icon> }))

/** What the person may do, by the page where it is done. `noInvoices` says why no invoice can be created. */
export const listActions = (person: Person, groups: readonly NavGroup[], noInvoices?: string): Option[] =>
  screensOf(person).flatMap(({ path, act }) =>
    act && mayDo(person, act)
      ? [
          {
            to: act.query ? `${path}?${act.query}` : path,
            title: act.name,
            ...(noInvoices && path === portalPaths.merchant.invoices ? { detail: noInvoices } : {}),
            icon: <Icon>{act.query ? <Plus /> : (iconOf(groups, path) ?? <CircleArrowRight />)}</Icon>,
          },
        ]
      : [],
  )

const iconOf = (groups: readonly NavGroup[], path: string) =>
  groups.flatMap(({ items }) => items).find(({ to }) => to === path)?.icon
