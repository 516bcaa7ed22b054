import { balance, fulfill } from './fake-answers.ts'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { card, mine, pull, readyMerchant } from './money.ts'

test.use({ world: 'dashboard', timezoneId: 'America/New_York', permissions: ['clipboard-read', 'clipboard-write'] })

test('the wallet shows its balances, its type and who holds its keys', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const { id, name } = (await get('/api/merchant/wallet')) as { id: string; name: string }
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/wallet')
  const details = card(page, 'Wallet details')
  await expect(details).toContainText(name)
  await expect(details).toContainText(id)
  await expect(details).toContainText('Native SegWit, bcrt1q')
  await details.getByRole('button', { name: 'Copy Wallet ID' }).click()
  await expectToast(page, 'Copied', 'Wallet ID copied to clipboard')
  await expect(card(page, 'Lightning balance')).toContainText('Held by Bitquay')
  const keys = card(page, 'Who holds the keys')
  await expect(keys).toContainText('Your wallet: you')
  await expect(keys).toContainText('Lightning: Bitquay')
  await expect(keys).toContainText('Not backed up')
  const bar = card(page, 'Recovery phrase')
  await expect(bar).toContainText('Back up your recovery phrase.')
  await expect(bar.getByRole('link', { name: 'Set up 2FA' })).toHaveAttribute('href', '/merchant/security')
  const main = page.getByRole('main')
  for (const [link, href] of Object.entries({
    Invoices: 'invoices',
    'Send Payment': 'send',
    Transactions: 'transactions',
  })) {
    await expect(main.getByRole('link', { name: link, exact: true })).toHaveAttribute('href', `/merchant/${href}`)
  }
})

test('the balances of the wallet add up', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await fulfill(page, '/api/merchant/balance', balance)
  await fulfill(page, '/api/merchant/lightning-balance', {
    btc: '0.01096021',
    usd: '1225.79',
    heldBtc: '0.00000000',
    heldUsd: '0.00',
    node: 'shared',
  })
  await page.goto('/merchant/wallet')
  const everything = card(page, 'Everything you have here')
  await expect(everything).toContainText('In your wallet$18,442.60')
  const [total, ...parts] = (await everything.locator('.sum').last().locator('dd').allTextContents())
    .map((text) => Number(text.replace(/\D/g, '')))
    .toReversed()
  expect(parts.reduce((sum, part) => sum + part)).toBe(1_966_839)
  expect(total).toBe(1_966_839)
})

test('a deposit address is shown with a code, carries an amount, and can be replaced', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const { address } = (await get('/api/merchant/wallet/address')) as { address: string }
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/wallet')
  const receive = card(page, 'Receive')
  await expect(receive.getByTitle(address)).toHaveText(address)
  await expect(receive.getByRole('img', { name: 'QR code of your Bitcoin address', exact: true })).toBeVisible()
  await receive.getByLabel('Amount (USD)').fill('abc')
  await expect(receive.getByText('Please enter a valid amount')).toBeVisible()
  await receive.getByLabel('Amount (USD)').fill('500')
  await expect(receive).toContainText(/0\.00\d{6}BTC/)
  await expect(receive.getByRole('img', { name: 'QR code of your Bitcoin address, with the amount' })).toBeVisible()
  await receive.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await receive.getByRole('button', { name: 'New address' }).click()
  await expectToast(page, 'New address ready')
  await expect(receive.getByTitle(address)).toHaveCount(0)
  const next = (await receive.locator('.where .mono').getAttribute('title')) as string
  await pull(server, 'faucet', { address: next, amountBtc: '0.002' })
  await expect(card(page, 'Recent activity').getByRole('listitem').first()).toContainText('Deposit')
  await mine(server)
  await expect(receive.getByTitle(next)).toHaveCount(0)
})

test('the wallet says when it was last synced, and syncs on request', async ({ page, server }) => {
  const { get } = await readyMerchant(server, 'merchant')
  const syncedAt = async () => ((await get('/api/merchant/balance')) as { asOf: string }).asOf
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  let isOld = true
  await page.route('**/api/merchant/balance', async (route) => {
    const response = await route.fetch()
    const balance = (await response.json()) as object
    await route.fulfill({ json: isOld ? { ...balance, asOf: hourAgo } : balance })
  })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/wallet')
  const onChain = card(page, 'Everything you have here')
  await expect(onChain).toContainText('Last synced 1 hour ago')
  const button = onChain.getByRole('button', { name: 'Sync now' })
  await page.route('**/api/merchant/wallet/sync', (route) => route.abort())
  await button.click()
  await expectToast(page, 'Not synced', 'Couldn’t sync your wallet. Your money is safe. Try again in a minute.')
  await expect(onChain).toContainText('Last synced 1 hour ago')

  await page.unroute('**/api/merchant/wallet/sync')
  const before = await syncedAt()
  const synced = page.waitForResponse('**/api/merchant/wallet/sync')
  await button.click()
  expect((await synced).status()).toBe(200)
  isOld = false
  await expect(onChain).toContainText(/Last synced (just now|\d+ seconds? ago)/)
  await expect.poll(syncedAt).not.toBe(before)
  await expect(button).not.toHaveAttribute('aria-busy')
})

test('without the payment server the wallet says that it has no address', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const message = 'The payment server cannot be reached right now.'
  await page.route('**/api/merchant/wallet/address', (route) =>
    route.fulfill({ status: 503, json: { message, error: message, code: 'engine-unavailable', requestId: 'r' } }),
  )
  await page.goto('/merchant/wallet')
  const receive = card(page, 'Receive')
  await expect(receive.getByRole('alert')).toContainText('Couldn’t load an address. Your money is safe.')
  await page.unroute('**/api/merchant/wallet/address')
  await receive.getByRole('button', { name: 'Try Again' }).click()
  await expect(receive.getByRole('img')).toBeVisible()
})

test('a wallet that cannot be loaded says why', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  const message = 'Bitcoin payments are not configured for your account. Please contact support.'
  await page.route('**/api/merchant/wallet', (route) =>
    route.fulfill({ status: 409, json: { message, error: message, code: 'not-configured', requestId: 'r' } }),
  )
  await page.goto('/merchant/wallet')
  await expect(page.getByRole('alert')).toContainText(message)
  await expect(page.getByRole('link', { name: 'Configure BTCPay Server' })).toHaveAttribute(
    'href',
    '/merchant/settings',
  )
  await page.unroute('**/api/merchant/wallet')
  await page.route('**/api/merchant/wallet', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load wallet')
  await expect(page.getByRole('link', { name: 'Configure BTCPay Server' })).toHaveCount(0)
  await page.unroute('**/api/merchant/wallet')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(card(page, 'Everything you have here')).toBeVisible()
})
