import type { Checkout } from '@bitquay/contract/checkout'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fill, noServer, refusal, show } from '../../../test/draw.tsx'
import { CheckoutPage } from './checkout-page.tsx'

const at = '2026-11-15T10:00:00.000Z'

const checkoutOf = (changes: Partial<Checkout> = {}): Checkout => ({
  invoiceId: 'abc',
  storeName: 'Kestrel Arcade',
  storeClosed: false,
  brand: { color: null, logoUrl: null, supportContact: null, phone: null, place: null },
  renewable: false,
  status: 'new',
  additionalStatus: 'none',
  amount: '270.00',
  currency: 'USD',
  amountBtc: '0.00270000',
  amountUsd: '270.00',
  paidBtc: '0.00000000',
  dueBtc: '0.00270000',
  rate: '100000.00',
  description: 'Season pass',
  bitcoinAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  lightningInvoice: 'lnbcrt1',
  qrCodeData: 'bitcoin:bcrt1q',
  createdAt: at,
  expiresAt: '2026-11-15T10:15:00.000Z',
  paidAt: null,
  redirectUrl: null,
  now: at,
  confirmationsNeeded: 1,
  confirmedInBlock: null,
  emailOnFile: false,
  payments: [],
  ...changes,
})

const payment: Checkout['payments'][number] = {
  method: 'on-chain',
  txid: 'a'.repeat(64),
  amountBtc: '0.00270000',
  confirmations: 0,
  blockHeight: null,
  status: 'pending',
  seenAt: at,
}
const inBlock = { ...payment, confirmations: 1, blockHeight: 120, status: 'confirmed' as const }
const byLightning = { ...payment, method: 'lightning' as const, status: 'confirmed' as const }
const paidBtc = '0.00270000'
const dueBtc = '0.00000000'

const getCheckout = 'GET /api/checkout/abc'
const open = (given: Checkout | null | undefined, answers: Record<string, unknown> = {}) =>
  show(<CheckoutPage invoiceId="abc" given={given} />, { at: '/i/abc', answers })
const main = () => screen.getByRole('main').textContent ?? ''
const heading = () => screen.getAllByRole('heading')[0]?.textContent

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at), shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const phases: Record<string, [Partial<Checkout>, string, readonly string[]]> = {
  waiting: [{}, 'Season pass', ['$270.00', 'Unpaid', '1 BTC = $100,000.00, locked for this invoice']],
  part: [
    { paidBtc: '0.00100000', dueBtc: '0.00170000', payments: [{ ...payment, amountBtc: '0.00100000' }] },
    'Partial payment received',
    ['Still due', 'Partially paid', 'Partial payment received. Waiting for the rest'],
  ],
  closing: [{ expiresAt: at }, 'Checking for a payment', ['Expired. Checking for a payment…']],
  received: [
    { status: 'processing', paidBtc, dueBtc, payments: [payment] },
    'Payment received',
    ['Confirming, usually about 10 minutes.', 'Your payment', 'Confirms in about 10 minutes'],
  ],
  paid: [
    { status: 'settled', paidBtc, dueBtc, paidAt: at, confirmedInBlock: 120, payments: [inBlock] },
    'Paid. Thank you!',
    ['Payment complete. Thank you!', 'Confirmed in block 120', 'Bitcoin, on-chain'],
  ],
  overpaid: [
    { status: 'settled', additionalStatus: 'paid-over', paidBtc: '0.00300000', dueBtc, payments: [inBlock] },
    'You overpaid',
    ['Ask Kestrel Arcade for a refund', 'Kestrel Arcade can send you the $30.00 back.'],
  ],
  expired: [
    { status: 'expired' },
    'This invoice has expired',
    ['Ask Kestrel Arcade for a new invoice.', 'A late payment still reaches Kestrel Arcade.'],
  ],
  'expired-part': [
    { status: 'expired', paidBtc: '0.00100000', payments: [inBlock] },
    'Expired, partially paid',
    [
      'Don’t send more. Contact Kestrel Arcade about the amount received.',
      'Total$270.00Received−$100.000.00100000BTCNot paid$170.00',
      'Your $100.00 arrived',
      'Kestrel Arcade decides',
      'Print this page',
    ],
  ],
  'paid-late': [
    { status: 'expired', additionalStatus: 'paid-late', paidBtc, payments: [payment] },
    'Your payment arrived late',
    ['Print this page'],
  ],
  invalid: [{ status: 'invalid' }, 'No longer valid', ['Don’t pay it.']],
  'store-closed': [{ storeClosed: true }, 'Kestrel Arcade is closed', ['Don’t pay this invoice.']],
  unpriced: [
    { dueDate: '2027-01-31T23:59:59.000Z', expiresAt: null, amountBtc: null, dueBtc: null, rate: null },
    'Season pass',
    ['Get a new price to pay this invoice.'],
  ],
}

describe('each state of an invoice', () => {
  it.each(Object.entries(phases))('%s', async (phase, [changes, title, texts]) => {
    open(checkoutOf(changes))
    expect(screen.getByRole('main').dataset.phase).toBe(phase)
    expect(heading()).toBe(title)
    for (const text of texts) await waitFor(() => expect(main()).toContain(text))
    // A checkout link never carries a right to money.
    expect(screen.queryByRole('button', { name: /refund|claim/i })).toBeNull()
    expect(screen.queryByRole('link', { name: /refund|claim/i })).toBeNull()
    const isPayable = ['waiting', 'part', 'closing'].includes(phase)
    if (!isPayable) expect(screen.queryByRole('link', { name: 'Open in wallet' })).toBeNull()
  })

  it.each(['overpaid', 'paid-late', 'expired-part'])('%s has buttons to contact the shop', async (phase) => {
    const [changes] = phases[phase] ?? expect.fail()
    const phone = '+1 (207) 555-0142 x7'
    const brand = { color: null, logoUrl: null, supportContact: 'help@kestrel.example', phone, place: null }
    const { unmount } = open(checkoutOf({ ...changes, brand }))
    await waitFor(() => expect(main()).toContain('Contact Kestrel Arcade'))
    const buttons = screen.getAllByRole('link', { name: 'Contact Kestrel Arcade' })
    expect(buttons[0]?.className).toContain('btn--signal')
    for (const each of buttons) expect(each.getAttribute('href')).toBe('mailto:help@kestrel.example')
    expect(screen.getByRole('link', { name: phone }).getAttribute('href')).toBe('tel:+12075550142;ext=7')
    unmount()
    open(checkoutOf(changes))
    await waitFor(() => expect(main()).toContain(phase === 'overpaid' ? 'PDF receipt' : 'Print this page'))
    expect(screen.queryByRole('link', { name: /Contact Kestrel Arcade|555/ })).toBeNull()
  })

  it.each([
    ['overpaid', 'Ask Kestrel Arcade for a refund'],
    ['paid-late', 'will decide what happens next'],
    ['expired-part', 'Contact Kestrel Arcade about the amount received'],
  ])('%s gives no advice once the shop has started a refund', async (phase, advice) => {
    const [changes] = phases[phase] ?? expect.fail()
    const { unmount } = open(checkoutOf(changes))
    await waitFor(() => expect(main()).toContain(advice))
    unmount()
    open(checkoutOf({ ...changes, refunded: true }))
    await waitFor(() => expect(main()).toContain('Kestrel Arcade has started a refund.'))
    expect(main()).not.toContain(advice)
  })

  it('says what a late payment was worth', async () => {
    open(checkoutOf({ status: 'expired', additionalStatus: 'paid-late', paidBtc: '0.00280000', payments: [payment] }))
    await waitFor(() => expect(main()).toContain('Paid$280.000.00280000BTC'))
  })

  it('names both ways when both were used', async () => {
    open(checkoutOf({ status: 'settled', paidBtc, dueBtc, payments: [inBlock, { ...byLightning, txid: 'b' }] }))
    await waitFor(() => expect(main()).toContain('Bitcoin, on-chain and Lightning'))
  })
})

describe('the page', () => {
  it('follows a payment over Lightning without a reload, in its title too', async () => {
    const { answer } = open(checkoutOf(), { [getCheckout]: checkoutOf() })
    expect(document.title).toBe('Pay $270.00 · Kestrel Arcade')
    answer(getCheckout, checkoutOf({ status: 'settled', paidBtc, dueBtc, paidAt: at, payments: [byLightning] }))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(heading()).toBe('Paid. Thank you!')
    expect(main()).toContain('Settled by Lightning')
    expect(document.title).toBe('Paid · Kestrel Arcade')
  })

  it('counts down and looks for a payment when the time is up', async () => {
    open(checkoutOf(), { [getCheckout]: noServer })
    expect(screen.getByRole('timer').textContent).toMatch(/^1[45]:\d\d$/)
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000))
    expect(screen.getByRole('timer').textContent).toMatch(/^[34]:\d\d$/)
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    expect(screen.getByRole('main').dataset.phase).toBe('closing')
  })

  it('says from when it is while the server can’t save what it sees', () => {
    const { unmount } = open(checkoutOf())
    expect(screen.queryByText('Updates are delayed')).toBeNull()
    unmount()
    open(checkoutOf({ readOnlyAsOf: at }))
    expect(screen.getByText('Updates are delayed').parentElement?.textContent).toMatch(/Last updated \d+:\d\d/)
  })

  it('says how long the price of an invoice with a due date is held', async () => {
    open(checkoutOf({ dueDate: '2027-01-31T23:59:59.000Z' }))
    expect(main()).toContain('Price held for 15:00')
    expect(main()).toContain('Due Jan 31, 2027')
  })

  it('has its languages at the top, as links', () => {
    open(checkoutOf())
    const menu = within(screen.getByRole('banner'))
    expect(menu.getByText('Language').closest('summary')?.textContent).toBe('Language English')
    expect(menu.getByRole('link', { name: 'Deutsch', hidden: true }).getAttribute('href')).toBe('?lang=de')
    expect(menu.getAllByRole('link', { hidden: true })).toHaveLength(12)
  })

  it('says that there is no such invoice', () => {
    open(null)
    expect(heading()).toBe('Invoice not found')
    expect(document.title).toBe('Invoice not found · Bitquay')
  })

  it('shows one way to pay at a time, and the code for it', async () => {
    const { person } = open(checkoutOf())
    expect(await screen.findByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeDefined()
    await person.click(screen.getByRole('tab', { name: 'Lightning' }))
    expect(await screen.findByRole('img', { name: 'Lightning payment code' })).toBeDefined()
    expect(screen.queryByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeNull()
  })
})

describe('the receipt', () => {
  const send = 'POST /api/checkout/abc/receipt'
  const paid = checkoutOf({ status: 'settled', paidBtc, dueBtc, paidAt: at, payments: [byLightning] })
  const request = async (shown: ReturnType<typeof open>, to: string) => {
    await fill(shown.person, await screen.findByLabelText('Email receipt'), to)
    await shown.person.click(screen.getByRole('button', { name: 'Send' }))
  }

  it('is sent to an address', async () => {
    const shown = open(paid, { [send]: { sent: true } })
    await request(shown, 'ida@example.test')
    await waitFor(() => expect(document.body.textContent).toContain('Receipt sent.'))
    expect(shown.askedFor(send)[0]?.body).toMatchObject({ email: 'ida@example.test' })
  })

  it('says why it was refused', async () => {
    const message = 'This receipt was already emailed 3 times. Download the PDF instead.'
    await request(open(paid, { [send]: refusal(409, 'too-many-receipts', message) }), 'ida@example.test')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByRole('link', { name: 'PDF receipt' }).getAttribute('href')).toContain('/receipt')
  })
})
