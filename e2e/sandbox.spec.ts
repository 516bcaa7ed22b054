import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectToast, people, test } from './fixtures.ts'

// This test takes BTCPay down, so it needs its own server.
test.use({ world: 'sandbox panel' })

test('a block mined in the panel is shown as the newest', async ({ page }) => {
  await page.goto('/sandbox')
  const blocks = page.getByRole('list', { name: 'Last blocks, newest first' }).getByRole('listitem')
  const newest = blocks.nth(1).locator('b')
  await expect(newest).toHaveText(/^[\d,]+$/)
  const before = Number((await newest.textContent())?.replaceAll(',', ''))
  const mine = page.getByRole('form', { name: 'Mine', exact: true })
  await mine.getByLabel('Blocks').fill('2')
  await mine.getByRole('button', { name: 'Mine' }).click()
  await expectToast(page, 'Done', 'The blocks were mined.')
  await expect(newest).toHaveText((before + 2).toLocaleString('en-US'))
})

test('a lever reports invalid input, or why it refuses', async ({ page }) => {
  await page.goto('/sandbox')
  const mine = page.getByRole('form', { name: 'Mine', exact: true })
  await mine.getByLabel('Blocks').fill('many')
  await mine.getByRole('button', { name: 'Mine' }).click()
  await expect(mine.getByRole('alert')).toBeVisible()
  const pay = page.getByRole('form', { name: 'Pay an invoice' })
  await pay.getByLabel('Invoice ID').fill('nosuchinvoice')
  await pay.getByRole('button', { name: 'Pay' }).click()
  await expectToast(page, 'Declined', 'This invoice doesn’t exist.')
})

test('levers with a state show it', async ({ page }) => {
  await page.goto('/sandbox')
  await page.getByText('More tools').click()
  const engine = page.getByRole('region', { name: 'BTCPay' })
  await expect(engine.getByText('Running')).toBeVisible()
  await engine.getByRole('button', { name: 'Take down' }).click()
  await expect(engine.getByText('Down', { exact: true })).toBeVisible()
  await engine.getByRole('button', { name: 'Bring up' }).click()
  await expect(engine.getByText('Running')).toBeVisible()

  const rate = page.getByRole('form', { name: 'Rate' })
  await rate.getByLabel('Dollars per bitcoin').fill('90000')
  await rate.getByRole('button', { name: 'Fix' }).click()
  await expect(rate.getByText('1 BTC = $90,000.00, fixed.')).toBeVisible()
  await page.getByRole('button', { name: 'Let it move again' }).click()
  await expect(rate.getByText(/moving\.$/)).toBeVisible()

  const drop = page.getByRole('region', { name: 'Webhooks' }).getByRole('button', { name: 'Drop' })
  await drop.click()
  await expect(drop).toHaveAttribute('aria-pressed', 'true')
  await drop.click()
  await expect(drop).toHaveAttribute('aria-pressed', 'false')
})

test('the mailbox shows a reset email as text', async ({ page, server }) => {
  await fetch(`${server.url}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people.cashier }),
  })
  await page.goto('/sandbox')
  const message = page.getByRole('listitem').filter({ hasText: people.cashier })
  await message.getByText(/reset/i).first().click()
  await expect(message.getByRole('link').first()).toHaveAttribute('href', /\/reset-password\?token=/)
})

for (const theme of ['light', 'dark'] as const) {
  test(`${theme}: no violation, and nothing wider than a phone`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto('/sandbox')
    await expect(page.getByRole('form', { name: 'Faucet' })).toBeVisible()
    await page.getByText('More tools').click()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
}
