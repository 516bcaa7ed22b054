import { message } from '../../lib/message.ts'

export const testMode = message('Modo de prueba')
export const testModeLead = message('Modo de prueba.')
export const notReal = message('El dinero no es real.')
export const paymentsBy = message('Pagos con')
export const contactShop = message('Contactar con {name}')
export const checkTheLink = message('Compruebe el enlace o consulte a la empresa que se lo envió.')
export const language = message('Idioma')
