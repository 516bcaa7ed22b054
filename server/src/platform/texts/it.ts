import type { Texts } from './en.ts'

export const it: Texts = {
  paid: 'Pagata',
  testMode: 'Modalità di prova',
  notReal: 'Non è stato pagato denaro reale.',
  anyAmount: 'Importo libero',
  questions: (store, contact) => `Domande? Contatta ${store}: ${contact}`,

  paymentsBy: 'Pagamenti con',

  receipt: 'Ricevuta',
  receiptFrom: (store) => `Ricevuta di ${store}`,
  youPaid: (store) => `Hai pagato ${store}`,
  hereIsReceipt: 'Ecco la tua ricevuta.',
  viewReceipt: 'Vedi ricevuta',
  paidAt: (time) => `Pagato il ${time}`,
  amount: 'Importo',
  description: 'Per',
  inBitcoin: 'In bitcoin',
  received: 'Ricevuto',
  rate: 'Cambio',
  paidWith: 'Pagato con',
  onChain: 'Bitcoin, on-chain',
  lightning: 'Bitcoin, Lightning',
  bothWays: 'Bitcoin, on-chain e Lightning',
  markedBy: (store) => `Contrassegnata come pagata da ${store}`,
  paymentHash: 'Hash del pagamento',
  transaction: 'Transazione',
  confirmedInBlock: 'Confermato nel blocco',
  invoice: 'Fattura',

  invoiceFrom: (store) => `Fattura di ${store}`,
  haveInvoice: (store) => `Hai una fattura di ${store}`,
  anyWallet: 'Paga con qualsiasi wallet Bitcoin o Lightning.',
  payInvoice: 'Paga fattura',
  payBy: 'Da pagare entro',
  dueDate: 'Data di scadenza',
  refundFrom: (store) => `Rimborso da ${store}`,
  sendingRefund: (store) => `${store} ti sta inviando un rimborso`,
  addAddress: 'Indica l’indirizzo Bitcoin per il rimborso.',
  claimRefund: 'Ricevi il rimborso',
  reason: 'Motivo',
  claimBy: 'Da richiedere entro',
  refundCaution:
    'Chiunque abbia questo link può ricevere il rimborso. Non condividerlo. Usa un indirizzo del tuo wallet: i pagamenti a un indirizzo sbagliato non si possono recuperare. Non ti chiederemo mai la frase di recupero.',
  notExpected: 'Non aspettavi questa email? Puoi ignorarla.',
  privacy: 'Privacy',

  errors: {
    'invalid-request': 'Controlla i dati inseriti.',
    'not-found': 'Non trovato',
    'too-many-attempts': 'Troppi tentativi. Attendi un momento e riprova.',
    'internal-error': 'Si è verificato un errore da parte nostra. Riprova.',
    unavailable: 'Il servizio non è disponibile in questo momento. Riprova tra un minuto.',
    'not-configured': 'Questo negozio al momento non può accettare pagamenti in Bitcoin. Contatta il negozio.',
    'engine-unavailable':
      'Il server dei pagamenti non è raggiungibile. Non è stato creato nulla. Riprova tra un minuto.',
    'engine-refused': 'Il server dei pagamenti ha rifiutato la richiesta.',
    'price-unavailable':
      'Impossibile ottenere un prezzo in bitcoin per questa fattura. Non è stato creato nulla. Riprova tra un minuto.',
    'payment-link-closed': 'Questo link di pagamento è chiuso.',
    'invoice-not-renewable':
      'Non è possibile ottenere un nuovo prezzo per questa fattura. Contatta l’azienda che te l’ha inviata.',
    'receipt-limit-reached': 'Questa ricevuta è già stata inviata 3 volte per email. Scarica invece il PDF.',
    'invalid-address': 'Inserisci un indirizzo Bitcoin valido del tuo wallet',
    'refund-claimed': 'Questo rimborso è già stato richiesto.',
    'refund-closed': 'Questo rimborso non è più disponibile. Contatta il negozio.',
    'refund-store-inactive':
      'Questo negozio è disattivato, quindi il rimborso non può essere richiesto. Non è stato inviato nulla. Contatta il negozio.',
    'refund-not-payable':
      'Il negozio al momento non può pagare questo rimborso. Non è stato inviato nulla. Riprova più tardi o contatta il negozio.',
  },
  fields: {
    amount: 'Inserisci un importo valido',
    name: 'Inserisci il tuo nome',
    email: 'Inserisci un indirizzo email valido',
    reason: 'Descrivi il problema',
    address: 'Inserisci un indirizzo Bitcoin valido del tuo wallet',
  },
}
