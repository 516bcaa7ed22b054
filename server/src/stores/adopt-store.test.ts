import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addAdmin, addMerchant, type Someone } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { adoptStore } from './adopt-store.ts'
import { provisionStore } from './provision-store.ts'
import { findStore } from './table.ts'
import { neededRights } from './verify-store.ts'

let own: TestEngine
let theirs: TestEngine
let server: TestApp
let admin: BtcpayClient
let operator: Someone

beforeAll(async () => {
  own = await startTestEngine()
  theirs = await startTestEngine()
  server = await startTestApp({ ENGINE_ALLOW_HOSTS: '127.0.0.1' }, own.engine)
  operator = await addAdmin(server)
  admin = createBtcpayClient({
    url: theirs.engine.url,
    auth: { apiKey: theirs.engine.apiKey },
    transport: { policy: { allowPrivate: true } },
  })
  await provisionStore(server.deps, { merchantId: null, name: 'Platform' })
})
afterAll(async () => {
  await admin.close()
  await server.close()
  await theirs.close()
  await own.close()
})

const newKey = async (storeId: string) =>
  unwrap(
    await admin.keys.create({
      label: 'Merchant',
      permissions: [...neededRights, 'btcpay.store.canuselightningnode'].map((right) => `${right}:${storeId}`),
    }),
  ).apiKey
const newDetails = async () => {
  const { id } = unwrap(await admin.stores.create({ name: 'Merchant' }))
  unwrap(await admin.wallet.generate(id, { savePrivateKeys: true }))
  unwrap(await admin.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  return { btcpayServerUrl: theirs.engine.url, btcpayStoreId: id, btcpayApiKey: await newKey(id) }
}
const adopt = (merchantId: number, details: Awaited<ReturnType<typeof newDetails>>) =>
  adoptStore(server.deps, merchantId, details, { actor: operator })
const invoiceFor = (merchantId: number) => makeInvoice(server.deps, merchantId, '20.00')

test('an adopted store accepts payments with a sealed key, our webhook, and fees owed also for Lightning', async () => {
  const { id } = await addMerchant(server)
  const details = await newDetails()
  await adopt(id, details)
  const store = await findStore(server.deps.db, id)
  expect(store).toMatchObject({ status: 'ready', serverUrl: theirs.engine.url, lightning: 'own', recoveryWords: null })
  expect(Object.values(store ?? {})).not.toContain(details.btcpayApiKey)
  const webhooks = unwrap(await admin.webhooks.list(details.btcpayStoreId))
  expect(webhooks.map(({ url }) => url)).toEqual([
    `${server.deps.config.publicUrl}/api/engine-hooks/${details.btcpayStoreId}`,
  ])
  const merchant = await server.deps.db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst()
  expect(merchant).toMatchObject({ btcpayStoreId: details.btcpayStoreId, btcpayServerUrl: theirs.engine.url })

  for (const method of ['onchain', 'lightning'] as const) {
    await theirs.control.pay({ invoiceId: (await invoiceFor(id)).invoiceId ?? '', method })
  }
  await theirs.control.mine({ blocks: 1 })
  await server.advance(31)
  await syncStore(server.deps, store?.id ?? 0)
  const { rows } = await sql<{ kind: string; sats: bigint }>`
    select a.kind, b.balance_sats as sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_kind = 'merchant' and a.owner_id = ${id}`.execute(server.deps.db)
  expect(rows.map(({ kind }) => kind)).toEqual(['fees-owed'])
  const entries = await server.deps.db.selectFrom('actLog').selectAll().where('act', '=', 'store-adopted').execute()
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries[0]?.detail)).not.toContain(details.btcpayApiKey)
})

test('a store belongs to one merchant, and the platform’s store to none', async () => {
  const [first, second] = [await addMerchant(server), await addMerchant(server)]
  const details = await newDetails()
  const outcomes = await Promise.allSettled([adopt(first.id, details), adopt(second.id, details)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refusal = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refusal?.reason).toMatchObject({
    code: 'store-not-usable',
    message: 'This store already belongs to another merchant.',
  })
})

test('a store’s key may change except during a send, and another store waits until open business has ended', async () => {
  const { id } = await addMerchant(server)
  const details = await newDetails()
  const { id: storeRef } = await adopt(id, details)
  await adopt(id, { ...details, btcpayApiKey: await newKey(details.btcpayStoreId) })
  expect(unwrap(await admin.webhooks.list(details.btcpayStoreId))).toHaveLength(1)

  const invoice = await invoiceFor(id)
  const other = await newDetails()
  await expect(adopt(id, other)).rejects.toMatchObject({
    message: 'The current store has unpaid invoices. Change the store once they’re paid or expired.',
  })
  await theirs.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  await server.advance(31)
  await syncStore(server.deps, storeRef)
  await sql`update invoices set status = 'settled' where merchant_id = ${id}`.execute(server.deps.db)
  await expect(adopt(id, other)).rejects.toMatchObject({
    message: 'The current store has pending payments. Change the store once they confirm.',
  })
  await theirs.control.mine({ blocks: 1 })
  await syncStore(server.deps, storeRef)

  await sql`insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
      fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
    values ('withdrawal', ${storeRef}, ${id}, 'x', 1000, 1, 100000, 'wallet', 1, 200, 'test', 'adopt', 'x')`.execute(
    server.deps.db,
  )
  const onItsWay = {
    message: 'The current store has pending withdrawals. Change the details once they confirm.',
  }
  await expect(adopt(id, { ...details, btcpayApiKey: await newKey(details.btcpayStoreId) })).rejects.toMatchObject(
    onItsWay,
  )
  await expect(adopt(id, other)).rejects.toMatchObject(onItsWay)
  await sql`update sends set status = 'cancelled', final_at = app_now() where store_ref = ${storeRef}`.execute(
    server.deps.db,
  )
  await adopt(id, other)
  await syncStore(server.deps, storeRef)
  const rows = await server.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', id).execute()
  expect(rows).toMatchObject([{ status: 'confirmed', booked: true, disputed: false, final: true }])
})
