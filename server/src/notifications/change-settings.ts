import type { changeNotificationSettings } from '@bitquay/contract/notifications'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { isEmailAlways, listSettings, mayChoose } from './queries.ts'
import { saveSetting } from './table.ts'

/** Changes what a person is notified of. Their other browsers read it again. */
export const changeSettings = (
  { db }: Deps,
  person: Person,
  change: z.output<typeof changeNotificationSettings.body>,
) =>
  inTransaction(db, async (tx) => {
    if (!mayChoose(person, change.kind)) throw refused('kind', 'You don’t get these notifications.')
    if (change.email === false && isEmailAlways(person, change.kind)) {
      throw refused('email', 'Emails about money that left can’t be turned off.')
    }
    await saveSetting(tx, person, change)
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'notifications')
    return listSettings(tx, person)
  })

const refused = (path: string, message: string) =>
  new ApiError('invalid-request', { message, fields: [{ path, message }] })
