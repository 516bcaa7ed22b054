import { message } from '../../lib/message.ts'

export const testMode = message('Modalità di prova')
export const testModeLead = message('Modalità di prova.')
export const notReal = message('Il denaro non è reale.')
export const paymentsBy = message('Pagamenti con')
export const contactShop = message('Contatta {name}')
export const checkTheLink = message('Controlla il link o chiedi all’azienda che te lo ha inviato.')
export const language = message('Lingua')
