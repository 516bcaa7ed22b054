import { decimalsOf } from '@bitquay/contract/money'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { type Drawn, escape, formatPrice, initialOf, signOf } from './draw-page.ts'

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
  html: wrapMain(mode, [
    '<main class="co pl">',
    drawHead(link),
    `<form class="lift" method="post" action="/p/${escape(link.slug)}" novalidate>`,
    boom,
    link.amount === null ? drawOpenCrate(link, attempt) : drawCrate(formatPrice(link.amount, link.currency)),
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
    '<p class="how">Pay with any Bitcoin or Lightning wallet. The QR code is on the next page.</p>',
    '<div class="berth"></div></form></main>',
  ]),
})

export const renderClosedLink = (link: PublicLink, sentence: string, mode: Mode): Drawn => ({
  title: escape(`${link.title} · ${link.storeName}`),
  html: wrapMain(mode, [
    `<main class="co pl pl--closed">${drawHead(link)}`,
    `<div class="notice gap" role="note"><div>${escape(sentence)}</div></div></main>`,
  ]),
})

export const renderNoLink = (mode: Mode): Drawn => ({
  title: 'Payment link not found · Bitquay',
  html: wrapMain(mode, [
    '<main class="co pl pl--closed"><div class="say"><h1 class="hull">Payment link not found</h1>',
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
    '</div>',
  ].join('')

const drawHead = ({ storeName, title, description }: PublicLink) =>
  [
    `<header class="who"><span class="av" aria-hidden="true">${escape(initialOf(storeName))}</span>`,
    `<div class="name"><b>${escape(storeName)}</b></div></header>`,
    `<div class="say"><h1 class="hull">${escape(title)}</h1>`,
    description ? `<p>${escape(description)}</p>` : '',
    '</div>',
  ].join('')

/** The crane's beam and two ropes of the page's drawing. */
const boom = [
  '<div class="boom" aria-hidden="true"><svg height="26" fill="none">',
  '<pattern id="truss" width="20" height="26" patternUnits="userSpaceOnUse"><path class="s" d="M0 22 10 5l10 17"/></pattern>',
  '<rect class="f" y="4" width="100%" height="18"/><rect fill="url(#truss)" width="100%" height="26"/>',
  '<path class="i" d="M0 4H4000M0 22H4000"/></svg><i></i></div>',
].join('')

const drawCrate = (price: string) => {
  const [whole = price, fraction] = price.split(/(?=\.\d+)/)
  const decimals = fraction ? `<span class="dec">${escape(fraction)}</span>` : ''
  return `<div class="crate"><span class="stencil">You pay</span><span class="money">${escape(whole)}${decimals}</span></div>`
}

const drawOpenCrate = (link: PublicLink, { values, problem }: Attempt) => {
  const { sign, width } = signOf(link.currency)
  const wrong = problem?.path === 'amount'
  const hint = boundsOf(link)
  const described = [...(wrong ? ['amount-error'] : []), ...(hint ? ['amount-hint'] : [])].join(' ')
  return [
    '<div class="crate crate--open"><div class="field">',
    `<label for="amount">Amount in ${escape(link.currency)}</label>`,
    `<div class="affix" data-sign="${width}"><span class="pre" aria-hidden="true">${escape(sign)}</span>`,
    `<input class="input input--money" id="amount" name="amount" inputmode="decimal" autocomplete="off" maxlength="21"`,
    ` placeholder="${decimalsOf(link.currency) === 0 ? '0' : '0.00'}" value="${escape(values.amount ?? '')}" required`,
    described ? ` aria-describedby="${described}"` : '',
    wrong ? ' aria-invalid="true" autofocus' : '',
    '></div>',
    wrong ? drawError('amount-error', problem.message) : '',
    hint ? `<p class="hint" id="amount-hint">${escape(hint)}</p>` : '',
    '</div></div>',
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
