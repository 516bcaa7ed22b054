import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, refusal, show } from '../../../test/draw.tsx'
import { AddressCard, ContactCard, NameCard, RegionCard } from './business-cards.tsx'
import MerchantSettingsPage from './pages/merchant.tsx'
import type { Settings } from './settings-form.tsx'

const settings = {
  ...{ storeName: 'Pelican Coffee', email: 'owner@example.test', isActive: true, closingSince: null, role: 'owner' },
  ...{ markupFeePercent: 0, nextMarkup: null, paymentLetters: false, zeroConfirmationLimitUsd: '20.00' },
  ...{ defaultLanguage: 'en', sendsReminders: true, timeZone: null, currency: 'USD', dayEndsHour: 0 },
  ...{ payMethods: ['on-chain', 'lightning'], priceMinutes: 15, shortPercent: 0, passesFee: true },
  ...{
    legalName: '',
    street: '',
    city: '',
    region: '',
    postalCode: '',
    country: '',
    taxId: '',
    phone: '',
    website: '',
  },
  ...{ id: 42, createdAt: '2025-10-25T09:00:00.000Z', withdrawalsClosed: null, withdrawalsUnderCheck: false },
}
const given = settings as Settings
const change = 'PATCH /api/merchant/settings'
const answers = {
  'GET /api/merchant/settings': settings,
  'GET /api/auth/preferences': {
    ...{ timeZone: null, shortcuts: true, bitcoinUnit: 'btc', displayCurrency: null, views: [], hiddenColumns: {} },
  },
  'GET /api/currencies': [{ code: 'USD' }, { code: 'EUR' }],
  'GET /api/fees': {
    current: {
      ...{ platformFeePercent: 3, partnerPoolPercent: 1, withdrawalFeePercent: 0, invoiceProcessingPercent: 6 },
      effectiveFrom: '2025-01-01T00:00:00.000Z',
    },
    next: null,
  },
  'GET /api/merchant/lightning-balance': {
    ...{ btc: '0.00000000', usd: '0.00', heldBtc: '0.00000000', heldUsd: '0.00', node: 'shared' },
  },
  [change]: ({ body }: { body: unknown }) => ({ ...settings, ...(body as object) }),
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))

it('saves one section, names what is unsaved, and leaves the others alone', async () => {
  const { person, askedFor } = show(<AddressCard settings={given} />, { user: owner, answers })
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  await person.type(screen.getByLabelText('Street'), '14 Wharf Street')
  await person.selectOptions(screen.getByLabelText('Country'), 'United States')
  await person.type(screen.getByLabelText(/^Tax ID/), '84-2917364')
  expect(screen.getByText('Unsaved: street, country, tax ID')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(askedFor(change)).toHaveLength(1))
  expect(askedFor(change)[0]?.body).toMatchObject({ street: '14 Wharf Street', country: 'US', taxId: '84-2917364' })
  expect(askedFor(change)[0]?.body).not.toHaveProperty('storeName')
})

it('shows what is wrong at the field, before it is sent and after it was refused', async () => {
  const domain = { path: 'legalName', message: 'Leave out the web address.' }
  const refused = Response.json(
    { ...{ error: 'No', message: 'No', code: 'invalid-request', requestId: 'r' }, fields: [domain] },
    { status: 400 },
  )
  const cards = (
    <>
      <ContactCard settings={given} />
      <NameCard settings={given} />
    </>
  )
  const { person, askedFor } = show(cards, { user: owner, answers: { ...answers, [change]: refused } })
  await person.type(screen.getByLabelText('Phone'), 'call me')
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect((await screen.findByRole('alert')).textContent).toContain('+1 207 555 0142')
  expect(askedFor(change)).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Discard' }))
  await person.type(screen.getByLabelText(/^Legal name/), 'Visit evil.com')
  await person.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Leave out the web address.')
})

it('says what the end of the business day means, and what time it is in a zone', async () => {
  const { person } = show(<RegionCard settings={given} />, { user: owner, answers })
  expect(screen.getByText(/counts for the new day/)).toBeTruthy()
  await person.selectOptions(screen.getByLabelText('Business day ends at'), '3:00 AM')
  expect(screen.getByText(/counts for the day before/)).toBeTruthy()
  await person.selectOptions(screen.getByLabelText('Time zone'), 'America/New York')
  expect(screen.getByRole('option', { name: /^America\/New York, \d+:\d\d [AP]M now$/ })).toBeTruthy()
})

it('has the payments in four groups, and what a hundred dollars leave is computed from the schedule', async () => {
  const { person, askedFor } = show(<MerchantSettingsPage />, { user: owner, answers, at: '/?tab=payments' })
  await section('At checkout')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['At checkout', 'At the counter', 'Addresses to print and share', 'What it costs']),
  )
  const costs = await section('What it costs')
  const rows = (await costs.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(rows).toEqual(['$100.00', '−$3.00', '−$1.00', '$96.00'])
  const ways = await section('Ways to pay')
  await person.click(ways.getByRole('switch', { name: 'Lightning' }))
  await waitFor(() => expect(askedFor(change)[0]?.body).toEqual({ payMethods: ['on-chain'] }))
})

it('keeps one way to pay on, and offers no Lightning to a store without it', async () => {
  const balance = { ...answers['GET /api/merchant/lightning-balance'], node: 'none' }
  show(<MerchantSettingsPage />, {
    user: owner,
    at: '/?tab=payments',
    answers: { ...answers, 'GET /api/merchant/lightning-balance': balance },
  })
  const ways = await section('Ways to pay')
  await ways.findByText('Your store doesn’t accept Lightning.')
  expect(ways.getByText('Keep at least one way to pay.')).toBeTruthy()
  for (const each of ways.getAllByRole('switch')) expect(each.hasAttribute('disabled')).toBe(true)
})

it('lets people without the right read, and says why', async () => {
  show(<NameCard settings={{ ...given, role: 'user' }} />, { user: { ...owner, role: 'user' } })
  expect(screen.getByText('Only the owner and admins can change business settings.')).toBeTruthy()
  expect(screen.getByLabelText('Business name').hasAttribute('readonly')).toBe(true)
})

it('says when settings couldn’t be loaded', async () => {
  const failing = { ...answers, 'GET /api/merchant/settings': refusal(404, 'not-found', 'No') }
  show(<MerchantSettingsPage />, { user: owner, answers: failing })
  expect(await screen.findByText('Unable to load your account')).toBeTruthy()
})
