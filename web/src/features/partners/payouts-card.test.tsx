import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/draw.tsx'
import { PayoutsCard } from './payouts-card.tsx'

const payout = {
  ...{ id: 1, amountUsd: '40.00', amountBtc: '0.00040000', feeUsd: '0.00', networkFeeBtc: '0.00000310' },
  ...{ networkFeeUsd: '0.31', btcPrice: '100000.00', address: 'bc1q', confirmations: 0, problem: null },
  ...{ requestedAt: '2026-11-18T14:15:00.000Z', broadcastAt: null, confirmedAt: null },
}

it('says that a network fee is an estimate until the transaction is signed', async () => {
  const rows = [
    { ...payout, status: 'requested', txid: null },
    { ...payout, id: 2, status: 'broadcast', txid: 'ab'.repeat(32) },
  ]
  show(<PayoutsCard />, { answers: { 'GET /api/partner/withdrawals': rows } })
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines[0]).toContain('Network fee about $0.31, deducted')
  expect(lines[1]).toContain('Network fee $0.31, deducted')
})
