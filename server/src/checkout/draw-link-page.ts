import { decimalsOf } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { type Drawn, drawBar, drawTile, escape, formatPrice, signOf, wrapShop } from './draw-page.ts'

type Mode = 'sandbox' | 'live'

/** What the customer entered, and what was wrong with it. */
export type Attempt = {
  /** Identifies this display of the form, so that submitting it twice counts once. */
  token: string
  values: { amount?: string | undefined; name?: string | undefined; email?: string | undefined }
  problem?: { message: string; path: string | undefined }
}

/** The page of an active payment link: a form that works without JavaScript. */
export const renderLink = (link: PublicLink, attempt: Attempt, mode: Mode): Drawn => ({
  title: escape(`${link.title} · ${link.storeName}`),
  html: wrapShop(
    mode,
    [
      drawBar(link.storeName, 'Payment link'),
      '<main class="shop-page">',
      drawStory(link, 'Your payment goes here'),
      `<form class="form-card" method="post" action="/p/${escape(link.slug)}" novalidate>`,
      link.amount === null ? drawAmount(link, attempt) : drawTotal('You pay', formatPrice(link.amount, link.currency)),
      drawField('name', 'Your name', link.askName, attempt, 'autocomplete="name" maxlength="120"'),
      drawField(
        'email',
        'Your email',
        link.askEmail,
        attempt,
        'type="email" inputmode="email" autocomplete="email" maxlength="254"',
      ),
      attempt.problem && attempt.problem.path === undefined ? drawError('problem', attempt.problem.message) : '',
      `<input type="hidden" name="token" value="${escape(attempt.token)}">`,
      `<button class="btn btn--signal" type="submit">${
        link.amount === null ? 'Continue to payment' : `Pay ${escape(formatPrice(link.amount, link.currency))}`
      }</button>`,
      '<p class="hint how">Bitcoin or Lightning. The price locks on the next page.</p>',
      '</form></main>',
    ],
    wall,
  ),
})

export const renderClosedLink = (link: PublicLink, sentence: string, mode: Mode): Drawn => ({
  title: escape(`${link.title} · ${link.storeName}`),
  html: wrapShop(
    mode,
    [
      drawBar(link.storeName, 'Payment link'),
      `<main class="shop-page">${drawStory(link, 'Nothing to pay here')}`,
      `<div class="form-card"><p role="note">${escape(sentence)}</p></div></main>`,
    ],
    wall,
  ),
})

export const renderNoLink = (mode: Mode): Drawn => ({
  title: 'Payment link not found · Bitquay',
  html: wrapShop(
    mode,
    [
      '<main class="blank"><h1 class="hull">Payment link not found</h1>',
      '<p>Check the link, or ask the business that sent it to you.</p></main>',
    ],
    wall,
  ),
})

const drawStory = ({ storeName, title, description }: PublicLink, berth: string) =>
  [
    `<section class="story"><h1 class="hull">${escape(title)}</h1>`,
    description ? `<p class="lead">${escape(description)}</p>` : '',
    `<div class="stand" aria-hidden="true"><div class="not-yet">${drawTile(storeName)}${berth}</div></div></section>`,
  ].join('')

/** The logo as ui/logo.tsx draws it. */
const wall = [
  '<div class="in"><p class="by">Payments by <a class="home" href="/" aria-label="Bitquay"><span class="logo">',
  '<svg viewBox="0 2 40 26" aria-hidden="true"><circle cx="9" cy="19" r="6.6" fill="none" stroke="currentColor" stroke-width="3.6"/>',
  '<path d="M15.6 19H39" stroke="currentColor" stroke-width="3.6"/>',
  '<path fill="currentColor" d="M21.4 10.2h8v5.4h-8zM31 10.2h8v5.4h-8z"/><path class="top" d="M31 3.2h8v5.4h-8z"/></svg>',
  '<span>Bitquay</span></span></a></p></div>',
].join('')

const drawTotal = (label: string, price: string) => {
  const [whole = price, fraction] = price.split(/(?=\.\d+)/)
  const decimals = fraction ? `<span class="c">${escape(fraction)}</span>` : ''
  return `<p class="you-pay"><span class="strong">${label}</span><span class="money usd">${escape(whole)}${decimals}</span></p>`
}

const drawAmount = (link: PublicLink, { values, problem }: Attempt) => {
  const { sign, width } = signOf(link.currency)
  const wrong = problem?.path === 'amount'
  const hint = boundsOf(link)
  const described = [...(wrong ? ['amount-error'] : []), ...(hint ? ['amount-hint'] : [])].join(' ')
  return [
    '<div class="field">',
    `<label for="amount">Amount in ${escape(link.currency)}</label>`,
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

const boundsOf = ({ minAmount, maxAmount, currency }: PublicLink) => {
  const price = (amount: string) => formatPrice(amount, currency)
  if (minAmount !== null && maxAmount !== null) return `Between ${price(minAmount)} and ${price(maxAmount)}`
  if (minAmount !== null) return `At least ${price(minAmount)}`
  return maxAmount === null ? '' : `At most ${price(maxAmount)}`
}

const drawField = (
  name: 'name' | 'email',
  label: string,
  requirement: PublicLink['askName'],
  { values, problem }: Attempt,
  attributes: string,
) => {
  if (requirement === 'no') return ''
  const wrong = problem?.path === name
  return [
    `<div class="field"><div class="lab"><label for="${name}">${label}`,
    requirement === 'optional' ? ' <span class="opt">(optional)</span>' : '',
    `</label></div><input class="input" id="${name}" name="${name}" ${attributes} value="${escape(values[name] ?? '')}"`,
    requirement === 'required' ? ' required' : '',
    wrong ? ` aria-invalid="true" aria-describedby="${name}-error" autofocus` : '',
    '>',
    wrong ? drawError(`${name}-error`, problem.message) : '',
    '</div>',
  ].join('')
}

const drawError = (id: string, message: string) => `<p class="err" id="${id}" role="alert">${escape(message)}</p>`
