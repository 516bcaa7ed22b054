import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { apiKeyRevoked, whoOf } from './facts.ts'
import { markRevoked } from './table.ts'

/** Revokes a key: the next request with it is refused, in every process. */
export const revokeApiKey = (deps: Deps, person: MerchantPerson, id: number, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const revoked = await markRevoked(tx, person.merchantId, id, person.email)
    if (!revoked) throw new ApiError('not-found')
    const about = { ...revoked, id, ...whoOf(deps, person, source) }
    await announce(tx, apiKeyRevoked, about, { actor: person, source })
  })
