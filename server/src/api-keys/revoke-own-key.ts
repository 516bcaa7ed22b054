import { nameOfKey, programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { ApiKey } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevoked } from './facts.ts'
import { markRevoked } from './table.ts'

/** A program revokes the key that it uses, for example when a shop is disconnected. */
export const revokeOwnKey = (deps: Deps, apiKey: ApiKey, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const { id, merchantId, createdBy } = apiKey
    const revoked = await markRevoked(tx, merchantId, id, nameOfKey(apiKey))
    // Another request with the same key was faster.
    if (!revoked) return
    const by = nameOfKey(apiKey)
    const from = { by, to: createdBy, address: source.address, publicUrl: deps.config.publicUrl }
    await announce(tx, apiKeyRevoked, { ...revoked, id, merchantId, ...from }, { actor: programOf(apiKey), source })
  })
