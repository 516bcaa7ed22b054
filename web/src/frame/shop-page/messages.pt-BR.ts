import { message } from '../../lib/message.ts'

export const testMode = message('Modo de teste')
export const testModeLead = message('Modo de teste.')
export const notReal = message('O dinheiro não é real.')
export const paymentsBy = message('Pagamentos por')
export const contactShop = message('Falar com {name}')
export const checkTheLink = message('Verifique o link ou fale com a empresa que o enviou.')
export const language = message('Idioma')
