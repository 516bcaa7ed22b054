import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { InvoiceForm } from './create-invoice-sheet.tsx'
import { CreatedSheet } from './created-sheet.tsx'
import { optionFieldsOf, toOptions } from './option-form.ts'
import { dayIn } from './use-invoice-form.ts'

const asked = vi.fn()

const show = (children: React.ReactNode) => {
  asked.mockClear()
  vi.stubGlobal('fetch', (_address: unknown, sent?: { method?: string; body?: string }) => {
    if (sent?.method === 'POST' && sent.body) asked(JSON.parse(sent.body))
    return new Promise(() => undefined)
  })
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const open = () =>
  show(
    <InvoiceForm
      processingPercent={6}
      feePercent={4}
      sendsReminders
      onClose={() => undefined}
      onCreated={() => undefined}
    />,
  )
const due = () => within(screen.getByRole('group', { name: 'Due' }))
const chosen = () => due().getByRole('button', { pressed: true }).textContent
const press = async (person: ReturnType<typeof open>) => {
  await person.type(screen.getByLabelText('Amount (USD)'), '25')
  await person.click(screen.getByRole('button', { name: 'Create Invoice' }))
}
const submit = async (person: ReturnType<typeof open>) => {
  await press(person)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 10_000)
  return asked.mock.calls[0]?.[0] as Record<string, unknown>
}

describe('the invoice form', () => {
  it('sets 7 days once there is an email, and now without one', async () => {
    const person = open()
    expect(due().getAllByRole('button')).toHaveLength(4)
    expect(chosen()).toBe('Now pay in 15 min')
    expect(screen.getByText('No email, no receipt. Your customer can add one at checkout.')).toBeTruthy()
    await person.type(screen.getByLabelText(/Customer name/), 'Ana Duarte')
    await person.type(screen.getByLabelText(/Customer email/), 'ana@duarte.example')
    expect(chosen()).toContain('In 7 days')
    expect(screen.getByText('7 days is the default when there is an email.')).toBeTruthy()
    expect(screen.getByText('What Ana gets')).toBeTruthy()
    for (const promise of [
      'We email this invoice when you create it.',
      'We email the receipt once the payment confirms.',
      'If it isn’t paid, we remind Ana 3 days before and 1 and 7 days after the due date.',
    ]) {
      expect(screen.getByText(promise)).toBeTruthy()
    }
    expect(await submit(person)).toMatchObject({
      amount: '26.50',
      buyerName: 'Ana Duarte',
      buyerEmail: 'ana@duarte.example',
      dueDate: dayIn(7),
    })
  })

  it('never changes what the person chose', async () => {
    const person = open()
    await person.click(due().getByRole('button', { name: /^Now/ }))
    await person.type(screen.getByLabelText(/Customer email/), 'ana@duarte.example')
    expect(chosen()).toContain('Now')
    expect(await submit(person)).not.toHaveProperty('dueDate')
  })

  it('asks for a date only for another day, and keeps developer options closed', async () => {
    const person = open()
    expect(screen.queryByLabelText('Due date')).toBeNull()
    await person.click(due().getByRole('button', { name: /^Other/ }))
    expect(screen.getByLabelText('Due date')).toBeTruthy()
    await press(person)
    expect(screen.getByText('Enter a date in the future')).toBeTruthy()
    expect(asked).not.toHaveBeenCalled()
    const advanced = screen.getByText('Advanced').closest('details')
    expect(advanced?.open).toBe(false)
    expect(advanced?.textContent).toContain('Order ID, webhook data, redirect, confirmations')
  })

  it('shows the email and the page', async () => {
    const person = open()
    await person.type(screen.getByLabelText(/Customer email/), 'ana@duarte.example')
    await person.type(screen.getByLabelText('Amount (USD)'), '25')
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    expect(preview.getByText('To ana@duarte.example')).toBeTruthy()
    expect(preview.getByText(/: invoice for \$26\.50$/)).toBeTruthy()
    await person.click(preview.getByRole('button', { name: 'Page' }))
    expect(preview.queryByText('To ana@duarte.example')).toBeNull()
  })

  it('saves text without an equals sign as the note', () => {
    const metadata = 'Call first\ntable=5'
    expect(toOptions({ ...optionFieldsOf(), metadata })).toEqual({ metadata: { table: '5', note: 'Call first' } })
    expect(optionFieldsOf({ metadata: { note: 'Call first', table: '5' } }).metadata).toBe(metadata)
  })
})

const invoice = {
  invoiceId: 'inv1',
  status: 'new',
  amount: '26.50',
  currency: 'USD',
  amountBtc: null,
  description: null,
  customerName: 'Ana Duarte',
  customerEmail: 'ana@duarte.example',
  dueDate: '2030-11-25T23:59:59.000Z',
  checkoutLink: 'https://pay.example.test/i/inv1',
  qrCodeData: 'https://pay.example.test/i/inv1',
  bitcoinAddress: null,
  lightningInvoice: null,
  expiresAt: null,
  missingMethods: [],
  mailedAt: '2026-11-18T10:42:00.000Z',
} as unknown as Parameters<typeof CreatedSheet>[0]['created']

describe('an invoice that is ready', () => {
  const showReady = (more: object = {}) =>
    show(<CreatedSheet created={{ ...invoice, ...more }} onClose={() => undefined} onAnother={() => undefined} />)

  it('has a large code that opens the page, and everything to do with its link', async () => {
    showReady()
    const code = screen.getByRole('link', { name: 'Open the payment page' })
    expect(code.getAttribute('href')).toBe(invoice.checkoutLink)
    expect(code.querySelector('svg')?.getAttribute('width')).toBe('320')
    for (const name of ['Copy link', 'Send again', 'Share', 'Print', 'Done']) {
      expect(screen.getByRole('button', { name })).toBeTruthy()
    }
    expect(screen.getByText('Ana Duarte, due Nov 25, 2030')).toBeTruthy()
    expect(screen.getByText('Set when the page is opened')).toBeTruthy()
    expect(screen.getByText(/^Emailed to ana@duarte\.example at /)).toBeTruthy()
  })

  it('says that a limit delays the email and offers the link', () => {
    showReady({ mailedAt: null })
    expect(screen.getByText(/^Not emailed to ana@duarte\.example yet/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send to customer' })).toBeTruthy()
  })

  it('shares its link with the browser’s own menu, or by email, and prints', async () => {
    const person = showReady({ description: 'Coffee for 24' })
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
    Object.assign(navigator, { share })
    await person.click(screen.getByRole('button', { name: 'Share' }))
    expect(share).toHaveBeenCalledWith({ url: invoice.checkoutLink, title: 'Coffee for 24' })
    Object.assign(navigator, { share: undefined })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    await person.click(screen.getByRole('button', { name: 'Share' }))
    expect(assign).toHaveBeenCalledWith(`mailto:?body=${encodeURIComponent(invoice.checkoutLink)}`)
    const print = vi.fn()
    Object.assign(window, { print })
    await person.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})
