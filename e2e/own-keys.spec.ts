import { AxeBuilder } from '@axe-core/playwright'
import { withCamera } from './fake-camera.ts'
import { expect, expectToast, newestEmail, people, signIn, test } from './fixtures.ts'
import { card, mine, pull, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

// This test advances the clock, so it needs its own server.
test.use({ world: 'own-keys' })

const day = 24 * 3600
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** As a Coldcard Q shows it, in hex. */
const toCodes = (bytes: Buffer): string[] => {
  const pieces =
    bytes
      .toString('hex')
      .toUpperCase()
      .match(/.{1,300}/g) ?? []
  const number = (value: number) => value.toString(36).toUpperCase().padStart(2, '0')
  return pieces.map((piece, place) => `B$HP${number(pieces.length)}${number(place)}${piece}`)
}

test('an owner connects a wallet, which is paid a day later, and signs what leaves it', async ({ page, server }) => {
  test.slow()
  const device = await pull(server, 'device', { script: 'wpkh' })
  const [first = ''] = device.addresses as unknown as string[]
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
  await field.fill(device.slip132 ?? '')
  await page.getByRole('button', { name: 'Read key' }).click()
  await page.getByLabel('Master fingerprint').fill(device.fingerprint ?? '')
  await page.getByLabel('Path').fill((device.keyPath ?? '').replace('m/', ''))
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
  await expect(card(page, 'Addresses')).toContainText(/Next is number [01]/)

  await pull(server, 'faucet', { address: first, amountBtc: '0.01' })
  await mine(server)
  await expect(card(page, 'Addresses')).toContainText('No. 0 was paid', { timeout: 60_000 })
  await page.goto('/merchant/send')
  await expect(page.getByText('You sign this payment with your own wallet.')).toBeVisible()
  await page.getByLabel('Customer withdrawal amount (USD)').fill('100')
  await page.getByLabel("Customer's Bitcoin address").fill(payee)
  await page.getByLabel('2FA code').fill(await nextCode())
  await page.getByRole('button', { name: 'Create to sign' }).click()
  await expect(page).toHaveURL(/\/merchant\/signing\/\d+$/)
  await expect(page.getByRole('button', { name: 'Upload file' })).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }

  // What the device signs is brought back as text, where it cheats, and then as codes that the camera reads.
  const psbt = await page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const token = localStorage.getItem('bitquay_token')
    const answer = await fetch(`/api/merchant/signing-requests/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await answer.json()) as { psbt: string }).psbt
  })
  const changed = await pull(server, 'sign', { psbt, cheat: 'changed-output' })
  await page.getByRole('button', { name: 'Paste', exact: true }).click()
  await page.getByRole('textbox', { name: 'Signed PSBT' }).fill(changed.psbt ?? '')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('heading', { name: 'This isn’t the payment you requested' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the original again' }).click()
  const signed = await pull(server, 'sign', { psbt })
  await withCamera(page, toCodes(Buffer.from(signed.psbt ?? '', 'base64')), async (scanning) => {
    // The list may not use the camera, and neither may the payment that is opened from it, until it is loaded again.
    await scanning.goto('/merchant/signing')
    await scanning.getByRole('link', { name: /^Sign / }).click()
    await scanning.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(scanning.getByRole('dialog', { name: 'Scan the signed payment' })).toBeVisible()
    await expectToast(scanning, 'Payment sent', '$100.00 is on its way.')
    await expect(scanning.getByRole('dialog')).toBeHidden()
  })
  await mine(server)
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/merchant/wallet/own-keys')
    await expect(card(page, 'Only you hold the keys')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
