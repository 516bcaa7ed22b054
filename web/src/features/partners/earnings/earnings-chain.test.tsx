import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/draw.tsx'
import type { PartnerDashboard } from '../use-partner.ts'
import { ByMerchant } from './by-merchant.tsx'
import { EarningsChain } from './earnings-chain.tsx'

const figures = {
  totalEarnedUsd: '102.50',
  uncollectedUsd: '2.50',
  collectedUsd: '100.00',
  totalWithdrawnUsd: '40.00',
  onItsWayUsd: '0.00',
  priceChangeUsd: '0.00',
  availableUsd: '60.00',
}
const draw = (changed: Partial<typeof figures> = {}) =>
  show(<EarningsChain partner={{ ...figures, ...changed } as PartnerDashboard['partner']} />)
const chain = () => screen.getByRole('region', { name: 'Your earnings' }).textContent

it('leads from what was earned to what is available', () => {
  draw()
  expect(chain()).toMatch(
    /Earned.*102\.50.*Not collected yet.*2\.50.*Collected.*100\.00.*Paid to you.*40\.00.*Available.*60\.00/,
  )
  expect(screen.queryByText(/Price change/)).toBeNull()
  // A page has twelve columns, and what names none gets one of them.
  expect(screen.getByRole('region', { name: 'Your earnings' }).closest('.c12')).toBeTruthy()
})

it('says what the price and a pending withdrawal did, so that it adds up', () => {
  draw({ onItsWayUsd: '10.00', priceChangeUsd: '-7.41', availableUsd: '42.59' })
  expect(chain()).toMatch(/Paid to you.*40\.00.*Pending withdrawals.*10\.00.*Price change.*\$7\.41.*Available.*42\.59/)
  screen.getByText(/“Price change” is what your bitcoin gained or lost since\./)
})

it('shows a line for each merchant with the contract’s rate, of the same name too, and ends in the totals', () => {
  const sums = { payments: 1, grossUsd: '10000.00', earnedUsd: '50.00', uncollectedUsd: '0.00', collectedUsd: '50.00' }
  const merchant = { ...sums, merchant: 'Blue Door', lowestRate: 0.333, highestRate: 0.333 }
  const earnings = {
    merchants: [
      { ...merchant, merchantId: 1 },
      { ...merchant, merchantId: 2, highestRate: 0.5 },
    ],
    others: { ...sums, merchants: 3, earnedUsd: '2.50', uncollectedUsd: '2.50', collectedUsd: '0.00' },
    total: { ...sums, payments: 3, earnedUsd: '102.50', uncollectedUsd: '2.50', collectedUsd: '100.00' },
  }
  show(<ByMerchant earnings={earnings} />)
  const [, ...rows] = within(screen.getByRole('table', { name: 'By merchant' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Blue Door.*0\.333%.*50\.00/),
    expect.stringMatching(/^Blue Door.*0\.333% to 0\.500%.*50\.00/),
    expect.stringMatching(/^3 other merchants.*2\.50/),
    expect.stringMatching(/^Total.*102\.50.*2\.50.*100\.00/),
  ])
})
