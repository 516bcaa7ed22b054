import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, test, tokenOf } from './fixtures.ts'
import { card, mine, pay, pull, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'send' })
test.describe.configure({ mode: 'serial' })

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const amountField = (page: Page) => page.getByLabel('Customer withdrawal amount (USD)')
const addressField = (page: Page) => page.getByLabel("Customer's Bitcoin address")
const rows = (page: Page) =>
  card(page, 'Withdrawals')
    .getByRole('row')
    .filter({ has: page.locator('[data-row]') })
const submit = (page: Page) => page.getByRole('button', { name: 'Process Withdrawal', exact: true })

/** The dollars that a list of figures shows, in cents. */
const centsIn = async (figures: Locator): Promise<number[]> => {
  const texts = await figures.allTextContents()
  return texts.map((text) => Number(text.replace(/[^\d−]/g, '').replace('−', '-')))
}

/** The last figure is the sum of those before it. Returns it. */
const expectSum = async (figures: Locator): Promise<number> => {
  const cents = await centsIn(figures)
  const total = cents.pop() ?? Number.NaN
  expect(cents.reduce((sum, figure) => sum + figure)).toBe(total)
  return total
}

/** Amount + withdrawal fee + network fee = what leaves, and what is available before and after differs by that. */
const expectToAddUp = async (page: Page) => {
  const fees = card(page, 'Fee breakdown')
  await expect(fees.getByText('Available after')).toBeVisible()
  const leaves = await expectSum(fees.locator('.sum dd .usd'))
  await expectSum(fees.locator('.afterwards dd .usd'))
  expect(await centsIn(fees.locator('.afterwards dd .usd'))).toContain(-leaves)
}

let signedIn: Awaited<ReturnType<typeof withSecondFactor>>

/** Starts with the session that has a second factor: signing in again would need a code. */
const arrive = async (page: Page) => {
  await page.addInitScript((token) => localStorage.setItem('bitquay_token', token), signedIn.token)
  await page.goto('/merchant/send')
}

/** The store's manager creates the invoices, because signing in as manager needs no code. */
const earn = async (server: ServerProcess, amount: string) => {
  const { createInvoice, get } = await readyMerchant(server, 'manager')
  const { invoiceId } = await createInvoice({ amount })
  await pay(server, invoiceId, 'onchain')
  await mine(server)
  await expect
    .poll(async () => Number(((await get('/api/merchant/balance')) as { availableUsd: string }).availableUsd))
    .toBeGreaterThan(100)
}

test('a withdrawal has a live quote, succeeds, and is followed until it is confirmed', { tag: '@core' }, async ({
  page,
  server,
}) => {
  test.slow()
  await earn(server, '1000.00')
  signedIn = await withSecondFactor(server, 'merchant')
  await arrive(page)
  const available = card(page, 'Available balance')
  await expect(available).toContainText('Total wallet balance')
  await expect(available).toContainText('after platform fees')
  await expect(available).toContainText(/Stabilized pricing, updated (just now|\d+ seconds? ago)/)
  const how = card(page, 'How this works')
  await expect(how).toContainText('Withdrawal fee 0%')
  await expect(how).toContainText('Deposit fee 4% in total, platform 3% and partners 1%: a $100 payment leaves $96.00')
  await expect(card(page, 'Fee breakdown')).toHaveCount(0)
  await expect(submit(page)).toBeDisabled()

  await amountField(page).fill('250')
  const fees = card(page, 'Fee breakdown')
  await expect(fees).toContainText('Customer withdrawal amount$250.00')
  await expect(fees).toContainText('Withdrawal fee, 0%$0.00')
  await expect(fees).toContainText('Customer receives$250.00')
  await expect(fees).toContainText(/Network fee, \d+\.\d sat\/vB/)
  await expectToAddUp(page)
  await addressField(page).fill(address)
  await expect(page.getByText('Valid Bitcoin regtest address')).toBeVisible()
  expect(await fees.getByTitle(address).textContent()).toBe(address)
  await expect(fees.getByTitle(address).locator('span').first()).toHaveText('bcrt')
  await page.getByLabel('Notes').fill('Order 20388')
  await page.getByLabel('2FA code').fill(await signedIn.nextCode())
  await submit(page).click()
  await expectToast(page, 'Withdrawal Processed', '$250.00 is on its way to your customer.')
  const sent = card(page, 'Your withdrawal')
  await expect(sent).toContainText('Customer amount$250.00')
  await expect(sent).toContainText('Net amount sent$250.00')
  await expectSum(sent.locator('.sum dd .usd'))
  await expect(sent).toContainText('Pending')
  await expect(amountField(page)).toHaveValue('')
  await expect(addressField(page)).toHaveValue('')
  await mine(server)
  await expect(sent).toContainText('Confirmed')
  const row = rows(page).first()
  await expect(row).toContainText('Confirmed')
  await expect(row).toContainText('Order 20388')
  await expectSum(card(page, 'Totals').locator('.sums .usd'))
  await row.click()
  const detail = card(page, 'Withdrawals').locator('.lading')
  await expect(detail.getByText(address)).toBeVisible()
  expect(await expectSum(detail.locator('.sum dd .usd'))).toBe((await centsIn(row.locator('.c-net .usd')))[0])
  await sent.getByRole('button', { name: 'Close' }).click()
  await expect(sent).toHaveCount(0)
  await expect(amountField(page)).toBeVisible()
})

test('a failure that names a transaction fits on a phone', async ({ page }) => {
  await page.route('**/api/merchant/withdrawals?**', async (route) => {
    const [row] = await (await route.fetch()).json()
    const problem = `Another transaction spent its coins: ${'a'.repeat(64)}.`
    await route.fulfill({ json: [{ ...row, status: 'failed', problem }] })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await arrive(page)
  await rows(page).first().click()
  const detail = card(page, 'Withdrawals').locator('.lading')
  await expect(detail.getByText('Another transaction spent its coins')).toBeVisible()
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBe(0)
})

test('a promo code saves fees', async ({ page, server }) => {
  test.slow()
  await earn(server, '200.00')
  const response = await fetch(`${server.url}/api/admin/promo-codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(server, 'admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'Sorry for the wait' }),
  })
  const { code } = (await response.json()) as { code: string }
  await arrive(page)
  await amountField(page).fill('30')
  await page.getByLabel('Promo code').fill(code.toLowerCase())
  await expect(card(page, 'Fee breakdown')).toContainText(`Promo code ${code} saves you $`)
  await addressField(page).fill(address)
  await page.getByLabel('2FA code').fill(await signedIn.nextCode())
  await submit(page).click()
  await expectToast(page, 'Withdrawal Processed')
  await expect(card(page, 'Your withdrawal')).toContainText(`Saved by ${code}$0.90`)
})

test('a delayed withdrawal is shown as processing and canceled before it is signed', async ({ page, server }) => {
  test.slow()
  await arrive(page)
  await amountField(page).fill('15')
  await addressField(page).fill(address)
  await page.getByLabel('2FA code').fill(await signedIn.nextCode())
  await pull(server, 'engine', { down: true })
  try {
    await submit(page).click()
    await expect(page.getByRole('button', { name: 'Processing Withdrawal...' })).toBeVisible()
    await expectToast(page, 'Withdrawal Accepted')
    const sent = card(page, 'Your withdrawal')
    await expect(sent).toContainText('Pending')
    // The response comes after the event stream's update: the button is already gone, and the toast still appears.
    await page.route('**/api/merchant/withdrawals/*/cancel', async (route) => {
      const response = await route.fetch()
      await expect(sent.getByRole('button', { name: /^Cancel withdrawal/ })).toBeHidden()
      await route.fulfill({ response })
    })
    await sent.getByRole('button', { name: /^Cancel withdrawal/ }).click()
    await expectToast(page, 'Withdrawal canceled', '$15.00 stays in your wallet.')
    await expect(sent).toContainText('Canceled')
  } finally {
    await pull(server, 'engine', { down: false })
  }
})

test('withdrawals are filtered, searched, sorted and exported', async ({ page }) => {
  await arrive(page)
  await expect(rows(page)).toHaveCount(3)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: /^Canceled/ })
    .click()
  await expect(page).toHaveURL(/status=canceled/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('$15.00')
  await expect(card(page, 'Totals')).toContainText('Total sent$0.00')
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await card(page, 'Withdrawals').getByRole('button', { name: 'Amount' }).click()
  await expect(rows(page).first()).toContainText('$250.00')
  await page.getByRole('searchbox', { name: 'Search' }).fill('20388')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=20388/)
  for (const [file, start] of [
    [/^CSV/, 'Amount (USD)'],
    [/^PDF statement/, '%PDF'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: file }).click()
    expect(await readFile(await (await download).path(), 'latin1')).toContain(start)
  }
})
