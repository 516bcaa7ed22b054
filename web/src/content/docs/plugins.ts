/** For shops with a plugin for BTCPay Server. */
export const pluginSteps: readonly string[] = [
  'Open the settings of your shop’s BTCPay plugin.',
  'As the address of the BTCPay Server enter {origin}/btcpay.',
  'Press the plugin’s button for an API key. You come to a page of ours, where a manager of the store agrees. Or make a key with the scopes read and invoices in the Developer tab and paste it, with the store id that your wallet page shows.',
  'Save. The plugin adds its own webhook; you see it in the Developer tab, marked Shop plugin.',
]

export const pluginCalls: readonly { call: string; does: string }[] = [
  { call: 'GET /api/v1/server/info, /health', does: 'Version and state' },
  { call: 'GET /api/v1/api-keys/current', does: 'What a key may do' },
  { call: 'GET /api-keys/authorize', does: 'The page on which a manager agrees' },
  { call: 'GET /api/v1/stores[/{storeId}]', does: 'The store' },
  { call: 'GET …/payment-methods, …/rates', does: 'Ways to pay, the price' },
  { call: 'POST, GET …/invoices', does: 'Make and list invoices' },
  { call: 'GET, PUT …/invoices/{invoiceId}', does: 'Read one, change its metadata' },
  { call: 'GET …/invoices/{invoiceId}/payment-methods', does: 'What is due and what was paid' },
  { call: 'POST …/invoices/{invoiceId}/status', does: 'Mark settled or invalid' },
  { call: 'GET, POST, PUT, DELETE …/webhooks', does: 'Webhooks with BTCPay-Sig' },
  { call: 'GET, POST …/webhooks/{id}/deliveries', does: 'The log, and sending again' },
]
