import { message } from '../../../lib/message.ts'

export const paymentLink = message('Zahlungslink')
export const paymentGoesHere = message('Hier kommt Ihre Zahlung hin')
export const nothingToPay = message('Hier gibt es nichts zu bezahlen')
export const youPay = message('Sie zahlen')
export const amountIn = message('Betrag in {currency}')
export const between = message('Zwischen {min} und {max}')
export const atLeast = message('Mindestens {min}')
export const atMost = message('Höchstens {max}')
export const yourName = message('Ihr Name')
export const yourEmail = message('Ihre E-Mail-Adresse')
export const optional = message('(optional)')
export const payPrice = message('{price} bezahlen')
export const toPayment = message('Weiter zur Zahlung')
export const oneMoment = message('Einen Moment…')
export const priceLocks = message('Bitcoin oder Lightning. Der Preis wird auf der nächsten Seite fixiert.')
export const paused = message(
  'Dieser Zahlungslink ist pausiert. Wenden Sie sich an das Unternehmen, von dem Sie ihn haben.',
)
export const expired = message(
  'Dieser Zahlungslink ist abgelaufen. Bitten Sie das Unternehmen, von dem Sie ihn haben, um einen neuen.',
)
export const usedUp = message('Über diesen Link sind keine weiteren Zahlungen möglich.')
export const notFound = message('Zahlungslink nicht gefunden')
export const notFoundTab = message('Zahlungslink nicht gefunden · Bitquay')
