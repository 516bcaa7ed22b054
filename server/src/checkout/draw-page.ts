import type { ShopBrand } from '@bitquay/contract/brands'
import type { Checkout } from '@bitquay/contract/checkout'
import { needsTwoLines } from '@bitquay/contract/checkout-title'
import type { Language } from '@bitquay/contract/languages'
import type { Texts } from '../platform/texts/en.ts'
import { formatDay, formatPrice } from '../platform/texts/format.ts'
import { writeLanguage } from '../platform/texts/page-language.ts'
import { textsOf } from '../platform/texts/texts-of.ts'

/** HTML for the page. All text from elsewhere is escaped. */
export type Drawn = { title: string; html: string /** The shop's, as `#rrggbb`. */; color: string | null }

/** A shop as a page shows it. */
type Shop = { storeName: string; brand: ShopBrand }

type Mode = 'sandbox' | 'live'

/** Renders the checkout in the slots of the page that the script renders later, so that nothing moves when it does. */
export const renderCheckout = (checkout: Checkout, mode: Mode, language: Language = 'en'): Drawn => {
  const texts = textsOf(language)
  const price = priceOf(texts, checkout, language)
  const { title, heading, say } = textFor(texts, checkout, price)
  const payable = checkout.status === 'new' && !checkout.storeClosed && !isUnpriced(checkout)
  const partly = payable && checkout.additionalStatus === 'paid-partial'
  const btc = (partly ? checkout.dueBtc : undefined) ?? checkout.amountBtc
  const scene = sceneOf(checkout)
  // The same in every state, so that nothing moves.
  const isLong = needsTwoLines(titleOf(texts, checkout))
  const chain = scene === 'landed' && checkout.confirmedInBlock === null ? 'no' : 'yes'
  return {
    title: escape(`${title} · ${checkout.storeName}`),
    color: checkout.brand.color,
    html: wrapShop(texts, mode, checkout, [
      drawBar(checkout, texts.invoiceNumber(checkout.invoiceId)),
      `<main class="pay-stage" data-scene="${scene}" data-chain="${chain}" data-flags="no">`,
      `<div class="pay-top"${checkout.dueDate ? ' data-due="yes"' : ''}${isLong ? ' data-long="yes"' : ''}>`,
      `<div class="pay-row"></div><h1 class="hull pay-title${needsTwoLines(heading) ? ' pay-title--long' : ''}"><span>${escape(heading)}</span></h1>`,
      `<div class="pay-due"><p class="stencil">${texts.total}</p><p class="money">${escape(price)}</p><div class="btcline">`,
      btc === null ? '' : `<span class="btc">${escape(partly ? texts.stillDue(`${btc} BTC`) : `${btc} BTC`)}</span>`,
      '</div><p class="rate">',
      checkout.rate === null
        ? ''
        : `<bdi dir="ltr">1 BTC = ${escape(formatPrice(checkout.rate, 'USD', language))}</bdi>`,
      '</p>',
      checkout.status === 'new' && !checkout.storeClosed ? drawDueDate(texts, checkout, language) : '',
      '</div></div>',
      drawScene(texts, scene, payable, say),
      '<div class="pay-panel">',
      payable ? drawWays(texts, checkout) : drawWayBack(texts, checkout, say),
      '</div></main>',
    ]),
  }
}

const drawDueDate = (texts: Texts, { dueDate }: Checkout, language: Language) =>
  dueDate === undefined ? '' : `<p class="when">${escape(texts.due(formatDay(new Date(dueDate), language)))}</p>`

/** A top-up has no price until it is paid. */
const priceOf = (texts: Texts, { type, amount, currency }: Checkout, language: Language) =>
  type === 'top-up' && !/[1-9]/.test(amount) ? texts.anyAmount : formatPrice(amount, currency, language)

export const renderNotFound = (mode: Mode, language: Language = 'en'): Drawn => {
  const texts = textsOf(language)
  return {
    title: escape(`${texts.invoiceNotFound} · Bitquay`),
    color: null,
    html: wrapShop(texts, mode, undefined, [
      `<main class="pay-blank"><h1 class="hull">${escape(texts.invoiceNotFound)}</h1>`,
      `<p>${escape(texts.checkTheLink)}</p></main>`,
    ]),
  }
}

/** A page in the colors of a shop, with the band on top and the wall below. */
export const wrapShop = (texts: Texts, mode: Mode, shop: Shop | undefined, parts: string[], wall = '') =>
  [
    `<div class="shop"${shop?.brand.color ? ` data-color="${escape(shop.brand.color)}"` : ''}>`,
    mode === 'sandbox'
      ? `<aside class="flag" aria-label="${texts.testMode}"><span><b>${texts.testMode}.</b> ${texts.notReal}</span></aside>`
      : '',
    ...parts,
    `<footer class="shop-wall">${wall}</footer></div>`,
  ].join('')

export const drawBar = (shop: Shop, about: string) =>
  [
    `<header class="shop-bar"><div>${drawTile(shop)}`,
    `<div class="shop-name"><b>${escape(shop.storeName)}</b><span>${escape(about)}</span></div></div></header>`,
  ].join('')

/** The logo, or else the first letter of the name. */
export const drawTile = ({ storeName, brand }: Shop) => {
  const inside = brand.logoUrl === null ? escape(initialOf(storeName)) : `<img src="${escape(brand.logoUrl)}" alt="">`
  return `<span class="shop-tile" aria-hidden="true">${inside}</span>`
}

/** How customers reach the shop, on the wall below its page. */
export const drawContact = (texts: Texts, { storeName, brand: { supportContact } }: Shop) => {
  if (supportContact === null) return ''
  const href = supportContact.startsWith('https://') ? supportContact : `mailto:${supportContact}`
  return `<a class="aside" href="${escape(href)}" rel="noreferrer">${escape(texts.contactShop(storeName))}</a>`
}

/** Puts what was drawn into the built page, which the script reads the language of. The shop's color is a separate style sheet. */
export const fillPage = (template: string, { title, html, color }: Drawn, language: Language, after = '') =>
  writeLanguage(template, language)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', (end) => `${color === null ? '' : drawColorLink(color)}${end}`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${after}`)

const drawColorLink = (color: string) => `<link rel="stylesheet" href="/colors/${escape(color.slice(1))}.css">`

type Scene = 'code' | 'hanging' | 'landed' | 'gone'

/** An invoice with a due date that has no price at the moment. */
const isUnpriced = ({ dueDate, status, expiresAt, now }: Checkout) =>
  dueDate !== undefined && status === 'new' && (expiresAt === null || expiresAt <= now)

const sceneOf = (checkout: Checkout): Scene => {
  const { status, additionalStatus, confirmedInBlock, storeClosed } = checkout
  if (status === 'new') return storeClosed || isUnpriced(checkout) ? 'gone' : 'code'
  if (status === 'settled') return 'landed'
  if (status === 'processing') return 'hanging'
  if (additionalStatus === 'paid-late') return confirmedInBlock === null ? 'hanging' : 'landed'
  return 'gone'
}

const drawScene = (texts: Texts, scene: Scene, payable: boolean, say: string) => {
  const hint = escape([...(payable ? [texts.needsScript] : []), texts.reload].join(' '))
  return [
    `<section class="pay-scene" aria-label="${texts.drawing}"><div class="well">`,
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

const drawWays = (texts: Texts, { bitcoinAddress, lightningInvoice, qrCodeData, cancelUrl, storeName }: Checkout) =>
  [
    '<div class="acts">',
    qrCodeData ? `<a class="btn btn--signal" href="${escape(qrCodeData)}">${escape(texts.openWallet)}</a>` : '',
    '</div><div class="copies">',
    bitcoinAddress ? drawRow(texts.bitcoinAddress, bitcoinAddress) : '',
    lightningInvoice ? drawRow(texts.lightningInvoice, lightningInvoice) : '',
    '</div>',
    cancelUrl
      ? `<a class="hint" href="${escape(cancelUrl)}" target="_top" rel="noreferrer">${escape(texts.cancelTo(storeName))}</a>`
      : '',
  ].join('')

const drawWayBack = (texts: Texts, { redirectUrl, storeName }: Checkout, say: string) =>
  [
    `<p class="lead">${escape(say)}</p>`,
    redirectUrl === null
      ? ''
      : `<div class="acts"><a class="btn btn--signal" href="${escape(redirectUrl)}" target="_top" rel="noreferrer">${escape(texts.returnTo(storeName))}</a></div>`,
  ].join('')

const drawRow = (name: string, value: string) =>
  `<div class="copy copy--still"><span class="what"><span class="stencil">${escape(name)}</span><span class="mono" dir="ltr">${escape(value)}</span></span></div>`

type Words = { title: string; heading: string; say: string }

const textFor = (texts: Texts, checkout: Checkout, price: string): Words => {
  const { status, additionalStatus, storeClosed, storeName } = checkout
  if (status === 'settled') return { title: texts.paid, heading: texts.paidHeading, say: texts.paid }
  if (status === 'processing') {
    return { title: texts.paymentReceived, heading: texts.paymentReceived, say: texts.waitingForConfirmation }
  }
  if (status === 'invalid') return { title: texts.invalid, heading: texts.invalidHeading, say: texts.invalidNext }
  if (additionalStatus === 'paid-late') {
    return { title: texts.paidLate, heading: texts.paidLateHeading, say: texts.paidLateNext }
  }
  if (storeClosed) {
    return {
      title: texts.storeClosed,
      heading: texts.storeClosedHeading(storeName),
      say: texts.storeClosedNext(storeName),
    }
  }
  if (status === 'expired') return { title: texts.expired, heading: texts.expiredHeading, say: texts.expiredNext }
  const heading = titleOf(texts, checkout)
  if (isUnpriced(checkout)) return { title: texts.payPrice(price), heading, say: texts.unpriced }
  if (additionalStatus === 'paid-partial') return { title: texts.payPrice(price), heading, say: texts.partReceived }
  const title = price === texts.anyAmount ? texts.payStore(storeName) : texts.payPrice(price)
  return { title, heading, say: texts.waiting }
}

const titleOf = (texts: Texts, { description, storeName }: Checkout) => description ?? texts.payStore(storeName)

export const initialOf = (name: string) => String.fromCodePoint(name.trim().codePointAt(0) ?? 0x3f).toUpperCase()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
