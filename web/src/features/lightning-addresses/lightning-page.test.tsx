import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, refusal, show } from '../../../test/draw.tsx'
import { LightningAddressRow } from './lightning-address-row.tsx'
import LightningAddressPage from './pages/merchant.tsx'

const address = {
  ...{
    id: 1,
    name: 'pelican',
    address: 'pelican@pay.example',
    lnurl: 'LNURL1DP68GURN8GHJ7',
    minSats: 93,
    maxSats: 462_960,
  },
  ...{ commentLength: 200, active: true, createdAt: '2026-11-01T09:00:00.000Z', updatedAt: '2026-11-01T09:00:00.000Z' },
}
const save = 'PUT /api/merchant/lightning-address'
const view = { host: 'pay.example', available: true, address }
const answers = {
  'GET /api/merchant/lightning-address': view,
  'GET /api/btc-price': { price: 108_000, currency: 'USD', source: 'test', at: null, stale: false },
  'GET /api/merchant/lightning-address/payments': {
    month: { usd: '348.20', payments: 61, usualUsd: '5.00' },
    recent: [
      { note: 'Table 4, thank you!', usd: '12.00', at: '2026-11-18T14:58:00.000Z' },
      { note: '', usd: '4.60', at: '2026-11-18T13:12:00.000Z' },
    ],
  },
  'GET /api/merchant/brand': {
    ...{ name: null, storeName: 'Pelican Coffee', color: null, logoUrl: null, supportContact: null },
    ...{ shownColor: null, contrast: null },
  },
  [save]: view,
}

it('shows limits in dollars, and recent payments with the payer’s note first', async () => {
  show(<LightningAddressPage />, { user: owner, answers })
  expect(await screen.findByLabelText<HTMLInputElement>('Smallest payment')).toMatchObject({ value: '0.10' })
  expect(screen.getByText('About 462,960 sats at today’s price')).toBeTruthy()
  const recent = within(await screen.findByRole('region', { name: 'Recent payments' }))
  const rows = (await recent.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^“Table 4, thank you!”/)
  expect(rows[1]).toMatch(/^No note/)
  expect(screen.getByText('$348')).toBeTruthy()
})

it('says that limits in dollars are estimates, because they are kept in sats', async () => {
  show(<LightningAddressRow mayChange />, { user: owner, answers })
  expect(await screen.findByText('About $0.10 to $500.00 per payment')).toBeTruthy()
})

it('saves a changed limit in sats, keeps the other to the sat, and turns payments off at once', async () => {
  const { person, askedFor } = show(<LightningAddressPage />, { user: owner, answers })
  const largest = await screen.findByLabelText('Largest payment')
  await person.clear(largest)
  await person.type(largest, '1,000.00')
  expect(screen.getByText('Unsaved: largest payment')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(askedFor(save)[0]?.body).toMatchObject({ minSats: 93, maxSats: 925_926, active: true }))
  await person.click(screen.getByRole('switch', { name: 'Accept payments' }))
  await waitFor(() => expect(askedFor(save)[1]?.body).toMatchObject({ minSats: 93, maxSats: 462_960, active: false }))
})

it('prints the line that was typed, in two sizes', async () => {
  const { person } = show(<LightningAddressPage />, { user: owner, answers })
  const sticker = within(await screen.findByRole('region', { name: 'Sticker' }))
  expect(await sticker.findByText('Pelican Coffee')).toBeTruthy()
  const line = sticker.getByLabelText('Line on the sticker')
  await person.clear(line)
  await person.type(line, 'Tips for Lea')
  expect(sticker.getByText('Tips for Lea')).toBeTruthy()
  await person.click(sticker.getByRole('button', { name: '2.5 in' }))
  expect(sticker.getByRole('button', { name: '2.5 in' }).getAttribute('aria-pressed')).toBe('true')
})

it('asks for a name first, and shows at the field that it is taken', async () => {
  const none = { ...answers, 'GET /api/merchant/lightning-address': { ...view, address: null } }
  const taken = refusal(409, 'address-name-taken', 'This name is taken.')
  const { person, askedFor } = show(<LightningAddressPage />, { user: owner, answers: { ...none, [save]: taken } })
  await person.type(await screen.findByLabelText('Name'), 'pelican')
  await person.click(screen.getByRole('button', { name: 'Create address' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This name is taken.')
  expect(askedFor(save)[0]?.body).toMatchObject({ name: 'pelican', minSats: 100, maxSats: 10_000_000 })
})

it('is only to read for people who don’t manage the store', async () => {
  show(<LightningAddressPage />, { user: { ...owner, role: 'user' }, answers })
  expect((await screen.findByLabelText('Smallest payment')).hasAttribute('readonly')).toBe(true)
  expect(screen.getByRole('switch', { name: 'Accept payments' }).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Change name' })).toBeNull()
})
