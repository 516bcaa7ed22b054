import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, test, tokenOf } from './fixtures.ts'
import { pay, readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'
import { newTill, shownInvoice } from './tills.ts'

// This test changes the merchant's default language, so it needs its own server.
test.use({ world: 'languages', viewport: { width: 390, height: 844 } })

/** What an unpaid and a paid checkout say. */
const spoken = {
  en: { waiting: 'Waiting for a Bitcoin or Lightning payment', paid: 'Paid. Thank you!' },
  de: { waiting: 'Warten auf eine Bitcoin- oder Lightning-Zahlung', paid: 'Bezahlt. Vielen Dank!' },
  fr: { waiting: 'En attente d’un paiement Bitcoin ou Lightning', paid: 'Paiement effectué. Merci !' },
  es: { waiting: 'A la espera de un pago con Bitcoin o Lightning', paid: 'Pago realizado. ¡Gracias!' },
  'pt-BR': { waiting: 'Aguardando um pagamento Bitcoin ou Lightning', paid: 'Pagamento concluído. Obrigado!' },
  it: { waiting: 'In attesa di un pagamento Bitcoin o Lightning', paid: 'Pagamento completato. Grazie!' },
  nl: { waiting: 'Wachten op een Bitcoin- of Lightning-betaling', paid: 'Betaald. Bedankt!' },
  pl: { waiting: 'Oczekiwanie na płatność Bitcoin lub Lightning', paid: 'Zapłacono. Dziękujemy!' },
  tr: { waiting: 'Bitcoin veya Lightning ödemesi bekleniyor', paid: 'Ödendi. Teşekkürler!' },
  ja: { waiting: 'BitcoinまたはLightningでのお支払いをお待ちしています', paid: 'お支払いありがとうございました' },
  'zh-CN': { waiting: '等待比特币或 Lightning 付款', paid: '付款成功，谢谢！' },
  ar: { waiting: 'في انتظار دفعة بيتكوين أو Lightning', paid: 'تم الدفع. شكرًا لك!' },
}

type Language = keyof typeof spoken
const inShortRun: Language[] = ['de', 'ja', 'ar']

const expectSound = async (page: Page, where: string) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${where} is too wide`).toBeLessThanOrEqual(0)
  // Texts that are cut on purpose end in an ellipsis. No other one is wider than its box.
  const cut = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ':is(.shop, .pos) :is(button, a, p, h1, dt, dd, label, b, .badge, .stencil)',
      ),
    ]
      // What only screen readers get is one pixel wide.
      .filter(
        (box) => box.offsetParent !== null && box.clientWidth > 1 && getComputedStyle(box).textOverflow !== 'ellipsis',
      )
      .filter((box) => !box.closest('.sr-only, [aria-hidden=true]') && box.scrollWidth > box.clientWidth + 1)
      .filter((box) => getComputedStyle(box).display !== 'inline')
      .map((box) => `${box.className}: ${box.textContent}`),
  )
  expect(cut, `${where} has texts that don't fit`).toEqual([])
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
    where,
  ).toEqual([])
}

const createLink = async (server: ServerProcess) => {
  const response = await fetch(`${server.url}/api/merchant/payment-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(server, 'merchant')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Season pass', minAmount: '5.00', maxAmount: '2500.00', askName: 'optional' }),
  })
  return ((await response.json()) as { slug: string }).slug
}

/** Ends when nothing that has an end is moving. */
const settle = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      // One that keeps its last picture stays in the list.
      .every(
        ({ playState, effect }) => playState === 'finished' || effect?.getComputedTiming().iterations === Infinity,
      ),
  )

for (const language of Object.keys(spoken) as Language[]) {
  const tag = inShortRun.includes(language) ? '' : ' @long'
  test(`a phone shows checkout, receipt and payment link in ${language} without overflow${tag}`, async ({
    page,
    server,
  }, info) => {
    const { createInvoice } = await readyMerchant(server, 'merchant')
    const { invoiceId } = await createInvoice({ amount: '1265.00' })
    const { waiting, paid } = spoken[language]
    await page.goto(`/i/${invoiceId}?lang=${language}`)
    const html = page.locator('html')
    await expect(html).toHaveAttribute('lang', language)
    await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByText(waiting)).toBeVisible()
    await expect(page.locator('.language [aria-current]')).toHaveAttribute('lang', language)
    await settle(page)
    await expectSound(page, `the checkout in ${language}`)
    await page.screenshot({ path: info.outputPath(`checkout-${language}.png`), fullPage: true })

    await pay(server, invoiceId, 'lightning')
    await expect(page.getByRole('heading', { name: paid })).toBeVisible()
    await expect(page.locator('.receipt')).toBeVisible()
    await page.locator('.details > summary').click()
    await settle(page)
    await expectSound(page, `the paid checkout in ${language}`)
    await page.screenshot({ path: info.outputPath(`paid-${language}.png`), fullPage: true })

    const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const due = await createInvoice({ amount: '1265.00', dueDate })
    await page.goto(`/i/${due.invoiceId}?lang=${language}`)
    await expect(page.getByText(waiting)).toBeVisible()
    await expect(page.locator('.pay-due .when')).toContainText(dueDate.slice(0, 4))
    await settle(page)
    await expectSound(page, `the checkout with a due date in ${language}`)
    await page.screenshot({ path: info.outputPath(`due-${language}.png`), fullPage: true })

    await page.goto(`/p/${await createLink(server)}?lang=${language}`)
    await expect(html).toHaveAttribute('lang', language)
    await expectSound(page, `the payment link in ${language}`)
    await page.screenshot({ path: info.outputPath(`link-${language}.png`), fullPage: true })
  })
}

/** What a till and its customer display say. */
const spokenAtTill: Record<Language, { scan: string; waiting: string; paid: string }> = {
  en: { scan: 'Scan to pay', waiting: 'Waiting for payment', paid: 'Paid' },
  de: { scan: 'Zum Bezahlen scannen', waiting: 'Warten auf Zahlung', paid: 'Bezahlt' },
  fr: { scan: 'Scannez pour payer', waiting: 'En attente du paiement', paid: 'Payé' },
  es: { scan: 'Escanee para pagar', waiting: 'A la espera del pago', paid: 'Pagado' },
  'pt-BR': { scan: 'Escaneie para pagar', waiting: 'Aguardando pagamento', paid: 'Pago' },
  it: { scan: 'Scansiona per pagare', waiting: 'In attesa del pagamento', paid: 'Pagato' },
  nl: { scan: 'Scan om te betalen', waiting: 'Wachten op betaling', paid: 'Betaald' },
  pl: { scan: 'Zeskanuj, aby zapłacić', waiting: 'Oczekiwanie na płatność', paid: 'Zapłacono' },
  tr: { scan: 'Ödemek için tarayın', waiting: 'Ödeme bekleniyor', paid: 'Ödendi' },
  ja: { scan: 'スキャンしてお支払いください', waiting: 'お支払いをお待ちしています', paid: '支払い済み' },
  'zh-CN': { scan: '扫码付款', waiting: '等待付款', paid: '已付款' },
  ar: { scan: 'امسح الرمز للدفع', waiting: 'في انتظار الدفع', paid: 'تم الدفع' },
}

for (const language of Object.keys(spoken) as Language[]) {
  const tag = inShortRun.includes(language) ? '' : ' @long'
  test(`a till and its customer display speak ${language} to the customer without overflow${tag}`, async ({
    page,
    server,
    context,
  }, info) => {
    const { slug, device } = await newTill(server, { language })
    const { scan, waiting, paid } = spokenAtTill[language]
    await page.goto(device.link)
    await page.getByRole('button', { name: /^Almond croissant/ }).click()
    await page.locator('.pos-cartbar').getByRole('button', { name: 'Charge $4.80' }).click()
    await expect(page.getByText(waiting)).toBeVisible()
    // The cashier's own texts stay English.
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: 'Cancel sale' })).toBeVisible()
    await settle(page)
    await expectSound(page, `the till in ${language}`)
    await page.screenshot({ path: info.outputPath(`till-${language}.png`), fullPage: true })

    const display = await context.newPage()
    await display.goto(`/pos/${slug}/display`)
    await expect(display.getByText(scan)).toBeVisible()
    await expect(display.locator('html')).toHaveAttribute('lang', language)
    await expect(display.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(display.locator('svg.qr[role=img]')).toBeVisible()
    await settle(display)
    await expectSound(display, `the customer display in ${language}`)
    await display.screenshot({ path: info.outputPath(`display-${language}.png`), fullPage: true })

    // Only the page in front is drawn.
    await page.bringToFront()
    await pay(server, (await shownInvoice(page, slug)).invoiceId, 'lightning')
    await expect(page.getByRole('heading', { name: paid, exact: true })).toBeVisible()
    // The till waits for a cashier who is busy with the receipt. Otherwise it starts the next sale by itself.
    await page.getByLabel('Customer email').focus()
    await expect(page.getByText('Starts by itself')).toHaveCount(0)
    await expect(page.locator('.paper-receipt')).toHaveAttribute('lang', language)
    await settle(page)
    await expectSound(page, `the paid till in ${language}`)
    await page.screenshot({ path: info.outputPath(`till-paid-${language}.png`), fullPage: true })
    await display.bringToFront()
    await expect(display.getByRole('heading', { name: paid, exact: true })).toBeVisible()
    await settle(display)
    await expectSound(display, `the paid customer display in ${language}`)
    await display.screenshot({ path: info.outputPath(`display-paid-${language}.png`), fullPage: true })

    await display.goto(`/pos/${slug}/display?lang=${language}`)
    await expect(display.locator('html')).toHaveAttribute('lang', language)
  })
}

test('a customer changes the language of the checkout, and errors follow', { tag: '@ci' }, async ({ page, server }) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '1265.00' })
  await page.goto(`/i/${invoiceId}`)
  await page.locator('summary', { hasText: 'Language' }).click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\?lang=de$/)
  await expect(page.getByText(spoken.de.waiting)).toBeVisible()
  await expect(page).toHaveTitle(/^1\.265,00\s\$ bezahlen · /)
  await page.getByRole('button', { name: 'Diese Seite melden' }).click()
  await page.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(page.getByText('Bitte beschreiben Sie das Problem')).toBeVisible()
})

test('a merchant chooses the default language, which customers without their own get', async ({
  page,
  browser,
  server,
}) => {
  const { createInvoice } = await readyMerchant(server, 'merchant')
  const { invoiceId } = await createInvoice({ amount: '20.00' })
  await beSignedIn(page, server, 'merchant')
  await page.goto('/merchant/settings?tab=payments')
  await page.getByLabel('Otherwise').selectOption('Nederlands')
  await expectToast(page, 'Success', 'Account updated successfully')
  const swede = await (await browser.newContext({ locale: 'sv-SE' })).newPage()
  await swede.goto(`${server.url}/i/${invoiceId}`)
  await expect(swede.getByText(spoken.nl.waiting)).toBeVisible()
  const pole = await (await browser.newContext({ locale: 'pl-PL' })).newPage()
  await pole.goto(`${server.url}/i/${invoiceId}`)
  await expect(pole.getByText(spoken.pl.waiting)).toBeVisible()
})
