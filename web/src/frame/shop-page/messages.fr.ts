import { message } from '../../lib/message.ts'

export const testMode = message('Mode test')
export const testModeLead = message('Mode test.')
export const notReal = message('Ce n’est pas de l’argent réel.')
export const paymentsBy = message('Paiements par')
export const contactShop = message('Contacter {name}')
export const checkTheLink = message('Vérifiez le lien ou demandez-le à l’entreprise qui vous l’a envoyé.')
export const language = message('Langue')
