import type { Refund } from '@bitquay/contract/refunds'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { drawSignedIn, fill, owner } from '../../../test/draw.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefundList } from './refund-list.tsx'

const refund: Refund = {
  ...{ id: 5, invoiceId: 'abc', kind: 'partial', status: 'offered', awaitingApproval: false, amount: '10.00' },
  ...{ signingRequestId: null, handedOutId: null },
  ...{ currency: 'USD', amountBtc: '0.00010000', amountUsd: '10.00', reason: null, customerEmail: null, address: null },
  ...{ txid: null, confirmations: 0, offeredBy: 'owner@example.test', offeredAt: '2026-11-18T10:00:00Z' },
  ...{ expiresAt: '2026-12-18T10:00:00Z', claimedAt: null, paidAt: null },
}
const sale = { till: 'Counter', cashier: 'Lea', currency: 'USD', salesTax: '2.00' }

test('a refund of a sale names its till, who requested it, and its part of the tax', () => {
  const refunds = [refund, { ...refund, id: 6 }]
  const known = [
    { id: 5, salesTax: '0.57', cashier: 'Oskar' },
    { id: 6, salesTax: '0.00', cashier: null },
  ]
  drawSignedIn(<RefundList refunds={refunds} sale={{ ...sale, refunds: known }} />, { user: owner })
  const [requested, other] = screen.getAllByRole('listitem')
  expect(requested?.textContent).toContain('Requested by Oskar at Counter')
  expect(requested?.textContent).toContain('Includes $0.57 of sales tax')
  expect(other?.textContent).toContain('Sold at Counter by Lea')
  expect(other?.textContent).not.toContain('sales tax')
})

test('the tax in a refund follows what is typed, without what was paid too much', async () => {
  const refundable = { everythingBtc: '0.00036000', overpaidBtc: '0.00001000', rates: { USD: '100000.00' } }
  const invoice = { invoiceId: 'abc', currency: 'USD', customerEmail: null, amountBtc: '0.00035000', refundable, sale }
  const { person } = drawSignedIn(<RefundDialog invoice={invoice} preset="everything" onClose={() => undefined} />, {
    user: owner,
  })
  expect(screen.getByText('Includes $2.00 of sales tax')).toBeTruthy()
  await fill(person, screen.getByRole('textbox', { name: /Amount/ }), '11')
  expect(screen.getByText('Includes $0.57 of sales tax')).toBeTruthy()
  await fill(person, screen.getByRole('textbox', { name: /Amount/ }), '1')
  expect(screen.queryByText(/sales tax/)).toBeNull()
})

test('a refund that waits for a signature leads to what there is to sign', () => {
  const claimed: Refund = { ...refund, status: 'claimed', address: 'bc1q', signingRequestId: 12 }
  drawSignedIn(<RefundList refunds={[claimed]} sale={null} />, { user: owner })
  expect(screen.getByText('Needs signature')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign refund' }).getAttribute('href')).toBe('/merchant/signing/12')
})

test('a refund whose earlier payment can still be sent leads to where that is canceled', () => {
  drawSignedIn(<RefundList refunds={[{ ...refund, handedOutId: 11 }]} sale={null} />, { user: owner })
  const link = screen.getByRole('link', { name: 'An earlier payment can still be sent' })
  expect(link.getAttribute('href')).toBe('/merchant/signing/11')
})
