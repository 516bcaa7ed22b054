import { message } from '../../lib/message.ts'

export const reference = message('Reference')
export const referenceHint = message(
  'A customer number or account name. The same reference always has the same address.',
)
export const newAddress = message('New address')
export const newAddressPurpose = message('Give it to one customer. It stays the same.')
export const usualFee = message('The usual fee applies.')
export const create = message('Create address')
export const creating = message('Creating...')
export const createdToast = message('Deposit address ready')
export const createdSentence = message('Payments to the address of {reference} appear in your transactions.')
export const failedToast = message('Error')
export const failed = message('Couldn’t create the address. Try again.')
export const none = message('No deposit addresses yet.')
export const loadFailedTitle = message('Couldn’t load your deposit addresses')
export const loadFailed = message('Your money is safe. Try again.')
export const addressOf = message('Address of {reference}')
export const received = message(
  '{count, plural, =0{No payments yet} one{# payment, {amount}} other{# payments, {amount}}}',
)
