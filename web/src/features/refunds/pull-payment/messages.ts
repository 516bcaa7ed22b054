import { message } from '../../../lib/message.ts'

// Read by shops and their plugins, in English.
export const refundFrom = message('Refund from {store}')
export const refund = message('Refund')
export const amount = message('Amount')
export const status = message('Status')
export const statusOnly = message(
  'This page shows the status only. The link to claim the refund was emailed to the address of the order.',
)
export const unclaimed = message('Unclaimed')
export const isUnclaimed = message('The customer hasn’t claimed it yet.')
export const confirmed = message('Confirmed')
export const isConfirmed = message('It was sent and has its first confirmation.')
export const canceled = message('Canceled')
export const isCanceled = message('The store canceled it.')
export const expired = message('Expired')
export const isExpired = message('It wasn’t claimed in time.')
export const pending = message('Pending')
export const awaitsApproval = message('It was claimed and waits for the store’s approval.')
export const sentSoon = message('It was claimed and will be sent soon.')
export const wasSent = message('It was sent.')
