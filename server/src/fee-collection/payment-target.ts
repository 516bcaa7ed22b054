import { announce } from '../facts/index.ts'
import type { PaymentTargets } from '../payments/index.ts'
import { bookFeePayment, unbookFeePayment } from './book-fee-payment.ts'
import { feesPaid } from './facts.ts'
import { followFeeInvoice } from './follow-fee-invoice.ts'
import { findFeePaymentsOf, saveFeePayments } from './table.ts'

/** What the platform's wallet gets at the address of a fee invoice pays fees and is never the operator's capital. */
export const feeInvoiceTargets: PaymentTargets['feeInvoices'] = {
  record: async (tx, coins, txids) => {
    const shown = new Set(txids)
    const arrived = coins.filter(({ txid }) => shown.has(txid))
    const fresh = new Set((arrived.length === 0 ? [] : await saveFeePayments(tx, arrived)).map(({ txid }) => txid))
    const found = new Map<string, { sats: bigint; isNew: boolean }>()
    for (const { txid, amountSats } of await findFeePaymentsOf(tx, txids))
      found.set(txid, { sats: (found.get(txid)?.sats ?? 0n) + amountSats, isNew: fresh.has(txid) })
    return found
  },
  follow: async (tx, txid, confirmations) => {
    for (const payment of await findFeePaymentsOf(tx, [txid])) {
      if (confirmations > 0 === (payment.transferId !== null)) continue
      if (confirmations > 0) await bookFeePayment(tx, payment)
      else await unbookFeePayment(tx, payment)
      await followFeeInvoice(tx, payment.merchantId)
      await announce(tx, feesPaid, payment)
    }
  },
}
