import { message } from '../../lib/message.ts'

export const testMode = message('Testmodus')
export const testModeLead = message('Testmodus.')
export const notReal = message('Es ist kein echtes Geld.')
export const paymentsBy = message('Zahlungen über')
export const contactShop = message('{name} kontaktieren')
export const checkTheLink = message('Prüfen Sie den Link oder fragen Sie das Unternehmen, von dem Sie ihn haben.')
export const language = message('Sprache')
