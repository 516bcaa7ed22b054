import { requireWithdrawalsOpenForKey } from '../api-keys/index.ts'
import { programOf } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import type { Send } from '../sends/index.ts'
import { withdraw } from './withdraw.ts'

type Order = {
  address: string
  amountUsd: string
  description: string | undefined
  idempotencyKey: string | undefined
}

/**
 * A program withdraws. Instead of a 2FA code it has the addresses that a person chose, with such a code, when the key
 * was created: a thief of the key can pay nobody else.
 */
export const withdrawByKey = (deps: Deps, apiKey: ApiKey, order: Order, source: Source): Promise<Send> => {
  const { network } = deps.config
  const script = scriptOfAddress(order.address, network)
  // One address may have several spellings (bech32 in capitals) that pay the same script.
  const isAllowed = apiKey.withdrawalAddresses.some(
    (address) => script !== undefined && scriptOfAddress(address, network) === script,
  )
  return withdraw(deps, {
    merchantId: apiKey.merchantId,
    form: { address: order.address, customerAmount: order.amountUsd, description: order.description },
    idempotencyKey: order.idempotencyKey,
    requestedBy: `API key ${apiKey.name}`,
    by: { actor: programOf(apiKey), source },
    authorize: async (tx) => {
      await requireWithdrawalsOpenForKey(tx, deps, apiKey)
      return script === undefined || isAllowed ? undefined : new ApiError('withdrawal-address-not-allowed')
    },
  })
}
