import { message } from '../../lib/message.ts'

export const testMode = message('Tryb testowy')
export const testModeLead = message('Tryb testowy.')
export const notReal = message('To nie są prawdziwe pieniądze.')
export const paymentsBy = message('Płatności obsługuje')
export const contactShop = message('Kontakt z {name}')
export const checkTheLink = message('Sprawdź link lub zapytaj firmę, która go wysłała.')
export const language = message('Język')
