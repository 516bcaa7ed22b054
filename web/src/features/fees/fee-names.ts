import type { FeeSchedule } from '@bitquay/contract/fees'
import * as t from './messages.ts'

export type FeeName = Exclude<keyof FeeSchedule, 'effectiveFrom'>

/** In the order of every table of fees. */
export const fees: readonly { fee: FeeName; name: string; hint: string }[] = [
  { fee: 'platformFeePercent', name: t.platformFee, hint: t.perPayment },
  { fee: 'partnerPoolPercent', name: t.partnerPool, hint: t.perPaymentShared },
  { fee: 'withdrawalFeePercent', name: t.customerWithdrawals, hint: t.perWithdrawal },
  { fee: 'partnerWithdrawalFeePercent', name: t.partnerWithdrawals, hint: t.perPartnerWithdrawal },
  { fee: 'invoiceProcessingPercent', name: t.invoiceProcessing, hint: t.keptByMerchant },
]
