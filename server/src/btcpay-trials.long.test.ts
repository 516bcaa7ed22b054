import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { addMerchant } from '../test/people.ts'
import { openTrial, type Trial } from '../test/trials.ts'
import { readMoney } from './balances/queries.ts'
import { createDepositAddress } from './deposit-addresses/create-deposit-address.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { syncStore } from './payments/sync-store.ts'
import { savePrice } from './prices/table.ts'
import { provisionStore } from './stores/provision-store.ts'
import type { ReadyStore } from './stores/table.ts'
import { neededRights, verifyStore } from './stores/verify-store.ts'

let trial: Trial
let server: TestApp
beforeAll(async () => {
  trial = await openTrial()
  server = await startPlatform()
})
afterAll(async () => {
  await server?.close()
  await trial?.close()
})

const startPlatform = async () => {
  const environment = { RATE_LIMITS: 'off', ENGINE_ALLOW_HOSTS: new URL(trial.url).hostname }
  const platform = await startTestApp(environment, { url: trial.url, apiKey: trial.apiKey })
  await savePrice(platform.deps.db, { cents: 10_000_000n, source: 'test' })
  return platform
}

/** Reads the store, whatever BTCPay answers, and returns what the platform knows of the invoice and its merchant’s payments. */
const readState = async ({ deps }: TestApp, store: ReadyStore, invoiceId: string | null) => {
  await sql`update invoices set check_due_at = app_now() where invoice_id = ${invoiceId}`.execute(deps.db)
  await syncStore(deps, store.id).catch(() => undefined)
  const { status } = await deps.db
    .selectFrom('invoices')
    .select('status')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const rows = await deps.db
    .selectFrom('transactions')
    .select('booked')
    .where('merchantId', '=', store.merchantId)
    .execute()
  return { status, rows }
}
const patient = { timeout: 300_000, interval: 2000 }

test('quick-payments: eight payments in a row to one deposit address are all credited to it', async () => {
  const { deps } = server
  const { id: merchantId } = await addMerchant(server)
  const store = await provisionStore(deps, { merchantId, name: 'Quick payments' })
  const { address } = await createDepositAddress(deps, { merchantId, reference: 'account 12', createdBy: 'test' })
  for (let number = 1; number <= 8; number++) {
    await trial.pay(address, 10_000n + BigInt(number))
    await syncStore(deps, store.id)
  }
  await trial.mine(1)
  const credited = async () => {
    // The server lists coins and labels whenever it likes.
    await sql`update stores set sync_due_at = app_now() where id = ${store.id}`.execute(deps.db)
    await syncStore(deps, store.id)
    const rows = await deps.db
      .selectFrom('transactions')
      .select(['amount', 'description', 'purpose', 'booked'])
      .where('merchantId', '=', merchantId)
      .orderBy('amount')
      .execute()
    return rows.filter(({ booked }) => booked)
  }
  await expect.poll(credited, { timeout: 120_000, interval: 2000 }).toEqual(
    Array.from({ length: 8 }, (_, index) => ({
      amount: `0.0001000${index + 1}`,
      description: 'account 12',
      purpose: 'invoice',
      booked: true,
    })),
  )
})

test('kill: BTCPay is killed after a payment, and the payment is credited once it is back', async ({ skip }) => {
  const { kill } = trial
  if (!kill) return skip('set BTCPAY_KILL and BTCPAY_START to commands that kill and start this BTCPay')
  const { deps } = server
  const { id: merchantId } = await addMerchant(server)
  const store = await provisionStore(deps, { merchantId, name: 'Killed' })
  const { invoiceId, bitcoinAddress, dueSats } = await makeInvoice(deps, merchantId, '20.00')
  await trial.pay(bitcoinAddress ?? '', dueSats ?? 0n)
  const start = await kill()
  await expect(syncStore(deps, store.id)).rejects.toThrow()
  await start()
  await trial.mine(1)
  await expect
    .poll(() => readState(server, store, invoiceId), patient)
    .toEqual({ status: 'settled', rows: [{ booked: true }] })
})

test('own-store: a merchant’s own store is accepted, and each reason to refuse one has its own sentence', async () => {
  const { url, apiKey } = trial
  const admin = createBtcpayClient({ url, auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
  const newStore = async (wallet: 'hot' | 'cold' | 'none') => {
    const { id } = unwrap(await admin.stores.create({ name: 'Own store' }))
    if (wallet !== 'none') unwrap(await admin.wallet.generate(id, { savePrivateKeys: wallet === 'hot' }))
    return id
  }
  const keyFor = async (storeId: string, rights: readonly string[] = neededRights) => {
    const permissions = rights.map((right) => `${right}:${storeId}`)
    return unwrap(await admin.keys.create({ label: 'Own store', permissions })).apiKey
  }
  const check = (btcpayStoreId: string, btcpayApiKey: string) =>
    verifyStore(server.deps, { btcpayServerUrl: url, btcpayStoreId, btcpayApiKey }).catch(
      (error: Error) => error.message,
    )

  const refusalOf = async (...details: Parameters<typeof check>) => {
    const outcome = await check(...details)
    if (typeof outcome !== 'string') throw new Error(`store ${details[0]} was accepted`)
    return outcome
  }

  const storeId = await newStore('hot')
  expect(await check(storeId, await keyFor(storeId))).toMatchObject({ storeId, storeName: 'Own store' })

  const refusals: string[] = [await refusalOf(storeId, 'f'.repeat(40))]
  // Whoever may create transactions may see the wallet.
  for (const missing of neededRights.filter((right) => right !== 'btcpay.store.canviewwallet')) {
    const rights = neededRights.filter((right) => right !== missing)
    const refusal = await refusalOf(storeId, await keyFor(storeId, rights))
    expect(refusal, missing).toContain(missing)
    refusals.push(refusal)
  }
  for (const wallet of ['none', 'cold'] as const) {
    const other = await newStore(wallet)
    // Only who may change the store's settings sees whether its wallet has keys.
    const rights = ['btcpay.store.canmodifystoresettings']
    refusals.push(await refusalOf(other, await keyFor(other, wallet === 'cold' ? rights : neededRights)))
  }
  refusals.push(await refusalOf(await newStore('hot'), await keyFor(storeId)))
  await admin.close()
  expect(refusals.filter((sentence) => !/^[A-Z][a-z’]+ /.test(sentence))).toEqual([])
  expect(new Set(refusals).size).toBe(refusals.length)
})

test('double-spend: a confirmed payment is replaced by a reorganization, and its booking and its fee are undone', async () => {
  // Its clock moves by hours.
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  const { deps } = platform
  const { id: merchantId } = await addMerchant(platform)
  const store = await provisionStore(deps, { merchantId, name: 'Double-spent' })
  const { invoiceId, bitcoinAddress, dueSats } = await makeInvoice(deps, merchantId, '20.00')
  const look = async () => ({
    ...(await readState(platform, store, invoiceId)),
    owes: toSats((await readMoney(deps.db, merchantId)).feesOwed.btc) > 0n,
  })
  const txid = await trial.pay(bitcoinAddress ?? '', dueSats ?? 0n)
  await trial.mine(1)
  await expect.poll(look, patient).toEqual({ status: 'settled', rows: [{ booked: true }], owes: true })

  await trial.doubleSpend(txid)
  // Without an explorer, a payment that BTCPay no longer knows is lost after hours.
  const lookAnHourLater = async () => {
    await platform.advance(3600)
    return await look()
  }
  // BTCPay shows a replaced payment for minutes.
  await expect
    .poll(lookAnHourLater, { ...patient, timeout: 540_000 })
    .toEqual({ status: 'invalid', rows: [{ booked: false }], owes: false })
  expect((await auditLedger(deps.db)).findings).toEqual([])
})
