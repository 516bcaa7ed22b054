import type { BtcpayClient } from '@bitquay/btcpay'
import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Owner } from '../ledger/index.ts'
import { feeOf, toMilliRate } from '../platform/bitcoin/network-fees.ts'
import { isUnderReview } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { handOutAddress, type ReadyStore } from '../stores/index.ts'
import { findFeeRate } from './queries.available.ts'
import { dustSats, requestSend } from './request-send.ts'
import type { SendKindRules } from './send-kind.ts'
import { findVersions, reserveCoins, type Send, saveProblem } from './table.ts'

/** How long a transaction may wait before its fee is checked. */
const patienceMinutes = 30
/** One input and one output of the wallet. The smallest size is assumed, so that the child never pays too little. */
const childVbytes = 110n
/** The market fee must be more than this percentage of the fee paid. */
const worthwhilePercent = 150n

/**
 * A send that waits long at a low fee gets a child transaction that spends its change and pays for both. The payment
 * itself does not change, so it cannot be paid twice.
 */
export const bumpSend = async (deps: Deps, client: BtcpayClient, store: ReadyStore, send: Send): Promise<void> => {
  // Only the merchant could sign a child.
  if (store.ownWallet !== null || (await isUnderReview(deps.db))) return
  const [version] = await findVersions(deps.db, send.id)
  if (!version || send.kind === 'bump' || !(await isStuck(deps, send))) return
  const feeRate = await findFeeRate(deps.db)
  const milliRate = toMilliRate(feeRate)
  const parentVbytes = BigInt(version.vbytes)
  if (version.networkFeeSats * worthwhilePercent >= feeOf(parentVbytes, milliRate) * 100n) return
  if (version.changeOutpoint === null || version.changeSats === null) {
    return saveProblem(deps.db, send.id, 'stuck at a low fee, with no change to pay a higher one')
  }
  const { changeOutpoint, changeSats } = version
  // The child pays for itself and for what its parent lacks.
  const childFeeSats = feeOf(parentVbytes + childVbytes, milliRate) - version.networkFeeSats
  if (childFeeSats * 2n > changeSats || changeSats - childFeeSats < dustSats) {
    return saveProblem(deps.db, send.id, 'stuck at a low fee, and its change is too small to pay a higher one')
  }
  const address = await handOutAddress(deps, client, store)
  if (address.kind !== 'ok') return
  const childRate = (childFeeSats * 1000n + childVbytes - 1n) / childVbytes
  await inTransaction(deps.db, async (tx) => {
    const bump = await requestSend(tx, deps, {
      kind: 'bump',
      storeRef: store.id,
      merchantId: store.merchantId,
      bumps: send.id,
      address: address.value,
      amountSats: changeSats,
      amountUsd: fromCents(centsOfSats(changeSats, toCents(send.btcPrice))),
      btcPrice: send.btcPrice,
      networkFeeFrom: 'amount',
      feeRate: `${childRate / 1000n}.${String(childRate % 1000n).padStart(3, '0')}`,
      networkFeeReserveSats: childFeeSats,
      description: `Higher network fee for payment ${send.id}`,
      requestedBy: 'system',
      idempotencyKey: `bump:${send.id}:${version.txid}`,
      inputHash: version.txid,
    })
    if (!bump.repeated) await reserveCoins(tx, bump, [{ outpoint: changeOutpoint, amountSats: changeSats }])
  }).catch((error: { constraint?: string }) => {
    // Somebody already spends the change or has bumped it, which helps as well.
    const known = ['reserved_coins_once', 'sends_one_bump', 'sends_idempotency']
    if (!known.includes(error.constraint ?? '')) throw error
  })
  deps.wake('send-money')
}

const isStuck = async (deps: Deps, send: Send): Promise<boolean> => {
  const { rows } = await sql`
    select from sends where id = ${send.id} and broadcast_at < app_now() - make_interval(mins => ${patienceMinutes})`.execute(
    deps.db,
  )
  return rows.length > 0
}

const platform: Owner = { kind: 'platform' }

/** A child costs only its fee. The coins of a merchant's wallet are not in the ledger. */
export const bump: SendKindRules<'bump'> = {
  entries: async (_, send) =>
    send.merchantId === null && send.networkFeeSats !== null
      ? [
          { owner: platform, account: 'network-fees', sats: send.networkFeeSats },
          { owner: platform, account: 'wallet', sats: -send.networkFeeSats },
        ]
      : [],
}
