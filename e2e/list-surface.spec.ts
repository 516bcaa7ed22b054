import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, people, test, tokenOf } from './fixtures.ts'
import { dateChip, rows } from './lists.ts'
import { mine, pay, readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

test.use({ world: 'list-surface' })

const part = (page: Page, label: string) =>
  page.locator('.ledger .part', { has: page.getByText(label, { exact: true }) }).locator('.fig')

/** The browser's calendar is in the middle of next month, so that payments of today are of last month. */
const turnToNextMonth = (page: Page) => {
  const now = new Date()
  return page.clock.setSystemTime(new Date(now.getFullYear(), now.getMonth() + 1, 15, 12))
}

/** Two sales to Ada and one to somebody else, all confirmed and booked with their fees. */
const sell = async (server: ServerProcess, ada: string) => {
  const { createInvoice, get } = await readyMerchant(server, 'merchant')
  const sales = [
    { amount: '100.00', buyerEmail: ada, description: 'Desk' },
    { amount: '50.00', buyerEmail: ada, description: 'Lamp' },
    { amount: '70.00', buyerEmail: 'someone.else@shop.example', description: 'Chair' },
  ]
  for (const sale of sales) {
    const { invoiceId } = await createInvoice(sale)
    await pay(server, invoiceId, 'onchain')
  }
  await mine(server)
  await expect
    .poll(async () => {
      const found = (await get(`/api/merchant/transactions?search=${ada}`)) as { feeUSD: string | null }[]
      return found.filter((sale) => sale.feeUSD !== null).length
    })
    .toBe(2)
}

const readDownload = async (page: Page, start: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), start()])
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), lines: text.trim().split('\r\n') }
}

/** What Ada's two payments of $100 and $50 cost at 4%, row by row. */
const expectAdasFees = (lines: readonly string[], ada: string) => {
  const heads = (lines[0] ?? '').split(',')
  const sales = lines.slice(1).map((line) => line.split(','))
  expect(sales).toHaveLength(2)
  // A busy machine may see both at the same time, so that their order is open.
  const figures = sales.map((sale) => `${sale[heads.indexOf('Fee (USD)')]} ${sale[heads.indexOf('Net (USD)')]}`)
  expect(new Set(figures)).toEqual(new Set(['-2.00 48.00', '-4.00 96.00']))
  for (const line of lines.slice(1)) expect(line).toContain(ada)
}

test('one customer’s fees of last month are found and exported with five actions', { tag: '@ci' }, async ({
  page,
  server,
}) => {
  const ada = 'ada.five@shop.example'
  await sell(server, ada)
  await turnToNextMonth(page)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions')
  await expect(rows(page).filter({ hasText: ada })).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search' })
  // The field has one border: its label has none around it.
  const label = await search.locator('xpath=ancestor::label').boundingBox()
  expect((await search.boundingBox())?.width).toBe(label?.width)
  // 1
  await search.fill(ada)
  // 2 and 3
  await dateChip(page).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  // The search is taken over while the range is chosen, so either may come first.
  await expect(page).toHaveURL(({ pathname, searchParams }) => {
    const isNarrowed = searchParams.get('search') === ada && searchParams.get('range') === 'last-month'
    return pathname === '/merchant/transactions' && isNarrowed
  })
  await expect(rows(page)).toHaveCount(2)
  await expect(part(page, 'Gross')).toHaveText('$150.00')
  await expect(part(page, 'Fees')).toHaveText('$6.00')
  await expect(part(page, 'Net')).toHaveText('$144.00')
  // 4 and 5
  const { name, lines } = await readDownload(page, async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menuitem', { name: /CSV/ })).toContainText('2 transactions, all columns')
    await page.getByRole('menuitem', { name: /CSV/ }).click()
  })
  expect(name).toBe('bitquay-transactions.csv')
  expectAdasFees(lines, ada)
  // Nothing was paid before.
  await dateChip(page).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { name: 'No transactions match your filters' })).toBeVisible()
})

test('two changes in a row both reach the address', { tag: '@ci' }, async ({ page, server }) => {
  await sell(server, 'ada.row@shop.example')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions')
  await dateChip(page).click()
  const lastMonth = page.getByRole('button', { name: 'Last month' })
  const gross = page.getByRole('columnheader', { name: 'Gross' }).getByRole('button')
  await expect(lastMonth).toBeVisible()
  // Both in one task, before the first change can be drawn.
  await page.evaluate(
    (buttons) => {
      for (const button of buttons) (button as HTMLElement).click()
    },
    [await lastMonth.elementHandle(), await gross.elementHandle()],
  )
  await expect(page).toHaveURL(/range=last-month/)
  await expect(page).toHaveURL(/sort=-gross/)
})

test('the same is done by keyboard alone, and the statement is a PDF', async ({ page, server }) => {
  const ada = 'ada.keys@shop.example'
  await sell(server, ada)
  await turnToNextMonth(page)
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions')
  await expect(rows(page).filter({ hasText: ada })).toHaveCount(2)
  const press = (key: string) => page.keyboard.press(key)
  await press('/')
  await page.keyboard.type(ada)
  await expect(rows(page)).toHaveCount(2)
  await press('Tab')
  await expect(dateChip(page)).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('button', { name: 'All time' }).last()).toBeFocused()
  for (let step = 0; step < 3; step++) await press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Last month' })).toBeFocused()
  await press('Enter')
  await expect(dateChip(page)).toHaveText(/Last month/)
  await expect(rows(page)).toHaveCount(2)
  const csv = await readDownload(page, async () => {
    await press('e')
    await expect(page.getByRole('menuitem', { name: /CSV/ })).toBeFocused()
    await press('Enter')
  })
  expectAdasFees(csv.lines, ada)
  const pdf = await readDownload(page, async () => {
    await press('e')
    await expect(page.getByRole('menuitem', { name: /CSV/ })).toBeFocused()
    await press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: /PDF/ })).toBeFocused()
    await press('Enter')
  })
  expect(pdf.name).toMatch(/\.pdf$/)
  expect(pdf.lines[0]).toMatch(/^%PDF-/)

  await press('j')
  await expect(rows(page).first().getByRole('button')).toBeFocused()
  await press('j')
  await expect(rows(page).nth(1).getByRole('button')).toBeFocused()
  await press('k')
  await press('Enter')
  await expect(rows(page).first().getByRole('button')).toHaveAttribute('aria-expanded', 'true')
  await expect(page).toHaveURL(/&open=/)
  await press('Control+j')
  await expect(rows(page).first().getByRole('button')).toBeFocused()
  await press('Escape')
  await expect(page.locator('.lading')).toHaveCount(0)
})

test('saved views, columns and keys are kept for the person', async ({ page, server }) => {
  await readyMerchant(server, 'manager')
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '31.00' })
  await pay(server, invoiceId, 'lightning')
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/transactions?status=confirmed&range=last-30-days&sort=-gross')
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Gross' })).toHaveAttribute('aria-sort', 'descending')

  await test.step('a view is saved and comes back after a reload', async () => {
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Big ones')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Big ones' })
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await page.goto('/merchant/transactions')
    await expect(tab).not.toHaveAttribute('aria-current', 'page')
    await tab.click()
    await expect(page).toHaveURL('/merchant/transactions?range=last-30-days&sort=-gross&status=confirmed')
    await expect(dateChip(page)).toHaveText(/Last 30 days/)
    await expect(page.getByRole('columnheader', { name: 'Gross' })).toHaveAttribute('aria-sort', 'descending')
  })

  await test.step('a hidden column stays hidden', async () => {
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByRole('menuitemcheckbox')).toHaveText(['Type', 'Date', 'Fee', 'Net'])
    await page.getByRole('menuitemcheckbox', { name: 'Type' }).click()
    await expect(page.getByRole('columnheader', { name: 'Type' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Gross' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Type' })).toHaveCount(0)
  })

  await test.step('keys that are turned off do nothing', async () => {
    await page.keyboard.press('j')
    await expect(rows(page).first().getByRole('button')).toBeFocused()
    await page.getByRole('button', { name: 'Turn off keys' }).click()
    await expect(page.getByRole('button', { name: 'Turn on keys' })).toBeVisible()
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn on keys' })).toBeVisible()
    for (const key of ['j', 'e', '/']) await page.keyboard.press(key)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.locator('body')).toBeFocused()
    // Enter and Escape are no single characters.
    await rows(page).first().getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.lading')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.lading')).toHaveCount(0)
  })

  await test.step('a removed view is gone', async () => {
    await page.goto('/merchant/transactions?range=last-30-days&sort=-gross&status=confirmed')
    await page.getByRole('button', { name: 'Remove view' }).click()
    await expect(page.getByRole('link', { name: 'Big ones' })).toHaveCount(0)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Big ones' })).toHaveCount(0)
  })
})

test('a link opens its row even when it is on none of the loaded pages', async ({ page, server }) => {
  const { createInvoice, get } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '12.00', description: 'Old order' })
  await pay(server, invoiceId, 'onchain')
  let key = ''
  await expect
    .poll(async () => {
      const found = (await get(`/api/merchant/transactions?search=${invoiceId}`)) as { key: string }[]
      key = found[0]?.key ?? ''
      return key
    })
    .not.toBe('')
  await beSignedIn(page, server, 'merchant')
  await page.route(/\/api\/merchant\/transactions\?limit=50/, (route) => route.fulfill({ json: [] }))
  await page.goto(`/merchant/transactions?open=${encodeURIComponent(key)}`)
  await expect(page.getByRole('rowheader', { name: 'From your link' })).toBeVisible()
  await expect(page.locator('.lading')).toContainText(invoiceId)
})

const violationsOf = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

const surfaces = [
  { person: 'merchant', path: '/merchant/transactions?status=confirmed&range=year-to-date' },
  { person: 'admin', path: '/admin/transactions?status=confirmed' },
  { person: 'partner', path: '/partner/transactions?range=year-to-date' },
] as const

for (const { person, path } of surfaces) {
  for (const width of [390, 768, 1440, 1920]) {
    test(`${person}: rows, details and menus have no violation and fit ${width} px`, async ({ page, server }) => {
      // Three analyses for each of two themes.
      test.setTimeout(360_000)
      const { createInvoice } = await readyMerchant(server, 'merchant')
      const { invoiceId } = await createInvoice({
        amount: '90.00',
        description: 'Season pass',
        buyerEmail: people.manager,
      })
      await pay(server, invoiceId, 'onchain')
      await mine(server)
      const list = { merchant: '/api/merchant', admin: '/api/admin', partner: '/api/partner' }[person]
      const authorization = `Bearer ${await tokenOf(server, person)}`
      await expect
        .poll(async () => {
          const answer = await fetch(`${server.url}${list}/transactions`, { headers: { authorization } })
          return ((await answer.json()) as { status: string }[]).some(({ status }) => status === 'confirmed')
        })
        .toBe(true)
      await beSignedIn(page, server, person)
      const faults: string[] = []
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await rows(page).first().click()
        await expect(page.locator('.lading, .sheet')).toBeVisible()
        const over = await page.evaluate(() =>
          Math.max(
            ...[document.documentElement, ...document.querySelectorAll('.list')].map(
              (box) => box.scrollWidth - box.clientWidth,
            ),
          ),
        )
        if (over > 0) faults.push(`${width} ${theme}: ${over} px too wide`)
        faults.push(...(await violationsOf(page)).map((fault) => `${width} ${theme}, row: ${fault}`))
        await page.keyboard.press('Escape')
        await dateChip(page).click()
        await expect(page.getByRole('dialog', { name: 'Date range' })).toBeVisible()
        faults.push(...(await violationsOf(page)).map((fault) => `${width} ${theme}, dates: ${fault}`))
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Export' }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        faults.push(...(await violationsOf(page)).map((fault) => `${width} ${theme}, export: ${fault}`))
        await page.keyboard.press('Escape')
      }
      expect(faults).toEqual([])
    })
  }
}
