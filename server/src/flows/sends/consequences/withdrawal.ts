import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { markFeeReversed, saveFee } from '../../../modules/fees/save-fee.ts'
import { getTerms } from '../../../modules/fees/terms.ts'
import type { Entry, Owner } from '../../../modules/ledger/post-transfer.ts'
import type { Send } from '../../../modules/sends/send.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { giveBackPromoCode } from '../../promo/give-back-promo-code.ts'
import type { Consequence } from './consequence.ts'

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
  },
  unsettled: async (tx, send) => {
    if (send.transferId !== null) await markFeeReversed(tx, send.transferId)
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
    processed: false,
  })
}
