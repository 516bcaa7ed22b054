import type { Answer } from '@bitquay/contract/call'
import { addressesInLook, type lookAhead as call } from '@bitquay/contract/own-keys'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { addressAt } from '../platform/bitcoin/own-wallet.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, ownWalletOf } from '../stores/index.ts'
import { countTransactions } from './ask-explorer.ts'
import { limits } from './limits.ts'
import { readReceiving } from './queries.ts'

/** Looks with the explorer at the addresses after the last one that was paid, which the owner's own wallet may not show. */
export const lookAhead = async (deps: Deps, merchantId: number): Promise<Answer<typeof call>> => {
  const { db, config } = deps
  const store = await findStore(db, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  const wallet = ownWalletOf(store)
  if (!wallet) throw new ApiError('own-keys-refused', { message: 'You don’t use a wallet of your own.' })
  await requireAttempts(deps, [limits.looks(merchantId)])
  const { lastPaid } = await readReceiving(db, store)
  const first = (lastPaid ?? -1) + 1
  const addresses = Array.from({ length: addressesInLook }, (_, ahead) =>
    addressAt(wallet, config.network, first + ahead),
  )
  const counts = await countTransactions(deps, addresses)
  if (!counts) {
    throw new ApiError('unavailable', {
      message: 'The explorer doesn’t answer. Your money is safe. Try again in a minute.',
    })
  }
  return {
    first,
    last: first + addresses.length - 1,
    found: addresses.flatMap((address, ahead) => {
      const transactions = counts[ahead] ?? 0
      return transactions > 0 ? [{ number: first + ahead, address, transactions }] : []
    }),
  }
}
