import { depositTargets } from './deposit-addresses/payment-target.ts'
import { feeInvoiceTargets } from './fee-collection/payment-target.ts'
import { loopOutTargets } from './loop-out/payment-target.ts'
import type { PaymentTargets } from './payments/payment-target.ts'

/** Whom a payment may belong to besides an invoice. */
export const paymentTargets: PaymentTargets = {
  deposits: depositTargets,
  feeInvoices: feeInvoiceTargets,
  loopOuts: loopOutTargets,
}
