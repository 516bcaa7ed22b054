import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { announce } from '../facts/index.ts'
import { getTerms, reverseFee, saveFees, splitPool } from '../fees/index.ts'
import type { Entry, Owner } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import {
  redeemPromoCode,
  releasePromoCode,
  savePromoTransactionId,
  undoForgivenessOfFee,
  undoRedemption,
} from '../promo-codes/index.ts'
import type { SendByKind, SendKindRules } from '../sends/index.ts'
import { hasOwnServer } from '../stores/index.ts'
import { withdrawalBroadcast, withdrawalCanceled, withdrawalConfirmed, withdrawalFailed, writeSent } from './facts.ts'

type Withdrawal = SendByKind['withdrawal']

const platform: Owner = { kind: 'platform' }

/**
 * The merchant's coins are not in our ledger. A fee on the withdrawal, where the schedule has one, is owed once it
 * confirms.
 */
export const withdrawal = (publicUrl: string): SendKindRules<'withdrawal'> => ({
  entries: async (tx, send) => {
    if (send.platformFeeSats === 0n) return []
    const { partners } = await getTerms(tx, send.merchantId)
    const shares = splitPool(send.partnerFeeSats, partners).map(
      ({ partnerId, sats }): Omit<Entry, 'usd8'> => ({
        owner: { kind: 'partner', id: partnerId },
        account: 'earned',
        sats: -sats,
      }),
    )
    const sharedSats = shares.reduce((sum, { sats }) => sum - sats, 0n)
    return [
      { owner: { kind: 'merchant', id: send.merchantId }, account: 'fees-owed', sats: send.platformFeeSats },
      ...shares,
      { owner: platform, account: 'revenue', sats: sharedSats - send.platformFeeSats },
    ]
  },
  settled: async (tx, send) => {
    if (send.transferId !== null) await saveWithdrawalFee(tx, send, send.transferId)
    // What only the merchant's own server reports is first proved on the chain (prove-redemptions.ts).
    if (send.promoCodeId === null || (await hasOwnServer(tx, send.merchantId))) return
    await redeemPromoCode(tx, send.id)
  },
  unsettled: async (tx, send) => {
    await undoRedemption(tx, send.id)
    if (send.transferId === null) return
    await undoForgivenessOfFee(tx, send.transferId)
    await reverseFee(tx, send.transferId)
  },
  ended: (tx, send) => releasePromoCode(tx, send.id),
  onTxid: (tx, send, txid) => savePromoTransactionId(tx, send.id, txid),
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast')
      return announce(tx, withdrawalBroadcast, { ...send, ...(await writeSent(tx, publicUrl, send)) })
    if (stage === 'failed') return announce(tx, withdrawalFailed, { ...send, publicUrl })
    return announce(tx, stage === 'confirmed' ? withdrawalConfirmed : withdrawalCanceled, send)
  },
})

const saveWithdrawalFee = async (tx: Tx, send: Withdrawal, transferId: bigint) => {
  const milliPercent = (send.platformFeeSats * 100_000n + send.amountSats / 2n) / send.amountSats
  const fee = {
    transactionId: null,
    invoiceId: null,
    txid: send.txid,
    transferId,
    kind: 'withdrawal' as const,
    originalAmountBtc: fromSats(send.amountSats),
    originalAmountUsd: send.amountUsd,
    feeMilliPercent: milliPercent,
    feeBtc: fromSats(send.platformFeeSats),
    feeUsd: fromCents(centsOfSats(send.platformFeeSats, toCents(send.btcPrice))),
    btcPrice: send.btcPrice,
    partnerSats: await readPartnerSats(tx, transferId),
    markupSats: 0n,
    processed: false,
    termsAt: send.requestedAt,
  }
  await saveFees(tx, send.merchantId, [fee])
}

/** Each share was rounded down, and partners may have changed since the request: the booked shares count. */
const readPartnerSats = async (tx: Tx, transferId: bigint): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(-sum(e.amount_sats), 0)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${transferId} and a.kind = 'earned'`.execute(tx)
  return rows[0]?.sats ?? 0n
}
