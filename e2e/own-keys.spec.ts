import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectToast, newestEmail, people, signIn, test } from './fixtures.ts'
import { card, mine, pull, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

// This test advances the clock, so it needs its own server.
test.use({ world: 'own-keys' })

/** The account 84h/1h/0h of the phrase in the vectors of BIP 84. */
const key =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc'
const first = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk'
const day = 24 * 3600

test('an owner connects a wallet, which is paid a day later, and nothing can be sent from it', async ({
  page,
  server,
}) => {
  test.slow()
  await readyMerchant(server, 'merchant')
  const { nextCode } = await withSecondFactor(server, 'merchant')
  const enter = async () => {
    await page.goto('/login')
    await signIn(page, people.merchant)
    await page.getByLabel('2FA code').fill(await nextCode())
    await page.getByRole('button', { name: 'Verify & Sign In' }).click()
    await expect(page).toHaveURL('/merchant/dashboard')
  }
  await enter()
  await page.goto('/merchant/wallet')
  await page.getByRole('link', { name: 'Use your own wallet' }).click()
  await expect(page).toHaveURL('/merchant/wallet/own-keys')

  const read: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/own-keys/read')) read.push(request.postData() ?? '')
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  const field = page.getByLabel('Public key, descriptor or wallet file')
  await field.fill(`${'abandon '.repeat(11)}about`)
  await expect(page.getByRole('alert').filter({ hasText: 'This is a recovery phrase.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read key' })).toBeDisabled()
  await field.fill(key)
  await page.getByRole('button', { name: 'Read key' }).click()
  await page.getByLabel('Master fingerprint').fill('73c5da0a')
  await page.getByLabel('Path').fill('84h/1h/0h')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Read key' }).click()
  await expect(page.getByTitle(first)).toBeVisible()
  expect(read.join('')).not.toContain('abandon')
  await page.getByLabel(/All three match/).check()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('2FA code').fill(await nextCode())
  await dialog.getByRole('button', { name: 'Connect wallet' }).click()
  await expectToast(page, 'Wallet connected', 'It’s used in 24 hours.')
  await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible()
  await newestEmail(server, people.merchant, /^Your wallet will change$/)

  await pull(server, 'clock', { advanceSeconds: day })
  await newestEmail(server, people.merchant, /^Your wallet has changed$/)
  await page.evaluate(() => localStorage.clear())
  await enter()
  await page.goto('/merchant/wallet')
  await expect(card(page, 'Only you hold the keys')).toBeVisible()
  await expect(card(page, 'Addresses')).toContainText('Next is number 0')

  await pull(server, 'faucet', { address: first, amountBtc: '0.01' })
  await mine(server)
  await expect(card(page, 'Addresses')).toContainText('No. 0 was paid', { timeout: 60_000 })
  await page.goto('/merchant/send')
  await expect(page.getByText('You sign this payment with your own wallet.')).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/merchant/wallet/own-keys')
    await expect(card(page, 'Only you hold the keys')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
