import { type BtcpayClient, btcToSats, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { getInvoice } from '@bitquay/contract/invoices'
import { moveMerchant } from '@bitquay/contract/merchants.admin'
import { fromSats, toSats } from '@bitquay/contract/money'
import { claimRefund, createRefund, viewRefund } from '@bitquay/contract/refunds'
import { sendFormerWallet } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { addAdmin, addMerchant, ask, codeOf, enableTwoFactor, signInAs } from '../test/people.ts'
import { openTrial, type Trial } from '../test/trials.ts'
import { readMoney } from './balances/queries.ts'
import type { EngineSettings } from './config-engines.ts'
import { createDepositAddress } from './deposit-addresses/create-deposit-address.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { syncStore } from './payments/sync-store.ts'
import { savePrice } from './prices/table.ts'
import { advanceSends } from './sends/worker.ts'
import { finishMove } from './stores/move-store.ts'
import { provisionStore } from './stores/provision-store.ts'
import { findNextStores } from './stores/queries.moves.ts'
import { findStore, findStoreById, openStore, type ReadyStore } from './stores/table.ts'
import { neededRights, verifyStore } from './stores/verify-store.ts'

let trial: Trial
let admin: BtcpayClient
let server: TestApp
beforeAll(async () => {
  trial = await openTrial()
  const { url, apiKey } = trial
  admin = createBtcpayClient({ url, auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
  server = await startPlatform()
})
afterAll(async () => {
  await server?.close()
  await admin?.close()
  await trial?.close()
})

const startPlatform = async (others: readonly EngineSettings[] = []) => {
  const environment = { RATE_LIMITS: 'off', ENGINE_ALLOW_HOSTS: new URL(trial.url).hostname }
  const platform = await startTestApp(environment, { url: trial.url, apiKey: trial.apiKey }, others)
  await setPrice(platform)
  return platform
}
const setPrice = ({ deps }: TestApp) => savePrice(deps.db, { cents: 10_000_000n, source: 'test' })

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
/** A merchant whose owner is signed in and has a second factor. */
const addOwner = async (platform: TestApp, name: string) => {
  const owner = await addMerchant(platform)
  const store = await provisionStore(platform.deps, { merchantId: owner.id, name })
  const token = await signInAs(platform, owner)
  const { secret } = await enableTwoFactor(platform, owner, token)
  return { merchantId: owner.id, store, token, secret }
}

/** A store that the platform knows nothing of. */
const createStore = async (name: string, wallet: 'hot' | 'cold' | 'none' = 'hot') => {
  const { id } = unwrap(await admin.stores.create({ name }))
  if (wallet !== 'none') unwrap(await admin.wallet.generate(id, { savePrivateKeys: wallet === 'hot' }))
  return id
}

/** Signs, broadcasts and follows what leaves the store. */
const runSends = async ({ deps }: TestApp, store: ReadyStore) => {
  await sql`update sends set due_at = app_now() where store_ref = ${store.id} and final_at is null`.execute(deps.db)
  await advanceSends(deps, store.id)
  await sql`update stores set sync_due_at = app_now() where id = ${store.id}`.execute(deps.db)
  await syncStore(deps, store.id).catch(() => undefined)
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
  const { url } = trial
  const newStore = (wallet: 'hot' | 'cold' | 'none') => createStore('Own store', wallet)
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
  expect(refusals.filter((sentence) => !/^[A-Z][a-z’]+ /.test(sentence))).toEqual([])
  expect(new Set(refusals).size).toBe(refusals.length)
})

test('partial-refund: a part of an invoice is refunded by amount, claimed by its customer and paid once', async () => {
  const { deps } = server
  const { merchantId, store, token, secret } = await addOwner(server, 'Refunded')
  const { invoiceId, bitcoinAddress, dueSats } = await makeInvoice(deps, merchantId, '100.00')
  const paidSats = dueSats ?? 0n
  await trial.pay(bitcoinAddress ?? '', paidSats)
  await trial.mine(1)
  await expect
    .poll(() => readState(server, store, invoiceId), patient)
    .toEqual({ status: 'settled', rows: [{ booked: true }] })

  const params = { invoiceId: invoiceId ?? '' }
  const { status, body } = await ask(server, createRefund, {
    ...{ token, params },
    body: { amount: '20.00', twoFactorToken: codeOf(secret) },
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { kind: 'partial', amount: '20.00', currency: 'USD' } })
  const refundedSats = toSats(String(body.amountBtc))
  // A fifth of what the customer paid, rounded to a satoshi.
  expect(Math.abs(Number(refundedSats) - Number(paidSats) / 5)).toBeLessThanOrEqual(1)

  const customer = await createStore('Customer')
  const refund = { token: String(body.claimLink).split('/r/')[1] ?? '' }
  const claim = async () => {
    const { address } = unwrap(await admin.wallet.address(customer, { forceGenerate: true }))
    return await ask(server, claimRefund, { body: { ...refund, address } })
  }
  const claims = [await claim(), await claim()]
  expect(claims).toMatchObject([{ status: 200 }, { status: 409, body: { code: 'refund-claimed' } }])
  const look = async () => {
    await runSends(server, store)
    return (await ask(server, viewRefund, { body: refund })).body
  }
  await expect.poll(look, patient).toMatchObject({ txid: expect.any(String) })
  await trial.mine(1)
  await expect.poll(look, patient).toMatchObject({ status: 'paid' })

  const received = async () =>
    unwrap(await admin.wallet.listTransactions(customer, { skip: 0, limit: 100 })).map(({ amount }) =>
      btcToSats(amount),
    )
  await expect.poll(received, patient).toEqual([refundedSats])
  const outgoing = async () => {
    await runSends(server, store)
    return await deps.db
      .selectFrom('transactions')
      .select(['purpose', 'amount', 'status'])
      .where('merchantId', '=', merchantId)
      .where('type', '=', 'outgoing')
      .execute()
  }
  await expect.poll(outgoing, patient).toEqual([{ purpose: 'refund', amount: body.amountBtc, status: 'confirmed' }])
  expect((await ask(server, getInvoice, { token, params })).body).toMatchObject({
    refundable: { everythingBtc: fromSats(paidSats - refundedSats) },
    refunds: [{ status: 'paid', amountBtc: body.amountBtc }],
  })
  expect((await auditLedger(deps.db)).findings).toEqual([])
})

test('move: a merchant moves to a second server, its old invoice stays payable, and its coins follow', async ({
  skip,
}) => {
  const { second } = trial
  if (!second) return skip('set BTCPAY_2_URL and BTCPAY_2_API_KEY to another BTCPay Server on the same chain')
  const platform = await startPlatform([{ name: 'second', ...second }])
  onTestFinished(() => platform.close())
  const { deps } = platform
  const secondId = deps.engines.all.find(({ name }) => name === 'second')?.id
  await sql`update engines set reachable = id is distinct from ${secondId ?? null}::int`.execute(deps.db)
  const { merchantId, store: former, token, secret } = await addOwner(platform, 'Moved')
  await sql`update engines set reachable = true`.execute(deps.db)
  expect(former.engineId).not.toBe(secondId)
  const old = await makeInvoice(deps, merchantId, '50.00')

  const move = { token: await signInAs(platform, await addAdmin(platform)), params: { id: merchantId } }
  expect(await ask(platform, moveMerchant, { ...move, body: { engine: 'second' } })).toMatchObject({ status: 200 })
  const [next] = await findNextStores(deps.db, `engine ${secondId}`, 1)
  if (next) await finishMove(deps, next)
  const current = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!current) throw new Error('the merchant has no store')
  expect(current).toMatchObject({ engineId: secondId, standing: 'current', replaces: former.id })
  const fresh = await makeInvoice(deps, merchantId, '20.00')

  // Each invoice is paid in the store that it was created in.
  for (const { bitcoinAddress, dueSats } of [old, fresh]) await trial.pay(bitcoinAddress ?? '', dueSats ?? 0n)
  await trial.mine(1)
  for (const [store, { invoiceId }] of [[former, old] as const, [current, fresh] as const]) {
    const status = async () => (await readState(platform, store, invoiceId)).status
    await expect.poll(status, patient).toBe('settled')
  }
  const payments = await deps.db
    .selectFrom('transactions')
    .select(['invoiceId', 'atStore', 'booked'])
    .where('merchantId', '=', merchantId)
    .orderBy('atStore', (order) => order.asc().nullsFirst())
    .execute()
  expect(payments).toEqual([
    { invoiceId: old.invoiceId, atStore: null, booked: true },
    { invoiceId: fresh.invoiceId, atStore: current.id, booked: true },
  ])
  const spendable = async () => {
    const sats: (bigint | null | undefined)[] = []
    for (const store of [former, current]) {
      await runSends(platform, store)
      sats.push((await findStoreById(deps.db, store.id))?.spendableSats)
    }
    return sats
  }
  await expect.poll(spendable, patient).toEqual([old.dueSats, fresh.dueSats])

  await setPrice(platform)
  const sent = await ask(platform, sendFormerWallet, {
    ...{ token, params: { id: former.id } },
    body: { twoFactorToken: codeOf(secret) },
  })
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
  const sends = async () => {
    await runSends(platform, former)
    const rows = deps.db.selectFrom('sends').selectAll().where('merchantId', '=', merchantId)
    return await rows.execute()
  }
  await expect.poll(sends, patient).toMatchObject([{ status: 'broadcast' }])
  await trial.mine(1)
  await expect.poll(sends, patient).toMatchObject([{ status: 'confirmed' }])
  const [send] = await sends()
  const arrivedSats = (old.dueSats ?? 0n) + (fresh.dueSats ?? 0n) - (send?.networkFeeSats ?? 0n)
  await expect.poll(spendable, patient).toEqual([0n, arrivedSats])
  const wallet = deps.engines.at({ serverUrl: current.serverUrl, apiKey: current.openedKey }).wallet
  expect(btcToSats(unwrap(await wallet.overview(current.storeId)).balance)).toBe(arrivedSats)
  expect((await auditLedger(deps.db)).findings).toEqual([])
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
