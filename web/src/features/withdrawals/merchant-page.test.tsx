import type { User } from '@bitquay/contract/people'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, fill, noServer, owner, refusal, show } from '../../../test/draw.tsx'
import SendPage from './pages/merchant.tsx'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const withdraw = 'POST /api/merchant/withdrawal'
const getBalance = 'GET /api/merchant/balance'

const balanceOf = (availableUsd: string) => ({
  ...{ btc: '0.00200000', usd: '200.00', availableBtc: '0.00120000', availableUsd },
  ...{ feesOwedBtc: '0.00000000', feesOwedUsd: '0.00', configured: true, asOf: null, stale: false },
})

/** A quote without a withdrawal fee and with half a dollar for the network. */
const quote = ({ body }: Asked) => {
  const { customerAmount, address: to, promoCode } = body as Record<string, string | undefined>
  if (to?.startsWith('bc1')) return refusal(400, 'invalid-address', 'Please enter a valid Bitcoin address')
  if (promoCode) return refusal(400, 'invalid-promo-code', 'This promo code isn’t valid.')
  return {
    ...{
      customerAmount,
      totalFee: '0.00',
      partnerShare: '0.00',
      merchantShare: '0.00',
      partnerSharePerPartner: '0.00',
    },
    ...{
      netAmountToSend: customerAmount,
      netAmountBtc: '0.00100000',
      networkFeeUsd: '0.50',
      networkFeeBtc: '0.00000500',
    },
    ...{ feeRate: 2, totalUsd: customerAmount, totalBtc: '0.00100500', availableUsd: '120.00', sufficient: true },
    ...{ price: '100000.00', promo: null },
  }
}

const percents = { platformFeePercent: 3, partnerPoolPercent: 1, withdrawalFeePercent: 0, invoiceProcessingPercent: 6 }
const open = async (user: User = owner, answers: Record<string, unknown> = {}) => {
  const shown = show(<SendPage />, {
    at: '/merchant/send',
    user,
    answers: {
      [getBalance]: balanceOf('120.00'),
      'POST /api/merchant/withdrawal/quote': quote,
      'GET /api/fees': { current: percents, next: null },
      'GET /api/merchant/settings': { markupFeePercent: 0, withdrawalsClosed: null, withdrawalsUnderCheck: false },
      'GET /api/merchant/withdrawals': [],
      'GET /api/status': { mode: 'sandbox', network: 'regtest' },
      ...answers,
    },
  })
  await waitFor(() => expect(document.body.textContent).toContain('$120.00'))
  return shown
}

const amountField = () => screen.getByLabelText<HTMLInputElement>('Customer withdrawal amount (USD)')
const addressField = () => screen.getByLabelText("Customer's Bitcoin address")
const codeField = () => screen.getByLabelText<HTMLInputElement>('2FA code')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Process Withdrawal' })
const fees = () => screen.getByRole('region', { name: 'Fee breakdown' })
const useMax = (amount: string) => screen.findByRole('button', { name: `Use max, ${amount}` })

/** The dollars of a list of figures, in cents. */
const centsIn = (figures: Iterable<Element>) =>
  [...figures].map(({ textContent }) => Number(textContent?.replace(/[^\d−]/g, '').replace('−', '-')))

/** Which of the figures say that they are estimates. */
const estimates = (figures: string) =>
  [...fees().querySelectorAll(figures)].map(({ textContent }) => textContent?.startsWith('about $') ?? false)

/** Amount + withdrawal fee + network fee = what leaves, and what is available before and after differs by that. */
const expectToAddUp = () => {
  for (const sums of ['.sum dd .usd', '.afterwards dd .usd']) {
    const cents = centsIn(fees().querySelectorAll(sums))
    const total = cents.pop()
    expect(cents.reduce((sum, figure) => sum + figure)).toBe(total)
  }
  expect(estimates('.sum dd')).toEqual([false, false, true, true])
  expect([...fees().querySelectorAll('.afterwards dd')].at(-2)?.textContent).toMatch(/^about −\$/)
  const after = fees().querySelector('.afterwards .result dd')?.textContent
  expect(after === '$0.00' || after?.startsWith('about $')).toBe(true)
  const [leaves] = centsIn(fees().querySelectorAll('.sum dd .usd')).slice(-1)
  expect(centsIn(fees().querySelectorAll('.afterwards dd .usd'))).toContain(-(leaves ?? 0))
}

describe('the largest amount', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  /** The page reads the balance every five seconds. */
  const readAgain = () => act(() => vi.advanceTimersByTimeAsync(5_000))

  it('follows the available balance until the amount is edited, and adds up', async () => {
    const { person, answer } = await open()
    await person.click(await useMax('$120.00'))
    expect(amountField().value).toBe('120.00')
    await waitFor(() => expect(fees().textContent).toContain('Available after$0.00'))
    expect(screen.queryByText(/^Insufficient balance/)).toBeNull()
    expectToAddUp()

    answer(getBalance, balanceOf('119.40'))
    await readAgain()
    expect(amountField().value).toBe('119.40')
    await waitFor(() => expect(fees().textContent).toContain('Customer withdrawal amount$119.40'))
    expect(screen.queryByText(/^Insufficient balance/)).toBeNull()
    expectToAddUp()

    await fill(person, amountField(), '119.30')
    answer(getBalance, balanceOf('110.00'))
    await readAgain()
    expect(screen.getByText('Insufficient balance. Need $119.30 but only $110.00 available.')).toBeDefined()
    expect(amountField().value).toBe('119.30')
  })

  it('stays as it was sent when no answer came', async () => {
    const { person, answer } = await open(owner, { [withdraw]: noServer })
    await person.click(await useMax('$120.00'))
    await fill(person, addressField(), address)
    await fill(person, codeField(), '123456')
    await person.click(submit())
    await screen.findByText('No Response Yet')
    answer(getBalance, balanceOf('130.00'))
    await readAgain()
    expect(await useMax('$130.00')).toBeDefined()
    expect(amountField().value).toBe('120.00')
  })
})

describe('the form', () => {
  it('shows errors at their fields', async () => {
    const { person, askedFor } = await open()
    expect(submit().disabled).toBe(true)
    await fill(person, amountField(), '5000')
    await screen.findByText('Insufficient balance. Need $5000.00 but only $120.00 available.')
    expect(screen.getByRole('link', { name: 'Help with this' }).getAttribute('href')).toBe('/help/getting-money-out')
    await fill(person, amountField(), '20')
    await person.click(submit())
    await screen.findByText('Bitcoin address is required')
    expect(screen.getByText('Token must be 6 digits')).toBeDefined()
    await fill(person, addressField(), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    await screen.findByText(/^Please enter a valid Bitcoin address/)
    const helps = screen.getAllByRole('link', { name: 'Help with this' }).map((link) => link.getAttribute('href'))
    expect(helps).toEqual(['/help/getting-money-out#send-bitcoin', '/help/lost-phone'])
    await fill(person, screen.getByLabelText(/^Promo code/), 'NO-SUCH-CODE')
    await screen.findByText('This promo code isn’t valid.')
    await fill(person, addressField(), address)
    await screen.findByText('Valid Bitcoin regtest address')
    expect(fees().querySelector(`[title=${address}]`)?.textContent).toBe(address)
    expect(askedFor(withdraw)).toEqual([])
  })

  it('says that a code is wrong, empties its field and keeps the rest', async () => {
    const { person } = await open(owner, { [withdraw]: refusal(400, 'invalid-verification-code', 'Invalid 2FA code') })
    await fill(person, amountField(), '20')
    await fill(person, addressField(), address)
    await fill(person, codeField(), '000000')
    await person.click(submit())
    await screen.findByText('2FA Required')
    expect(screen.getAllByText('Invalid 2FA code').length).toBeGreaterThan(0)
    expect(document.activeElement).toBe(codeField())
    expect([codeField().value, amountField().value]).toEqual(['', '20'])
  })

  it('reports a refusal, and sends again with the same key what got no answer', async () => {
    const shown = await open(owner, { [withdraw]: refusal(503, 'withdrawals-paused', 'Withdrawals are paused.') })
    const { person, answer, askedFor } = shown
    await fill(person, amountField(), '20')
    await fill(person, addressField(), address)
    await fill(person, codeField(), '123456')
    await person.click(submit())
    await screen.findByText('Withdrawal Failed')
    const toast = screen.getByText('Withdrawals are paused.').closest<HTMLElement>('.toast') ?? expect.fail()
    expect(within(toast).getByRole('link').getAttribute('href')).toBe(
      '/help/getting-money-out#when-withdrawals-are-paused',
    )
    answer(withdraw, noServer)
    for (const code of ['123456', '654321']) {
      await fill(person, codeField(), code)
      await person.click(submit())
      await screen.findByText('No Response Yet')
      await waitFor(() => expect(codeField().value).toBe(''))
    }
    const keys = askedFor(withdraw).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(3)
    expect(keys[2]).toBe(keys[1])
  })
})

describe('someone who can’t send', () => {
  it('is told to set up 2FA first', async () => {
    const { person } = await open({ ...owner, twoFactorEnabled: false })
    const form = screen.getByRole('region', { name: 'Withdrawal' })
    expect(form.textContent).toContain('2FA must be set up before you can withdraw.')
    const link = within(form).getByRole('link', { name: 'Set up 2FA' })
    expect(link.getAttribute('href')).toBe('/merchant/security')
    const help = within(form).getByRole('link', { name: 'Help with this' })
    expect(help.getAttribute('href')).toBe('/help/getting-money-out#turn-on-two-factor')
    await fill(person, amountField(), '10')
    expect(submit().disabled).toBe(true)
  })

  it('sees balance and withdrawals with the role user, and no form', async () => {
    await open({ ...owner, type: 'merchant', role: 'user' })
    expect(
      screen.getByText('Only the owner and admins can withdraw. You can see the balance and past withdrawals.'),
    ).toBeDefined()
    expect(screen.getByRole('region', { name: 'Available balance' }).textContent).toContain('after platform fees')
    expect(screen.getByRole('region', { name: 'Withdrawals' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Process Withdrawal' })).toBeNull()
  })

  it('learns that the store isn’t configured', async () => {
    show(<SendPage />, { user: owner, answers: { [getBalance]: { ...balanceOf('0.00'), configured: false } } })
    expect((await screen.findByRole('link', { name: 'Contact support' })).getAttribute('href')).toBe('/contact')
    expect(screen.queryByLabelText('2FA code')).toBeNull()
  })
})

it.each([
  ['as soon as there is something to sign', { psbt: 'cHNidP8=' }],
  ['also while it is prepared', {}],
])('creates a payment that its owner signs, and goes where it is signed %s', async (_when, built) => {
  const { person, address: at } = await open(owner, {
    'GET /api/merchant/wallet': { holder: 'merchant' },
    [withdraw]: { txid: null, status: 'processing', withdrawal: { id: 12, customerAmount: '20.00' }, ...built },
  })
  expect(await screen.findByText('You sign this payment with your own wallet.')).toBeTruthy()
  await fill(person, amountField(), '20')
  await fill(person, addressField(), address)
  await fill(person, codeField(), '123456')
  await person.click(screen.getByRole('button', { name: 'Create to sign' }))
  await waitFor(() => expect(at()).toBe('/merchant/signing/12'))
})
