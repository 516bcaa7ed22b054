import type { Page } from '@playwright/test'
import { authenticatorFor } from './authenticator.ts'
import { beSignedIn, expect, expectToast, test, tokenOf } from './fixtures.ts'
import { card, mine, pay, readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'partner', permissions: ['clipboard-read', 'clipboard-write'] })

/** A valid address that belongs to no one in these tests. */
const address = 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'

const asPartner = async (
  server: ServerProcess,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token?: string,
) => {
  const bearer = token ?? (await tokenOf(server, 'partner'))
  const response = await fetch(`${server.url}/api/partner${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Record<string, string>
}

/** Two sales of the demo merchant, one of them over Lightning. Returns when the partner has both shares. */
const earn = async (server: ServerProcess) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const onchain = await createInvoice({ amount: '9000.00', buyerEmail: 'anna.berg@example.com' })
  const lightning = await createInvoice({ amount: '60.00' })
  await pay(server, onchain.invoiceId, 'onchain')
  await pay(server, lightning.invoiceId, 'lightning')
  return { onchain, lightning }
}

const row = (page: Page, text: string | RegExp) =>
  card(page, 'History').locator('.row').filter({ hasText: text }).first()

test('before the first payment everything is empty and nothing can be withdrawn', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerThree')
  await page.route('**/api/partner/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    const none = { availableBtc: '0.00000000', availableUsd: '0.00', totalEarnedUsd: '0.00', withdrawals: 0 }
    await route.fulfill({ json: { ...answer, partner: { ...answer.partner, ...none }, maxWithdrawalUsd: '0.00' } })
  })
  await page.route('**/api/partner/transactions?**', (route) => route.fulfill({ json: [] }))
  await page.goto('/partner/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Mooring Partners')
  await expect(page.getByText('33.33% share')).toBeVisible()
  await expect(card(page, 'Available Balance')).toContainText('$0.00')
  await expect(page.getByRole('button', { name: 'Withdraw Bitcoin' })).toBeDisabled()
  await expect(card(page, 'Totals')).toContainText('Total Earned')
  await expect(card(page, 'Totals')).toContainText('Total Withdrawn')
  await expect(card(page, 'Totals')).toContainText('No withdrawals yet')
  await expect(card(page, 'Totals')).toContainText('Revenue Share')
  await expect(card(page, 'Platform revenue overview')).toContainText('Your share of the pool33.33%')
  const sharing = card(page, 'How revenue sharing works')
  await expect(sharing).toContainText('$0.333')
  await expect(sharing).toContainText('1% goes to the partner pool')
  await expect(sharing).toContainText('33.33% of the pool is yours, credited instantly in sats')
  await page.getByRole('button', { name: /Withdrawal fees/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdrawal fees' })
  await expect(dialog.getByText('No transactions found for this fee type')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.goto('/partner/transactions')
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await page.goto('/partner/wallet')
  await expect(card(page, 'Withdrawals')).toContainText('No withdrawals yet')
})

test('earnings arrive, are shown in detail, and are withdrawn in both ways', { tag: '@core' }, async ({
  page,
  server,
}) => {
  test.slow()
  const { onchain } = await earn(server)
  await beSignedIn(page, server, 'partner')

  await test.step('a payment is pending until its first block', async () => {
    // The list is loaded when the page opens, and the payment may not be known by then.
    await expect(async () => {
      await page.goto('/partner/transactions')
      await expect(row(page, '$9,000.00')).toContainText('Pending', { timeout: 15_000 })
    }).toPass({ timeout: 60_000 })
    await expect(row(page, '$9,000.00').locator('.c-share')).toContainText('After the first confirmation')
    await mine(server)
    await page.getByRole('button', { name: 'Refresh' }).click()
    // How soon the fee is swept depends on the machine.
    await expect(row(page, '$9,000.00')).toContainText(/Not collected yet|Collected/)
    await expect(row(page, '$9,000.00')).toContainText(/\+\$(29\.99|30\.00)\d\d/)
    await expect(row(page, '$60.00')).toContainText('Lightning')
    await expect(row(page, '$60.00')).toContainText(/\+\$0\.(19|20)\d\d/)
  })

  await test.step('a row expands, and customers are masked', async () => {
    await row(page, '$9,000.00').click()
    const history = card(page, 'History')
    await expect(history).toContainText('a•••@e•••.com')
    await expect(history).not.toContainText('anna')
    await expect(history).toContainText(/bcrt1q•••.{4}/)
    await expect(history.getByText(onchain.invoiceId)).toBeVisible()
    await history.getByRole('button', { name: 'Copy Transaction hash' }).click()
    await expectToast(page, 'Copied', 'Transaction hash copied to clipboard')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^[0-9a-f]{64}$/)
    await expect(history.locator('.lading').getByText(`${copied.slice(0, 16)}…`)).toBeVisible()
  })

  await test.step('the share can be withdrawn once the fee was swept into the platform wallet', async () => {
    await page.goto('/partner/wallet')
    await expect(page.getByText('Not collected yet').first()).toBeVisible()
    const available = async () => {
      await mine(server)
      return (await asPartner(server, 'GET', '/wallet')).maxWithdrawalUsd
    }
    // Both shares in satoshis: at the current price they are a cent more or less.
    await expect.poll(available, { timeout: 90_000, intervals: [2000] }).toMatch(/^30\.(19|20)$/)
  })

  await test.step('each type of fee opens its transactions', async () => {
    await page.goto('/partner/dashboard')
    const breakdown = card(page, 'Revenue breakdown')
    await expect(breakdown.getByRole('button', { name: /Deposit fees/ })).toContainText('0.333% per payment')
    // The parts add up to what was earned, so one of them may be a cent less than its own rows.
    await expect(breakdown.getByRole('button', { name: /Lightning fees/ })).toContainText(/\$0\.(19|20)/)
    await breakdown.getByRole('button', { name: /Deposit fees/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Deposit fees' })
    await expect(dialog).toContainText('1 transaction, $30.00 for you. Your rate now: 0.333%.')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByRole('listitem')).toContainText('Kestrel Arcade')
    await expect(dialog.getByRole('listitem')).toContainText('of $9,000.00')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('nothing can be withdrawn without 2FA', async () => {
    await page.goto('/partner/withdraw')
    const form = card(page, 'Withdraw to a Bitcoin address')
    await expect(form).toContainText('2FA must be set up before you can withdraw.')
    await expect(form.getByRole('link', { name: 'Set up 2FA' })).toHaveAttribute('href', '/partner/settings')
    await expect(form.getByLabel('2FA code')).toBeHidden()
    await expect(form.getByRole('button', { name: 'Withdraw', exact: true })).toBeDisabled()
  })

  const token = await tokenOf(server, 'partner')
  const { secret } = await asPartner(server, 'POST', '/setup-2fa', {}, token)
  const nextCode = authenticatorFor(secret ?? '')
  await asPartner(server, 'POST', '/verify-2fa', { secret, token: await nextCode() }, token)

  await test.step('the page has its own texts and withdraws', async () => {
    await page.goto('/partner/withdraw')
    const form = card(page, 'Withdraw to a Bitcoin address')
    const amount = form.getByLabel('Amount (USD)')
    const submit = form.getByRole('button', { name: 'Withdraw', exact: true })
    await expect(submit).toBeEnabled()
    await amount.fill('0.5')
    await form.getByLabel('Bitcoin address').fill('x'.repeat(25))
    await submit.click()
    await expect(form.getByText('Minimum withdrawal amount is $1.00 (Bitcoin dust threshold)')).toBeVisible()
    await expect(form.getByText('Please enter a valid Bitcoin address')).toBeVisible()
    await expect(form.getByText('Token must be 6 digits')).toBeVisible()
    await amount.fill('100')
    await submit.click()
    const refusal = form.getByText(/^Insufficient balance\. Available: \$30\.(19|20)$/)
    await expect(refusal).toBeVisible()
    const available = (await refusal.innerText()).split('$')[1] ?? ''
    await form.getByRole('button', { name: 'Use Max' }).click()
    await expect(amount).toHaveValue(available)
    await amount.fill('12.00')
    await form.getByLabel('Bitcoin address').fill(`${address.slice(0, -1)}q`)
    await form.getByLabel('2FA code').fill('000000')
    await submit.click()
    await expect(form.getByText('Invalid 2FA code')).toBeVisible()
    await form.getByLabel('Bitcoin address').fill(address)
    await form.getByLabel('2FA code').fill(await nextCode())
    await submit.click()
    await expect(form.getByText(/^Withdrawal successful! Transaction ID: [0-9a-f]{64}$/)).toBeVisible()
    await expect(card(page, 'Withdrawals').getByRole('listitem').first()).toContainText('Pending')
    await mine(server)
    await expect(card(page, 'Withdrawals').getByRole('listitem').first()).toContainText('Confirmed')
  })

  await test.step('the dashboard’s dialog has its own texts', async () => {
    await page.goto('/partner/dashboard')
    await expect(card(page, 'Totals')).toContainText('Total Withdrawn$12.001 withdrawal')
    await page.getByRole('button', { name: 'Withdraw Bitcoin' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw Bitcoin' })
    const submit = dialog.getByRole('button', { name: 'Withdraw', exact: true })
    await submit.click()
    await expect(dialog.getByText('Please enter a valid amount')).toBeVisible()
    await expect(dialog.getByText('Please enter a Bitcoin address')).toBeVisible()
    await dialog.getByLabel('Amount (USD)').fill('50')
    await submit.click()
    await expect(dialog.getByText(/^Amount exceeds available balance of \$18\.\d\d$/)).toBeVisible()
    await dialog.getByLabel('Amount (USD)').fill('10')
    await dialog.getByLabel('Bitcoin address').fill(address)
    await dialog.getByLabel('2FA code').fill(await nextCode())
    await submit.click()
    await expect(dialog.getByText(/^Withdrawal successful! Transaction ID: [0-9a-f]{64}$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(card(page, 'Available Balance')).toContainText('in pending withdrawals')
  })

  await test.step('a statement is exported for spreadsheets', async () => {
    await page.goto('/partner/wallet')
    await expect(card(page, 'Your balance')).toContainText(/\$8\.\d\d/)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Statement (CSV)' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^partner-\d+-statement\.csv$/)
  })
})

test('a page that cannot be loaded says so and offers to retry', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  await page.route('**/api/partner/wallet', (route) => route.abort())
  await page.goto('/partner/wallet')
  await expect(page.getByText('Failed to load wallet data')).toBeVisible()
  await page.unroute('**/api/partner/wallet')
  await page.route('**/api/partner/wallet', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, configured: false } })
  })
  await page.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(page.getByText('Platform wallet not configured. Contact admin for setup.')).toBeVisible()

  await page.route('**/api/partner/transactions?**', (route) => route.abort())
  await page.goto('/partner/transactions')
  await expect(page.getByText('Failed to load transactions')).toBeVisible()
  await expect(page.getByText('Please check your connection and try again')).toBeVisible()
  await page.unroute('**/api/partner/transactions?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(card(page, 'History')).toBeVisible()
})

test('a withdrawal that fails says why, or that the result is unknown', async ({ page, server }) => {
  await beSignedIn(page, server, 'partnerTwo')
  // A partner with money and a second factor, whose withdrawal the server refuses.
  await page.route('**/api/auth/verify', async (route) => {
    const { user } = await (await route.fetch()).json()
    await route.fulfill({ json: { user: { ...user, twoFactorEnabled: true } } })
  })
  await page.route('**/api/partner/wallet', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, configured: true, usd: '50.00', maxWithdrawalUsd: '50.00' } })
  })
  await page.route('**/api/partner/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    const partner = { ...answer.partner, availableBtc: '0.00050000', availableUsd: '50.00' }
    await route.fulfill({ json: { ...answer, partner, maxWithdrawalUsd: '50.00' } })
  })
  const refuse = async (answer: { status: number; json?: object } | 'nothing') => {
    await page.unroute('**/api/partner/withdraw')
    await page.route('**/api/partner/withdraw', (route) =>
      answer === 'nothing'
        ? route.abort()
        : route.fulfill({ status: answer.status, ...(answer.json ? { json: answer.json } : { body: '' }) }),
    )
  }
  const low = 'The platform wallet can’t cover this withdrawal right now. Your balance is unchanged. Try again later.'
  const refusal = { message: low, error: low, code: 'platform-wallet-low', requestId: 'r' }

  await page.goto('/partner/withdraw')
  const form = card(page, 'Withdraw to a Bitcoin address')
  const fill = async (place: typeof form) => {
    await place.getByLabel('Amount (USD)').fill('5')
    await place.getByLabel('Bitcoin address').fill(address)
    await place.getByLabel('2FA code').fill('123456')
    await place.getByRole('button', { name: 'Withdraw', exact: true }).click()
  }
  await refuse({ status: 409, json: refusal })
  await fill(form)
  await expect(form.getByText(low)).toBeVisible()
  await refuse('nothing')
  await fill(form)
  await expect(form.getByText('Withdrawal failed. Please try again.')).toBeVisible()

  await page.goto('/partner/dashboard')
  await page.getByRole('button', { name: 'Withdraw Bitcoin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw Bitcoin' })
  await refuse({ status: 409, json: refusal })
  await fill(dialog)
  await expect(dialog.getByText(low)).toBeVisible()
  await refuse({ status: 500 })
  await fill(dialog)
  await expect(dialog.getByText('Withdrawal failed', { exact: true })).toBeVisible()
  await refuse('nothing')
  await fill(dialog)
  await expect(dialog.getByText('An error occurred during withdrawal')).toBeVisible()
})
