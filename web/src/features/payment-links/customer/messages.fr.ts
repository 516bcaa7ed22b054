import { message } from '../../../lib/message.ts'

export const paymentLink = message('Lien de paiement')
export const paymentGoesHere = message('Votre paiement arrivera ici')
export const nothingToPay = message('Rien à payer ici')
export const youPay = message('Vous payez')
export const amountIn = message('Montant en {currency}')
export const between = message('Entre {min} et {max}')
export const atLeast = message('Au moins {min}')
export const atMost = message('Au plus {max}')
export const yourName = message('Votre nom')
export const yourEmail = message('Votre e-mail')
export const optional = message('(facultatif)')
export const payPrice = message('Payer {price}')
export const toPayment = message('Continuer vers le paiement')
export const oneMoment = message('Un instant…')
export const priceLocks = message('Bitcoin ou Lightning. Le prix est bloqué à la page suivante.')
export const paused = message('Ce lien de paiement est suspendu. Contactez l’entreprise qui vous l’a envoyé.')
export const expired = message(
  'Ce lien de paiement a expiré. Demandez-en un nouveau à l’entreprise qui vous l’a envoyé.',
)
export const usedUp = message('Ce lien a atteint son nombre maximal de paiements.')
export const notFound = message('Lien de paiement introuvable')
export const notFoundTab = message('Lien de paiement introuvable · Bitquay')
