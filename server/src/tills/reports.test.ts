import { randomUUID } from 'node:crypto'
import { exportInvoices, getInvoice } from '@bitquay/contract/invoices'
import { changeSettings } from '@bitquay/contract/merchants'
import { claimRefund, createRefund, offerRefund } from '@bitquay/contract/refunds'
import { addTillCashier } from '@bitquay/contract/tills'
import { createItem } from '@bitquay/contract/tills.items'
import { exportReport, getReport, type Report, type ReportName, reportNames } from '@bitquay/contract/tills.reports'
import { createTaxRate } from '@bitquay/contract/tills.taxes'
import { exportTransactions, listTransactions, type Transaction } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../test/lists.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, addMerchantUser, ask, codeOf, forgetCodes, signInAs } from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { addTillDevice, useTill } from '../../test/tills.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('reports')
  token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
})
afterAll(() => money.close())

const read = async (report: ReportName, query: Record<string, string> = {}, as = token) => {
  const { body, status } = await ask(money.server, getReport, { token: as, params: { report }, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Report
}
const cents = (amount: string | null) => Math.round(Number(amount) * 100)

test('every report ends in the same total, and items + tax + tips − fees is what was received', async () => {
  const { server } = money
  const rate = await ask(server, createTaxRate, { token, body: { name: 'Sales tax', percent: '8.5' } })
  const prices = [{ currency: 'USD', amount: '4.60' }]
  const item = await ask(server, createItem, { token, body: { name: 'Tea', prices, taxRateId: rate.body.id } })
  const [front, back] = [
    await addTillDevice(server, store.merchantId, { name: 'Front' }),
    await addTillDevice(server, store.merchantId, { name: 'Back' }),
  ]
  const sell = async (device: typeof front, sale: object) => {
    const charged = await useTill(server, device).charge({ saleId: randomUUID(), ...sale })
    expect(charged.status, JSON.stringify(charged.body)).toBe(200)
    return String(charged.body.invoiceId)
  }
  const tea = { itemId: item.body.id, quantity: 2 }
  const paid = [
    await sell(front, { lines: [tea, { amount: '7.00' }], discountPercent: 10, tipPercent: 15, total: '17.47' }),
    await sell(back, { lines: [{ amount: '3.33' }], total: '3.33' }),
  ]
  // Nobody pays this one.
  await sell(back, { lines: [{ amount: '99.00' }], total: '99.00' })
  // A sale of before lines kept their part of the discount.
  await sql`update till_sales set lines = (select jsonb_agg(l - 'discount') from jsonb_array_elements(lines) l)`.execute(
    money.deps.db,
  )
  for (const invoiceId of paid) {
    await money.engine.control.pay({ invoiceId, method: 'lightning' })
    await server.advance(31)
    await syncStore(money.deps, store.id)
  }
  const { body: listed } = await ask(server, listTransactions, { token })
  const named = (listed as unknown as Transaction[]).map(({ till, cashier, salesTax }) => ({ till, cashier, salesTax }))
  expect(named).toEqual([
    { till: expect.stringMatching(/^Back/), cashier: null, salesTax: null },
    { till: expect.stringMatching(/^Front/), cashier: null, salesTax: { amount: '0.70', currency: 'USD' } },
  ])
  const exported = parseCsv(String((await ask(server, exportTransactions, { token })).body.text))
  expect(exported.at(-1)).toMatchObject({ Till: expect.stringMatching(/^Front/), 'Sales tax': '0.70' })
  const { total } = await read('items')
  expect(total).toMatchObject({ sold: 4, items: '17.91', tax: '0.70', tips: '2.19' })
  expect(cents(total.fees)).toBeGreaterThan(0)
  expect(cents(total.items) + cents(total.tax) + cents(total.tips) - cents(total.fees)).toBe(cents(total.received))
  for (const name of reportNames) {
    const report = await read(name, { tz: 'America/New_York' })
    expect([name, report.total]).toEqual([name, total])
    const sum = (figure: 'items' | 'tax') => report.rows.reduce((all, row) => all + cents(row[figure]), 0)
    expect([name, sum('items'), sum('tax')]).toEqual([name, 1791, 70])
    expect(report.rows.reduce((all, row) => all + row.sold, 0)).toBe(4)
  }
  expect((await read('items')).rows.map(({ name, sold, items }) => [name, sold, items])).toEqual([
    [null, 2, '9.63'],
    ['Tea', 2, '8.28'],
  ])
  expect((await read('tax')).rows.map(({ name, tax }) => [name, tax])).toEqual([
    [null, '0.00'],
    ['Sales tax 8.5%', '0.70'],
  ])
  expect((await read('tills', { tillId: String(back.tillId) })).rows).toMatchObject([{ items: '3.33', tips: '0.00' }])
  expect((await read('cashiers')).rows).toMatchObject([{ name: null, tips: '2.19' }])
  expect((await read('items', { to: '2020-01-01' })).total).toMatchObject({ sold: 0, received: '0.00' })
  const file = await ask(server, exportReport, { token, params: { report: 'items' }, query: {} })
  expect(parseCsv(String(file.body.text))).toMatchObject([
    { Name: '', Sold: '2' },
    { Name: 'Tea', 'Items sold': '8.28' },
  ])

  // At 1 AM, a shop whose days end at 3 AM still sells on the day before.
  const readDay = async (dayEndsHour: number, day: string, tz: string) => {
    expect((await ask(server, changeSettings, { token, body: { dayEndsHour } })).status).toBe(200)
    const report = await read('items', { from: day, to: day, tz })
    expect(report.dayEndsHour).toBe(dayEndsHour)
    return report.total.sold
  }
  const { at } = await read('items')
  const shift = 1 - new Date(at).getUTCHours()
  const tz = shift > -12 ? `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}` : `Etc/GMT-${shift + 24}`
  const local = Date.parse(at) + (shift > -12 ? shift : shift + 24) * 3_600_000
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const [today, yesterday] = [dayOf(local), dayOf(local - 86_400_000)]
  expect([await readDay(0, today, tz), await readDay(0, yesterday, tz)]).toEqual([4, 0])
  expect([await readDay(3, today, tz), await readDay(3, yesterday, tz)]).toEqual([0, 4])
  await readDay(0, today, tz)

  const stranger = await signInAs(server, await addMerchant(server))
  expect((await read('items', { tillId: String(front.tillId) }, stranger)).total.sold).toBe(0)
})

test('reports take off refunds when they are paid, and a refund names its till, cashier and part of the tax', async () => {
  const { server } = money
  const shop = await openShop(money, 'refunded', 50_000_000n)
  const asOwner = { token: shop.token }
  const rate = await ask(server, createTaxRate, { ...asOwner, body: { name: 'Sales tax', percent: '10' } })
  const newItem = (name: string, amount: string, taxRateId: unknown) =>
    ask(server, createItem, { ...asOwner, body: { name, prices: [{ currency: 'USD', amount }], taxRateId } })
  const tea = await newItem('Tea', '20.00', rate.body.id)
  const gift = await newItem('Gift', '10.00', null)
  const device = await addTillDevice(server, shop.id, { name: 'Counter' })
  const till = useTill(server, device)
  const body = { name: 'Lea', pin: '482913' }
  const { body: cashier } = await ask(server, addTillCashier, { ...asOwner, params: { id: device.tillId }, body })
  expect((await till.openShift({ cashierId: cashier.id, pin: body.pin })).status).toBe(200)
  // 30.00 + 2.00 tax + 3.00 tip.
  const lines = [tea, gift].map((item) => ({ itemId: item.body.id, quantity: 1 }))
  const sell = async (amountOf: (dueBtc: string) => string) => {
    const charged = await till.charge({ saleId: randomUUID(), lines, tipPercent: 10, total: '35.00' })
    expect(charged.status, JSON.stringify(charged.body)).toBe(200)
    const invoiceId = String(charged.body.invoiceId)
    const { body: invoice } = await ask(server, getInvoice, { ...asOwner, params: { invoiceId } })
    const amountBtc = amountOf(String(invoice.dueBtc))
    await money.engine.control.pay({ invoiceId, method: 'onchain', amountBtc })
    await money.mine(1, shop.store)
    await server.advance(31)
    await syncStore(money.deps, shop.store.id)
    return invoiceId
  }
  const paidOut = async (claimLink: unknown) => {
    const address = await money.strangersAddress()
    const claimed = await ask(server, claimRefund, { body: { token: String(claimLink).split('/r/')[1], address } })
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(200)
    const isSent = async () => {
      const { rows } = await sql`select from sends where address = ${address} and txid is not null`.execute(
        money.deps.db,
      )
      return rows.length
    }
    await expect.poll(isSent, { timeout: 90_000 }).toBe(1)
    await money.mine(1, shop.store)
  }
  const sold = await sell((due) => due)
  const overpaid = await sell((due) => (Number(due) + 0.0003).toFixed(8))
  const all = () => Promise.all(reportNames.map(async (name) => [name, await read(name, {}, shop.token)] as const))
  const sum = ({ rows }: Report, figure: 'items' | 'tax') => rows.reduce((whole, row) => whole + cents(row[figure]), 0)
  const first = await read('tills', {}, shop.token)
  expect(first.total).toMatchObject({ sold: 4, items: '60.00', tax: '4.00', tips: '6.00', refunds: '0.00' })

  const code = async () => {
    await forgetCodes(server, shop.owner)
    return { twoFactorToken: codeOf(shop.secret) }
  }
  const over = await ask(server, offerRefund, {
    ...asOwner,
    params: { invoiceId: overpaid },
    body: { kind: 'overpaid', ...(await code()) },
  })
  await paidOut(over.body.claimLink)
  // It was never a part of the sale.
  expect((await read('tills', {}, shop.token)).total).toEqual(first.total)

  const part = await ask(server, createRefund, {
    ...asOwner,
    params: { invoiceId: sold },
    body: { amount: '10.00', ...(await code()) },
  })
  // It is promised, and not paid yet.
  expect((await read('tills', {}, shop.token)).total).toEqual(first.total)
  const { body: detailed } = await ask(server, getInvoice, { ...asOwner, params: { invoiceId: sold } })
  expect(detailed).toMatchObject({
    createdBy: { type: 'till', cashier: 'Lea' },
    sale: { till: expect.stringMatching(/^Counter/), cashier: 'Lea', currency: 'USD', salesTax: '2.00' },
  })
  // 2.00 × 10 ÷ 35, rounded.
  expect(detailed.sale).toMatchObject({ refunds: [{ id: part.body.id, salesTax: '0.57', cashier: null }] })
  await paidOut(part.body.claimLink)
  for (const [name, report] of await all()) {
    // Of 10.00: 0.57 tax, 0.86 tip, and 8.57 of the items.
    expect([name, report.total]).toMatchObject([
      name,
      { sold: 4, items: '51.43', tax: '3.43', tips: '5.14', fees: first.total.fees, refunds: '10.00' },
    ])
    expect([name, cents(first.total.received) - cents(report.total.received)]).toEqual([name, 1000])
    expect([name, sum(report, 'items'), sum(report, 'tax')]).toEqual([name, 5143, 343])
  }
  const named = async (name: ReportName) => (await read(name, {}, shop.token)).rows
  expect(await named('items')).toMatchObject([
    { name: 'Tea', sold: 2, items: '34.29', tax: '3.43', refunds: null },
    { name: 'Gift', sold: 2, items: '17.14', tax: '0.00' },
  ])
  expect(await named('cashiers')).toMatchObject([{ name: 'Lea', items: '51.43', tips: '5.14', refunds: '10.00' }])
  expect((await read('tills', { to: '2020-01-01' }, shop.token)).total).toMatchObject({ refunds: '0.00' })

  const { body: listed } = await ask(server, listTransactions, asOwner)
  const refunds = (listed as unknown as Transaction[]).filter(({ purpose }) => purpose === 'refund')
  expect(refunds.map(({ till: at, cashier: by, salesTax }) => ({ at, by, salesTax }))).toEqual([
    { at: expect.stringMatching(/^Counter/), by: 'Lea', salesTax: { amount: '-0.57', currency: 'USD' } },
    { at: expect.stringMatching(/^Counter/), by: 'Lea', salesTax: null },
  ])
  const invoices = parseCsv(String((await ask(server, exportInvoices, asOwner)).body.text))
  expect(invoices[0]).toMatchObject({ 'Created by': expect.stringMatching(/^Counter/), Cashier: 'Lea' })

  const rest = await ask(server, createRefund, { ...asOwner, params: { invoiceId: sold }, body: await code() })
  await paidOut(rest.body.claimLink)
  for (const [name, report] of await all()) {
    expect([name, report.total]).toMatchObject([name, { items: '30.00', tax: '2.00', tips: '3.00', refunds: '35.00' }])
    expect([name, sum(report, 'items'), sum(report, 'tax')]).toEqual([name, 3000, 200])
  }
})
