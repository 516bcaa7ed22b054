import { recordAct } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevokedLetter, mailManagers } from './emails.ts'
import { markRevoked } from './table.ts'

/** Ends a key at once: the next request with it is refused, in every process. */
export const revokeApiKey = (deps: Deps, person: MerchantPerson, id: number, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const revoked = await markRevoked(tx, person.merchantId, id, person.email)
    if (!revoked) throw new ApiError('not-found')
    const { name, prefix } = revoked
    await recordAct(tx, {
      act: 'api-key-revoked',
      actor: person,
      source,
      subject: { kind: 'api-key', id },
      detail: { name, prefix },
    })
    const about = { name, prefix, by: person.email, address: source.address, at: tx.now }
    await mailManagers(
      tx,
      person,
      apiKeyRevokedLetter(deps.config.publicUrl, { ...about, storeName: person.storeName }),
    )
    await noteChange(tx, `merchant:${person.merchantId}`, 'api-keys')
  })
