import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import type { DetailedInvoice } from './use-invoices.ts'

const invoice = {
  ...{ invoiceId: 'i1', status: 'settled', additionalStatus: 'paid-over', amount: '100.00', currency: 'USD' },
  ...{ amountBtc: '0.00100000', amountUsd: '100.00', paidBtc: '0.00112000', dueBtc: null, description: null },
  ...{ customerEmail: 'ana@example.test', customerName: 'Ana', metadata: {}, paymentLinkId: null, redirectUrl: null },
  ...{ checkoutLink: 'http://localhost/i/i1', bitcoinAddress: null, lightningInvoice: null, qrCodeData: null },
  ...{ missingMethods: [], mayBeMarked: [], createdAt: '2026-11-15T10:00:00.000Z', expiresAt: null },
  ...{ paidAt: '2026-11-15T10:05:00.000Z', state: 'overpaid', needsAttention: true, receivedUsd: '112.00' },
  ...{ paidBy: ['on-chain'], createdBy: null, payments: [], sums: null, customer: null, refunds: [], sale: null },
  ...{ refundable: { everythingBtc: '0.00112000', overpaidBtc: '0.00012000', rates: { USD: '100000.00' } } },
  ...{ mailedAt: null, firstSeenAt: null, emails: [], remindersStoppedAt: null, actions: [] },
} as DetailedInvoice
const refund = {
  ...{ id: 5, invoiceId: 'i1', kind: 'overpaid', status: 'offered', awaitingApproval: false, amount: '12.00' },
  ...{ signingRequestId: null, handedOutId: null },
  ...{ currency: 'USD', amountBtc: '0.00012000', amountUsd: '12.00', reason: null, customerEmail: null },
  ...{ address: null, txid: null, confirmations: 0, offeredBy: 'owner@example.test' },
  ...{ offeredAt: '2026-11-15T11:00:00Z', expiresAt: '2026-12-15T11:00:00Z', claimedAt: null, paidAt: null },
} as const

const get = 'GET /api/merchant/invoices/i1'
const open = (shown: DetailedInvoice) =>
  show(<InvoiceSheet invoiceId="i1" onClose={() => undefined} onMove={undefined} />, {
    user: owner,
    answers: { [get]: shown, 'POST /api/merchant/invoices/i1/resolve': { ...shown, needsAttention: false } },
  })
const text = () => document.body.textContent

const advised = [
  ['overpaid', 'You may want to refund the difference.', 'Paid more than the total'],
  ['paid-late', 'Check before you ship', 'Paid after it had expired'],
  ['partially-paid', 'You may want to refund it', 'Partially paid, then expired'],
] as const

it.each(advised)('advice about an invoice that is %s goes once the payment is kept', async (state, advice, fact) => {
  const shown = { ...invoice, state, ...(state === 'overpaid' ? {} : { status: 'expired' as const }) }
  const { person, answer } = open(shown)
  await waitFor(() => expect(text()).toContain(advice))
  answer(get, { ...shown, needsAttention: false })
  await person.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(text()).not.toContain(advice))
  expect(text()).toContain(fact)
  expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull()
})

it.each(advised)('advice about an invoice that is %s isn’t given once it is refunded', async (state, advice, fact) => {
  open({
    ...invoice,
    state,
    status: state === 'overpaid' ? 'settled' : 'expired',
    needsAttention: false,
    refunds: [refund],
  })
  await waitFor(() => expect(text()).toContain(fact))
  expect(text()).not.toContain(advice)
  expect(text()).not.toContain('You may want')
})

it.each([
  ['expired', 'when-nobody-paid'],
  ['partially-paid', 'when-a-payment-is-too-small'],
  ['paid-late', 'when-it-comes-too-late'],
  ['overpaid', 'when-it-is-too-much'],
] as const)('an invoice that is %s leads to the part of the article about it', async (state, part) => {
  const needsAttention = state !== 'expired'
  const { unmount } = open({ ...invoice, state, status: 'expired', needsAttention })
  const help = await screen.findByRole('link', { name: 'Help with this' })
  expect(help.getAttribute('href')).toBe(`/help/late-and-partial-payments#${part}`)
  unmount()
  open({ ...invoice, state: needsAttention ? state : 'paid', needsAttention: false })
  await waitFor(() => expect(text()).toContain('Timeline'))
  expect(screen.queryByRole('link', { name: 'Help with this' })).toBeNull()
})
