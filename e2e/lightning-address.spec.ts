import { AxeBuilder } from '@axe-core/playwright'
import { beSignedIn, expect, expectToast, test, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'lightning-address' })

const readJson = async (url: string): Promise<Record<string, string>> =>
  (await (await fetch(url)).json()) as Record<string, string>

/** A wallet pays an address: it reads what is offered, requests the BOLT11 and pays it. */
const payAddress = async (server: ServerProcess, name: string, sats: number, comment: string) => {
  const { callback = '' } = await readJson(`${server.url}/.well-known/lnurlp/${name}`)
  const url = new URL(callback)
  url.searchParams.set('amount', String(sats * 1000))
  url.searchParams.set('comment', comment)
  const { pr } = await readJson(url.href)
  const paid = await fetch(`${server.url}/api/sandbox/lightning`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pay: { bolt11: pr } }),
  })
  expect(paid.status).toBe(200)
}

test('a merchant chooses a Lightning Address, prints its code and is paid with a comment', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=payments')
  const section = page.getByRole('region', { name: 'Lightning Address' })
  await section.getByRole('link', { name: 'Set up' }).click()
  await expect(page).toHaveURL('/merchant/settings/lightning-address')
  await page.getByLabel('Name').fill('support')
  await page.getByRole('button', { name: 'Create address' }).click()
  await expect(page.getByText('This name isn’t available. Choose another one.')).toBeVisible()
  await page.getByLabel('Name').fill('kestrel')
  await page.getByRole('button', { name: 'Create address' }).click()
  const address = `kestrel@${new URL(server.url).host}`
  await expectToast(page, 'Lightning Address saved')
  await expect(page.getByRole('region', { name: 'Your address' }).getByText(address, { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: `QR code of ${address}` })).toBeVisible()
  await page.getByLabel('Smallest payment').fill('20')
  await page.getByLabel('Largest payment').fill('10')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('The largest payment is below the smallest')).toBeVisible()
  await page.getByLabel('Smallest payment').fill('1.00')
  await page.getByLabel('Largest payment').fill('500.00')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Pay or tip with Lightning')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print sticker' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Lightning Address', includeHidden: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await payAddress(server, 'kestrel', 12_000, 'Thanks for the game')
  await expect(page.getByRole('region', { name: 'Recent payments' })).toContainText('“Thanks for the game”')
  await page.goto('/merchant/transactions')
  await expect(page.getByText('Thanks for the game').first()).toBeVisible()
})

test('a payment link has its own address', async ({ page, server }) => {
  const authorization = `Bearer ${await tokenOf(server, 'merchant')}`
  await fetch(`${server.url}/api/merchant/payment-links`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Tournament ticket', currency: 'BTC', amount: '0.0001' }),
  })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/payment-links')
  const list = page.getByRole('region', { name: 'Payment links' })
  await list.getByRole('row', { name: /Tournament ticket/ }).click()
  await list.getByRole('button', { name: 'Lightning Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lightning Address' })
  await dialog.getByLabel('Name').fill('ticket')
  await dialog.getByRole('button', { name: 'Create address' }).click()
  await expect(list.getByText(`ticket@${new URL(server.url).host}`)).toBeVisible()
  await payAddress(server, 'ticket', 10_000, 'Seat 4')
  await page.goto('/merchant/transactions')
  await expect(page.getByText('Seat 4').first()).toBeVisible()
})

test('a customer reference gets an address that stays the same', async ({ page, server }) => {
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=payments')
  const section = page.getByRole('region', { name: 'Deposit addresses' })
  await expect(section.getByText('No deposit addresses yet.')).toBeVisible()
  const create = async () => {
    await section.getByRole('button', { name: 'New address' }).click()
    const dialog = page.getByRole('dialog', { name: 'New address' })
    await dialog.getByLabel('Reference').fill('Customer 17')
    await dialog.getByRole('button', { name: 'Create address' }).click()
    await expectToast(page, 'Deposit address ready')
  }
  await create()
  const row = section.locator('.copy-row')
  await expect(row).toContainText('No payments yet')
  const address = await row.locator('.what').innerText()
  await page.reload()
  await create()
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(address)
})
