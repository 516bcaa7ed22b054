import { message } from '../../../lib/message.ts'

export const refund = message('Erstattung')
export const refundTab = message('Erstattung · {platform}')
export const reasonGiven = message('Grund: {reason}')
export const confirmed = message('Bestätigt')
export const notFoundTitle = message('Erstattung nicht gefunden')
export const notFound = message('Prüfen Sie den Link oder fragen Sie den Shop, von dem Sie ihn haben.')
export const yourRefund = message('Ihre Erstattung')
export const readyTitle = message('Ihre Erstattung liegt bereit')
export const notLoaded = message('Ihre Erstattung konnte nicht geladen werden. Neuer Versuch…')
export const forPurchase = message('für {description}')
export const addAddress = message('{store} sendet Ihnen eine Erstattung. Geben Sie bis {date} eine Bitcoin-Adresse an.')
export const deactivatedTitle = message('Shop deaktiviert')
export const deactivated = message(
  '{store} ist deaktiviert, daher kann diese Erstattung nicht abgerufen werden. Es wurde nichts gesendet. Wenden Sie sich an den Shop.',
)
export const sendingTitle = message('Erstattung unterwegs')
export const isSending = message('{store} sendet Ihre Erstattung.')
export const reviewTitle = message('Erstattung angefordert')
export const isReviewing = message('{store} prüft Ihre Erstattung. Sie wird gesendet, sobald sie genehmigt ist.')
export const signedByShop = message('Der Shop signiert Erstattungen selbst. Das kann zwei Tage dauern.')
export const refundedTitle = message('Erstattung abgeschlossen')
export const isRefunded = message('{store} hat Ihre Erstattung gesendet.')
export const canceledTitle = message('Erstattung storniert')
export const isCanceled = message('{store} hat diese Erstattung storniert. Wenden Sie sich bei Fragen an den Shop.')
export const expiredTitle = message('Erstattung abgelaufen')
export const isExpired = message('Diese Erstattung wurde nicht rechtzeitig abgerufen. Wenden Sie sich an {store}.')
export const yourAddress = message('Ihre Bitcoin-Adresse')
export const validAddress = message('Gültige Bitcoin-Adresse')
export const addressTypo = message('Diese Adresse enthält einen Tippfehler')
export const testAddressGiven = message('Diese Adresse ist für Testgeld. Verwenden Sie eine für echte Bitcoin.')
export const otherNetwork = message(
  'Diese Adresse gehört zu einem anderen Netzwerk. Verwenden Sie hier eine Testadresse.',
)
export const lightningGiven = message(
  'Das ist eine Lightning-Rechnung. Geben Sie stattdessen eine Bitcoin-Adresse ein.',
)
export const nameGiven = message(
  'Das ist eine E-Mail- oder Lightning-Adresse. Geben Sie stattdessen eine Bitcoin-Adresse ein.',
)
export const secretGiven = message(
  'Geben Sie nie Wiederherstellungswörter oder private Schlüssel weiter. Geben Sie stattdessen eine Bitcoin-Adresse ein.',
)
export const noAddressGiven = message(
  'Das ist keine Bitcoin-Adresse. Kopieren Sie eine aus dem Empfangsbereich Ihrer Wallet.',
)
export const ownWallet = message(
  'Verwenden Sie eine Adresse aus Ihrem eigenen Wallet. Wir fragen nie nach Ihrer Wiederherstellungsphrase.',
)
export const wrongAddress = message('Zahlungen an eine falsche Adresse sind verloren.')
export const notExpected = message('Unerwartet? Schließen Sie diese Seite. Es wurde nichts weitergegeben.')
export const waitingForAddress = message('Warten auf Ihre Adresse')
export const onItsWay = message('Auf dem Weg zu Ihnen')
export const arrived = message('Erstattet')
export const fromStore = message('von {store}')
export const networkFee = message('Netzwerkgebühr')
export const paidByStore = message('Trägt {store}')
export const youReceive = message('Sie erhalten')
export const testAddress = message('Testadresse verwenden')
export const claimAmount = message('{amount} abrufen')
export const claiming = message('Wird abgerufen…')
export const claimFailed = message('Die Erstattung konnte nicht abgerufen werden')
export const sentTo = message('Gesendet an')
export const transaction = message('Transaktion')
export const progress = message('Fortschritt')
export const waitingForBlock = message('Warten auf die erste Bestätigung')
export const aboutTenMinutes = message('Etwa 10 Minuten. Sie können diese Seite schließen.')
export const waitingForApproval = message('Wartet auf die Genehmigung des Shops')
export const preparing = message('Ihre Erstattung wird vorbereitet…')
export const closePage = message('Sie können diese Seite schließen.')
export const sentStep = message('Gesendet')
export const seenOnNetwork = message('Im Netzwerk gesehen')
export const claimedStep = message('Abgerufen')
export const addressGiven = message('Sie haben Ihre Adresse angegeben')
export const addressMissing = message('Bitte geben Sie eine Bitcoin-Adresse ein')
export const copyLabel = message('{label} kopieren')
export const copied = message('{label} in die Zwischenablage kopiert')
export const copyFailed = message('{label} konnte nicht kopiert werden. Bitte selbst markieren und kopieren.')
