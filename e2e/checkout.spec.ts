import { readFile } from 'node:fs/promises'
import { amountOf, createInvoice, markPage } from './checkout.ts'
import { expect, newestEmail, test } from './fixtures.ts'
import { pull } from './money.ts'
import { readCode } from './read-code.ts'

// This test advances the clock, so it needs its own server.
test.use({ world: 'checkout' })

test('an invoice goes from waiting to received to paid on-chain without a reload', { tag: '@core' }, async ({
  page,
  server,
}) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page).toHaveTitle('Pay $270.00 · Kestrel Arcade')
  await expect(page.getByRole('heading', { name: 'Season pass' })).toBeVisible()
  await expect(amountOf(page)).toHaveText('$270.00')
  await expect(page.getByRole('main').getByText('Unpaid')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^1 BTC = \$[\d,]+\.\d\d, locked for this invoice$/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Bitcoin and Lightning payment code' })).toBeVisible()
  const expectSamePage = await markPage(page)

  await page.getByRole('button', { name: 'Pay on-chain' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirming, usually about 10 minutes.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Your payment')).toBeVisible()
  await expect(page.getByRole('main').getByText('Confirms in about 10 minutes')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay on-chain' })).toBeHidden()

  await page.getByRole('button', { name: 'Mine a block' }).click()
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Payment complete. Thank you!')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Confirmed in block [\d,]+$/)).toBeVisible()
  await expect(page).toHaveTitle('Paid · Kestrel Arcade')
  await page.getByText('Payment details').click()
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain')).toBeVisible()
  await expectSamePage()
})

test('a paid invoice gives its receipt by email and as PDF, and sends at most 3', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible()
  await page.getByLabel('Email receipt').fill('not an address')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email address')
  await page.getByLabel('Email receipt').fill('ida@example.test')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Receipt sent.').first()).toBeVisible()
  const mail = await newestEmail(server, 'ida@example.test', /^Kestrel Arcade: receipt for \$270\.00$/)
  expect(mail.text).toContain('You paid Kestrel Arcade')
  expect(mail.text).toContain('Amount: $270.00')
  expect(mail.text).toContain(`/i/${invoiceId}`)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF receipt' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`receipt-${invoiceId}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

  for (const to of ['two@example.test', 'three@example.test']) {
    await page.reload()
    await page.getByLabel('Email receipt').fill(to)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Receipt sent.').first()).toBeVisible()
  }
  await page.reload()
  await page.getByLabel('Email receipt').fill('four@example.test')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This receipt was already emailed 3 times. Download the PDF instead.',
  )
})

test('a partial payment shows the rest with a new Lightning invoice', { tag: '@ci' }, async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { invoiceId, lightningInvoice } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.001' })
  await expect(page.getByRole('main').getByText('Still due').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('Partial payment received. Waiting for the rest')).toBeVisible()
  const cents = async (name: string) => {
    const row = page.locator('.sum > div').filter({ has: page.getByText(name, { exact: true }) })
    return Math.round(100 * Number((await row.locator('dd').innerText()).replace('−', '-').replace(/[$,]/g, '')))
  }
  expect((await cents('Total')) + (await cents('Received')) + (await cents('Network fee'))).toBe(
    await cents('Still due'),
  )
  await page.getByRole('button', { name: 'Copy Lightning invoice' }).click()
  await expect(page.getByRole('main').getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^lnbcrt/)
  expect(copied).not.toBe(lightningInvoice)

  await page.getByRole('button', { name: 'Pay over Lightning' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Bitcoin, on-chain and Lightning')).toBeVisible()
})

test('an overpayment shows a sum that adds up and who to ask, but nothing to claim', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await pull(server, 'pay', { invoiceId, method: 'onchain', amountBtc: '0.01' })
  await pull(server, 'mine', { blocks: 1 })
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('heading', { name: 'You overpaid' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('Ask Kestrel Arcade for a refund')).toBeVisible()
  const paid = Number((await amountOf(page).innerText()).replace(/[$,]/g, ''))
  const back = (paid - 270).toFixed(2)
  await expect(main.getByText(`Kestrel Arcade can send you the $${back} back.`)).toBeVisible()
  // A checkout link never carries a right to money.
  await expect(page.getByRole('button', { name: /refund|claim/i })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /refund|claim/i })).toHaveCount(0)
  expect(await page.locator('a[href*="/r/"]').count()).toBe(0)
})

test('the last minutes count down, the invoice expires, and a late payment is shown', async ({ page, server }) => {
  const { invoiceId } = await createInvoice(server)
  await page.goto(`/i/${invoiceId}`)
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
  await pull(server, 'clock', { advanceSeconds: 11 * 60 })
  await expect(page.getByRole('timer')).toHaveText(/^[34]:\d\d$/)
  await expect(page.getByRole('status').filter({ hasText: /^4 minutes left to pay$/ })).toBeAttached()
  await pull(server, 'clock', { advanceSeconds: 5 * 60 })
  await expect(page.getByRole('heading', { name: 'This invoice has expired' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Ask Kestrel Arcade for a new invoice.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toBeHidden()

  await page.getByRole('button', { name: 'Pay on-chain' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment arrived late' })).toBeVisible()
})

test('it is paid without JavaScript: code, amount, address, deadline and a link to check again', {
  tag: '@core',
}, async ({ browser, server }) => {
  const { invoiceId, bitcoinAddress, lightningInvoice, amountBtc } = await createInvoice(
    server,
    '106.00',
    '<b>"Tea" & more</b>',
  )
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto(`${server.url}/i/${invoiceId}`)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await expect(page).toHaveTitle('Pay $106.00 · Kestrel Arcade')
  await expect(amountOf(page)).toHaveText('$106.00')
  await expect(page.getByRole('heading', { name: '<b>"Tea" & more</b>', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Waiting for a Bitcoin or Lightning payment')).toBeVisible()
  // Text queries don't find text inside noscript.
  const plates = page.locator('.copy--whole .mono')
  await expect(plates).toHaveText([bitcoinAddress, lightningInvoice, amountBtc])
  for (const plate of await plates.all()) await expect(plate).toBeVisible()
  await expect(page.locator('.check-again')).toContainText(/Pay before \d+:\d\d [AP]M UTC/)
  await expect(page.locator('.check-again')).toContainText(/Last checked \d+:\d\d [AP]M UTC/)
  await expect(page.locator('.check-again a')).toBeVisible()
  // What only a script can do isn't offered.
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('timer')).toBeHidden()
  const code = await readCode(browser, page.locator('svg.qr'))
  expect(code.toLowerCase()).toBe(`bitcoin:${bitcoinAddress}?amount=${amountBtc}&lightning=${lightningInvoice}`)
  // Each way to pay is a link to a page with its own code, and checking again stays there.
  const codes = {
    Lightning: `lightning:${lightningInvoice}`,
    'On-chain': `bitcoin:${bitcoinAddress}?amount=${amountBtc}`,
  }
  for (const [way, expected] of Object.entries(codes)) {
    await page.locator('.ways a', { hasText: way }).click()
    await page.locator('.check-again a').click()
    await expect(page.locator('.ways [aria-current]')).toHaveText(way)
    expect((await readCode(browser, page.locator('svg.qr'))).toLowerCase()).toBe(expected)
  }
  // The languages are links too.
  await page.locator('.language > summary').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.locator('.check-again')).toContainText('UTC')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto(`${server.url}/i/${invoiceId}`)

  await pull(server, 'pay', { invoiceId, method: 'lightning' })
  await expect(async () => {
    await page.locator('.check-again a').click()
    await expect(page.getByRole('heading', { name: 'Paid. Thank you!' })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: 'PDF receipt' })).toBeVisible()
  await context.close()
})

test('the script takes over what the server drew, without drawing it again', { tag: '@core' }, async ({
  page,
  server,
}) => {
  const { invoiceId } = await createInvoice(server)
  // What comes or goes after the page has been read. Its script runs later than that.
  await page.addInitScript(() => {
    const changed: string[] = []
    Object.assign(window, { changed })
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        // Texts beside each other are one in HTML, and the script parts them again.
        for (const node of [...addedNodes, ...removedNodes])
          if (node instanceof Element) changed.push(`${target.nodeName} ${node.nodeName}`)
      }
    })
    document.addEventListener('readystatechange', () => {
      const root = document.getElementById('root')
      if (document.readyState === 'interactive' && root) observer.observe(root, { childList: true, subtree: true })
    })
  })
  const expectKept = async (path: string) => {
    await page.goto(path)
    // The script polls once it has taken over.
    await page.waitForResponse(/\/api\/checkout\//)
    expect(await page.evaluate(() => (window as unknown as { changed: string[] }).changed), path).toEqual([])
  }
  await expectKept(`/i/${invoiceId}`)
  await page.getByRole('tab', { name: 'Lightning' }).click()
  await expect(page.getByRole('img', { name: 'Lightning payment code' })).toBeVisible()
  await expectKept(`/i/${invoiceId}?lang=ar`)
  await pull(server, 'pay', { invoiceId, method: 'onchain' })
  await pull(server, 'mine', { blocks: 1 })
  await expect(page.locator('[data-phase=paid]')).toBeVisible()
  await expectKept(`/i/${invoiceId}`)
  await page.getByText('Payment details').click()
  await expect(page.getByRole('button', { name: 'Copy Transaction hash' })).toBeVisible()
})
