import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test } from './fixtures.ts'
import { card, readyMerchant } from './money.ts'
import { withSecondFactor } from './second-factor.ts'

test.use({ world: 'move-merchant' })

/** Adds to what the server answers, as if the platform had two payment servers. */
const addTo = (page: Page, path: string, added: () => object) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...((await response.json()) as object), ...added() } })
  })

const engine = {
  ...{ id: 1, name: 'main', url: 'https://btcpay.example.test', merchants: 1240, capacity: null, reachable: true },
  ...{ synced: true, latencyMs: 84, checkedAt: new Date().toISOString(), circuit: 'closed', requests: 5120 },
  ...{ failures: 0, rejected: 0, averageMs: 71, uptime: Array.from({ length: 12 }, () => 'up') },
}
const engines = [
  engine,
  { ...engine, id: 2, name: 'berlin', merchants: 800, capacity: 2000 },
  { ...engine, id: 3, name: 'full', merchants: 50, capacity: 50 },
  { ...engine, id: 4, name: 'silent', reachable: false },
]

test('an admin moves a merchant to a payment server with room, and can cancel the move', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  let move: object | null = null
  const moved: unknown[] = []
  await addTo(page, '/api/admin/system', () => ({ engines }))
  await addTo(page, '/api/admin/merchants/1', () => ({ engine: 'main', move }))
  for (const [path, next] of [
    ['move', { engine: 'berlin', since: new Date().toISOString(), isWaiting: true, problem: null }],
    ['move/cancel', null],
  ] as const)
    await page.route(`**/api/admin/merchants/1/${path}`, async (route) => {
      moved.push(route.request().postDataJSON())
      move = next
      const merchant = await route.fetch({ url: `${server.url}/api/admin/merchants/1`, method: 'GET' })
      await route.fulfill({ json: { ...((await merchant.json()) as object), engine: 'main', move } })
    })
  await page.goto('/admin/merchants/1')
  const store = page.getByRole('main')
  await store.getByRole('button', { name: 'Move merchant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another payment server' })
  await expect(dialog).toContainText('The bitcoin in it stays there until the owner sends it to the new wallet.')
  await expect(dialog.getByLabel('Move to')).toHaveText('berlin: 800 of 2,000 merchants')
  await dialog.getByRole('button', { name: 'Move merchant' }).click()
  await expectToast(page, 'Move started')
  expect(moved).toEqual([{ engine: 'berlin' }])
  await expect(store).toContainText('waits until payments on their way out are confirmed')
  await expect(store.getByRole('button', { name: 'Move merchant' })).toHaveCount(0)

  await store.getByRole('button', { name: 'Cancel move' }).click()
  await page.getByRole('dialog', { name: 'Cancel the move?' }).getByRole('button', { name: 'Cancel move' }).click()
  await expectToast(page, 'Move canceled')
  await expect(store.getByRole('button', { name: 'Move merchant' })).toBeVisible()
})

test('a merchant can’t be moved on a platform with one payment server', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  await beSignedIn(page, server, 'admin')
  await addTo(page, '/api/admin/merchants/1', () => ({ engine: 'main' }))
  const known = page.waitForResponse('**/api/admin/system')
  await page.goto('/admin/merchants/1')
  await known
  const store = page.getByRole('main')
  await expect(store.getByRole('button', { name: 'Change BTCPay details' })).toBeVisible()
  await expect(store.getByRole('button', { name: 'Move merchant' })).toHaveCount(0)
})

test('the owner sends the coins of the old wallet to the new one with a code', async ({ page, server }) => {
  await readyMerchant(server, 'merchant')
  const { token, nextCode } = await withSecondFactor(server, 'merchant')
  const old = {
    ...{ id: 7, since: '2026-11-10T09:00:00.000Z', btc: '0.01250000', usd: '1250.00', sendableBtc: '0.01249000' },
    ...{
      sendableUsd: '1249.00',
      asOf: '2026-11-12T12:00:00.000Z',
      isSending: false,
      holder: 'platform',
      recoveryWords: 'read',
      stale: true,
    },
  }
  let former: object[] = [old]
  const sent: unknown[] = []
  await addTo(page, '/api/merchant/wallet', () => ({ former }))
  await page.route('**/api/merchant/wallet/former/7/send', async (route) => {
    sent.push(route.request().postDataJSON())
    former = [{ ...old, sendableBtc: '0.00000000', sendableUsd: '0.00', isSending: true }]
    await route.fulfill({ json: { txid: null, status: 'processing' } })
  })
  await page.addInitScript((value) => localStorage.setItem('bitquay_token', value), token)
  await page.goto('/merchant/wallet')
  const bar = card(page, 'Old wallet')
  await expect(bar).toContainText('$1,250.00 is in your old wallet.')
  await expect(bar).toContainText('Older invoices are still paid to the old one. Last synced Nov 12, 2026')
  await bar.getByRole('button', { name: 'Send to new wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to new wallet' })
  await expect(dialog).toContainText('The network fee is deducted, and there’s no other fee.')
  await dialog.getByRole('button', { name: 'Send all' }).click()
  await expect(dialog.getByLabel('2FA code')).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  const code = await nextCode()
  await dialog.getByLabel('2FA code').fill(code)
  await dialog.getByRole('button', { name: 'Send all' }).click()
  await expectToast(page, 'On its way')
  expect(sent).toEqual([{ twoFactorToken: code }])
  await expect(bar).toContainText('The bitcoin in your old wallet is on its way.')
  await expect(bar.getByRole('button', { name: 'Send to new wallet' })).toHaveCount(0)

  // With nothing left to do, the old wallet is no task anymore.
  former = [{ ...old, ...{ btc: '0.00000000', usd: '0.00', sendableBtc: '0.00000000', sendableUsd: '0.00' } }]
  await page.reload()
  await expect(card(page, 'Wallet details')).toContainText(
    'In use until Nov 10, 2026. Older invoices are still paid to it.',
  )
  await expect(bar).toHaveCount(0)
})
