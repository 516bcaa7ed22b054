import type { Page } from '@playwright/test'
import { beSignedIn, expect, expectToast, newestEmail, test } from './fixtures.ts'
import { mine, pay, pull, readyMerchant } from './money.ts'

test.use({ world: 'emailed-invoices' })

/** The buttons of the sheet that a toast lies over. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect()
    const buttons = [...document.querySelectorAll('[role=dialog] :is(button, a)')]
    if (!toast || buttons.length === 0) return ['there is no toast']
    return buttons
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      })
      .map(({ textContent }) => textContent)
  })

const threeDays = 3 * 86_400

for (const { language, subject, receipt, pay: payLabel, paid } of [
  {
    language: 'English',
    subject: /: invoice for \$26\.50$/,
    receipt: /: receipt for \$26\.50$/,
    pay: 'Pay invoice',
    paid: 'Paid. Thank you!',
  },
  {
    language: 'Deutsch',
    subject: /: Rechnung über 26,50/,
    receipt: /: Beleg über 26,50/,
    pay: 'Rechnung bezahlen',
    paid: /^Bezahlt/,
  },
]) {
  test(`an invoice emailed on Friday and paid on Monday ends with a receipt, in ${language}`, async ({
    page,
    server,
  }) => {
    test.slow()
    await readyMerchant(server, 'merchant')
    await beSignedIn(page, server, 'merchant')
    await page.goto('/merchant/invoices?create')
    const form = page.getByRole('dialog', { name: 'Create Invoice' })
    const email = `ana-${language}@duarte.example`
    await form.getByLabel('Customer name').fill('Ana Duarte')
    await form.getByLabel('Customer email').fill(email)
    await form.getByLabel('Amount (USD)').fill('25')
    await expect(form.getByRole('button', { name: /^In 7 days/, pressed: true })).toBeVisible()
    await expect(form.getByText('What Ana gets')).toBeVisible()
    await form.getByText('Advanced').click()
    await form.getByLabel('Language').selectOption(language)
    await form.getByRole('button', { name: 'Create Invoice' }).click()
    await expectToast(page, 'Invoice Created', 'Your Bitcoin invoice is ready to share')
    // A toast stays while the window isn’t in front, however slow the machine is.
    await page.evaluate(() => dispatchEvent(new Event('blur')))
    // It covers no button, wherever it lies.
    for (const width of [1440, 1100, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findCovered(page), `${width} wide`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const ready = page.getByRole('dialog', { name: 'Invoice ready' })
    await expect(ready.getByText(/^Emailed to ana-/)).toBeVisible()
    const code = await ready.getByRole('img', { name: /QR code/ }).boundingBox()
    expect(code?.width).toBeGreaterThanOrEqual(280)

    const mail = await newestEmail(server, email.toLowerCase(), subject)
    expect(mail.text).toContain(payLabel)
    const link = /https?:\/\/\S+\/i\/\w+/.exec(mail.text)?.[0] ?? ''
    await pull(server, 'clock', { advanceSeconds: threeDays })
    await page.goto(new URL(link).pathname)
    const invoiceId = new URL(link).pathname.split('/').at(-1) ?? ''
    await expect(page.getByRole('link', { name: /wallet/i }).first()).toBeVisible()
    await pay(server, invoiceId, 'onchain')
    await mine(server)
    await expect(page.getByRole('heading', { name: paid })).toBeVisible()
    await newestEmail(server, email.toLowerCase(), receipt)
  })
}
