import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawSignedIn } from '../../../test/draw.tsx'
import { AdminDetailSheet } from './admin-detail-sheet.tsx'

afterEach(cleanup)

const payment: AdminTransaction = {
  ...{ id: 1, merchantId: 2, merchantName: 'Blue Door', type: 'incoming', purpose: 'invoice', paymentMethod: 'BTC' },
  ...{ amount: '0.00100000', amountUSD: '100.00', feeAmount: '-0.00005500', feeUSD: '-5.50', netAmount: '0.00094500' },
  ...{ netUSD: '94.50', platformFeeUSD: '-3.00', markupFeeUSD: '-1.50', partnerFeeUSD: '-1.00' },
  ...{
    address: 'bc1qbluedoor',
    status: 'confirmed',
    confirmations: 3,
    timestamp: 1_763_000_000,
    txid: 'ab'.repeat(32),
  },
  ...{ invoiceId: 'inv-1', description: null, reportedByMerchant: false },
}

const draw = (change: Partial<AdminTransaction> = {}) => {
  drawSignedIn(
    <AdminDetailSheet transaction={{ ...payment, ...change }} onClose={() => undefined} onMove={undefined} />,
    { answers: { 'GET /api/status': { mode: 'live', network: 'mainnet' } } },
  )
  const [sum] = document.querySelectorAll('dl.sum')
  return [...(sum?.querySelectorAll('dt') ?? [])].map((name) => name.textContent)
}

test.each<[string, Partial<AdminTransaction>, string[]]>([
  ['a payment with markup', {}, ['Platform fee', 'Markup', 'Partners’ share']],
  ['a payment without markup', { markupFeeUSD: '0.00' }, ['Platform fee', 'Partners’ share']],
  [
    'a payment that isn’t booked',
    { status: 'pending', feeUSD: null, platformFeeUSD: null, markupFeeUSD: null, partnerFeeUSD: null },
    ['Processing fee'],
  ],
  ['what was sent on-chain', { type: 'outgoing', purpose: 'withdrawal', platformFeeUSD: null }, ['Network fee']],
  [
    'what was sent over Lightning',
    { type: 'outgoing', purpose: 'refund', paymentMethod: 'BTC-LN', platformFeeUSD: null },
    ['Lightning routing fee'],
  ],
])('every fee of %s has its name', (_what, change, fees) => {
  const [gross, ...names] = draw(change)
  expect(gross).toBe('Amount')
  expect(names.slice(0, -1)).toEqual(fees)
})

test('hash and address open the explorer', async () => {
  draw()
  await expect
    .poll(() => [...document.querySelectorAll<HTMLAnchorElement>('a[target=_blank]')].map(({ href }) => href))
    .toEqual([`https://mempool.space/tx/${payment.txid}`, 'https://mempool.space/address/bc1qbluedoor'])
})
