import type { Checkout } from '@bitquay/contract/invoices'

/** HTML for the page. All text from elsewhere is escaped. */
export type Drawn = { title: string; html: string }

type Mode = 'sandbox' | 'live'

/** Renders the checkout in the slots of the page that the script renders later, so that nothing moves when it does. */
export const renderCheckout = (checkout: Checkout, mode: Mode): Drawn => {
  const price = formatPrice(checkout.amount, checkout.currency)
  const { title, heading, say } = textFor(checkout, price)
  const payable = checkout.status === 'new'
  const partly = payable && checkout.additionalStatus === 'paid-partial'
  const btc = (partly ? checkout.dueBtc : undefined) ?? checkout.amountBtc
  const scene = sceneOf(checkout)
  const chain = scene === 'landed' && checkout.confirmedInBlock === null ? 'no' : 'yes'
  return {
    title: escape(`${title} · ${checkout.storeName}`),
    html: wrapShop(mode, [
      drawBar(checkout.storeName, `Invoice ${checkout.invoiceId}`),
      `<main class="pay-stage" data-scene="${scene}" data-chain="${chain}" data-flags="no"><div class="pay-top">`,
      `<div class="pay-row"></div><h1 class="hull pay-title">${escape(heading)}</h1>`,
      `<div class="pay-due"><p class="stencil">Total</p><p class="money">${escape(price)}</p><div class="btcline">`,
      btc === null ? '' : `<span class="btc">${escape(btc)} BTC${partly ? ' still due' : ''}</span>`,
      '</div><p class="rate">',
      checkout.rate === null ? '' : `1 BTC = ${escape(formatPrice(checkout.rate, 'USD'))}`,
      '</p></div></div>',
      drawScene(scene, payable, say),
      '<div class="pay-panel">',
      payable ? drawWays(checkout) : drawWayBack(checkout, say),
      '</div></main>',
    ]),
  }
}

export const renderNotFound = (mode: Mode): Drawn => ({
  title: 'Invoice not found · Bitquay',
  html: wrapShop(mode, [
    '<main class="pay-blank"><h1 class="hull">Invoice not found</h1>',
    '<p>Check the link, or ask the business that sent it to you.</p></main>',
  ]),
})

/** A page in the colors of a shop, with the band on top and the wall below. */
export const wrapShop = (mode: Mode, parts: string[], wall = '') =>
  [
    '<div class="shop">',
    mode === 'sandbox'
      ? '<aside class="flag" aria-label="Test mode"><span><b>Test mode.</b> The money is not real.</span></aside>'
      : '',
    ...parts,
    `<footer class="shop-wall">${wall}</footer></div>`,
  ].join('')

export const drawBar = (storeName: string, about: string) =>
  [
    `<header class="shop-bar"><div>${drawTile(storeName)}`,
    `<div class="shop-name"><b>${escape(storeName)}</b><span>${escape(about)}</span></div></div></header>`,
  ].join('')

export const drawTile = (storeName: string) =>
  `<span class="shop-tile" aria-hidden="true">${escape(initialOf(storeName))}</span>`

type Scene = 'code' | 'hanging' | 'landed' | 'gone'

const sceneOf = ({ status, additionalStatus, confirmedInBlock }: Checkout): Scene => {
  if (status === 'new') return 'code'
  if (status === 'settled') return 'landed'
  if (status === 'processing') return 'hanging'
  if (additionalStatus === 'paid-late') return confirmedInBlock === null ? 'hanging' : 'landed'
  return 'gone'
}

const drawScene = (scene: Scene, payable: boolean, say: string) => {
  const hint = `${payable ? 'The QR code needs JavaScript. Copy the address instead. ' : ''}Reload the page to check for your payment.`
  return [
    '<section class="pay-scene" aria-label="Payment"><div class="well">',
    scene === 'code'
      ? `<div class="qrcard"><div class="paper"><noscript>${hint}</noscript></div><p class="cap">${escape(say)}</p></div>`
      : scene === 'gone'
        ? `<div class="gone"><noscript>${hint}</noscript></div>`
        : '',
    '</div>',
    scene === 'hanging' || scene === 'landed'
      ? `<div class="crate shop-box shop-box--newest"><p class="words"><b>${escape(say)}</b></p></div>`
      : '',
    '</section>',
  ].join('')
}

const drawWays = ({ bitcoinAddress, lightningInvoice, qrCodeData }: Checkout) =>
  [
    '<div class="acts">',
    qrCodeData ? `<a class="btn btn--signal" href="${escape(qrCodeData)}">Open in wallet</a>` : '',
    '</div><div class="copies">',
    bitcoinAddress ? drawRow('Bitcoin address', bitcoinAddress) : '',
    lightningInvoice ? drawRow('Lightning invoice', lightningInvoice) : '',
    '</div>',
  ].join('')

const drawWayBack = ({ redirectUrl, storeName }: Checkout, say: string) =>
  [
    `<p class="lead">${escape(say)}</p>`,
    redirectUrl === null
      ? ''
      : `<div class="acts"><a class="btn btn--signal" href="${escape(redirectUrl)}" rel="noreferrer">Return to ${escape(storeName)}</a></div>`,
  ].join('')

const drawRow = (name: string, value: string) =>
  `<div class="copy copy--still"><span class="what"><span class="stencil">${name}</span><span class="mono">${escape(value)}</span></span></div>`

type Texts = { title: string; heading: string; say: string }

const textFor = ({ status, additionalStatus, description, storeName }: Checkout, price: string): Texts => {
  if (status === 'settled') return { title: 'Paid', heading: 'Paid. Thank you!', say: 'Paid' }
  if (status === 'processing') {
    return {
      title: 'Payment received',
      heading: 'Payment received',
      say: 'Payment received. Waiting for confirmation',
    }
  }
  if (status === 'invalid') {
    return { title: 'Invalid', heading: 'No longer valid', say: 'This invoice is no longer valid' }
  }
  if (additionalStatus === 'paid-late') {
    return {
      title: 'Paid late',
      heading: 'Your payment arrived late',
      say: 'The payment arrived after the invoice expired',
    }
  }
  if (status === 'expired') {
    return {
      title: 'Expired',
      heading: 'This invoice has expired',
      say: 'This invoice has expired. Don’t pay it.',
    }
  }
  const heading = description ?? `Pay ${storeName}`
  if (additionalStatus === 'paid-partial') {
    return { title: `Pay ${price}`, heading, say: 'Partial payment received. Waiting for the rest' }
  }
  return { title: `Pay ${price}`, heading, say: 'Waiting for payment' }
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
