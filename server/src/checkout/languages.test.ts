import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailReceipt, renewInvoice } from '@bitquay/contract/checkout'
import { createInvoice } from '@bitquay/contract/invoices'
import { languages } from '@bitquay/contract/languages'
import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { createPaymentLink } from '@bitquay/contract/payment-links'
import { claimRefund } from '@bitquay/contract/refunds'
import { changeTill } from '@bitquay/contract/tills'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rendered } from '../../test/brand.ts'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { addTillDevice, useTill } from '../../test/tills.ts'
import { notifyInvoice } from '../invoices/email-invoice.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { refundClaimEmail } from '../refunds/refund-claim-email.ts'
import { serveTillPage } from '../tills/routes.page.ts'
import { serveLinkPage } from './routes.link-page.ts'
import { serveCheckoutPage } from './routes.page.ts'
import { serveRefundPage } from './routes.refund-page.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
let pages: FastifyInstance
let folder: string
beforeAll(async () => {
  money = await startMoney()
  money.deps.draw = await drawPagesFromSource()
  store = await money.newStore('languages')
  token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
  folder = await mkdtemp(join(tmpdir(), 'bitquay-languages-'))
  const html = '<html lang="en" data-mode="unknown"><title>x</title><div id="root"></div></html>'
  for (const name of ['checkout', 'payment-link', 'refund', 'index', 'pos'])
    await writeFile(join(folder, `${name}.html`), html)
  pages = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: false, toApiError: () => undefined })
  serveCheckoutPage(pages, money.deps, folder)
  serveLinkPage(pages, money.deps, folder)
  serveRefundPage(pages, money.deps, folder)
  serveTillPage(pages, money.deps, folder)
})
afterAll(async () => {
  await pages.close()
  await rm(folder, { recursive: true, force: true })
  await money.close()
})

const newInvoice = async () => String((await makeInvoice(money.deps, store.merchantId, '1265.00')).invoiceId)

const open = async (url: string, accepted?: string) => {
  const { body, headers, statusCode } = await pages.inject({
    url,
    headers: accepted === undefined ? {} : { 'accept-language': accepted },
  })
  return { body, headers, statusCode, html: /<html[^>]*>/.exec(body)?.[0] }
}

test('the checkout is drawn in the language of the address, the browser, the merchant, or English', async () => {
  const invoiceId = await newInvoice()
  const english = await open(`/i/${invoiceId}`)
  expect(english.html).toBe('<html lang="en" dir="ltr" data-mode="sandbox">')
  expect(english.body).toContain('Waiting for a Bitcoin or Lightning payment')
  expect(english.headers).toMatchObject({ 'content-language': 'en', vary: 'accept-language' })

  const german = await open(`/i/${invoiceId}`, 'de-CH, en;q=0.5')
  expect(german.html).toContain('lang="de" dir="ltr"')
  expect(german.headers).toMatchObject({ 'content-language': 'de', vary: 'accept-language' })
  // Amounts are drawn in parts: dollars, cents and their sign.
  const text = german.body.replace(/<[^>]+>/g, '')
  for (const part of [
    'Warten auf eine Bitcoin- oder Lightning-Zahlung',
    '1.265,00\u00a0$',
    'In Wallet öffnen',
    `Rechnung ${invoiceId}`,
  ]) {
    expect(text).toContain(part)
  }
  expect(german.body).not.toMatch(/Waiting for|Open in wallet|Total</)

  const arabic = await open(`/i/${invoiceId}?lang=ar`, 'de')
  expect(arabic.html).toContain('lang="ar" dir="rtl"')
  expect(arabic.body).toContain('<span dir="ltr" class="mono">')

  const hostile = await open(`/i/${invoiceId}?lang=${encodeURIComponent('"><script>')}`, '"><script>')
  expect(hostile.html).toContain('lang="en"')

  const change = (defaultLanguage: string) => ask(money.server, changeSettings, { token, body: { defaultLanguage } })
  expect((await change('ja')).body).toMatchObject({ defaultLanguage: 'ja' })
  expect((await ask(money.server, getSettings, { token })).body).toMatchObject({ defaultLanguage: 'ja' })
  expect((await open(`/i/${invoiceId}`)).html).toContain('lang="ja"')
  expect((await open(`/i/${invoiceId}`, 'sv')).html).toContain('lang="ja"')
  expect((await open(`/i/${invoiceId}`, 'en')).html).toContain('lang="en"')
  expect((await change('xx')).status).toBe(400)
  await change('en')
})

test('a page that isn’t found is in the customer’s language too', async () => {
  const invoice = await open('/i/nothing', 'fr')
  expect(invoice).toMatchObject({ statusCode: 404, html: expect.stringContaining('lang="fr"') })
  expect(invoice.body).toContain('Facture introuvable')
  expect((await open('/p/nothing', 'pl')).body).toContain('Nie znaleziono linku do płatności')
  expect((await open('/r/nothing', 'ar')).html).toContain('lang="ar" dir="rtl"')
})

test('a payment link keeps the chosen language, and reads amounts as that language writes them', async () => {
  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Mugs', minAmount: '5.00' } })
  const slug = String(link.body.slug)
  const page = await open(`/p/${slug}?lang=de`)
  expect(page.body).toContain('Betrag in USD')
  expect(page.body).toContain('Mindestens 5,00\u00a0$')
  expect(page.body).toContain(`action="/p/${slug}?lang=de"`)
  const send = (amount: string, key: string) =>
    pages.inject({
      method: 'POST',
      url: `/p/${slug}?lang=de`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: key, amount }).toString(),
    })
  const wrong = await send('1,00', 'wrong')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('Bitte geben Sie einen gültigen Betrag ein')
  const sent = await send('12,50', 'right')
  expect(sent.headers.location).toMatch(/^\/i\/\w+\?lang=de$/)
  const invoiceId = /\/i\/(\w+)/.exec(String(sent.headers.location))?.[1] ?? ''
  const row = await money.deps.db
    .selectFrom('invoices')
    .select('priceAmount')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  expect(Number(row.priceAmount)).toBe(12.5)
})

test('refusals for customers are translated by their code, those of other calls are not', async () => {
  const invoiceId = await newInvoice()
  const headers = { 'accept-language': 'de' }
  const renewed = await ask(money.server, renewInvoice, { params: { invoiceId }, headers })
  expect(renewed.body).toMatchObject({ code: 'invoice-not-renewable', message: expect.stringMatching(/^Für diese/) })
  const body = { token: 'x'.repeat(43), address: 'bcrt1q' }
  const claimed = await ask(money.server, claimRefund, { body, headers })
  expect(claimed.body).toMatchObject({ code: 'not-found', message: 'Nicht gefunden' })
  const other = await ask(money.server, getSettings, { headers })
  expect(other.body).toMatchObject({ code: 'not-signed-in', message: 'Please sign in.' })
})

test('a receipt is in the language of the page, as email and as PDF', async () => {
  const invoiceId = await newInvoice()
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.mine(1, store)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const sent = await ask(money.server, emailReceipt, {
    params: { invoiceId },
    query: { lang: 'pl' },
    body: { email: 'ada@example.test' },
  })
  expect(sent.status).toBe(200)
  const email = await money.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', 'ada@example.test')
    .executeTakeFirstOrThrow()
  expect(email.subject).toMatch(/: potwierdzenie płatności /)
  expect(email.bodyHtml).toContain('<html lang="pl"')
  expect(email.bodyText).toContain('Metoda płatności: Bitcoin, on-chain')
  expect(email.bodyText).not.toMatch(/Amount|Received|Paid|Rate|Privacy/)

  const fetchPdf = async (lang: string) => {
    const { rawPayload } = await money.server.app.inject({ url: `/api/checkout/${invoiceId}/receipt?lang=${lang}` })
    return readPdf(rawPayload).flat()
  }
  const turkish = await fetchPdf('tr')
  for (const word of ['Makbuz', 'Ödeme yöntemi', 'İşlem', '$1.265,00']) expect(turkish).toContain(word)
  expect(turkish.join(' ')).not.toContain('□')
  expect(await fetchPdf('pl')).toContain('Potwierdzenie płatności')
  const japanese = (await fetchPdf('ja')).join('')
  for (const word of ['領収書', '支払い方法', '$1,265.00']) expect(japanese).toContain(word)
  const chinese = (await fetchPdf('zh-CN')).join('')
  for (const word of ['收据', '付款方式', 'US$1,265.00']) expect(chinese).toContain(word)
  // Arabic is drawn from left to right as it is seen, its last letter first.
  const arabic = (await fetchPdf('ar')).join('')
  for (const word of ['لاصيإ', 'عفدلا ةقيرط', '1,265.00']) expect(arabic).toContain(word)
  for (const text of [japanese, chinese, arabic]) expect(text).not.toContain('□')
})

test('emails about invoices and refunds are in the merchant’s default language', async () => {
  await ask(money.server, changeSettings, { token, body: { defaultLanguage: 'ar' } })
  const row = await makeInvoice(money.deps, store.merchantId, '20.00', { customerEmail: 'omar@example.test' })
  await inTransaction(money.deps.db, (tx) => notifyInvoice(tx, money.deps.config, row))
  const email = await money.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', 'omar@example.test')
    .executeTakeFirstOrThrow()
  expect(email.subject).toMatch(/: فاتورة بمبلغ /)
  expect(email.bodyHtml).toContain('<html lang="ar" dir="rtl"')
  await ask(money.server, changeSettings, { token, body: { defaultLanguage: 'en' } })
})

test('the language of an invoice and of a payment link comes before the browser’s, and the address before both', async () => {
  const invoice = await ask(money.server, createInvoice, { token, body: { amount: '20.00', language: 'pl-PL' } })
  expect((await open(`/i/${String(invoice.body.invoiceId)}`, 'de')).html).toContain('lang="pl"')
  expect((await open(`/i/${String(invoice.body.invoiceId)}?lang=it`, 'de')).html).toContain('lang="it"')
  const link = await ask(money.server, createPaymentLink, {
    token,
    body: { title: 'Pass', amount: '5', language: 'tr' },
  })
  expect((await open(`/p/${String(link.body.slug)}`, 'de')).html).toContain('lang="tr"')
  expect((await open(`/p/${String(link.body.slug)}?lang=ja`, 'de')).html).toContain('lang="ja"')
})

test('customers of a till read its language, or the merchant’s default, and the display follows its address', async () => {
  const device = await addTillDevice(money.server, store.merchantId)
  const till = useTill(money.server, device)
  const languageOf = async () => (await till.state()).body.customerLanguage
  expect(await languageOf()).toBe('en')
  await ask(money.server, changeSettings, { token, body: { defaultLanguage: 'nl' } })
  expect(await languageOf()).toBe('nl')
  await ask(money.server, changeTill, { token, params: { id: device.tillId }, body: { language: 'pt' } })
  expect(await languageOf()).toBe('pt-BR')
  await ask(money.server, changeSettings, { token, body: { defaultLanguage: 'en' } })

  expect((await open(`/pos/${device.slug}/display?lang=ar`)).html).toContain('lang="ar" dir="rtl"')
  // Neither the till's language nor the browser's: a stranger who guesses addresses must not learn which tills exist.
  expect((await open(`/pos/${device.slug}/display`, 'de')).html).toContain('lang="en"')
  expect((await open(`/pos/${device.slug}?lang=ar`)).html).toContain('lang="en" dir="ltr"')
})

test.each(languages)('a refund email in %s has the amount, the link and no text of another language', (language) => {
  const email = refundClaimEmail('https://pay.example.test', {
    shop: { name: 'Kestrel', color: null, logoUrl: null, supportEmail: 'help@kestrel.example' },
    amount: '20.00',
    currency: 'USD',
    reason: null,
    amountBtc: '0.00018402',
    path: '/r/secret',
    expiresAt: new Date('2026-11-16T12:00:00Z'),
    language,
  })
  const { text, html } = rendered(email)
  expect(text).toContain('0.00018402 BTC')
  expect(text).toContain('help@kestrel.example')
  expect(text).toContain('https://pay.example.test/r/secret')
  expect(html).toContain(`<html lang="${language}"`)
  if (language !== 'en') expect(text).not.toMatch(/Claim|Anyone|Questions|Payments by|Privacy:.*Privacy/)
})
