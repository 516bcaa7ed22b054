import { randomUUID } from 'node:crypto'
import { createItem } from '@bitquay/contract/tills.items'
import { exportReport, getReport, type Report, type ReportName, reportNames } from '@bitquay/contract/tills.reports'
import { createTaxRate } from '@bitquay/contract/tills.taxes'
import { exportTransactions, listTransactions, type Transaction } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../test/lists.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, addMerchantUser, ask, signInAs } from '../../test/people.ts'
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

  const stranger = await signInAs(server, await addMerchant(server))
  expect((await read('items', { tillId: String(front.tillId) }, stranger)).total.sold).toBe(0)
})
