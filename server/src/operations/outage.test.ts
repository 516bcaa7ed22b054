import type { Output } from '@bitquay/contract/call'
import { checkNow, getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { until } from '../../test/webhook-receiver.ts'
import { readStoreStatus } from '../status/queries.store.ts'
import { allWorkers } from '../workers.ts'
import { findAlertConditions } from './find-alert-conditions.ts'
import { watchPlatform } from './worker.ts'

const { signal } = new AbortController()
let money: Money
let admin: Awaited<ReturnType<typeof addAdmin>>
let token: string
let stores: Awaited<ReturnType<Money['newStore']>>[]
beforeAll(async () => {
  money = await startMoney()
  admin = await addAdmin(money.server)
  token = await signInAs(money.server, admin)
  stores = await Promise.all(['one', 'two', 'three', 'four'].map((name) => money.newStore(name, 300_000n)))
  // The last one is quiet: nothing can be under way there.
  for (const { merchantId } of stores.slice(0, 3)) await makeInvoice(money.deps, merchantId, '20.00')
  await sql`update stores set sync_pause_seconds = 21600, sync_due_at = app_now() + interval '6 hours'
    where id = ${stores[3]?.id}`.execute(money.deps.db)
  await money.fund(money.platform, 500_000n)
})
afterAll(() => money.close())

/** Lets every worker run that asks BTCPay, as time passes. */
const passRounds = async (rounds: number) => {
  const log = { warn: () => undefined } as unknown as Parameters<typeof allWorkers>[2]
  const asking = [
    ...['provision-stores', 'reconcile-engine', 'send-money', 'collect-fees', 'check-engine', 'check-lightning'],
    ...['fetch-prices', 'fetch-rates', 'fetch-currencies', 'finish-invoices', 'watch-lnurl-invoices', 'loop-outs'],
  ]
  const workers = allWorkers(money.deps, undefined, log).filter(({ name }) => asking.includes(name))
  for (let round = 0; round < rounds; round++) {
    await money.server.advance(240)
    for (const worker of workers) {
      const failed = await worker.run(signal).then(
        () => undefined,
        (error: unknown) => String(error),
      )
      await sql`insert into worker_beats as b (name, started_at, failures, last_error)
        values (${worker.name}, now(), ${failed === undefined ? 0 : 1}, ${failed ?? null})
        on conflict (name) do update set started_at = now(), last_error = excluded.last_error,
          failures = case when excluded.failures = 0 then 0 else b.failures + 1 end`.execute(money.deps.db)
      await worker.finish?.()
    }
  }
}

const readAlerts = async () => {
  await watchPlatform(money.deps)
  const { body } = await ask(money.server, getSystem, { token })
  return body.alerts as Output<typeof getSystem>['alerts']
}

test('an outage of a BTCPay Server is one alert, with what follows from it counted inside', async () => {
  await passRounds(1)
  expect(await readAlerts()).toEqual([])
  await money.engine.control.engine({ down: true })
  await sql`
    insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash, problem, attempts)
    select 'withdrawal', id, merchant_id, 'bcrt1qx', 5000, 5, 100000, 'wallet', 5, 0, 'x', 'stuck ' || id, 'h', 'No answer.', 4
    from stores where id = any (${stores.slice(0, 2).map(({ id }) => id)})`.execute(money.deps.db)
  await passRounds(6)
  const alerts = await readAlerts()
  expect(alerts.map(({ kind }) => kind)).toEqual(['engine-down'])
  expect(alerts[0]).toMatchObject({
    title: 'Payment server main isn’t responding',
    sentence: '4 merchants can’t create invoices. Money is safe.',
    follows: [
      { what: 'merchants', count: 4 },
      { what: 'sends', count: 2, amountUsd: '10.00' },
      // The quiet store isn't overdue, and the platform's own has no customers.
      { what: 'stores', count: expect.any(Number) },
    ],
  })
  const [{ affected, firstFailureAt, since } = expect.fail('no alert')] = alerts
  expect(new Set(affected.map(({ merchantId }) => merchantId))).toEqual(
    new Set(stores.map(({ merchantId }) => merchantId)),
  )
  expect(firstFailureAt === null || Date.parse(firstFailureAt) <= Date.parse(since)).toBe(true)
  const overdue = alerts[0]?.follows[2]?.count ?? 0
  expect(overdue).toBeGreaterThanOrEqual(3)
  expect(overdue).toBeLessThanOrEqual(4)
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', admin.email)
    .execute()
  await money.server.advance(61)
  await passRounds(1)
  await watchPlatform(money.deps)
  const later = await money.deps.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', admin.email)
    .execute()
  expect(later.slice(emails.length)).toEqual([{ subject: 'Payment server main isn’t responding' }])
})

test('only merchants whose store is on the server see that it is down, and since when', async () => {
  const [store] = stores
  const read = async (merchantId: number) => readStoreStatus(money.deps.db, merchantId)
  const { rows } = await sql<{ since: Date }>`select since from alerts where over_at is null`.execute(money.deps.db)
  expect(await read(store?.merchantId ?? 0)).toMatchObject({
    serverDownSince: rows[0]?.since.toISOString(),
    isPriceMissing: true,
    isRateMissing: false,
  })
  const apart = stores[3]
  await sql`update stores set engine_id = null where id = ${apart?.id}`.execute(money.deps.db)
  expect((await read(apart?.merchantId ?? 0)).serverDownSince).toBeNull()
  await sql`update stores set engine_id = 1 where id = ${apart?.id}`.execute(money.deps.db)
})

test('the System page doesn’t call the rates of a server that is down working', async () => {
  const { body } = await ask(money.server, getSystem, { token })
  expect(body.engine).toMatchObject({ reachable: false })
  expect(body.price).toMatchObject({ isStale: true })
})

test('a server that is back raises no alerts for stores that have to catch up first', async () => {
  await money.engine.control.engine({ down: false })
  // The gate lets single requests through again after a while.
  await until(
    'the server responds',
    async () => (await money.deps.engines.platform.server.info()).kind === 'ok',
    60_000,
  )
  expect((await ask(money.server, checkNow, { token })).status).toBe(200)
  expect(await readAlerts()).toEqual([])
})

test('a store that fails by itself keeps its alert while another server is down', async () => {
  await sql`update engines set reachable = false where id = 1`.execute(money.deps.db)
  await sql`update stores set server_url = 'https://own.example.test', engine_id = null, sync_failures = 6,
      synced_at = app_now() - interval '7 hours', sync_error = 'BTCPay unreachable (timeout): no answer'
    where id = any (${stores.slice(2).map(({ id }) => id)})`.execute(money.deps.db)
  const unread = (await findAlertConditions(money.deps.db, money.deps)).filter(({ kind }) => kind === 'store-unread')
  expect(unread).toMatchObject([{ title: 'The BTCPay Server https://own.example.test isn’t responding' }])
})
