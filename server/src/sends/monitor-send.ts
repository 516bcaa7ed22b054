import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { feeOf, toMilliRate } from '../platform/bitcoin/network-fees.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockStore, markSyncDue, type ReadyStore } from '../stores/index.ts'
import { readDetails } from '../transactions/index.ts'
import { broadcastSend } from './broadcast-send.ts'
import { bumpSend } from './bump-send.ts'
import { endSend } from './end-send.ts'
import { findFeeRate } from './queries.available.ts'
import { notRelayed } from './raise-fee-problems.ts'
import { conflictDepth, readSpender, type Spender } from './read-spender.ts'
import { mostDeductible } from './request-send.ts'
import { signSend } from './sign-send.ts'
import { belongsToOther } from './table.psbts.ts'
import {
  findReserved,
  findVersions,
  lockSend,
  type Send,
  type SendVersion,
  saveProblem,
  saveVersion,
  setDue,
  setFeeRate,
} from './table.ts'

/** How often a transaction that nobody relays is broadcast again before it is signed with a higher fee. */
const offersBeforeNewFee = 5
const mempoolPauseSeconds = 60
const confirmedPauseSeconds = 600

/**
 * Monitors a broadcast send. A transaction that the wallet no longer knows has not failed: its money stays held, and it
 * is looked for and broadcast again. It fails only when another transaction with one of its coins is six deep, and if
 * that one pays the same, it is this payment.
 */
export const monitorSend = async (deps: Deps, client: BtcpayClient, store: ReadyStore, send: Send): Promise<void> => {
  const versions = await findVersions(deps.db, send.id)
  for (const { txid } of versions) {
    const found = await client.wallet.getTransaction(store.storeId, txid)
    if (found.kind === 'ok') return waitForBlock(deps, client, store, send, found.value.confirmations)
    // No answer means nothing.
    if (found.kind !== 'refused' || found.status !== 404) return setDue(deps.db, send.id, mempoolPauseSeconds)
  }
  const conflict = await findConflictingTx(
    deps,
    send,
    versions.map(({ txid }) => txid),
  )
  if (conflict) return handleConflictingTx(deps, store, send, conflict)
  if (await broadcastSend(deps, client, store, send)) return setDue(deps.db, send.id, mempoolPauseSeconds)
  if (send.attempts >= offersBeforeNewFee) await signAgain(deps, client, store, send)
}

const waitForBlock = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  send: Send,
  confirmations: number,
): Promise<void> => {
  if (confirmations > 0) {
    await markSyncDue(deps.db, store.id)
    return setDue(deps.db, send.id, confirmedPauseSeconds)
  }
  await bumpSend(deps, client, store, send)
  await setDue(deps.db, send.id, mempoolPauseSeconds)
}

const handleConflictingTx = async (
  deps: Deps,
  store: ReadyStore,
  send: Send,
  conflict: ConflictingTx,
): Promise<void> => {
  if (conflict.paysTheSame === 'unknown') {
    return saveProblem(
      deps.db,
      send.id,
      `another transaction, ${conflict.txid}, spends its coins, and it isn’t known whom it pays. On hold until it is`,
    )
  }
  if (conflict.paysTheSame === 'otherwise') {
    return saveProblem(
      deps.db,
      send.id,
      `another transaction, ${conflict.txid}, spends its coins and pays its recipient another amount. On hold until an operator decides`,
    )
  }
  if (conflict.paysTheSame !== 'no') {
    const { feeSats, payeeSats, vbytes } = conflict.paysTheSame
    await inTransaction(deps.db, async (tx) => {
      await lockStore(tx, store.id)
      await lockSend(tx, send.id)
      const known = (await findVersions(tx, send.id)).some(({ txid }) => txid === conflict.txid)
      if (known) return
      // The wallet sync settles the send under this transaction when it confirms.
      await saveVersion(tx, send.id, {
        txid: conflict.txid,
        rawTransaction: null,
        networkFeeSats: feeSats,
        payeeSats,
        vbytes,
        change: undefined,
      })
      await markSyncDue(tx, store.id)
    })
    deps.wake('reconcile-engine')
    return setDue(deps.db, send.id, mempoolPauseSeconds)
  }
  if (conflict.depth >= conflictDepth) {
    await endSend(deps, send, 'failed', `Another transaction spent its coins: ${conflict.txid}.`, conflict.txid)
    return
  }
  await saveProblem(
    deps.db,
    send.id,
    `another transaction, ${conflict.txid}, spends its coins and has ${conflict.depth} confirmations. On hold until that one has ${conflictDepth} or is gone`,
  )
}

/**
 * Nobody relays it, and its coins are unspent: sign the same coins with today's fee, so that only one of both can
 * confirm.
 */
const signAgain = async (deps: Deps, client: BtcpayClient, store: ReadyStore, send: Send) => {
  if (store.ownWallet !== null) return saveProblem(deps.db, send.id, notRelayed)
  const feeRate = await findFeeRate(deps.db)
  if (toMilliRate(feeRate) <= toMilliRate(send.feeRate)) return
  const [latest] = await findVersions(deps.db, send.id)
  const feeSats = feeOf(BigInt(latest?.vbytes ?? 0), toMilliRate(feeRate))
  if (send.networkFeeFrom === 'amount' && feeSats > mostDeductible(send)) {
    return saveProblem(deps.db, send.id, 'nobody relays it at its fee, and today’s fee is too much of its amount')
  }
  const again = await inTransaction(deps.db, async (tx) => {
    const current = await lockSend(tx, send.id)
    if (current.txid !== send.txid || current.status === 'confirmed') return undefined
    await setFeeRate(tx, send.id, feeRate)
    return { ...current, feeRate }
  })
  if (!again) return
  const signed = await signSend(deps, client, store, again)
  if (signed) await broadcastSend(deps, client, store, signed)
}

export type ConflictingTx = Spender & {
  /**
   * Whether it pays the same amount to the same address: then it is this payment, with another fee. A sweep is paid by
   * whatever reaches its address. Unknown while the explorer does not answer. Otherwise: it pays the recipient another
   * amount from the platform's wallet, and to send the payment again would pay that part twice.
   */
  paysTheSame: { feeSats: bigint; payeeSats: bigint; vbytes: number } | 'no' | 'otherwise' | 'unknown'
}

/** Another transaction that spends a coin of this send, if the explorer knows one. */
export const findConflictingTx = async (
  deps: Deps,
  send: Send,
  ownTxids: readonly string[],
): Promise<ConflictingTx | undefined> => {
  for (const { outpoint } of await findReserved(deps.db, send.id)) {
    const spender = await readSpender(deps, outpoint)
    if (!spender || ownTxids.includes(spender.txid)) continue
    // A PSBT of ours that was broadcast late pays what it was for, and not this.
    const isOther = await belongsToOther(deps.db, send.id, spender.txid)
    return { ...spender, paysTheSame: isOther ? 'no' : await compare(deps, send, spender.txid) }
  }
  return undefined
}

const compare = async (deps: Deps, send: Send, txid: string): Promise<ConflictingTx['paysTheSame']> => {
  const details = await readDetails(deps, txid)
  if (!details) return 'unknown'
  const { network } = deps.config
  // One address may have several spellings (bech32 in capitals) that pay the same script.
  const script = scriptOfAddress(send.address, network)
  const paid = details.outputs
    .filter(({ address }) => scriptOfAddress(address ?? '', network) === script)
    .map(({ sats }) => BigInt(sats))
  if (paid.length === 0) return 'no'
  const payeeSats = choosePayment(send, await findVersions(deps.db, send.id), paid, details.feeSats)
  if (payeeSats === undefined) return send.merchantId === null || send.kind === 'loop-out' ? 'otherwise' : 'no'
  return { feeSats: details.feeSats, payeeSats, vbytes: Math.ceil(details.weightUnits / 4) }
}

/**
 * Which of the amounts paid to the recipient counts as this payment. Where the network fee is deducted, a bump may lower
 * what the recipient gets, within the limit, or take more from the change instead.
 */
export const choosePayment = (
  send: Send,
  versions: readonly Pick<SendVersion, 'payeeSats'>[],
  paid: readonly bigint[],
  feeSats: bigint,
): bigint | undefined => {
  const { amountSats } = send
  if (send.kind === 'sweep') {
    const arrivedSats = paid.reduce((sum, sats) => sum + sats, 0n)
    return arrivedSats < amountSats ? arrivedSats : amountSats
  }
  if (send.networkFeeFrom === 'wallet') return paid.find((sats) => sats === amountSats)
  const isEarlier = (sats: bigint) => versions.some(({ payeeSats }) => payeeSats === sats)
  const isDeducted = (sats: bigint) => sats === amountSats - feeSats && feeSats <= mostDeductible(send)
  return paid.find((sats) => isEarlier(sats) || isDeducted(sats))
}
