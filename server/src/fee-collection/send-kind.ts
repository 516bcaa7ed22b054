import { assignCollections, releaseSwept } from '../fees/index.ts'
import { findTransfer, type Owner, reverseTransfer } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { computeFeeLimit, getPaidVersion, type SendByKind, type SendKindRules } from '../sends/index.ts'
import { findStoreById } from '../stores/index.ts'
import { readPaidOff } from './queries.ts'

const platform: Owner = { kind: 'platform' }

/**
 * Moves collected fees to the platform's wallet. What arrived pays off fees, and so does the network fee, up to a limit:
 * that part is the platform's own cost. The rest is owed again.
 */
export const sweep: SendKindRules<'sweep'> = {
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const missingSats = send.amountSats - payeeSats
    const costSats = least(networkFeeSats, await getFeeLimit(tx, send), missingSats)
    const merchant: Owner = { kind: 'merchant', id: send.merchantId }
    return [
      { owner: platform, account: 'wallet', sats: payeeSats },
      { owner: platform, account: 'network-fees', sats: costSats },
      { owner: merchant, account: 'fees-owed', sats: missingSats - costSats },
      { owner: merchant, account: 'collecting', sats: -send.amountSats },
    ]
  },
  settled: async (tx, send) => {
    await assignCollections(tx, send.merchantId, await readPaidOff(tx, send))
    await releaseSwept(tx, send.id, { uncollectedOnly: true })
  },
  unsettled: async (tx, send) => assignCollections(tx, send.merchantId, -(await readPaidOff(tx, send))),
  ended: async (tx, send) => {
    const held = await findTransfer(tx, 'collect', `send:${send.id}`)
    if (held !== undefined) await reverseTransfer(tx, held, `collect:${send.id}`)
    await releaseSwept(tx, send.id)
  },
}

const least = (...sats: bigint[]) => sats.reduce((lowest, one) => (one < lowest ? one : lowest))

/** A sweep that an earlier release requested has no limit on record. */
const getFeeLimit = async (tx: Tx, send: SendByKind['sweep']): Promise<bigint> => {
  if (send.networkFeeLimitSats !== null) return send.networkFeeLimitSats
  const store = await findStoreById(tx, send.storeRef)
  return store ? computeFeeLimit(store, send.amountSats, send.networkFeeReserveSats) : 0n
}
