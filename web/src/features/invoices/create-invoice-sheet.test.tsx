import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import { CreateInvoiceSheet } from './create-invoice-sheet.tsx'

const create = 'POST /api/merchant/invoices'
const percents = { platformFeePercent: 3, partnerPoolPercent: 1, withdrawalFeePercent: 0, invoiceProcessingPercent: 6 }
const balance = {
  ...{ btc: '0.00000000', usd: '0.00', availableBtc: '0.00000000', availableUsd: '0.00' },
  ...{ feesOwedBtc: '0.00000000', feesOwedUsd: '0.00', configured: true, asOf: null, stale: false },
}
const created = {
  ...{ invoiceId: 'abc', status: 'new', additionalStatus: 'none', amount: '1325.27', currency: 'USD' },
  ...{ amountBtc: '0.01325270', amountUsd: '1325.27', paidBtc: '0.00000000', dueBtc: '0.01325270' },
  ...{ description: 'Founder bundle', bitcoinAddress: 'bcrt1qaddress', lightningInvoice: 'lnbcrt1invoice' },
  ...{ checkoutLink: 'https://pay.example.test/i/abc', qrCodeData: 'bitcoin:bcrt1qaddress', missingMethods: [] },
  ...{ createdAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 900_000).toISOString(), paidAt: null },
  ...{ redirectUrl: null, customerName: null, customerEmail: null, mailedAt: null },
}

const open = (answers: Record<string, unknown> = {}) => {
  const onClose = vi.fn()
  const shown = show(<CreateInvoiceSheet onClose={onClose} />, {
    user: owner,
    answers: {
      'GET /api/merchant/balance': balance,
      'GET /api/fees': { current: percents, next: null },
      'GET /api/merchant/settings': { markupFeePercent: 0, sendsReminders: true },
      'GET /api/merchant/brand': { name: null, storeName: 'Blue Door', shownColor: null, logoUrl: null },
      'GET /api/currencies': [{ code: 'USD' }, { code: 'EUR' }],
      'GET /api/merchant/status': { serverDownSince: null },
      [create]: created,
      ...answers,
    },
  })
  return { ...shown, onClose }
}
const amountField = () => screen.findByLabelText<HTMLInputElement>('Amount (USD)')
const send = () => screen.getByRole('button', { name: 'Create Invoice' })
const sums = () => screen.getByRole('status', { name: 'What the customer pays' }).textContent

describe('the form for an invoice', () => {
  it('refuses what is no amount and no email address, and sends nothing', async () => {
    const { person, askedFor } = open()
    const amount = await amountField()
    for (const wrong of ['', 'abc', '0', '-5', '1.234']) {
      await fill(person, amount, wrong)
      await person.click(send())
      expect(await screen.findByText('Please enter a valid amount')).toBeDefined()
    }
    await fill(person, amount, '1,250.25')
    await waitFor(() => expect(screen.queryByText('Please enter a valid amount')).toBeNull())
    await fill(person, screen.getByLabelText(/^Customer email/), 'nobody')
    await person.click(send())
    expect(await screen.findByText('Invalid email address')).toBeDefined()
    expect(askedFor(create)).toEqual([])
  })

  it('shows a total exact to the cent, with the fee and without', async () => {
    const { person } = open()
    await fill(person, await amountField(), '1,250.25')
    // 1250.25 × 1.06 = 1325.265
    await waitFor(() => expect(sums()).toContain('Total$1,325.27'))
    expect(sums()).toContain('Base amount$1,250.25')
    expect(sums()).toContain('Processing fee (6%)$75.02')
    expect(sums()).toContain('You receive $1,272.26 after 4% in fees.')
    await person.click(screen.getByRole('switch', { name: 'Pass the fee to the customer' }))
    expect(sums()).toContain('Processing fee (0%)$0.00')
    expect(sums()).toContain('Total$1,250.25')
    expect(screen.getByText('Your customer pays $1,250.25.')).toBeDefined()
  })

  it('sends what was typed with a key of its own and shows the invoice', async () => {
    const { person, askedFor } = open()
    await fill(person, await amountField(), '1,250.25')
    await fill(person, screen.getByLabelText(/^Customer email/), 'jonas@lind.example')
    await fill(person, screen.getByLabelText(/^Description/), 'Founder bundle')
    await person.click(send())
    expect(await screen.findByText('Invoice Created')).toBeDefined()
    expect(screen.getByText('Your Bitcoin invoice is ready to share')).toBeDefined()
    const [sent] = askedFor(create)
    expect(sent?.body).toMatchObject({
      amount: '1325.27',
      currency: 'USD',
      description: 'Founder bundle',
      buyerEmail: 'jonas@lind.example',
    })
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    const result = screen.getByRole('dialog', { name: 'Invoice ready' })
    expect(result.textContent).toContain('$1,325.27')
    const link = screen.getByRole('link', { name: created.checkoutLink })
    expect(link.getAttribute('href')).toBe(created.checkoutLink)
    for (const label of ['Checkout link', 'Bitcoin address', 'Lightning invoice'])
      expect(screen.getByRole('button', { name: `Copy ${label}` })).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Create another' }))
    expect((await amountField()).value).toBe('')
  })

  it('sends the amount as it was entered when the fee isn’t passed on', async () => {
    const { person, askedFor } = open()
    await fill(person, await amountField(), '20')
    await person.click(screen.getByRole('switch', { name: 'Pass the fee to the customer' }))
    await person.click(send())
    await screen.findByText('Invoice Created')
    expect(askedFor(create)[0]?.body).toMatchObject({ amount: '20.00', currency: 'USD' })
  })

  it('sends again with the same key what got no answer, and with a new one what was refused', async () => {
    const { person, answer, askedFor } = open({ [create]: noServer })
    await fill(person, await amountField(), '10')
    await person.click(send())
    expect(await screen.findByText('Failed to create invoice')).toBeDefined()
    const message = 'Couldn’t reach the payment server. Nothing was created.'
    answer(create, refusal(503, 'engine-unavailable', message))
    await person.click(send())
    expect(await screen.findByText(message)).toBeDefined()
    answer(create, created)
    await person.click(send())
    expect(await screen.findByText('Invoice Created')).toBeDefined()
    const keys = askedFor(create).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('asks before it throws away what was typed', async () => {
    const { person, onClose, askedFor } = open()
    await fill(person, await amountField(), '10')
    await person.keyboard('{Escape}')
    expect(await screen.findByText('Discard what you typed?')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByText('Discard what you typed?')).toBeNull())
    expect((await amountField()).value).toBe('10')
    expect(document.activeElement).toBe(await amountField())
    // The button that keeps the form open once turned into the one that sends it.
    expect(askedFor(create)).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
    await person.keyboard('{Escape}')
    await person.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalled()
  })
})

describe('instead of the form or the code', () => {
  it('a payment method that was left out is reported', async () => {
    const { person } = open({ [create]: { ...created, lightningInvoice: null, missingMethods: ['BTC-LN'] } })
    await fill(person, await amountField(), '10')
    await person.click(send())
    expect((await screen.findByRole('note')).textContent).toContain('This invoice can’t be paid with Lightning')
    expect(screen.queryByText('Lightning invoice')).toBeNull()
  })

  it('a store that is not configured has a way to support', async () => {
    open({ 'GET /api/merchant/balance': { ...balance, configured: false } })
    expect(await screen.findByRole('heading', { name: 'Bitcoin payments are not configured' })).toBeDefined()
    expect(screen.getByText('Please contact support to have your store connected.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/contact')
    expect(screen.queryByLabelText('Amount (USD)')).toBeNull()
  })

  it('a form that couldn’t load can be loaded again', async () => {
    const { person, answer } = open({ 'GET /api/fees': noServer })
    const again = await screen.findByRole('button', { name: /again/i })
    answer('GET /api/fees', { current: percents, next: null })
    await person.click(again)
    expect(await amountField()).toBeDefined()
  })
})
