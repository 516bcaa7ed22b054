/** For shops with a plugin for BTCPay Server. */
export const pluginSteps: readonly string[] = [
  'Open the settings of your shop’s BTCPay plugin.',
  'For the BTCPay Server URL, enter {origin}/btcpay. If the plugin accepts no path, enter {origin}.',
  'Click the plugin’s button for an API key. On our page, a manager of the store approves it. Or create a key with the scopes read, invoices and, for refunds, refunds in the Developer tab and paste it, along with the store ID from your wallet page.',
  'Save. The plugin adds its own webhook, which appears in the Developer tab as Shop plugin.',
]

export const pluginNotes: readonly string[] = [
  'Webhooks about one invoice arrive in order. One that gets no response, or 408, 429 or 5xx, is retried eight times within about an hour, and later ones about the same invoice wait for it. Any other error isn’t retried.',
  'A refund belongs to an invoice of your store. A pull payment’s name must end with the order number, such as “Refund of order 1234; reason”, or contain the invoice ID. Other names get 422 for Name.',
  'The customer gets the claim link by email, at the address that the invoice had when its first payment was seen. So let the plugin send customer data. The shop gets a link that shows the status only.',
  'A claimed refund waits until you approve it with your 2FA code on the invoice’s page, unless it fits the daily refund limit of the key, which is 0 at first. The shop gets the events InvoiceRefund, PayoutCreated and PayoutUpdated.',
  'A payment request is an invoice with a due date: expiryDate is its due date, referenceId its order ID, and title and description are what the customer reads, in plain text of up to 500 characters. Without expiryDate it’s due in five years. Past its date it’s Expired, but a payment still completes it. Custom payment amounts and forms get 422.',
  'An update of a payment request keeps what it leaves out. Amount and currency can’t change once a customer has opened it, the email address never, because refunds are sent to it. The list has the newest 500. Use skip and take for more.',
  'At most 10,000 events wait for an endpoint. Later ones aren’t sent. They’re listed as failed on the endpoint’s page, where you can resend them.',
]

export const pluginCalls: readonly { call: string; does: string }[] = [
  { call: 'GET /api/v1/server/info, /health', does: 'Version and health' },
  { call: 'GET, DELETE /api/v1/api-keys/current', does: 'A key’s permissions, revoke the key' },
  { call: 'GET /api-keys/authorize', does: 'The page where a manager approves' },
  { call: 'GET /api/v1/stores[/{storeId}]', does: 'The store' },
  { call: 'GET …/payment-methods[/{id}], …/rates', does: 'Payment methods, exchange rates between all currencies' },
  { call: 'POST, GET …/invoices', does: 'Create and list invoices, with BTCPay’s checkout options' },
  { call: 'GET, PUT, DELETE …/invoices/{invoiceId}', does: 'Get one, change its metadata, archive it' },
  { call: 'POST …/invoices/{invoiceId}/unarchive', does: 'List an archived invoice again' },
  { call: 'GET …/invoices/{invoiceId}/payment-methods', does: 'Amount due and amount paid' },
  { call: 'POST …/invoices/{invoiceId}/status', does: 'Mark as settled or invalid' },
  {
    call: 'POST, GET …/payment-requests',
    does: 'Create and list payment requests, which are invoices with a due date',
  },
  {
    call: 'GET, PUT, DELETE …/payment-requests/{id}',
    does: 'Get one, change it, archive it so that nobody can pay it',
  },
  { call: 'POST …/payment-requests/{id}/pay', does: 'Its invoice at the current rate, with the same ID' },
  { call: 'POST …/lightning/BTC/invoices, GET …/{id}', does: 'Invoices over Lightning only, in millisatoshis' },
  { call: 'POST …/invoices/{invoiceId}/refund', does: 'Refund an invoice, with BTCPay’s variants' },
  { call: 'POST, GET, DELETE …/pull-payments', does: 'Refunds by order, list and cancel' },
  { call: 'GET …/payouts', does: 'Claimed refunds and their state' },
  { call: 'GET /api/v1/pull-payments/{id}[/payouts]', does: 'The status of a refund, without a key' },
  { call: 'GET, POST, PUT, DELETE …/webhooks', does: 'Webhooks with BTCPay-Sig' },
  { call: 'GET, POST …/webhooks/{id}/deliveries', does: 'Delivery log and redelivery' },
  { call: 'GET /i/{invoiceId}, /payment-requests/{id}', does: 'Redirect to the checkout' },
  { call: 'GET /invoices/{invoiceId}', does: 'Redirect to your invoice' },
  { call: 'GET /misc/lang', does: 'The languages of the checkout' },
  { call: 'GET /modal/btcpay.js', does: 'The checkout over a page, as btcpay.showInvoice' },
]

/** Calls of BTCPay that we answer with 403 or 404, in its format. */
export const missingPluginCalls: readonly string[] = [
  'Apps and subscriptions',
  'Users, roles, notifications and server settings',
  'Creating, changing and deleting stores, their logo, emails and payment methods',
  'Wallets, transactions and the Lightning node: use Withdraw in your portal or our own API',
  'Creating and approving payouts, pull payments without an order, boltcards and payout processors',
  'Lists of Lightning invoices, rate configuration and reports',
  'Calls without the store in their path, such as /api/v1/invoices/{invoiceId}',
]
