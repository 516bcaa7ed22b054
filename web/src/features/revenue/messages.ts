import { message } from '../../lib/message.ts'

export const lead = message('Platform earnings in USD at time of payment')
export const overTime = message('Over time')
export const overview = message('Revenue overview')
export const range = message('Range')
export const notLoadedTitle = message('Unable to load revenue')
export const notLoaded = message('No money is affected. Try again in a minute.')

// The chart and its table.
export const emptyTitle = message('No revenue in this range')
export const empty = message('Fees from payments will appear here')
export const chart = message('Revenue per {unit}')
export const columnText = message(
  '{period}: {revenue}, {lightning} over Lightning, {fees, plural, one{# fee} other{# fees}}',
)
export const today = message('Today')
export const now = message('Now')
export const onChain = message('On-chain')
export const lightning = message('Lightning')
export const lastSoFar = message('{unit, select, day{Today so far} other{This month so far}}')
export const tableCaption = message('Revenue per {unit} (UTC)')
export const period = message('{unit, select, day{Day} other{Month}}')
export const revenue = message('Revenue')
export const fees = message('Fees')

// By fee type.
export const byFeeType = message('By fee type')
export const onChainPayments = message('On-chain payments')
export const lightningPayments = message('Lightning payments')
export const withdrawals = message('Withdrawals')
export const other = message('Other')
export const feeCount = message('{count, plural, one{# fee} other{# fees}}')

// By merchant.
export const byMerchant = message('By merchant')
export const showAllMerchants = message('Show all {count} merchants')
export const byMerchantCaption = message('Revenue by merchant')
export const noFees = message('No fees in this range')
export const store = message('Store')

// Partners.
export const partnerShare = message('Partner share')
export const allPartners = message('All partners')
export const earned = message('Earned, {range}')
export const paid = message('Paid to date')
export const owed = message('Owed now')
