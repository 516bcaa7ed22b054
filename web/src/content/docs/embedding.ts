import type { Command } from './guide.ts'

/** A released version never changes, so that shops can pin its hash. A server test compares both with the file. */
const version = '1.0.0'
const integrity = 'sha384-FbrGFHVl062PgSx+tN1F+SDAp8P7frVmbQEWF0ZQZAGj8D5R+Qhoy0nZPEqbR581'

export const embeddingSteps: readonly string[] = [
  'In Settings > Developer > Embedded checkout, list the address of your site, such as https://shop.example.com. Only listed sites can show your checkout inside their pages.',
  'Create the invoice on your server, with the API. Never put an API key into a page.',
  'Load the script and open the invoice. If your site isn’t listed, the checkout opens in a new tab instead.',
]

export const pinned: Command = {
  id: 'embed-pinned',
  language: 'HTML',
  syntax: 'xml',
  text: `<script src="{origin}/checkout/${version}.js"
  integrity="${integrity}"
  crossorigin="anonymous"></script>

<button data-bitquay-invoice="INVOICE_ID">Pay with Bitcoin</button>`,
}

export const latest: Command = {
  id: 'embed-latest',
  language: 'HTML',
  syntax: 'xml',
  text: '<script src="{origin}/checkout.js"></script>',
}

export const opened: Command = {
  id: 'embed-open',
  language: 'JavaScript',
  syntax: 'javascript',
  text: `const checkout = Bitquay.open(invoiceId, {
  // new, processing, settled, expired or invalid
  onStatus: ({ invoiceId, status }) => console.log(invoiceId, status),
  // Once, when the invoice is settled.
  onPaid: ({ invoiceId }) => location.assign('/thank-you'),
  onClose: ({ invoiceId, status }) => console.log('closed', status),
})

checkout.close()`,
}

export const messageFormat: Command = {
  id: 'embed-message',
  language: 'JSON',
  syntax: 'json',
  text: '{ "from": "bitquay-checkout", "type": "status", "invoiceId": "INVOICE_ID", "status": "settled" }',
}

export const btcpayModal: Command = {
  id: 'embed-btcpay',
  language: 'HTML',
  syntax: 'xml',
  text: `<script src="{origin}/btcpay/modal/btcpay.js"></script>
<script>
  btcpay.onModalWillEnter(() => {})
  btcpay.onModalWillLeave(() => {})
  btcpay.onModalReceiveMessage(({ data }) => {
    // "loaded", "close", or { invoiceId, status } with New, Processing, Settled, Expired or Invalid
  })
  btcpay.showInvoice('INVOICE_ID')
</script>`,
}
