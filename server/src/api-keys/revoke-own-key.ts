import { nameOfKey, programOf, recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { ApiKey } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevokedEmail, notifyManagers } from './emails.ts'
import { markRevoked } from './table.ts'

/** A program revokes the key that it uses, for example when a shop is disconnected. */
export const revokeOwnKey = (deps: Deps, apiKey: ApiKey, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const { id, merchantId, createdBy } = apiKey
    const revoked = await markRevoked(tx, merchantId, id, nameOfKey(apiKey))
    // Another request with the same key was faster.
    if (!revoked) return
    const { name, prefix } = revoked
    await recordActivity(tx, {
      act: 'api-key-revoked',
      actor: programOf(apiKey),
      source,
      subject: { kind: 'api-key', id },
      merchantId,
      detail: { name, prefix },
    })
    const { storeName } = await getMerchant(tx, merchantId)
    const about = { name, prefix, by: nameOfKey(apiKey), address: source.address, at: tx.now }
    const message = apiKeyRevokedEmail(deps.config.publicUrl, { ...about, storeName })
    await notifyManagers(tx, { merchantId, email: createdBy }, message)
    await emitChange(tx, `merchant:${merchantId}`, 'api-keys')
  })
