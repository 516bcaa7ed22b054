import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevokedEmail, notifyManagers } from './emails.ts'
import { markRevoked } from './table.ts'

/** Revokes a key: the next request with it is refused, in every process. */
export const revokeApiKey = (deps: Deps, person: MerchantPerson, id: number, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const revoked = await markRevoked(tx, person.merchantId, id, person.email)
    if (!revoked) throw new ApiError('not-found')
    const { name, prefix } = revoked
    await recordActivity(tx, {
      act: 'api-key-revoked',
      actor: person,
      source,
      subject: { kind: 'api-key', id },
      detail: { name, prefix },
    })
    const about = { name, prefix, by: person.email, address: source.address, at: tx.now }
    await notifyManagers(
      tx,
      person,
      apiKeyRevokedEmail(deps.config.publicUrl, { ...about, storeName: person.storeName }),
    )
    await emitChange(tx, `merchant:${person.merchantId}`, 'api-keys')
  })
