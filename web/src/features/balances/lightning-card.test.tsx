import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, show } from '../../../test/draw.tsx'
import { BalanceHero } from './balance-hero.tsx'
import { LightningCard } from './lightning-card.tsx'

const request = {
  ...{ id: 7, merchantId: 1, lightningBalanceBtc: '0.01726000', lightningBalanceUsd: '1864.10' },
  ...{ onChainAddress: 'bc1q', status: 'pending', createdAt: '2026-11-18T14:15:00.000Z', processedAt: null },
  ...{ adminNotes: null, carriedOut: null, txid: null, sendStatus: null, networkFeeBtc: null },
}
const lightning = { btc: '0.00500000', usd: '540.00', heldBtc: '0.00000000', heldUsd: '0.00', node: 'shared' }
const answers = {
  'GET /api/merchant/lightning-balance': lightning,
  'GET /api/merchant/lightning-loop-out': [],
  'POST /api/merchant/lightning-loop-out/quote': {
    ...{ amountBtc: '0.00500000', amountUsd: '540.00', networkFeeBtc: '0.00000300', networkFeeUsd: '0.32' },
    onChainAddress: 'bc1q',
  },
  'GET /api/auth/preferences': {
    ...{ timeZone: null, shortcuts: true, bitcoinUnit: 'btc', displayCurrency: 'EUR', views: [], hiddenColumns: {} },
  },
  'GET /api/rates': [{ currency: 'EUR', price: 90_000, at: '2026-11-18T14:15:00.000Z', stale: false }],
  'GET /api/merchant/balance': {
    ...{ btc: '0.10000000', usd: '10800.00', availableBtc: '0.10000000', availableUsd: '10800.00', configured: true },
    ...{ feesOwedBtc: '0.00000000', feesOwedUsd: '0.00', asOf: null, stale: false },
  },
}

it('says that a loop-out’s network fee and what arrives are estimates, but not what leaves', async () => {
  const { person } = show(<LightningCard />, { user: owner, answers })
  const button = await screen.findByRole('button', { name: 'Loop Out' })
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  await person.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  const figures = (await dialog.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(figures).toEqual([
    expect.stringMatching(/^\$540\.00/),
    expect.stringMatching(/^about −\$0\.32/),
    expect.stringMatching(/^about \$539\.68/),
  ])
})

it('shows the same amount on hold in the balance and in the open request, whatever the price did', async () => {
  show(<LightningCard />, {
    user: owner,
    answers: {
      ...answers,
      'GET /api/merchant/lightning-balance': { ...lightning, heldBtc: '0.01726000', heldUsd: '1903.77' },
      'GET /api/merchant/lightning-loop-out': [request],
    },
  })
  await screen.findByText('$1,903.77 on hold, moving to your wallet')
  await waitFor(() => expect(document.querySelector('.latest')?.textContent).toContain('$1,903.77'))
  expect(document.body.textContent).not.toContain('1,864.10')
})

it('says that a balance in another currency is an estimate', async () => {
  show(<BalanceHero />, { user: owner, answers })
  await waitFor(() => expect(document.querySelector('.converted')?.textContent).toBe('about €9,000.00'))
})
