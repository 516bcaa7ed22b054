/** For shops with a plugin for BTCPay Server. */
export const pluginSteps: readonly string[] = [
  'Open the settings of your shop’s BTCPay plugin.',
  'For the BTCPay Server URL, enter {origin}/btcpay.',
  'Click the plugin’s button for an API key. On our page, a manager of the store approves it. Or create a key with the scopes read and invoices in the Developer tab and paste it, along with the store ID from your wallet page.',
  'Save. The plugin adds its own webhook, which appears in the Developer tab as Shop plugin.',
]

export const pluginCalls: readonly { call: string; does: string }[] = [
  { call: 'GET /api/v1/server/info, /health', does: 'Version and health' },
  { call: 'GET /api/v1/api-keys/current', does: 'A key’s permissions' },
  { call: 'GET /api-keys/authorize', does: 'The page where a manager approves' },
  { call: 'GET /api/v1/stores[/{storeId}]', does: 'The store' },
  { call: 'GET …/payment-methods, …/rates', does: 'Payment methods, exchange rate' },
  { call: 'POST, GET …/invoices', does: 'Create and list invoices' },
  { call: 'GET, PUT …/invoices/{invoiceId}', does: 'Get one, change its metadata' },
  { call: 'GET …/invoices/{invoiceId}/payment-methods', does: 'Amount due and amount paid' },
  { call: 'POST …/invoices/{invoiceId}/status', does: 'Mark as settled or invalid' },
  { call: 'GET, POST, PUT, DELETE …/webhooks', does: 'Webhooks with BTCPay-Sig' },
  { call: 'GET, POST …/webhooks/{id}/deliveries', does: 'Delivery log and redelivery' },
]
