import type { Checkout } from '@bitquay/contract/checkout'
import { describe, expect, it } from 'vitest'
import { renderCheckout, renderNotFound } from './draw-page.ts'

const checkout: Checkout = {
  invoiceId: 'i',
  storeName: '<script>alert("x")</script>',
  storeClosed: false,
  brand: { color: null, logoUrl: null, supportContact: null },
  status: 'new',
  additionalStatus: 'none',
  amount: '1060.00',
  currency: 'USD',
  amountBtc: '0.01000000',
  amountUsd: '1060.00',
  paidBtc: '0.00000000',
  dueBtc: '0.01000000',
  rate: '106000.00',
  description: `O'Hara & "sons"`,
  bitcoinAddress: 'bcrt1qaddress',
  lightningInvoice: 'lnbcrt10m1invoice',
  qrCodeData: 'bitcoin:bcrt1qaddress?amount=0.01000000&lightning=lnbcrt10m1invoice',
  createdAt: '2026-11-15T10:00:00.000Z',
  expiresAt: null,
  paidAt: null,
  redirectUrl: null,
  now: '2026-11-15T10:00:00.000Z',
  confirmationsNeeded: 1,
  confirmedInBlock: null,
  emailOnFile: false,
  payments: [],
}

describe('the page before its script runs', () => {
  it('contains what is needed to pay and escapes all text', () => {
    const { title, html } = renderCheckout(checkout, 'live')
    expect(title).toBe('Pay $1,060.00 · &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    expect(html).not.toContain('<script')
    expect(html).toContain('O&#39;Hara &amp; &quot;sons&quot;')
    for (const piece of [
      '$1,060.00',
      '0.01000000 BTC',
      '>bcrt1qaddress<',
      '>lnbcrt10m1invoice<',
      'Waiting for payment',
    ]) {
      expect(html).toContain(piece)
    }
    expect(html).not.toContain('style=')
  })

  it('leaves two lines for a long title in every state', () => {
    const long = { ...checkout, description: 'Annual subscription to the Harbor Weekly' }
    expect(renderCheckout(checkout, 'live').html).not.toContain('data-long')
    expect(renderCheckout(long, 'live').html).toContain('pay-title pay-title--long')
    for (const status of ['new', 'processing', 'settled', 'expired'] as const) {
      expect(renderCheckout({ ...long, status }, 'live').html).toContain('<div class="pay-top" data-long="yes">')
    }
  })

  it('offers no way to pay an invoice that must not be paid any more', () => {
    for (const status of ['settled', 'processing', 'expired', 'invalid'] as const) {
      const { html } = renderCheckout(
        { ...checkout, status, redirectUrl: 'https://shop.example.test/?a=1&b=2' },
        'live',
      )
      expect(html).not.toContain('bcrt1qaddress')
      expect(html).not.toContain('Open in wallet')
      expect(html).toContain('href="https://shop.example.test/?a=1&amp;b=2"')
    }
  })

  it('tells customers of a closed store not to pay', () => {
    const { title, html } = renderCheckout({ ...checkout, storeName: 'Kestrel', storeClosed: true }, 'live')
    expect(title).toBe('Store closed · Kestrel')
    expect(html).toContain('Kestrel is closed. Don’t pay this invoice.')
    expect(html).not.toContain('bcrt1qaddress')
    expect(html).not.toContain('Open in wallet')
  })

  it('shows the price of a paid invoice and the rest of a partially paid one', () => {
    const paid = renderCheckout({ ...checkout, status: 'settled', dueBtc: '0.00000000' }, 'live').html
    expect(paid).toContain('0.01000000 BTC')
    expect(paid).not.toContain('0.00000000')
    expect(paid).not.toContain('Copy the address')
    const part = { ...checkout, additionalStatus: 'paid-partial', dueBtc: '0.00400000' } as const
    expect(renderCheckout(part, 'live').html).toContain('0.00400000 BTC still due')
    expect(renderCheckout({ ...part, status: 'expired' }, 'live').html).toContain('0.01000000 BTC<')
  })

  it('names the due date until it is paid, in the language of the page', () => {
    const due = { ...checkout, expiresAt: '2026-11-15T10:15:00.000Z', dueDate: '2026-12-31T23:59:59.000Z' }
    expect(renderCheckout(due, 'live').html).toContain('<p class="when">Due Dec 31, 2026</p>')
    expect(renderCheckout({ ...due, expiresAt: null }, 'live', 'ja').html).toContain('支払期日：2026年12月31日')
    expect(renderCheckout({ ...due, status: 'settled' }, 'live').html).not.toContain('class="when"')
    expect(renderCheckout(checkout, 'live').html).not.toContain('class="when"')
  })

  it('shows test mode in the sandbox only', () => {
    expect(renderCheckout(checkout, 'sandbox').html).toContain('Test mode.')
    expect(renderNotFound('live').html).not.toContain('Test mode.')
  })
})
