import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevokedEmail, notifyManagers } from './emails.ts'
import { listSuspended } from './table.suspended.ts'
import { markRevoked } from './table.ts'

/** Revokes the keys of a restore that the admin decided not to trust, and emails their stores. */
export const revokeSuspended = async (
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  restoreId: number,
  admin: Admin,
  source: Source,
) => {
  for (const { id, name, prefix, merchantId, storeName, ownerEmail, decision } of await listSuspended(tx, restoreId)) {
    if (decision !== 'revoke' || !(await markRevoked(tx, merchantId, id, admin.email))) continue
    await recordActivity(tx, {
      act: 'api-key-revoked',
      actor: admin,
      source,
      subject: { kind: 'api-key', id },
      merchantId,
      detail: { name, prefix },
    })
    const about = { name, prefix, by: admin.email, address: source.address, at: tx.now, storeName }
    await notifyManagers(tx, { merchantId, email: ownerEmail }, apiKeyRevokedEmail(config.publicUrl, about))
    await emitChange(tx, `merchant:${merchantId}`, 'api-keys')
  }
}
