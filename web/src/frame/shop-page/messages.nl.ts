import { message } from '../../lib/message.ts'

export const testMode = message('Testmodus')
export const testModeLead = message('Testmodus.')
export const notReal = message('Het geld is niet echt.')
export const paymentsBy = message('Betalingen via')
export const contactShop = message('Contact met {name}')
export const checkTheLink = message('Controleer de link of vraag het bedrijf dat hem heeft gestuurd.')
export const language = message('Taal')
