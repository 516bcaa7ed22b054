import type { Checkout } from '@bitquay/contract/checkout'
import type { DrawPages } from '@bitquay/contract/checkout.pages'
import { languages } from '@bitquay/contract/languages'
import type { PublicLink } from '@bitquay/contract/payment-links'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import type { RefundClaim } from '@bitquay/contract/refunds'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { drawPagesFromSource, sampleCheckout } from '../../test/draw-pages.ts'

/** A name that must be escaped. */
const checkout: Checkout = {
  ...sampleCheckout,
  storeName: '<script>alert("x")</script>',
  description: `O'Hara & "sons"`,
}

const onChain: Checkout['payments'][number] = {
  method: 'on-chain',
  txid: 'ab'.repeat(32),
  amountBtc: '0.01000000',
  confirmations: 1,
  blockHeight: 880_000,
  status: 'confirmed',
  seenAt: '2026-11-15T09:59:00.000Z',
}
const paidAt = '2026-11-15T09:59:30.000Z'
const part = { paidBtc: '0.00600000', dueBtc: '0.00400000' } as const

/** A checkout in each phase of web/src/features/checkout/phase.ts. */
const phases: Record<string, Partial<Checkout>> = {
  waiting: {},
  part: { ...part, additionalStatus: 'paid-partial' },
  closing: { expiresAt: '2026-11-15T09:59:59.000Z' },
  unpriced: { expiresAt: null, dueDate: '2026-12-31T23:59:59.000Z', rate: null },
  received: {
    status: 'processing',
    payments: [{ ...onChain, confirmations: 0, blockHeight: null, status: 'pending' }],
  },
  paid: { status: 'settled', paidAt, payments: [onChain], confirmedInBlock: 880_000 },
  overpaid: { status: 'settled', additionalStatus: 'paid-over', paidAt, paidBtc: '0.01100000', payments: [onChain] },
  expired: { status: 'expired' },
  'expired-part': { ...part, status: 'expired', additionalStatus: 'paid-partial', payments: [onChain] },
  'paid-late': { status: 'expired', additionalStatus: 'paid-late', payments: [onChain], confirmedInBlock: 880_000 },
  invalid: { status: 'invalid' },
  'store-closed': { storeClosed: true },
}

const live = { mode: 'live', language: 'en', brand: defaultBrand } as const

let draw: DrawPages
beforeAll(async () => {
  draw = await drawPagesFromSource()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the checkout as the server draws it', () => {
  it('contains what is needed to pay and escapes all text', () => {
    const { title, html } = draw.drawCheckout(checkout, live)
    expect(title).toBe('Pay $1,060.00 · <script>alert("x")</script>')
    expect(html).not.toContain('<script')
    expect(html).toContain(`O'Hara &amp; &quot;sons&quot;`)
    for (const piece of ['1,060', '>bcrt1qaddress<', '>lnbcrt10m1invoice<', '>0.01000000<', 'Waiting for a Bitcoin']) {
      expect(html).toContain(piece)
    }
  })

  it('tells customers without scripts until when to pay and how to look again', () => {
    const { html } = draw.drawCheckout(checkout, live)
    const still = [...html.matchAll(/<noscript>(.*?)<\/noscript>/g)].map(([, inside]) => inside).join('')
    expect(still).toContain('Pay before 10:15 AM UTC')
    expect(still).toContain('Last checked 10:00 AM UTC')
    expect(still).toContain('<a href="?lang=en&amp;method=any" class="btn btn--signal">')
    expect(still).toContain('<a href="?lang=en&amp;method=lightning">Lightning</a>')
    const due = draw.drawCheckout({ ...checkout, dueDate: '2026-12-31T23:59:59.000Z' }, live).html
    expect(due).toContain('<span>Price held until 10:15 AM UTC</span>')
    expect(due).not.toContain('Pay before')
    expect(draw.drawCheckout({ ...checkout, ...phases.paid }, live).html).not.toContain('Check again')
  })

  it('leaves two lines for a long title in every state', () => {
    const long = { ...checkout, description: 'Annual subscription to the Harbor Weekly' }
    expect(draw.drawCheckout(checkout, live).html).not.toContain('data-long')
    expect(draw.drawCheckout(long, live).html).toContain('pay-title pay-title--long')
    for (const status of ['new', 'processing', 'settled', 'expired'] as const) {
      expect(draw.drawCheckout({ ...long, status }, live).html).toContain('<div data-long="yes" class="pay-top">')
    }
  })

  it('offers no way to pay an invoice that must not be paid any more', () => {
    for (const status of ['settled', 'processing', 'expired', 'invalid'] as const) {
      const { html } = draw.drawCheckout(
        { ...checkout, status, redirectUrl: 'https://shop.example.test/?a=1&b=2' },
        live,
      )
      expect(html).not.toContain('bcrt1qaddress')
      expect(html).not.toContain('Open in wallet')
      expect(html).toContain('href="https://shop.example.test/?a=1&amp;b=2"')
    }
  })

  it('tells customers of a closed store not to pay', () => {
    const { title, html } = draw.drawCheckout({ ...checkout, storeName: 'Kestrel', storeClosed: true }, live)
    expect(title).toBe('Store closed · Kestrel')
    expect(html).toContain('Kestrel is closed')
    expect(html).toContain('Don’t pay this invoice.')
    expect(html).not.toContain('bcrt1qaddress')
    expect(html).not.toContain('Open in wallet')
  })

  it('shows the price of a paid invoice and the rest of a partially paid one', () => {
    const plain = (html: string) => html.replaceAll(/<noscript>.*?<\/noscript>|<[^>]+>/g, '')
    const paid = plain(draw.drawCheckout({ ...checkout, status: 'settled', dueBtc: '0.00000000' }, live).html)
    expect(paid).toContain('0.01000000BTC')
    expect(paid).not.toContain('0.00000000')
    const dueNow = { ...checkout, ...part, additionalStatus: 'paid-partial' } as const
    expect(plain(draw.drawCheckout(dueNow, live).html)).toContain('Still due$424.000.00400000BTC')
    expect(plain(draw.drawCheckout({ ...dueNow, status: 'expired' }, live).html)).toContain('0.01000000BTC')
  })

  it('names the due date until it is paid, in the language of the page', () => {
    const due = { ...checkout, dueDate: '2026-12-31T23:59:59.000Z' }
    expect(draw.drawCheckout(due, live).html).toContain('<p class="when">Due Dec 31, 2026</p>')
    const japanese = draw.drawCheckout(
      { ...due, expiresAt: null },
      { mode: 'live', language: 'ja', brand: defaultBrand },
    ).html
    expect(japanese).toContain('支払期日：2026年12月31日')
    expect(draw.drawCheckout({ ...due, status: 'settled' }, live).html).not.toContain('class="when"')
    expect(draw.drawCheckout(checkout, live).html).not.toContain('class="when"')
  })

  it('shows test mode in the sandbox only', () => {
    expect(draw.drawCheckout(checkout, { mode: 'sandbox', language: 'en', brand: defaultBrand }).html).toContain(
      'Test mode.',
    )
    expect(draw.drawCheckout(null, live).html).not.toContain('Test mode.')
  })

  it('keeps languages apart, whatever was drawn before', () => {
    for (const language of [...languages, ...languages.toReversed()]) {
      const { html } = draw.drawCheckout(null, { mode: 'live', language, brand: defaultBrand })
      expect(html.includes('Invoice not found'), language).toBe(language === 'en')
    }
  })
})

/** What a browser has, with another clock and without the server's settings. */
const openBrowser = (language: string) => {
  vi.stubGlobal('document', {
    documentElement: { lang: language, dataset: { mode: 'live', brand: JSON.stringify(defaultBrand) } },
  })
  vi.useFakeTimers({ now: Date.parse(checkout.now) + 3600_000 * 30 })
}

const claim: RefundClaim = {
  storeName: 'Kestrel',
  brand: { color: '#123456', logoUrl: null, supportContact: 'help@kestrel.example', phone: null, place: null },
  storeActive: true,
  status: 'offered',
  awaitingApproval: false,
  signedByShop: false,
  amount: '20.00',
  currency: 'USD',
  amountBtc: '0.00018402',
  amountUsd: '20.00',
  reason: '<b>Late</b>',
  description: 'Rope',
  address: null,
  txid: null,
  confirmations: 0,
  expiresAt: '2026-11-20T10:00:00.000Z',
  paidAt: null,
}
const claimed = { status: 'claimed', address: 'bcrt1qaddress' } as const

const refunds: Record<string, RefundClaim | null> = {
  unknown: null,
  offered: claim,
  'store inactive': { ...claim, storeActive: false },
  reviewed: { ...claim, ...claimed, awaitingApproval: true },
  claimed: { ...claim, ...claimed },
  'offered, signed by the shop': { ...claim, signedByShop: true },
  'claimed, signed by the shop': { ...claim, ...claimed, signedByShop: true },
  sent: { ...claim, ...claimed, txid: 'ab'.repeat(32) },
  paid: { ...claim, ...claimed, status: 'paid', txid: 'ab'.repeat(32), paidAt: '2026-11-15T10:00:00.000Z' },
  'called off': { ...claim, status: 'called-off' },
  expired: { ...claim, status: 'expired' },
}

const withoutNoscript = (html: string) => html.replaceAll(/<noscript>.*?<\/noscript>/g, '<noscript></noscript>')

describe.each(Object.entries(phases))('the checkout in the phase %s', (phase, change) => {
  const given: Checkout = { ...checkout, ...change }

  it('has no inline style or script, and a small size, in every language', () => {
    for (const language of languages) {
      const { html } = draw.drawCheckout(given, { mode: 'sandbox', language, brand: defaultBrand })
      expect(html).toContain(`data-phase="${phase}"`)
      expect(html).not.toMatch(/\sstyle=|<script|\son[a-z]+="/)
      expect(html.length, language).toBeLessThan(36_000)
    }
  })

  it('is drawn first in the browser as the server drew it', () => {
    for (const language of ['en', 'de', 'ar'] as const) {
      const server = draw.drawCheckout(given, { mode: 'live', language, brand: defaultBrand }).html
      openBrowser(language)
      const browser = draw.drawCheckout(given, { mode: 'live', language, brand: defaultBrand }).html
      vi.useRealTimers()
      vi.unstubAllGlobals()
      expect(browser).toBe(withoutNoscript(server))
    }
  })
})

const link: PublicLink = {
  ...{ slug: 's', storeName: 'Kestrel', title: 'Rope', description: null, status: 'active', imageUrl: null },
  brand: { color: '#123456', logoUrl: null, supportContact: null, phone: null, place: null },
  ...{ currency: 'USD', amount: '14.00', minAmount: null, maxAmount: null, maxQuantity: 10, tips: ['2.00'], left: 14 },
  ...{ askName: 'optional', askEmail: 'optional', askNote: 'optional' },
}
const links: Record<string, PublicLink | null> = {
  unknown: null,
  active: link,
  'any amount': { ...link, amount: null, maxQuantity: 1, minAmount: '5.00' },
  'a single one': { ...link, maxQuantity: 1, tips: [], left: null },
  paused: { ...link, status: 'paused' },
}

describe.each(Object.entries(links))('the page of a payment link: %s', (_name, shown) => {
  it('is drawn first in the browser as the server drew it, without inline styles', () => {
    for (const language of ['en', 'de', 'ar'] as const) {
      for (const values of [{}, { quantity: '3', tip: 'other', otherTip: '1,50', note: 'x' }]) {
        const page = { mode: 'live', language, brand: defaultBrand } as const
        const given = { link: shown, attempt: { action: '/p/s', token: 't', values } }
        const server = draw.drawLink(given, page).html
        openBrowser(language)
        const browser = draw.drawLink(given, page).html
        vi.useRealTimers()
        vi.unstubAllGlobals()
        expect(browser).toBe(withoutNoscript(server))
        expect(server).not.toMatch(/\sstyle=|<script/)
      }
    }
  })
})

describe.each(Object.entries(refunds))('the page of a refund: %s', (_name, subject) => {
  it('is drawn first in the browser as the server drew it, without inline styles', () => {
    for (const language of ['en', 'de', 'ar'] as const) {
      for (const attempt of [{}, { address: 'bcrt1q', problem: 'No' }]) {
        const page = { mode: 'live', language, brand: defaultBrand } as const
        const server = draw.drawRefund({ claim: subject, attempt, network: 'regtest' }, page).html
        openBrowser(language)
        const browser = draw.drawRefund({ claim: subject, attempt, network: 'regtest' }, page).html
        vi.useRealTimers()
        vi.unstubAllGlobals()
        expect(browser).toBe(server)
        expect(server).not.toMatch(/\sstyle=|<script|<b>Late/)
      }
    }
  })
})
