import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import type { Money } from '../../test/money.ts'
import { addPartner } from '../../test/people.ts'
import { withdrawEarnings } from '../partners/withdraw-earnings.ts'
import { findLatePayments } from '../payments/find-late-payments.ts'
import { syncStore } from '../payments/sync-store.ts'
import { auditLedger } from './audit-ledger.ts'
import { checkNodePayments } from './check-node-payments.ts'
import { auditNow } from './run-audit.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  money.deps.broadcastPatienceMs = 20_000
  await money.fund(money.platform, 60_000_000n)
})
afterAll(() => money.close())

const twice = 'Each payment hash of the platform’s node is booked once'
const differs = 'Booked Lightning payments match what the platform’s node received'
const account = 'The Lightning node account equals received minus sent'
const named = 'No payment from a merchant’s own server is booked at the platform’s node'
const givenUp = 'Invoices of abandoned loop-outs stay unpaid'

const audit = async () => (await auditLedger(money.deps.db)).findings
const checksOf = async () => [...new Set((await audit()).map(({ check }) => check))]
const turnBoth = async (seconds: number) => {
  await money.pass(seconds)
  await money.engine.control.clock({ advanceSeconds: seconds })
}
/** Removes guards for a while. */
const unguarded = async (take: string, put: string, work: () => Promise<void>) => {
  await sql.raw(take).execute(money.deps.db)
  try {
    await work()
  } finally {
    await sql.raw(put).execute(money.deps.db)
  }
}
const executed = async (name: string) => {
  const store = await stage.storeWithNode(name)
  const created = await stage.request(store)
  await stage.execute(created.id)
  await stage.carryOn(3)
  await stage.expectPaidOnce(store, created)
  return (await stage.read(created.id)) ?? created
}

test('the audit asks our node what it received for every hash that is booked there', async () => {
  await stage.storeWithLightning('honest')
  await executed('honest node')
  await checkNodePayments(money.deps)
  const rows = await money.deps.db.selectFrom('nodePayments').selectAll().execute()
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row.receivedSats).toBe(row.amountSats)
  expect(await audit()).toEqual([])
})

test.each([
  [`update node_payments set received_sats = received_sats - 1`, differs],
  [`update node_payments set amount_sats = amount_sats + 1`, account],
  [`delete from node_payments`, differs],
  [`update invoice_destinations set node = 'own' where kind = 'payment-hash'`, named],
  [`update loop_out_invoices set received_sats = 5, payment_hash = 'other'`, givenUp],
])('found: %s', async (statement, check) => {
  const back = new Error('back')
  let found: string[] = []
  await money.deps.db
    .transaction()
    .execute(async (tx) => {
      await sql.raw(statement).execute(tx)
      found = (await auditLedger(tx)).findings.map((finding) => finding.check)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
  expect(found).toContain(check)
})

test('a payment to a loop-out that was given up is found', async () => {
  const store = await stage.storeWithNode('comes after all')
  const created = await stage.request(store)
  await money.engine.control.lightning({ node: 'comes-after-all', hangNext: 1 })
  await stage.execute(created.id)
  await stage.carryOn(2)
  const { paymentHash } = (await stage.read(created.id)) ?? {}
  await money.pass(26 * 3600)
  // Our node wrongly said that it had expired.
  const { platform } = money.deps.engines
  const getInvoice = async () => ({ kind: 'ok', value: { status: 'Expired' } }) as never
  money.deps.engines.platform = { ...platform, lightning: { ...platform.lightning, getInvoice } }
  await stage.carryOn(1)
  money.deps.engines.platform = platform
  expect(await stage.read(created.id)).toMatchObject({ status: 'pending', paymentHash: null })
  await checkNodePayments(money.deps)
  expect(await audit()).toEqual([])
  await money.engine.control.lightning({
    node: 'comes-after-all',
    resolve: { paymentHash: paymentHash ?? '', how: 'complete' },
  })
  await checkNodePayments(money.deps)
  expect(await checksOf()).toEqual([givenUp])
  await sql`delete from loop_out_invoices where payment_hash = ${paymentHash}`.execute(money.deps.db)
})

test('theft: a payment counted twice for its invoice is found', async () => {
  const store = await money.newStore('doubled')
  const invoice = await makeInvoice(money.deps, store.merchantId, '50.00')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await turnBoth(20 * 60)
  await findLatePayments(money.deps, 50)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect(await audit()).toEqual([])
  // Without the guard, the amounts found by the worker and reported by BTCPay were added up.
  const { rows } = await sql<{ paidSats: bigint }>`
    update invoices set paid_sats = paid_sats * 2 where invoice_id = ${invoice.invoiceId} returning paid_sats`.execute(
    money.deps.db,
  )
  const [row] = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(rows[0]?.paidSats).toBe(2n * toSats(row?.amount ?? '0'))
  expect(await checksOf()).toEqual(['Paid invoices have payments on record'])
  await sql`update invoices set paid_sats = paid_sats / 2 where invoice_id = ${invoice.invoiceId}`.execute(
    money.deps.db,
  )
})

test('theft: a payout to ourselves that is not booked as capital is found', async () => {
  const partner = { ...(await addPartner(money.server, '50.00')), kind: 'partner' as const }
  await stage.storeWithLightning('earns', '4000.00')
  const address = await money.addressOf(money.platform)
  await unguarded(
    `delete from store_addresses;
     alter function expected_in_platform_wallet(text) rename to expected_truly;
     create function expected_in_platform_wallet(of_txid text) returns bigint language sql stable as
       $$ select amount_sats from platform_transactions where txid = of_txid $$`,
    `drop function expected_in_platform_wallet(text);
     alter function expected_truly(text) rename to expected_in_platform_wallet`,
    async () => {
      await withdrawEarnings(money.deps, {
        ...{ partner, amountUsd: '5.00', address, idempotencyKey: undefined, source },
        authorize: async () => undefined,
      })
      await money.runSends()
      await money.mine(1, money.platform)
      expect(await checksOf()).toEqual(['The platform wallet matches the ledger'])
    },
  )
  await syncStore(money.deps, money.platform.id)
  expect(await audit()).toEqual([])
})

test('theft: the first leg of a loop-out that is credited again as an invoice payment is found', async () => {
  const { paymentHash } = await executed('stolen leg')
  const thief = await money.newStore('thief')
  const invoice = await makeInvoice(money.deps, thief.merchantId, '50.00')
  // Every guard is removed: who issued the hash, who owns it, and that it counts once.
  await sql`
    update invoice_destinations set destination = ${paymentHash}, check_due_at = app_now()
    where invoice_id = ${invoice.invoiceId} and kind = 'payment-hash'`.execute(money.deps.db)
  await sql`delete from loop_out_invoices where payment_hash = ${paymentHash}`.execute(money.deps.db)
  await sql`alter table node_payments drop constraint node_payments_booked_once`.execute(money.deps.db)
  await sql`update node_payments set payment_hash = 'hidden' where payment_hash = ${paymentHash}`.execute(money.deps.db)
  await findLatePayments(money.deps, 50)
  await sql`update node_payments set payment_hash = ${paymentHash} where payment_hash = 'hidden'`.execute(money.deps.db)
  expect((await money.balances())[`merchant:${thief.merchantId}:lightning`]).toBeGreaterThan(0n)

  const run = await auditNow(money.deps, stage.admin, source)
  const found = run.findings.filter(({ check }) => [twice, differs].includes(check))
  expect(found.map(({ check }) => check)).toEqual(expect.arrayContaining([twice, differs]))
  for (const { subject } of found) expect(subject).toBe(`payment hash ${paymentHash}`)
})
