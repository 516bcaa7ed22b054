import type { Texts } from './en.ts'

export const nl: Texts = {
  paid: 'Betaald',
  testMode: 'Testmodus',
  notReal: 'Er is geen echt geld betaald.',
  anyAmount: 'Elk bedrag',
  questions: (store, contact) => `Vragen? Neem contact op met ${store}: ${contact}`,

  paymentsBy: 'Betalingen via',

  receipt: 'Betaalbewijs',
  receiptFrom: (store) => `Betaalbewijs van ${store}`,
  youPaid: (store) => `Je hebt ${store} betaald`,
  hereIsReceipt: 'Hier is je betaalbewijs.',
  viewReceipt: 'Betaalbewijs bekijken',
  paidAt: (time) => `Betaald op ${time}`,
  amount: 'Bedrag',
  description: 'Voor',
  inBitcoin: 'In bitcoin',
  received: 'Ontvangen',
  rate: 'Koers',
  paidWith: 'Betaald met',
  onChain: 'Bitcoin, on-chain',
  lightning: 'Bitcoin, Lightning',
  bothWays: 'Bitcoin, on-chain en Lightning',
  markedBy: (store) => `Door ${store} als betaald gemarkeerd`,
  paymentHash: 'Betalingshash',
  transaction: 'Transactie',
  confirmedInBlock: 'Bevestigd in blok',
  invoice: 'Factuur',

  invoiceFrom: (store) => `Factuur van ${store}`,
  haveInvoice: (store) => `Je hebt een factuur van ${store}`,
  anyWallet: 'Betaal met een willekeurige Bitcoin- of Lightning-wallet.',
  payInvoice: 'Factuur betalen',
  payBy: 'Betalen vóór',
  dueDate: 'Vervaldatum',
  refundFrom: (store) => `Terugbetaling van ${store}`,
  sendingRefund: (store) => `${store} stuurt je een terugbetaling`,
  addAddress: 'Vul het Bitcoin-adres voor je terugbetaling in.',
  claimRefund: 'Terugbetaling ontvangen',
  reason: 'Reden',
  claimBy: 'Aanvragen vóór',
  refundCaution:
    'Iedereen met deze link kan de terugbetaling ontvangen. Deel hem niet. Gebruik een adres uit je eigen wallet: betalingen naar een verkeerd adres zijn niet terug te halen. We vragen nooit om je herstelzin.',
  notExpected: 'Had je dit niet verwacht? Dan kun je deze e-mail gewoon negeren.',
  privacy: 'Privacy',

  errors: {
    'invalid-request': 'Controleer de ingevulde gegevens.',
    'not-found': 'Niet gevonden',
    'too-many-attempts': 'Te veel pogingen. Wacht even en probeer het opnieuw.',
    'internal-error': 'Er is bij ons iets misgegaan. Probeer het opnieuw.',
    unavailable: 'De dienst is nu niet beschikbaar. Probeer het over een minuut opnieuw.',
    'not-configured': 'Deze winkel kan nu geen Bitcoin-betalingen accepteren. Neem contact op met de winkel.',
    'engine-unavailable':
      'De betaalserver is niet bereikbaar. Er is niets aangemaakt. Probeer het over een minuut opnieuw.',
    'engine-refused': 'De betaalserver heeft het verzoek geweigerd.',
    'price-unavailable':
      'Er is geen bitcoinprijs beschikbaar voor deze factuur. Er is niets aangemaakt. Probeer het over een minuut opnieuw.',
    'payment-link-closed': 'Deze betaallink is gesloten.',
    'invoice-not-renewable':
      'Deze factuur kan geen nieuwe prijs krijgen. Neem contact op met het bedrijf dat hem heeft gestuurd.',
    'receipt-limit-reached': 'Dit betaalbewijs is al 3 keer gemaild. Download in plaats daarvan de pdf.',
    'invalid-address': 'Vul een geldig Bitcoin-adres uit je eigen wallet in',
    'refund-claimed': 'Deze terugbetaling is al aangevraagd.',
    'refund-closed': 'Deze terugbetaling is niet meer beschikbaar. Neem contact op met de winkel.',
    'refund-store-inactive':
      'Deze winkel is gedeactiveerd, dus de terugbetaling kan niet worden aangevraagd. Er is niets verstuurd. Neem contact op met de winkel.',
    'refund-not-payable':
      'De winkel kan deze terugbetaling nu niet betalen. Er is niets verstuurd. Probeer het later opnieuw of neem contact op met de winkel.',
  },
  fields: {
    amount: 'Vul een geldig bedrag in',
    name: 'Vul je naam in',
    email: 'Vul een geldig e-mailadres in',
    reason: 'Beschrijf wat er mis is',
    address: 'Vul een geldig Bitcoin-adres uit je eigen wallet in',
  },
}
