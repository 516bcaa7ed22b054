import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, refusal, show } from '../../../test/draw.tsx'
import MerchantWalletPage from './pages/merchant.tsx'
import { splitTotal } from './split-total.ts'

const request = {
  ...{
    id: 7,
    merchantId: 1,
    lightningBalanceBtc: '0.01726000',
    lightningBalanceUsd: '1864.10',
    onChainAddress: 'bc1q',
  },
  ...{
    status: 'pending',
    createdAt: '2026-11-18T14:15:00.000Z',
    processedAt: null,
    adminNotes: null,
    carriedOut: null,
  },
  ...{ txid: null, sendStatus: null, networkFeeBtc: null },
}
const wallet = {
  ...{
    id: 'store',
    name: 'Pelican Coffee',
    btc: '0.05937778',
    usd: '6412.80',
    lightning: 'shared',
    lightningAvailable: true,
  },
  ...{ holder: 'platform', recoveryWords: 'read', former: [], asOf: '2026-11-18T15:00:00.000Z', stale: false },
}
const answers = {
  'GET /api/merchant/wallet': wallet,
  'GET /api/merchant/balance': {
    ...{ btc: '0.05937778', usd: '6412.80', availableBtc: '0.05722454', availableUsd: '6180.25' },
    ...{ feesOwedBtc: '0.00036482', feesOwedUsd: '39.40', configured: true, asOf: wallet.asOf, stale: false },
  },
  'GET /api/merchant/lightning-balance': {
    ...{ btc: '0.00054074', usd: '58.40', heldBtc: '0.01726000', heldUsd: '1864.10', node: 'shared' },
  },
  'GET /api/merchant/lightning-loop-out': [request],
}
const everything = async () => within(await screen.findByRole('region', { name: 'Everything you have here' }))

it('shows everything in parts that add up in the order shown, with money on hold', async () => {
  show(<MerchantWalletPage />, { user: owner, answers })
  const card = await everything()
  const figures = (await card.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(figures).toEqual([
    ...['$6,412.80', '$1,922.50'],
    ...['$6,180.25', '$58.40', '$1,864.10', '$193.15', '$39.40', '$8,335.30'],
  ])
  const cents = figures.map((text) => Number(text?.replace(/\D/g, '')))
  expect(cents.slice(2, -1).reduce((sum, part) => sum + part)).toBe(cents.at(-1))
  expect(cents.slice(0, 2).reduce((sum, part) => sum + part)).toBe(cents.at(-1))
  expect(card.getByText('Balance in the sidebar is your wallet alone.')).toBeTruthy()
})

it('adds up whatever is owed in fees', () => {
  for (const feesOwedUsd of ['0.00', '39.40', '500.00', '90000.00']) {
    const { parts, total } = splitTotal({
      balance: { usd: '6412.80', availableUsd: '6180.25', feesOwedUsd },
      lightning: { usd: '58.40', heldUsd: '1864.10' },
    })
    const sum = Object.values(parts).reduce((cents, usd) => cents + Math.round(Number(usd) * 100), 0)
    expect([sum, total]).toEqual([833_530, '8335.30'])
    for (const usd of Object.values(parts)) expect(Number(usd)).toBeGreaterThanOrEqual(0)
  }
})

it('leaves out what isn’t on hold, and says who keeps an own node', async () => {
  const lightning = {
    ...answers['GET /api/merchant/lightning-balance'],
    heldBtc: '0.00000000',
    heldUsd: '0.00',
    node: 'own',
  }
  const own = {
    ...answers,
    'GET /api/merchant/lightning-balance': lightning,
    'GET /api/merchant/lightning-loop-out': [],
  }
  show(<MerchantWalletPage />, { user: owner, answers: own })
  const card = await everything()
  expect(await card.findByText('On your Lightning node')).toBeTruthy()
  expect(card.queryByText('On hold')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Moving to your wallet' })).toBeNull()
})

it('shows a requested loop-out as berths until it is in the wallet, and cancels it', async () => {
  const cancel = 'POST /api/merchant/lightning-loop-out/cancel'
  const { person, askedFor } = show(<MerchantWalletPage />, { user: owner, answers: { ...answers, [cancel]: {} } })
  const moving = within(await screen.findByRole('region', { name: 'Moving to your wallet' }))
  expect(moving.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['Requested', 'Approval', 'In your wallet'],
  ])
  expect(moving.getByText('Approval').getAttribute('aria-current')).toBe('step')
  const lightning = within(screen.getByRole('region', { name: 'Lightning balance' }))
  expect((await lightning.findByRole('button', { name: 'Loop Out' })).hasAttribute('disabled')).toBe(true)
  expect(lightning.queryByRole('button', { name: 'Cancel request' })).toBeNull()
  await person.click(moving.getByRole('button', { name: 'Cancel request' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel request' }))
  await waitFor(() => expect(askedFor(cancel)[0]?.body).toEqual({ requestId: 7 }))
})

it('shows the same amount on hold in the total and in the card of the loop-out, whatever the price did', async () => {
  const lightning = { ...answers['GET /api/merchant/lightning-balance'], heldUsd: '1903.77' }
  const { answer } = show(<MerchantWalletPage />, {
    user: owner,
    answers: { ...answers, 'GET /api/merchant/lightning-balance': lightning },
  })
  const card = await everything()
  await card.findByText('On hold')
  const moving = await screen.findByRole('region', { name: 'Moving to your wallet' })
  await waitFor(() => expect(moving.querySelector('.money')?.textContent).toBe('$1,903.77'))
  expect(card.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('$1,903.77')
  // Its transaction is in the wallet’s total.
  answer('GET /api/merchant/lightning-balance', { ...lightning, heldBtc: '0.00000000', heldUsd: '0.00' })
  await waitFor(() => expect(moving.querySelector('.money')?.textContent).toBe('about $1,864.10'), { timeout: 20_000 })
})

it('no longer cancels what is on its way', async () => {
  const executing = { ...answers, 'GET /api/merchant/lightning-loop-out': [{ ...request, status: 'executing' }] }
  show(<MerchantWalletPage />, { user: owner, answers: executing })
  const moving = within(await screen.findByRole('region', { name: 'Moving to your wallet' }))
  expect(moving.getByText('In your wallet').getAttribute('aria-current')).toBe('step')
  expect(moving.queryByRole('button')).toBeNull()
})

it('says who holds which keys', async () => {
  show(<MerchantWalletPage />, { user: owner, answers })
  const keys = within(await screen.findByRole('region', { name: 'Who holds the keys' }))
  expect(keys.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 16))).toEqual([
    expect.stringMatching(/^Your wallet: you/),
    expect.stringMatching(/^Lightning: /),
    expect.stringMatching(/^Backed up/),
  ])
})

it('doesn’t guess a total when the balance couldn’t be loaded', async () => {
  const failing = { ...answers, 'GET /api/merchant/balance': refusal(404, 'not-found', 'No') }
  show(<MerchantWalletPage />, { user: owner, answers: failing })
  const card = await everything()
  expect(await card.findByText('Couldn’t load your balance. Your money is safe.')).toBeTruthy()
})

it('says who can send, and leads to a wallet of your own', async () => {
  const hosted = { holder: 'platform', wallet: null, receiving: null, change: null, hasExplorer: true }
  const more = { ...answers, 'GET /api/merchant/own-keys': hosted }
  const { unmount } = show(<MerchantWalletPage />, { user: owner, answers: more })
  expect(await screen.findByText(/our payment server signs when you send/)).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Use your own wallet' })
  expect(link.getAttribute('href')).toBe('/merchant/wallet/own-keys')
  unmount()
  const keys = {
    ...{ script: 'wpkh', required: 1, keys: [], descriptor: '', addresses: [] },
  }
  show(<MerchantWalletPage />, {
    user: owner,
    answers: {
      ...more,
      'GET /api/merchant/wallet': { ...wallet, holder: 'merchant', recoveryWords: 'elsewhere' },
      'GET /api/merchant/own-keys': {
        ...hosted,
        ...{ holder: 'merchant', wallet: keys, receiving: { next: 21, lastPaid: null, unpaid: 21 } },
      },
    },
  })
  expect(await screen.findByText(/Only you hold the keys. We see addresses and balance/)).toBeTruthy()
  expect(await screen.findByText(/Your wallet app may not show new payments anymore/)).toBeTruthy()
  expect(screen.getByText('Next is number 21')).toBeTruthy()
})

it('shows the open fee invoice with amount, address and since when new invoices are paused', async () => {
  const invoice = {
    ...{ number: 'FI-12', amount: { btc: '0.00040000', usd: '40.00' }, due: { btc: '0.00030000', usd: '30.00' } },
    ...{ address: 'bcrt1qfees', createdAt: wallet.asOf, owedSince: wallet.asOf, pausedAt: wallet.asOf, pausesAt: null },
  }
  const credit = { btc: '0.00000000', usd: '0.00' }
  show(<MerchantWalletPage />, {
    user: owner,
    answers: { ...answers, 'GET /api/merchant/fee-invoice': { invoice, credit } },
  })
  const card = within(await screen.findByRole('region', { name: 'Fees owed' }))
  expect(card.getByText('FI-12')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Open wallet app' }).getAttribute('href')).toBe(
    'bitcoin:bcrt1qfees?amount=0.00030000',
  )
  expect(card.getByText(/New invoices are paused since/)).toBeTruthy()
})
