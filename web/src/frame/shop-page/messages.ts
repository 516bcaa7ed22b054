import { message } from '../../lib/message.ts'

// Around every page of a shop.
export const testMode = message('Test mode')
export const testModeLead = message('Test mode.')
export const notReal = message('The money is not real.')
export const paymentsBy = message('Payments by')
export const contactShop = message('Contact {name}')
export const checkTheLink = message('Check the link, or ask the business that sent it to you.')
export const language = message('Language')
