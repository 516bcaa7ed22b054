import type { Texts } from './en.ts'

export const de: Texts = {
  paid: 'Bezahlt',
  testMode: 'Testmodus',
  notReal: 'Es wurde kein echtes Geld bezahlt.',
  anyAmount: 'Beliebiger Betrag',
  questions: (store, contact) => `Fragen? Wenden Sie sich an ${store}: ${contact}`,

  paymentsBy: 'Zahlungen über',

  receipt: 'Beleg',
  receiptFrom: (store) => `Beleg von ${store}`,
  youPaid: (store) => `Ihre Zahlung an ${store}`,
  hereIsReceipt: 'Hier ist Ihr Beleg.',
  viewReceipt: 'Beleg ansehen',
  paidAt: (time) => `Bezahlt am ${time}`,
  amount: 'Betrag',
  description: 'Für',
  inBitcoin: 'In Bitcoin',
  received: 'Eingegangen',
  rate: 'Kurs',
  paidWith: 'Bezahlt mit',
  onChain: 'Bitcoin, on-chain',
  lightning: 'Bitcoin, Lightning',
  bothWays: 'Bitcoin, on-chain und Lightning',
  markedBy: (store) => `Von ${store} als bezahlt markiert`,
  paymentHash: 'Zahlungs-Hash',
  transaction: 'Transaktion',
  confirmedInBlock: 'Bestätigt in Block',
  invoice: 'Rechnung',

  invoiceFrom: (store) => `Rechnung von ${store}`,
  haveInvoice: (store) => `Sie haben eine Rechnung von ${store}`,
  anyWallet: 'Bezahlen Sie mit einem beliebigen Bitcoin- oder Lightning-Wallet.',
  payInvoice: 'Rechnung bezahlen',
  payBy: 'Zahlbar bis',
  dueDate: 'Fälligkeitsdatum',
  refundFrom: (store) => `Erstattung von ${store}`,
  sendingRefund: (store) => `${store} sendet Ihnen eine Erstattung`,
  addAddress: 'Geben Sie die Bitcoin-Adresse für Ihre Erstattung an.',
  claimRefund: 'Erstattung abrufen',
  reason: 'Grund',
  claimBy: 'Abrufbar bis',
  refundCaution:
    'Jeder mit diesem Link kann die Erstattung abrufen. Geben Sie ihn nicht weiter. Verwenden Sie eine Adresse aus Ihrem eigenen Wallet: Zahlungen an eine falsche Adresse sind verloren. Wir fragen nie nach Ihrer Wiederherstellungsphrase.',
  notExpected: 'Unerwartet? Dann können Sie diese E-Mail einfach ignorieren.',
  privacy: 'Datenschutz',

  errors: {
    'invalid-request': 'Bitte prüfen Sie Ihre Angaben.',
    'not-found': 'Nicht gefunden',
    'too-many-attempts': 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es erneut.',
    'internal-error': 'Bei uns ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
    unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es in einer Minute erneut.',
    'not-configured': 'Dieser Shop kann gerade keine Bitcoin-Zahlungen annehmen. Wenden Sie sich an den Shop.',
    'engine-unavailable':
      'Der Zahlungsserver ist nicht erreichbar. Es wurde nichts erstellt. Versuchen Sie es in einer Minute erneut.',
    'engine-refused': 'Der Zahlungsserver hat die Anfrage abgelehnt.',
    'price-unavailable':
      'Der Bitcoin-Preis für diese Rechnung ist nicht verfügbar. Es wurde nichts erstellt. Versuchen Sie es in einer Minute erneut.',
    'payment-link-closed': 'Dieser Zahlungslink nimmt keine Zahlungen mehr an.',
    'invoice-not-renewable':
      'Für diese Rechnung gibt es keinen neuen Preis. Wenden Sie sich an das Unternehmen, von dem Sie sie haben.',
    'receipt-limit-reached':
      'Dieser Beleg wurde bereits 3-mal per E-Mail gesendet. Laden Sie stattdessen das PDF herunter.',
    'invalid-address': 'Bitte geben Sie eine gültige Bitcoin-Adresse aus Ihrem eigenen Wallet ein',
    'refund-claimed': 'Diese Erstattung wurde bereits abgerufen.',
    'refund-closed': 'Diese Erstattung ist nicht mehr verfügbar. Wenden Sie sich an den Shop.',
    'refund-store-inactive':
      'Dieser Shop ist deaktiviert, daher kann die Erstattung nicht abgerufen werden. Es wurde nichts gesendet. Wenden Sie sich an den Shop.',
    'refund-not-payable':
      'Der Shop kann diese Erstattung gerade nicht auszahlen. Es wurde nichts gesendet. Versuchen Sie es später erneut oder wenden Sie sich an den Shop.',
  },
  fields: {
    amount: 'Bitte geben Sie einen gültigen Betrag ein',
    name: 'Bitte geben Sie Ihren Namen ein',
    email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
    reason: 'Bitte beschreiben Sie das Problem',
    address: 'Bitte geben Sie eine gültige Bitcoin-Adresse aus Ihrem eigenen Wallet ein',
  },
}
