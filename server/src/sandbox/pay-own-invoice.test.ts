import { levers } from '@bitquay/contract/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { newKeyText } from '../api-keys/key-text.ts'
import { findInvoice } from '../invoices/queries.ts'
import { syncStore } from '../payments/sync-store.ts'

/** A sandbox that others can reach, where only admins may use the tools. */
let money: Money
let one: Awaited<ReturnType<Money['newStore']>>
let other: Awaited<ReturnType<Money['newStore']>>
beforeAll(async () => {
  money = await startMoney({ HOST: '0.0.0.0' })
  one = await money.newStore('one')
  other = await money.newStore('other')
})
afterAll(() => money.close())

const createInvoice = async (merchantId: number) => (await makeInvoice(money.deps, merchantId, '20.00')).invoiceId ?? ''

const pay = (token: string | undefined, invoiceId: string, headers: Record<string, string> = {}) =>
  ask(money.server, levers.pay, {
    ...(token === undefined ? {} : { token }),
    body: { invoiceId, method: 'lightning' },
    headers,
  })

const statusOf = async (store: { id: number; merchantId: number }, invoiceId: string) => {
  await money.pass(31)
  await syncStore(money.deps, store.id)
  return (await findInvoice(money.deps.db, store.merchantId, invoiceId))?.status
}

test('a test key pays an invoice of its own merchant, once per Idempotency-Key', async () => {
  const key = await addApiKey(money.server, one.merchantId, ['invoices'])
  const invoiceId = await createInvoice(one.merchantId)
  const first = await pay(key, invoiceId, { 'idempotency-key': 'pay-1' })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  expect(await pay(key, invoiceId, { 'idempotency-key': 'pay-1' })).toMatchObject({ status: 200, body: first.body })
  expect(await statusOf(one, invoiceId)).toBe('settled')
})

test('a payment says whether it may be replaced and what fee it pays, as zero confirmations need', async () => {
  const key = await addApiKey(money.server, one.merchantId, ['invoices'])
  const signals = async (terms: object) => {
    const body = { invoiceId: await createInvoice(one.merchantId), method: 'onchain', ...terms }
    const { txid } = (await ask(money.server, levers.pay, { token: key, body })).body
    const { vin } = (await (await fetch(`${money.engine.engine.esploraUrl}/tx/${String(txid)}`)).json()) as {
      vin: { sequence: number }[]
    }
    return vin.some(({ sequence }) => sequence < 0xfffffffe)
  }
  expect([await signals({}), await signals({ replaceable: false, satPerVb: 5 })]).toEqual([true, false])
})

test('a key can’t pay an invoice of another merchant, nor learn that it exists', async () => {
  const key = await addApiKey(money.server, one.merchantId, ['invoices'])
  const foreign = await createInvoice(other.merchantId)
  const [refused, nothing] = [await pay(key, foreign), await pay(key, 'nothing')]
  expect([refused.status, nothing.status]).toEqual([404, 404])
  expect(refused.body.message).toBe(nothing.body.message)
  expect(await statusOf(other, foreign)).toBe('new')
})

test('a live key, a wrong key, a key without the scope and a stranger pay nothing', async () => {
  const invoiceId = await createInvoice(one.merchantId)
  expect((await pay(newKeyText('live'), invoiceId)).body.code).toBe('invalid-api-key')
  expect((await pay(newKeyText('test'), invoiceId)).body.code).toBe('invalid-api-key')
  const reader = await addApiKey(money.server, one.merchantId, ['read'])
  expect((await pay(reader, invoiceId)).body.code).toBe('scope-missing')
  expect((await pay(undefined, invoiceId)).status).toBe(401)
  expect(await statusOf(one, invoiceId)).toBe('new')
})

test('every other tool stays with admins', async () => {
  const key = await addApiKey(money.server, one.merchantId, ['read', 'invoices', 'refunds', 'withdrawals'])
  for (const [name, lever] of Object.entries(levers).filter(([name]) => name !== 'pay')) {
    expect((await ask(money.server, lever, { token: key, body: {} })).status, name).toBe(401)
  }
})
