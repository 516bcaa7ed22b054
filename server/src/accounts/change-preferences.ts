import type { changePreferences } from '@bitquay/contract/people'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { savePreferences } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Person } from '../platform/http/person.ts'

/** Changes how a person sees the product. Their other browsers read it again. */
export const changeOwnPreferences = ({ db }: Deps, person: Person, change: z.output<typeof changePreferences.body>) =>
  inTransaction(db, async (tx) => {
    const saved = await savePreferences(tx, person, change)
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'preferences')
    return saved
  })
