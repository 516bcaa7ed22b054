import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevoked } from './facts.ts'
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
  for (const { decision, ...key } of await listSuspended(tx, restoreId)) {
    if (decision !== 'revoke' || !(await markRevoked(tx, key.merchantId, key.id, admin.email))) continue
    const from = { by: admin.email, to: key.ownerEmail, address: source.address, publicUrl: config.publicUrl }
    await announce(tx, apiKeyRevoked, { ...key, ...from }, { actor: admin, source })
  }
}
