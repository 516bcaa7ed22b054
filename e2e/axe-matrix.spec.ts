import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, go, type Person, test, tokenOf } from './fixtures.ts'
import { readyMerchant } from './money.ts'
import { portalRoutes, publicPaths } from './routes.ts'
import type { ServerProcess } from './server-process.ts'

const widths = [390, 768, 1440, 1920]
const themes = ['light', 'dark'] as const
/** Tablets and laptops, and a wide screen. */
const between = [600, 768, 1024, 1200, 1440, 1920]

const docs = [
  '/docs',
  '/docs/reference',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/sandbox',
  '/docs/plugins',
  '/docs/embedding',
  '/docs/point-of-sale',
  '/docs/client',
  '/docs/cli',
]

/** Other states of a merchant's pages. */
const merchantViews = [
  '/merchant/dashboard?period=90d',
  ...['team', 'notifications', 'payments', 'developer'].map((tab) => `/merchant/settings?tab=${tab}`),
]

/** Paths with the ID of an existing object. */
const numbered = async (server: ServerProcess, person: Person | 'nobody'): Promise<string[]> => {
  if (person === 'merchant' || person === 'nobody') {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '20.00', description: 'Season pass' })
    return person === 'merchant' ? [`/merchant/invoices/${invoiceId}`, ...merchantViews] : [`/i/${invoiceId}`]
  }
  if (person !== 'admin') return []
  const authorization = `Bearer ${await tokenOf(server, 'admin')}`
  const first = async (path: string) => {
    const answer = (await (await fetch(`${server.url}${path}`, { headers: { authorization } })).json()) as {
      id: number
    }[]
    return answer[0]?.id
  }
  const merchant = await first('/api/admin/merchants')
  return [
    `/admin/merchants/${merchant}`,
    `/admin/merchants?open=${merchant}`,
    '/admin/promo-codes?state=used',
    `/admin/merchant-users?merchant=${merchant}`,
    `/admin/partners/${await first('/api/admin/partners')}`,
  ]
}

/** No color transition is running, and no request is pending. */
const settle = async (page: Page) => {
  await expect(page.locator('.sk, [aria-busy=true], [aria-label=Loading]')).toHaveCount(0)
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    const ended = Promise.all(moving.map((each) => each.finished.catch(() => undefined)))
    // Animations tied to the scroll position never end.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000))])
  })
}

/** Neither the page nor a table in it is wider than its space, at these window widths. */
const findTooWide = async (page: Page, path: string, width: number, tried: readonly number[]) => {
  const faults: string[] = []
  for (const each of tried) {
    await page.setViewportSize({ width: each, height: 900 })
    // Waits for elements that move to their new place.
    const over = await page.evaluate(async () => {
      const measure = () =>
        Math.max(
          ...[document.documentElement, ...document.querySelectorAll('.tbl-box')].map(
            (box) => box.scrollWidth - box.clientWidth,
          ),
        )
      for (let turn = 0; turn < 20 && measure() > 0; turn++) await new Promise((resolve) => setTimeout(resolve, 100))
      return measure()
    })
    if (over > 0) faults.push(`${path}: ${over} px too wide at ${each}`)
  }
  await page.setViewportSize({ width, height: 900 })
  return faults
}

const visitors: { person: Person | 'nobody'; paths: string[] }[] = [
  {
    person: 'nobody',
    paths: [
      '/',
      '/login',
      '/reset-password',
      '/reset-password?token=x',
      '/welcome?token=x',
      '/sandbox',
      ...publicPaths,
      ...docs,
    ],
  },
  { person: 'merchant', paths: [...Object.keys(portalRoutes.merchant), '/no/such/page'] },
  { person: 'partner', paths: Object.keys(portalRoutes.partner) },
  { person: 'admin', paths: Object.keys(portalRoutes.admin) },
]

test.describe('every route in both themes and at four widths @long', () => {
  for (const { person, paths } of visitors) {
    for (const width of widths) {
      for (const theme of themes) {
        test(`${person}, ${width} px, ${theme}: no violation and no horizontal scroll`, async ({ page, server }) => {
          test.setTimeout(600_000)
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
          if (person !== 'nobody') await beSignedIn(page, server, person)
          const more = await numbered(server, person)
          const faults: string[] = []
          await page.goto('/status')
          for (const path of [...paths, ...more]) {
            if (path.startsWith('/i/')) await page.goto(path)
            else await go(page, path)
            await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
            await settle(page)
            faults.push(
              ...(await findTooWide(page, path, width, theme === 'light' && width === 1440 ? between : [width])),
            )
            await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
            const { violations } = await new AxeBuilder({ page }).analyze()
            for (const { id, nodes } of violations)
              faults.push(`${path}: ${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)
          }
          expect(faults).toEqual([])
        })
      }
    }
  }
})
