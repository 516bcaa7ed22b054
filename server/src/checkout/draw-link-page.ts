import type { Language } from '@bitquay/contract/languages'
import { decimalsOf } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import type { Texts } from '../platform/texts/en.ts'
import { formatPrice, signOf } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { type Drawn, drawBar, drawContact, drawTile, escape, wrapShop } from './draw-page.ts'

type Mode = 'sandbox' | 'live'

/** What the customer entered, and what was wrong with it. */
export type Attempt = {
  /** Identifies this display of the form, so that submitting it twice counts once. */
  token: string
  values: { amount?: string | undefined; name?: string | undefined; email?: string | undefined }
  problem?: { message: string; path: string | undefined }
}

/** The language of the page, and whether its address says so: then the next page keeps it. */
type Written = { language: Language; isAsked: boolean }

const inEnglish: Written = { language: 'en', isAsked: false }

/** The page of an active payment link: a form that works without JavaScript. */
export const renderLink = (
  link: PublicLink,
  attempt: Attempt,
  mode: Mode,
  { language, isAsked }: Written = inEnglish,
): Drawn => {
  const texts = textsOf(language)
  const price = (amount: string) => formatPrice(amount, link.currency, language)
  const action = `/p/${link.slug}${isAsked ? `?lang=${language}` : ''}`
  return drawPage(texts, mode, link, [
    '<main class="shop-page">',
    drawStory(link, texts.paymentGoesHere),
    `<form class="form-card" method="post" action="${escape(action)}" novalidate>`,
    link.amount === null
      ? drawAmount(texts, link, attempt, describeBounds(texts, link, price))
      : drawTotal(texts.youPay, price(link.amount), link.amount),
    drawField(texts, 'name', texts.yourName, link.askName, attempt, 'autocomplete="name" maxlength="120"'),
    drawField(
      texts,
      'email',
      texts.yourEmail,
      link.askEmail,
      attempt,
      'type="email" inputmode="email" autocomplete="email" maxlength="254"',
    ),
    attempt.problem && attempt.problem.path === undefined ? drawError('problem', attempt.problem.message) : '',
    `<input type="hidden" name="token" value="${escape(attempt.token)}">`,
    `<button class="btn btn--signal" type="submit" data-busy="${escape(texts.oneMoment)}">${escape(
      link.amount === null ? texts.toPayment : texts.payPrice(price(link.amount)),
    )}</button>`,
    `<p class="hint how">${escape(texts.priceLocks)}</p>`,
    '</form></main>',
  ])
}

/** A page about a link, with its title and its shop. */
const drawPage = (texts: Texts, mode: Mode, link: PublicLink, parts: readonly string[]): Drawn => ({
  title: escape(`${link.title} · ${link.storeName}`),
  color: link.brand.color,
  html: wrapShop(texts, mode, link, [drawBar(link, texts.paymentLink), ...parts], drawWall(texts, link)),
})

export const renderClosedLink = (
  link: PublicLink & { status: keyof Texts['closedLink'] },
  mode: Mode,
  language: Language,
): Drawn => {
  const texts = textsOf(language)
  return drawPage(texts, mode, link, [
    `<main class="shop-page">${drawStory(link, texts.nothingToPay)}`,
    `<div class="form-card"><p role="note">${escape(texts.closedLink[link.status])}</p></div></main>`,
  ])
}

export const renderNoLink = (mode: Mode, language: Language): Drawn => {
  const texts = textsOf(language)
  return {
    title: escape(`${texts.linkNotFound} · Bitquay`),
    color: null,
    html: wrapShop(
      texts,
      mode,
      undefined,
      [
        `<main class="blank"><h1 class="hull">${escape(texts.linkNotFound)}</h1>`,
        `<p>${escape(texts.checkTheLink)}</p></main>`,
      ],
      drawWall(texts),
    ),
  }
}

const drawStory = (link: PublicLink, berth: string) =>
  [
    `<section class="story"><h1 class="hull">${escape(link.title)}</h1>`,
    link.description ? `<p class="lead">${escape(link.description)}</p>` : '',
    `<div class="stand" aria-hidden="true"><div class="not-yet">${drawTile(link)}${escape(berth)}</div></div></section>`,
  ].join('')

/** Our logo as ui/logo.tsx draws it, and how to reach the shop. */
const drawWall = (texts: Texts, link?: PublicLink) =>
  [
    `<div class="in"><p class="by">${escape(texts.paymentsBy)} <a class="home" href="/" aria-label="Bitquay"><span class="logo">`,
    '<svg viewBox="0 2 40 26" aria-hidden="true"><circle cx="9" cy="19" r="6.6" fill="none" stroke="currentColor" stroke-width="3.6"/>',
    '<path d="M15.6 19H39" stroke="currentColor" stroke-width="3.6"/>',
    '<path fill="currentColor" d="M21.4 10.2h8v5.4h-8zM31 10.2h8v5.4h-8z"/><path class="top" d="M31 3.2h8v5.4h-8z"/></svg>',
    '<span>Bitquay</span></span></a></p>',
    link ? drawContact(texts, link) : '',
    '</div>',
  ].join('')

/** Shows the decimals smaller. `amount` says how many there are, because languages write points and commas for both. */
const drawTotal = (label: string, price: string, amount: string) => {
  const places = amount.split('.')[1]?.length
  const [whole = price, fraction] = places ? price.split(new RegExp(`(?=[.,]\\d{${places}}\\D*$)`)) : [price]
  const decimals = fraction ? `<span class="c">${escape(fraction)}</span>` : ''
  return `<p class="you-pay"><span class="strong">${escape(label)}</span><span class="money usd">${escape(whole)}${decimals}</span></p>`
}

const drawAmount = (texts: Texts, link: PublicLink, { values, problem }: Attempt, hint: string) => {
  const { sign, width } = signOf(link.currency)
  const wrong = problem?.path === 'amount'
  const described = [...(wrong ? ['amount-error'] : []), ...(hint ? ['amount-hint'] : [])].join(' ')
  return [
    '<div class="field">',
    `<label for="amount">${escape(texts.amountIn(link.currency))}</label>`,
    `<div class="affix" data-sign="${width}"><span class="pre" aria-hidden="true">${escape(sign)}</span>`,
    `<input class="input input--money" id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="21"`,
    ` placeholder="${decimalsOf(link.currency) === 0 ? '0' : '0.00'}" value="${escape(values.amount ?? '')}" required`,
    described ? ` aria-describedby="${described}"` : '',
    wrong ? ' aria-invalid="true" autofocus' : '',
    '></div>',
    wrong ? drawError('amount-error', problem.message) : '',
    hint ? `<p class="hint" id="amount-hint">${escape(hint)}</p>` : '',
    '</div>',
  ].join('')
}

const describeBounds = (texts: Texts, { minAmount, maxAmount }: PublicLink, price: (amount: string) => string) => {
  if (minAmount !== null && maxAmount !== null) return texts.between(price(minAmount), price(maxAmount))
  if (minAmount !== null) return texts.atLeast(price(minAmount))
  return maxAmount === null ? '' : texts.atMost(price(maxAmount))
}

const drawField = (
  texts: Texts,
  name: 'name' | 'email',
  label: string,
  requirement: PublicLink['askName'],
  { values, problem }: Attempt,
  attributes: string,
) => {
  if (requirement === 'no') return ''
  const wrong = problem?.path === name
  return [
    `<div class="field"><div class="lab"><label for="${name}">${escape(label)}`,
    requirement === 'optional' ? ` <span class="opt">${escape(texts.optional)}</span>` : '',
    `</label></div><input class="input" id="${name}" name="${name}" ${attributes} value="${escape(values[name] ?? '')}"`,
    requirement === 'required' ? ' required' : '',
    wrong ? ` aria-invalid="true" aria-describedby="${name}-error" autofocus` : '',
    '>',
    wrong ? drawError(`${name}-error`, problem.message) : '',
    '</div>',
  ].join('')
}

const drawError = (id: string, message: string) => `<p class="err" id="${id}" role="alert">${escape(message)}</p>`
