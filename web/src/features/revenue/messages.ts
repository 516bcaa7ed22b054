import { message } from '../../lib/message.ts'

export const lead = message('In US dollars at the time of each payment. Days are in UTC.')
export const overview = message('Revenue overview')
export const comparedWith = message('compared with {previous}')
export const twelveMonths = message('12M')
export const notLoadedTitle = message('Unable to load revenue')
export const notLoaded = message('No money is affected. Try again in a minute.')

// The sum.
export const platformFee = message('Platform fee')
export const markup = message('Markup')
export const withdrawalFees = message('Withdrawal fees')
export const forgiven = message('Forgiven')
export const revenue = message('Revenue')

// The chart and its table.
export const perUnit = message('Revenue per {unit}')
export const emptyTitle = message('No revenue in this period')
export const empty = message('Fees from payments will appear here')
export const chart = message('Revenue per {unit}. Use the arrow keys to read one after another.')
export const columnText = message(
  '{period}: {revenue}, {previous} one period before, {fees, plural, one{# fee} other{# fees}}',
)
export const today = message('Today')
export const now = message('Now')
export const lastSoFar = message('{unit, select, day{Today so far} other{This month so far}}')
export const stepsBefore = message('{unit, select, day{{count} days before} other{{count} months before}}')
export const tableCaption = message('Revenue per {unit} (UTC)')
export const period = message('{unit, select, day{Day} other{Month}}')
export const lightning = message('Lightning')
export const fees = message('Fees')
export const before = message('Before')

// By fee type.
export const byFeeType = message('By fee type')
export const feeCount = message('{count, plural, one{# fee} other{# fees}}')

// Collected and owed.
export const collectedAndOwed = message('Collected and owed')
export const collected = message('Collected')
export const owedByMerchants = message('Owed by merchants')

// By merchant.
export const byMerchant = message('By merchant')
export const showAllMerchants = message('Show all {count} merchants')
export const byMerchantCaption = message('Revenue by merchant')
export const noFees = message('No fees in this period')
export const merchant = message('Merchant')
export const change = message('Change')
export const toPartners = message('To partners')
export const others = message('{count, plural, =0{Other} one{# other} other{# others}}')
export const merchants = message('{count, plural, one{# merchant} other{# merchants}}')
export const newMerchant = message('New')
export const up = message('▲ {percent}')
export const down = message('▼ {percent}')

// Partners.
export const partnerShare = message('Partners')
export const earned = message('Earned in this period')
export const paid = message('Paid to date')
export const notRevenue = message('Not part of revenue. Owed now: {owed}')
