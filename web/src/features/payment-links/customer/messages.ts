import { message } from '../../../lib/message.ts'

// What is paid for.
export const paymentLink = message('Payment link')
export const paymentGoesHere = message('Your payment goes here')
export const nothingToPay = message('Nothing to pay here')
export const youPay = message('You pay')

// The form.
export const amountIn = message('Amount in {currency}')
export const between = message('Between {min} and {max}')
export const atLeast = message('At least {min}')
export const atMost = message('At most {max}')
export const yourName = message('Your name')
export const yourEmail = message('Your email')
export const optional = message('(optional)')
export const quantity = message('Quantity')
export const priceEach = message('{price} each')
export const oneLess = message('One less')
export const oneMore = message('One more')
export const left = message('{count} left')
export const addTip = message('Add a tip')
export const noTip = message('None')
export const otherTip = message('Other')
export const tipIn = message('Your tip in {currency}')
export const tip = message('Tip')
export const noteToShop = message('Note to the shop')
export const timesPrice = message('{count} × {price}')
export const payPrice = message('Pay {price} with Bitcoin')
export const toPayment = message('Continue to payment')
export const oneMoment = message('One moment…')
export const priceLocks = message('Bitcoin or Lightning. The price locks on the next page.')

// A link that takes no payments.
export const paused = message('This payment link is paused. Contact the business that sent it to you.')
export const expired = message('This payment link has expired. Ask the business that sent it to you for a new one.')
export const usedUp = message('This link has reached its payment limit.')
export const notFound = message('Payment link not found')
export const notFoundTab = message('Payment link not found · {platform}')
