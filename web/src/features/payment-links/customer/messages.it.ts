import { message } from '../../../lib/message.ts'

export const paymentLink = message('Link di pagamento')
export const paymentGoesHere = message('Il tuo pagamento arriva qui')
export const nothingToPay = message('Niente da pagare qui')
export const youPay = message('Importo da pagare')
export const amountIn = message('Importo in {currency}')
export const between = message('Tra {min} e {max}')
export const atLeast = message('Almeno {min}')
export const atMost = message('Al massimo {max}')
export const yourName = message('Il tuo nome')
export const yourEmail = message('La tua email')
export const optional = message('(facoltativo)')
export const payPrice = message('Paga {price}')
export const toPayment = message('Vai al pagamento')
export const oneMoment = message('Un momento…')
export const priceLocks = message('Bitcoin o Lightning. Il prezzo viene bloccato nella pagina successiva.')
export const paused = message('Questo link di pagamento è in pausa. Contatta l’azienda che te lo ha inviato.')
export const expired = message(
  'Questo link di pagamento è scaduto. Chiedine uno nuovo all’azienda che te lo ha inviato.',
)
export const usedUp = message('Questo link ha raggiunto il limite di pagamenti.')
export const notFound = message('Link di pagamento non trovato')
export const notFoundTab = message('Link di pagamento non trovato · Bitquay')
