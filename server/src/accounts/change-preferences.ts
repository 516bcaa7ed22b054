import type { changePreferences } from '@bitquay/contract/people'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { savePreferences } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Person } from '../platform/http/person.ts'
import { preferencesChanged } from './facts.ts'

/** Changes how a person sees the product. Their other browsers read it again. */
export const changeOwnPreferences = ({ db }: Deps, person: Person, change: z.output<typeof changePreferences.body>) =>
  inTransaction(db, async (tx) => {
    const saved = await savePreferences(tx, person, change)
    await announce(tx, preferencesChanged, { person })
    return saved
  })
