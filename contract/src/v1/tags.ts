/** What the calls of each group are about. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  invoices: 'Create invoices that customers pay, and follow their payments.',
  refunds: 'Pay back what customers paid, in part or in full.',
  'payment-links': 'Pages that create an invoice for each customer.',
  'deposit-addresses': 'Bitcoin addresses that stay the same for a customer.',
  rates: 'What one bitcoin costs.',
  currencies: 'What an invoice can be priced in.',
  withdrawals: 'Send money from the store’s wallet to addresses of the key.',
  'signing-requests': 'Payments from a wallet of your own, which you sign.',
  transactions: 'Everything that was received and sent.',
  balances: 'What the store has.',
  events: 'What happened, for programs that missed webhooks or don’t use them.',
  'webhook-endpoints': 'URLs that get events as they happen.',
  webhooks: 'The events that your endpoints get.',
  requests: 'The latest requests of your keys.',
  key: 'The API key that you use.',
  openapi: 'This document.',
}
