import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { getTerms } from '../fees/queries.ts'
import { reverseFee, saveFee } from '../fees/table.ts'
import type { Entry, Owner } from '../ledger/table.ts'
import type { Tx } from '../platform/db/transaction.ts'
import {
  giveBackPromoCode,
  redeemPromoCode,
  undoForgivenessOfFee,
  undoRedemption,
} from '../promo-codes/redeem-promo-code.ts'
import type { Consequence } from '../sends/send-kind.ts'
import type { Send } from '../sends/table.ts'
import { hasOwnServer } from '../stores/queries.ts'

const platform: Owner = { kind: 'platform' }
const wholeShare = 10_000n

/** The merchant's coins are not in our ledger; a fee on the withdrawal, where the schedule has one, is owed once it confirms. */
export const withdrawal: Consequence = {
  entries: async (tx, send) => {
    if (send.platformFeeSats === 0n || send.merchantId === null) return []
    const { partners } = await getTerms(tx, send.merchantId)
    const shares = partners.map(
      ({ partnerId, shareCentiPercent }): Omit<Entry, 'usd8'> => ({
        owner: { kind: 'partner', id: partnerId },
        account: 'earned',
        sats: -((send.partnerFeeSats * shareCentiPercent) / wholeShare),
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
    if (send.transferId !== null) await keepFee(tx, send, send.transferId)
    // What only the merchant's own server says is proved on the chain first (prove-redemptions.ts).
    if (send.promoCodeId === null || (await hasOwnServer(tx, send.merchantId ?? 0))) return
    await redeemPromoCode(tx, send.id)
  },
  unsettled: async (tx, send) => {
    await undoRedemption(tx, send.id)
    if (send.transferId === null) return
    await undoForgivenessOfFee(tx, send.transferId)
    await reverseFee(tx, send.transferId)
  },
  ended: (tx, send) => giveBackPromoCode(tx, send.id),
}

const keepFee = async (tx: Tx, send: Send, transferId: bigint) => {
  const milliPercent = (send.platformFeeSats * 100_000n + send.amountSats / 2n) / send.amountSats
  await saveFee(tx, {
    merchantId: send.merchantId ?? 0,
    transactionId: null,
    invoiceId: null,
    txid: send.txid,
    transferId,
    kind: 'withdrawal',
    originalAmountBtc: fromSats(send.amountSats),
    originalAmountUsd: send.amountUsd,
    feeMilliPercent: milliPercent,
    feeBtc: fromSats(send.platformFeeSats),
    feeUsd: fromCents(centsOfSats(send.platformFeeSats, toCents(send.btcPrice))),
    btcPrice: send.btcPrice,
    partnerSats: await readPartnerSats(tx, transferId),
    processed: false,
  })
}

/** Each share was rounded down, and partners may have changed since the request: what was booked counts. */
const readPartnerSats = async (tx: Tx, transferId: bigint): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(-sum(e.amount_sats), 0)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${transferId} and a.kind = 'earned'`.execute(tx)
  return rows[0]?.sats ?? 0n
}
