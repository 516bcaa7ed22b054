import type { Checkout } from '@bitquay/contract/invoices'

/** HTML for the page. All text from elsewhere is escaped. */
export type Drawn = { title: string; html: string }

type Mode = 'sandbox' | 'live'

/** Renders the checkout in the order and with the classes of the page that the script renders later. */
export const renderCheckout = (checkout: Checkout, mode: Mode): Drawn => {
  const price = formatPrice(checkout.amount, checkout.currency)
  const { title, say } = textFor(checkout, price)
  const payable = checkout.status === 'new'
  const partly = payable && checkout.additionalStatus === 'paid-partial'
  const btc = (partly ? checkout.dueBtc : undefined) ?? checkout.amountBtc
  return {
    title: escape(`${title} · ${checkout.storeName}`),
    html: wrapMain(mode, [
      '<main class="co">',
      `<header class="who"><span class="av" aria-hidden="true">${escape(initialOf(checkout.storeName))}</span>`,
      `<div class="name"><b>${escape(checkout.storeName)}</b>`,
      checkout.description ? `<span class="s">${escape(checkout.description)}</span>` : '',
      '</div></header>',
      `<div class="due"><h1 class="money">${escape(price)}</h1>`,
      btc === null
        ? ''
        : `<div class="btcline"><span class="btc">${escape(btc)} BTC${partly ? ' still due' : ''}</span></div>`,
      checkout.rate === null ? '' : `<p class="rate">1 BTC = ${escape(formatPrice(checkout.rate, 'USD'))}</p>`,
      '</div>',
      `<div class="picture"><div class="qrcard"><div class="paper">`,
      `<noscript>${payable ? 'The QR code needs JavaScript. Copy the address instead. ' : ''}Reload the page to check for your payment.</noscript>`,
      `</div><p class="cap">${escape(say)}</p></div></div>`,
      payable ? drawWays(checkout) : drawWayBack(checkout),
      '<div class="more"></div></main>',
    ]),
  }
}

export const renderNotFound = (mode: Mode): Drawn => ({
  title: 'Invoice not found · Bitquay',
  html: wrapMain(mode, [
    '<main class="co co--blank"><div class="say"><h1 class="hull">Invoice not found</h1>',
    '<p>Check the link, or ask the business that sent it to you.</p></div></main>',
  ]),
})

const wrapMain = (mode: Mode, main: string[]) =>
  [
    mode === 'sandbox'
      ? '<aside class="flag" aria-label="Test mode"><span><b>Test mode.</b> The money is not real.</span></aside>'
      : '',
    '<div class="quayside">',
    ...main,
    '</div><footer class="foot"></footer>',
  ].join('')

const drawWays = ({ bitcoinAddress, lightningInvoice, qrCodeData }: Checkout) =>
  [
    '<div class="acts">',
    qrCodeData ? `<a class="btn btn--signal" href="${escape(qrCodeData)}">Open in wallet</a>` : '',
    '</div><div class="copies">',
    bitcoinAddress ? drawRow('Bitcoin address', bitcoinAddress) : '',
    lightningInvoice ? drawRow('Lightning invoice', lightningInvoice) : '',
    '</div>',
  ].join('')

const drawWayBack = ({ redirectUrl, storeName }: Checkout) =>
  redirectUrl === null
    ? ''
    : `<div class="acts"><a class="btn btn--signal" href="${escape(redirectUrl)}" rel="noreferrer">Return to ${escape(storeName)}</a></div>`

const drawRow = (name: string, value: string) =>
  `<div class="copy copy--still"><span class="what"><span class="stencil">${name}</span><span class="mono">${escape(value)}</span></span></div>`

const textFor = ({ status, additionalStatus }: Checkout, price: string): { title: string; say: string } => {
  if (status === 'settled') return { title: 'Paid', say: 'Paid' }
  if (status === 'processing') return { title: 'Payment received', say: 'Payment received. Waiting for confirmation' }
  if (status === 'invalid') return { title: 'Invalid', say: 'This invoice is no longer valid' }
  if (additionalStatus === 'paid-late')
    return { title: 'Paid late', say: 'The payment arrived after the invoice expired' }
  if (status === 'expired') return { title: 'Expired', say: 'This invoice has expired. Don’t pay it.' }
  if (additionalStatus === 'paid-partial')
    return { title: `Pay ${price}`, say: 'Partial payment received. Waiting for the rest' }
  return { title: `Pay ${price}`, say: 'Waiting for payment' }
}

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$', AUD: 'A$', JPY: '¥' }

/** The currency sign before a figure, and its width in characters. */
export const signOf = (currency: string) => {
  const sign = signs[currency] ?? currency
  return { sign, width: sign.length }
}

export const formatPrice = (amount: string, currency: string) => {
  const [whole = '0', fraction] = amount.split('.')
  const figure = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ? `.${fraction}` : ''}`
  const sign = signs[currency]
  return sign ? `${sign}${figure}` : `${figure} ${currency}`
}

export const initialOf = (name: string) => String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f).toUpperCase()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
