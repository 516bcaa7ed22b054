import {
  getInvoice,
  type ListedInvoice,
  listInvoices,
  markInvoice,
  resendInvoice,
  resolveInvoice,
  summarizeInvoices,
} from '@bitquay/contract/invoices'
import { createInvoice as createByKey } from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  store = await money.newStore('shop', 1_000_000n)
  token = await signInAs(money.server, await addOwner(money.server, store.merchantId))
})
afterAll(() => money.close())

const newInvoice = async (more: Parameters<typeof makeInvoice>[3] = {}) => {
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '100.00', more)
  return invoiceId ?? ''
}
const pay = (invoiceId: string, method: 'onchain' | 'lightning', amountBtc: string) =>
  money.engine.control.pay({ invoiceId, method, amountBtc })
const sync = async (blocks = 0) => {
  if (blocks > 0) await money.engine.control.mine({ blocks })
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
}
const read = async (invoiceId: string) => {
  const { status, body } = await ask(money.server, getInvoice, { token, params: { invoiceId } })
  expect(status).toBe(200)
  return body
}
const findInAttention = async (invoiceId: string) => {
  const { body } = await ask(money.server, listInvoices, { token, query: { state: 'attention', limit: '100' } })
  return (body as unknown as ListedInvoice[]).some((row) => row.invoiceId === invoiceId)
}

test('sums add up from booked payments, and are absent while nothing is booked', async () => {
  const invoiceId = await newInvoice({ customerEmail: 'Office@Coral.example' })
  await newInvoice({ customerEmail: 'office@coral.example' })
  expect(await read(invoiceId)).toMatchObject({
    state: 'unpaid',
    sums: null,
    payments: [],
    paidBy: [],
    firstSeenAt: null,
    receivedUsd: '0.00',
  })
  await pay(invoiceId, 'onchain', '0.00060000')
  await sync()
  expect(await read(invoiceId)).toMatchObject({
    state: 'partially-paid',
    sums: null,
    receivedUsd: '0.00',
    paidBy: ['on-chain'],
    payments: [{ status: 'pending', amountUsd: '60.00', feeUsd: null, netUsd: null, confirmedAt: null }],
  })
  await pay(invoiceId, 'lightning', '0.00060000')
  await sync(1)
  const paid = await read(invoiceId)
  expect(paid).toMatchObject({
    state: 'overpaid',
    needsAttention: true,
    receivedUsd: '120.00',
    paidBy: ['on-chain', 'lightning'],
    sums: {
      count: 2,
      grossUsd: '120.00',
      feeUsd: '-4.80',
      netUsd: '115.20',
      grossBtc: '0.00120000',
      feeBtc: '-0.00004800',
    },
    customer: { invoices: 2, receivedUsd: '120.00' },
  })
  const payments = paid.payments as { feeUsd: string; netUsd: string; seenAt: string; confirmedAt: string | null }[]
  expect(payments.map(({ feeUsd, netUsd }) => [feeUsd, netUsd])).toEqual([
    ['-2.40', '57.60'],
    ['-2.40', '57.60'],
  ])
  expect(payments.every(({ confirmedAt }) => confirmedAt !== null)).toBe(true)
  expect(paid.firstSeenAt).toBe(payments[0]?.seenAt)
})

test('an overpayment that the merchant keeps needs no more attention until more is paid', async () => {
  const invoiceId = await newInvoice()
  await pay(invoiceId, 'onchain', '0.00130000')
  await sync(1)
  expect(await findInAttention(invoiceId)).toBe(true)
  const before = await ask(money.server, summarizeInvoices, { token, query: { search: invoiceId } })
  expect(before.body).toMatchObject({ states: { overpaid: 1, attention: 1 } })

  for (let time = 0; time < 2; time++) {
    const resolved = await ask(money.server, resolveInvoice, { token, params: { invoiceId }, body: {} })
    expect(resolved).toMatchObject({ status: 200, body: { state: 'overpaid', needsAttention: false } })
  }
  expect(await findInAttention(invoiceId)).toBe(false)
  const after = await ask(money.server, summarizeInvoices, { token, query: { search: invoiceId } })
  expect(after.body).toMatchObject({ states: { overpaid: 1, attention: 0 } })
  expect((await read(invoiceId)).actions).toMatchObject([{ type: 'resolved', by: 'shop@example.test' }])

  await sql`update invoices set paid_sats = paid_sats + 1000 where invoice_id = ${invoiceId}`.execute(money.deps.db)
  expect(await findInAttention(invoiceId)).toBe(true)
})

test('a claimed refund is a decision, and none any more when its send fails', async () => {
  const invoiceId = await newInvoice()
  await pay(invoiceId, 'onchain', '0.00130000')
  await sync(1)
  await sql`insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at)
    values (${store.merchantId}, ${invoiceId}, 'overpaid', 1000, 1, 100000, ${Buffer.from(invoiceId)}, 'someone', app_now() + interval '1 minute')`.execute(
    money.deps.db,
  )
  expect(await findInAttention(invoiceId)).toBe(false)
  await money.server.advance(61)
  expect(await findInAttention(invoiceId), 'the offer has expired').toBe(true)
  await sql`with send as (
      insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
        network_fee_reserve_sats, requested_by, idempotency_key, input_hash, final_at)
      values ('refund', 'failed', ${store.id}, ${store.merchantId}, 'address', 1000, 1, 100000, 'wallet', 1, 200, 'someone', ${invoiceId}, 'x', app_now())
      returning id
    )
    update refunds set status = 'claimed', send_id = send.id, claimed_at = app_now() from send where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
  expect(await findInAttention(invoiceId)).toBe(false)
  await sql`update refunds set status = 'offered', send_id = null, claimed_at = null where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
  expect(await findInAttention(invoiceId)).toBe(true)
})

test('a reorganization takes received dollars away, and a later block gives them back', async () => {
  const invoiceId = await newInvoice()
  await pay(invoiceId, 'onchain', '0.00100000')
  await sync(1)
  expect(await read(invoiceId)).toMatchObject({ state: 'paid', receivedUsd: '100.00' })
  const setBooked = (booked: boolean) =>
    sql`update transactions set booked = ${booked} where invoice_id = ${invoiceId}`.execute(money.deps.db)
  await setBooked(false)
  expect(await read(invoiceId)).toMatchObject({ receivedUsd: '0.00', sums: null })
  await setBooked(true)
  expect(await read(invoiceId)).toMatchObject({ receivedUsd: '100.00', sums: { grossUsd: '100.00' } })
})

test('the creator and what people did are named', async () => {
  const user = await addMerchantUser(money.server, store.merchantId, 'admin')
  const byUser = await newInvoice({ createdBy: `merchant-user:${user.id}`, customerEmail: 'a@example.test' })
  expect((await read(byUser)).createdBy).toEqual({ type: 'person', name: 'Store admin' })
  const byOwner = await newInvoice({ createdBy: `merchant:${store.merchantId}` })
  expect((await read(byOwner)).createdBy).toEqual({ type: 'person', name: 'shop@example.test' })
  const byCustomer = await newInvoice({ createdBy: 'customer' })
  expect((await read(byCustomer)).createdBy).toEqual({ type: 'customer', name: null })
  const key = await addApiKey(money.server, store.merchantId, ['invoices'], { name: 'Shop' })
  const created = await ask(money.server, createByKey, { token: key, body: { amount: '10.00' } })
  expect((await read(String(created.body.invoiceId))).createdBy).toEqual({ type: 'api-key', name: 'Shop' })

  await ask(money.server, resendInvoice, { token, params: { invoiceId: byUser }, body: {} })
  await ask(money.server, markInvoice, { token, params: { invoiceId: byUser }, body: { status: 'settled' } })
  const marked = await read(byUser)
  expect(marked).toMatchObject({ state: 'paid', status: 'settled', additionalStatus: 'marked' })
  expect(marked.actions).toMatchObject([
    { type: 'resent', by: 'shop@example.test' },
    { type: 'marked-settled', by: 'shop@example.test' },
  ])
})
