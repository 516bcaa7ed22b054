import { recordActivities } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findRecipient } from './queries.ts'

/** Shows an admin to whom an email goes. The audit log says that they looked, and not at whom. */
export const showRecipient = ({ db }: Deps, admin: Admin, id: number, source: Source): Promise<string> =>
  inTransaction(db, async (tx) => {
    const found = await findRecipient(tx, id)
    if (!found) throw new ApiError('not-found')
    await recordActivities(tx, [
      {
        act: 'email-address-shown',
        actor: admin,
        source,
        subject: { kind: 'letter', id },
        detail: { subject: found.subject },
      },
    ])
    return found.recipient
  })
