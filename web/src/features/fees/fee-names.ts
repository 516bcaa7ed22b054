import type { FeeSchedule } from '@bitquay/contract/fees'

export type FeeName = Exclude<keyof FeeSchedule, 'effectiveFrom'>

/** In the order in which every table of fees has them. */
export const fees: readonly { fee: FeeName; name: string; hint: string }[] = [
  { fee: 'platformFeePercent', name: 'Platform fee', hint: 'Of each payment' },
  { fee: 'partnerPoolPercent', name: 'Partner pool', hint: 'Of each payment, shared by partners' },
  { fee: 'withdrawalFeePercent', name: 'Customer withdrawals', hint: 'Of each withdrawal' },
  { fee: 'partnerWithdrawalFeePercent', name: 'Partner withdrawals', hint: 'Of each payout' },
  { fee: 'invoiceProcessingPercent', name: 'Invoice form', hint: 'Added by the form; it is the merchant’s' },
]
