import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requestCanceled } from './facts.ts'
import { endOpenRequest } from './table.requests.ts'
import { lockApplication } from './table.ts'

/** Ends the open request of an application without an answer, so that it can be decided. */
export const cancelInformationRequest = ({ db }: Deps, admin: Admin, id: number, source: Source) =>
  inTransaction(db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new ApiError('not-found')
    const ended = await endOpenRequest(tx, id, 'canceled')
    if (ended?.status !== 'canceled') return
    const detail = { businessName: application.businessName, fields: ended.fields.join(', ') }
    await announce(tx, requestCanceled, { id, detail }, { actor: admin, source })
  })
