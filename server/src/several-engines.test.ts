import { createBtcpayClient } from '@bitquay/btcpay'
import { submitApplication } from '@bitquay/contract/applications'
import { reviewApplication } from '@bitquay/contract/applications.admin'
import { toSats } from '@bitquay/contract/money'
import { getSystem } from '@bitquay/contract/operations'
import { getStatus } from '@bitquay/contract/status'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { TestEngine } from '../test/engine.ts'
import { makeForeignStore } from '../test/hostile-server.ts'
import { createAddressStage } from '../test/lightning-addresses.ts'
import { createLnurlClient } from '../test/lnurl-client.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { addAdmin, ask, signInAs } from '../test/people.ts'
import { startTwoEngines } from '../test/two-engines.ts'
import { completeLoopOut } from './loop-out/decide-loop-out.ts'
import { requestLoopOut } from './loop-out/request-loop-out.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { checkNodePayments } from './operations/check-node-payments.ts'
import { checkEngine } from './operations/check-servers.ts'
import { findAlertConditions } from './operations/find-alert-conditions.ts'
import { areReceived } from './payments/sync-invoices.ts'
import { syncStore } from './payments/sync-store.ts'
import { adoptStore } from './stores/adopt-store.ts'

const { money, second, setCapacities, newStoreOn, countStores, close } = await startTwoEngines()
afterAll(close)

/** Records which of our nodes are asked for payment hashes. */
const watchNodes = () => {
  const { engines } = money.deps
  const { of } = engines
  const asked: [number, string][] = []
  engines.of = (engineId) => {
    const client = of(engineId)
    const { serverLightning } = client
    const getInvoice: typeof serverLightning.getInvoice = (hash, ...rest) => {
      asked.push([engineId, hash])
      return serverLightning.getInvoice(hash, ...rest)
    }
    return { ...client, serverLightning: { ...serverLightning, getInvoice } }
  }
  return {
    asked,
    restore: () => {
      engines.of = of
    },
  }
}

test('new merchants go to the engine with the most room, and no engine gets more than its capacity', async () => {
  await money.newStore('first')
  await money.newStore('other')
  const before = await countStores()
  expect([...before.values()]).toEqual([1, 1])

  await setCapacities(2, 4)
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => money.newStore(name)))
  expect(await countStores()).toEqual(
    new Map([
      [1, 2],
      [2, 4],
    ]),
  )
  await expect(money.newStore('beyond')).rejects.toThrow('every payment server is full')
  await setCapacities(null, null)
})

test('an application waits while every engine is full, and admins are told', async () => {
  const { server, deps } = money
  const token = await signInAs(server, await addAdmin(server))
  const body = {
    businessName: 'Corner Shop',
    businessType: 'E-commerce',
    businessDescription: 'Sells useful things to people nearby',
    contactName: 'Sam Shop',
    contactEmail: 'waiting@example.test',
    contactPhone: '555 010 0200',
    monthlyVolume: 'Less than $10,000',
  }
  expect((await ask(server, submitApplication, { body })).status).toBe(200)
  const findApplication = () =>
    deps.db
      .selectFrom('merchantApplications')
      .select(['id', 'status'])
      .where('email', '=', body.contactEmail)
      .executeTakeFirstOrThrow()
  const { id } = await findApplication()
  const approve = () => ask(server, reviewApplication, { token, params: { id }, body: { status: 'approved' } })
  const findFull = async () => (await findAlertConditions(deps.db, deps)).filter(({ kind }) => kind === 'engines-full')

  await setCapacities(1, 1)
  expect(await approve()).toMatchObject({ status: 409, body: { code: 'engines-full' } })
  expect((await findApplication()).status).toBe('pending')
  expect(await findFull()).toHaveLength(1)
  await setCapacities(null, null)
  expect(await findFull()).toEqual([])
  expect((await approve()).status).toBe(200)
})

test('a Lightning payment is checked at the node of the store’s engine and at no other', async () => {
  const store = await newStoreOn(2, 'on-second')
  const { asked, restore } = watchNodes()
  try {
    const invoice = await makeInvoice(money.deps, store.merchantId, '10.00')
    await second.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
    await money.pass(31)
    await syncStore(money.deps, store.id)
    const [row] = await money.deps.db
      .selectFrom('transactions')
      .selectAll()
      .where('merchantId', '=', store.merchantId)
      .execute()
    expect(row).toMatchObject({ method: 'lightning', booked: true })
    expect(asked).toEqual([[2, row?.txid]])
  } finally {
    restore()
  }
  expect((await money.balances())[`merchant:${store.merchantId}:lightning`]).toBeGreaterThan(0n)
  await money.expectCleanAudit()
})

test('a hash of one engine that a store on another reports is never credited', async () => {
  const [victim, thief] = [await newStoreOn(1, 'victim'), await newStoreOn(2, 'thief')]
  const invoice = await makeInvoice(money.deps, victim.merchantId, '10.00')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  const { destination: hash } = await money.deps.db
    .selectFrom('invoiceDestinations')
    .select('destination')
    .where('invoiceId', '=', invoice.invoiceId ?? '')
    .where('kind', '=', 'payment-hash')
    .executeTakeFirstOrThrow()
  // Without our record of whose hash it is, only the thief's own engine is asked, which doesn't know it.
  await sql`delete from invoice_destinations where destination = ${hash}`.execute(money.deps.db)
  const { asked, restore } = watchNodes()
  const received = ({ merchantId }: { merchantId: number }, serverUrl: string) => {
    const claim = { method: 'lightning', state: 'settled', key: hash, amountSats: 1n } as const
    return areReceived(money.deps, merchantId, [{ ...claim, node: money.deps.engines.findNode(serverUrl) } as never])
  }
  try {
    expect(await received(thief, thief.serverUrl)).toBe(false)
    expect(asked).toEqual([[2, hash]])
    expect(await received(victim, victim.serverUrl)).toBe(true)
    expect(await received(thief, 'https://somewhere.test')).toBe(false)
  } finally {
    restore()
  }
})

test('a Lightning Address is invoiced and watched at the node of its store’s engine', async () => {
  await setCapacities(1, null)
  const stage = createAddressStage(money)
  const wallet = createLnurlClient(money.server)
  const { merchantId, address, store } = await stage.newAddress('second-cafe')
  await setCapacities(null, null)
  expect(store.engineId).toBe(2)
  const request = await wallet.read(wallet.resolve(address))
  const { pr, paymentHash } = await wallet.requestInvoice(request, 20_000_000n)
  const { asked, restore } = watchNodes()
  try {
    await second.control.lightning({ pay: { bolt11: pr } })
    await money.pass(2)
    await stage.watch()
  } finally {
    restore()
  }
  expect(asked).toEqual([[2, paymentHash]])
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ id: paymentHash, status: 'confirmed' }])
})

const makeAdopted = async (engine: TestEngine) => {
  const { url, apiKey } = engine.engine
  const admin = createBtcpayClient({ url, auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
  try {
    return await makeForeignStore(admin, url)
  } finally {
    await admin.close()
  }
}
const by = { actor: 'system' as const }
const payByLightning = async (store: { id: number; merchantId: number }, engine: TestEngine, amount: string) => {
  const invoice = await makeInvoice(money.deps, store.merchantId, amount)
  await engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
}

test('a Lightning balance is in the account of its node, and a loop-out takes it from there only', async () => {
  const { deps, server } = money
  const [here, there] = [await newStoreOn(1, 'balance-here'), await newStoreOn(2, 'balance-there')]
  const before = await money.balances()
  await payByLightning(here, money.engine, '400.00')
  await payByLightning(there, second, '500.00')
  const after = await money.balances()
  const rise = (account: string) => (after[account] ?? 0n) - (before[account] ?? 0n)
  const received = async ({ merchantId }: { merchantId: number }) =>
    toSats(
      (
        await deps.db
          .selectFrom('transactions')
          .select('amount')
          .where('merchantId', '=', merchantId)
          .executeTakeFirstOrThrow()
      ).amount,
    )
  expect(rise('platform:0:lightning-node')).toBe(await received(here))
  expect(rise('engine:2:lightning-node')).toBe(await received(there))

  // Each node confirms its own hashes, and the audit compares each with its own account.
  await checkNodePayments(deps)
  await money.expectCleanAudit()

  const person = {
    kind: 'merchant',
    id: there.merchantId,
    merchantId: there.merchantId,
    email: 'o@example.test',
  } as never
  const request = await requestLoopOut(deps, person, { address: '127.0.0.1', device: 'test' })
  expect(request).toMatchObject({ node: 'shared', engineId: 2 })
  const admin = { ...(await addAdmin(server)), kind: 'admin' } as never
  await completeLoopOut(deps, admin, { requestId: request.id }, { address: '127.0.0.1', device: 'test' })
  const end = await money.balances()
  expect(end['platform:0:lightning-node']).toBe(after['platform:0:lightning-node'])
  expect(end['engine:2:lightning-node']).toBe((after['engine:2:lightning-node'] ?? 0n) - request.amountSats)
  await money.expectCleanAudit()

  // Paid from the other node's account instead, the audit finds it.
  await sql`update lightning_loop_out_requests set engine_id = 1 where id = ${request.id}`.execute(deps.db)
  const checks = (await auditLedger(deps.db)).findings.map(({ check }) => check)
  expect(checks).toContain('The Lightning node account equals received minus sent')
  expect(checks).toContain('Loop-outs take no more from a node than it received for the merchant')
  await sql`update lightning_loop_out_requests set engine_id = 2 where id = ${request.id}`.execute(deps.db)
})

test('a merchant with a Lightning balance can’t change to a store on another engine', async () => {
  const { deps } = money
  const store = await newStoreOn(2, 'stays')
  await payByLightning(store, second, '20.00')
  await sql`update invoice_destinations set check_due_at = null where merchant_id = ${store.merchantId}`.execute(
    deps.db,
  )
  const elsewhere = await makeAdopted(money.engine)
  await expect(adoptStore(deps, store.merchantId, elsewhere, by)).rejects.toThrow(
    'The Lightning balance is on another payment server.',
  )
  // Another store on the same engine has the same node.
  const adopted = await adoptStore(deps, store.merchantId, await makeAdopted(second), by)
  expect(adopted).toMatchObject({ engineId: 2, lightning: 'shared' })
})

test('each engine’s health and figures are saved by its own check', async () => {
  const { signal } = new AbortController()
  await second.control.engine({ down: true })
  try {
    for (const { id } of money.deps.engines.all) await checkEngine(money.deps, id).run(signal)
  } finally {
    await second.control.engine({ down: false })
  }
  const rows = await money.deps.db.selectFrom('engines').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([
    { name: 'main', reachable: true, synced: true, circuit: 'closed' },
    { name: 'second', reachable: false, latencyMs: null },
  ])
  const figures = await money.deps.db.selectFrom('engineMinutes').selectAll().orderBy('engineId').execute()
  expect(figures.some(({ engineId, calls }) => engineId === 1 && calls > 0)).toBe(true)
  expect(figures.some(({ engineId, failures, calls }) => engineId === 2 && (failures > 0 || calls > 0))).toBe(true)
  const down = (await findAlertConditions(money.deps.db, money.deps)).filter(({ kind }) => kind === 'engine-down')
  const token = await signInAs(money.server, await addAdmin(money.server))
  const { body } = await ask(money.server, getSystem, { token })
  expect(body.engines).toMatchObject([
    { id: 1, name: 'main', reachable: true, circuit: 'closed', capacity: null },
    { id: 2, name: 'second', reachable: false },
  ])
  expect((await ask(money.server, getStatus)).body.engines).toMatchObject([
    { name: 'main', reachable: true, synced: true },
    { name: 'second', reachable: false, synced: false },
  ])
  expect(down).toMatchObject([{ subject: 'second', title: 'Payment server second isn’t responding' }])
})
