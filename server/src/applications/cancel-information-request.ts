import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { endOpenRequest } from './table.requests.ts'
import { lockApplication } from './table.ts'

/** Ends the open request of an application without an answer, so that it can be decided. */
export const cancelInformationRequest = ({ db }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new ApiError('not-found')
    const ended = await endOpenRequest(tx, id, 'canceled')
    if (ended?.status !== 'canceled') return
    await recordActivity(tx, {
      act: 'application-request-canceled',
      actor: admin,
      source,
      subject: { kind: 'application', id },
      detail: { businessName: application.businessName, fields: ended.fields.join(', ') },
    })
    await emitChange(tx, 'admin', 'applications')
  })
