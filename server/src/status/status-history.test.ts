import type { Answer } from '@bitquay/contract/call'
import { getStatus, getStatusHistory, type StatusComponent, statusComponents } from '@bitquay/contract/status'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { saveEngineCheck, saveNodeLocal } from '../stores/table.engine-checks.ts'
import { claimDeliveries } from '../webhooks/table.deliveries.ts'
import { addEndpoint } from '../webhooks/table.endpoints.ts'
import { recordCurrentStatus } from './record-current-status.ts'
import { pruneStatusDays } from './table.history.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  // Each test starts in the middle of a day and at the start of a minute, so that minutes and days are countable.
  await sql`update platform set clock_offset = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '12 hours' - now()`.execute(
    app.deps.db,
  )
})
afterEach(() => app.close())

const minute = 60
const day = 24 * 60 * minute

const readHistory = async () => {
  const { status, body } = await ask(app, getStatusHistory)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Answer<typeof getStatusHistory>
}
const find = async (component: StatusComponent) => {
  const found = (await readHistory()).components.find((each) => each.component === component)
  if (!found) throw new Error(`no ${component}`)
  return found
}
const checkEngine = (reachable: boolean, latencyMs = 80) =>
  saveEngineCheck(app.deps.db, {
    reachable,
    synced: reachable,
    latencyMs,
    tip: undefined,
    feeRate: undefined,
    rates: { problem: null },
  })
const record = () => recordCurrentStatus(app.deps)
const recordMinute = async (reachable: boolean, latencyMs?: number) => {
  await app.advance(minute)
  await checkEngine(reachable, latencyMs)
  await record()
}
const countsOf = async (component: StatusComponent) => {
  const { rows } = await sql<{ healthy: number; slow: number; down: number }>`
    select sum(healthy)::int as healthy, sum(slow)::int as slow, sum(down)::int as down from status_days
    where component = ${component}`.execute(app.deps.db)
  return rows[0]
}

test('a platform without checks has 90 days without data and no uptime', async () => {
  const { components, incidents } = await readHistory()
  expect(components.map(({ component }) => component)).toEqual([...statusComponents])
  expect(incidents).toEqual([])
  for (const { state, uptimePercent, days } of components) {
    expect([state, uptimePercent, days.length]).toEqual(['no-data', null, 90])
    expect(new Set(days.map((each) => each.state))).toEqual(new Set(['no-data']))
  }
})

test('each minute is counted once as healthy, slow or down', async () => {
  for (const [reachable, latencyMs] of [[true], [true], [true, 5000], [false], [true]] as const)
    await recordMinute(reachable, latencyMs)
  expect(await countsOf('payment-server')).toEqual({ healthy: 3, slow: 1, down: 1 })
  expect(await countsOf('webhooks')).toEqual({ healthy: 5, slow: 0, down: 0 })
  const server = await find('payment-server')
  expect(server).toMatchObject({ state: 'operational', uptimePercent: 80 })
  expect(server.days.at(-1)).toMatchObject({ state: 'degraded', uptimePercent: 80 })
  expect(new Set(server.days.slice(0, -1).map(({ state }) => state))).toEqual(new Set(['no-data']))
  expect((await find('lightning')).state, 'no node was ever read').toBe('no-data')
})

test('several servers at once count a minute once, and the newest result is shown', async () => {
  await checkEngine(true)
  await Promise.all(Array.from({ length: 8 }, record))
  await app.advance(minute)
  await checkEngine(true)
  await Promise.all(Array.from({ length: 8 }, record))
  expect(await countsOf('payment-server')).toEqual({ healthy: 2, slow: 0, down: 0 })
  await checkEngine(false)
  await record()
  expect(await countsOf('payment-server')).toEqual({ healthy: 2, slow: 0, down: 0 })
  expect((await find('payment-server')).state).toBe('down')
})

test('a check that is too old says nothing about now', async () => {
  await recordMinute(true)
  expect((await find('checkout')).state).toBe('operational')
  await app.advance(4 * minute)
  expect((await find('checkout')).state).toBe('no-data')
  await record()
  expect((await find('payment-server')).state, 'the payment server was not checked lately').toBe('no-data')
  expect((await find('webhooks')).state).toBe('operational')
})

test('days without a server are days without data in the sandbox and down in live mode', async () => {
  await recordMinute(true)
  await app.advance(2 * day)
  await checkEngine(true)
  await record()
  const sandbox = await find('email')
  expect(sandbox.days.slice(-4).map(({ state }) => state)).toEqual(['no-data', 'operational', 'no-data', 'operational'])

  await app.advance(2 * day)
  await checkEngine(true)
  await recordCurrentStatus({ ...app.deps, config: { ...app.deps.config, mode: 'live' } })
  const live = await find('email')
  expect(live.days.slice(-3).map(({ state }) => state)).toEqual(['down', 'down', 'down'])
  expect(await countsOf('email')).toEqual({ healthy: 3, slow: 0, down: 2 * 24 * 60 - 1 })
})

test('a short restart is not an outage', async () => {
  await recordMinute(true)
  await app.advance(5 * minute)
  await checkEngine(true)
  await recordCurrentStatus({ ...app.deps, config: { ...app.deps.config, mode: 'live' } })
  expect(await countsOf('email')).toEqual({ healthy: 2, slow: 0, down: 0 })
})

test('emails, prices and an audit that does not add up show on their components', async () => {
  const { db } = app.deps
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, last_error)
    values ('a@example.test', 's', 't', 'h', 'failed', 'refused')`.execute(db)
  await sql`insert into prices (price, source, at) values (50000, 'test', app_now() - interval '1 hour')`.execute(db)
  await sql`insert into audit_runs (finished_at, findings) values (app_now(), '[{}]')`.execute(db)
  await recordMinute(true)
  const states = Object.fromEntries((await readHistory()).components.map(({ component, state }) => [component, state]))
  expect(states).toMatchObject({ email: 'down', checkout: 'degraded', ledger: 'degraded', webhooks: 'operational' })
})

test('emails of one merchant that are refused or wait say nothing about ours', async () => {
  const { db } = app.deps
  const addEmails = async (count: number, merchantId: number | null, columns: { refused: boolean; waits?: string }) => {
    const { refused, waits } = columns
    await sql`
      insert into mail_outbox (recipient, subject, body_text, body_html, merchant_id, refused, status, last_error, next_attempt_at)
      select 'a@example.test', 's', 't', 'h', ${merchantId}::integer, ${refused}, ${waits ? 'waiting' : 'failed'},
        ${waits ? null : 'refused'}, app_now() - ${waits ?? '0'}::interval
      from generate_series(1, ${count}::integer)`.execute(db)
  }
  const stateOf = async () => {
    await recordMinute(true)
    return (await find('email')).state
  }
  const [one, two] = [await addMerchant(app), await addMerchant(app)]
  await addEmails(20, one.id, { refused: true })
  await addEmails(20, one.id, { refused: false, waits: '1 hour' })
  // An application of a stranger with an address that doesn't exist.
  await addEmails(1, null, { refused: true })
  expect(await stateOf()).toBe('operational')
  await addEmails(1, null, { refused: false, waits: '6 minutes' })
  expect(await stateOf(), 'our own wait').toBe('degraded')
  await addEmails(1, two.id, { refused: true })
  expect(await stateOf(), 'the mail server refuses everyone').toBe('down')
  await sql`delete from mail_outbox`.execute(db)
  await addEmails(1, one.id, { refused: false })
  expect(await stateOf(), 'the mail server is not there').toBe('down')
})

/** A webhook of a merchant that has been waiting for its first attempt for a quarter of an hour. */
const addWaitingWebhook = async () => {
  const { db, sealer } = app.deps
  const { id: merchantId } = await addMerchant(app)
  await inTransaction(db, async (tx) => {
    const about = { kind: 'standard', description: undefined, events: ['*'], createdBy: 'test' } as const
    await addEndpoint(tx, sealer, { merchantId, url: 'https://hooks.example.com', ...about })
    for (const invoiceId of ['first', 'second']) {
      await recordAnyEvent(tx, merchantId, 'invoice.created', { invoiceId })
    }
  })
  await sql`update webhook_deliveries set due_at = app_now() - interval '15 minutes'`.execute(db)
}

test('webhooks that wait for us are down, and those that wait for a slow receiver are not', async () => {
  await addWaitingWebhook()
  await recordMinute(true)
  expect((await find('webhooks')).state, 'nobody sends them').toBe('down')
  await claimDeliveries(app.deps.db, { lane: 'slow', most: 20 })
  await recordMinute(true)
  expect((await find('webhooks')).state, 'the receiver has not answered yet').toBe('operational')
  await addWaitingWebhook()
  await recordMinute(true)
  expect((await find('webhooks')).state, 'those of another merchant wait').toBe('down')
})

test('webhooks of a merchant’s own server and of a former store say nothing about ours', async () => {
  const { db } = app.deps
  const addHook = async (serverUrl: string) => {
    const { id: merchantId } = await addMerchant(app)
    const { rows } = await sql<{ id: number }>`
      insert into stores (merchant_id, status, server_url, store_id, api_key, tag, lightning)
      values (${merchantId}, 'ready', ${serverUrl}, ${`store ${merchantId}`}, 'key', ${`tag ${merchantId}`}, 'none')
      returning id`.execute(db)
    const storeRef = rows[0]?.id ?? 0
    await sql`
      insert into engine_hooks (store_ref, body, received_at) values (${storeRef}, '', now() - interval '1 hour')`.execute(
      db,
    )
    return storeRef
  }
  const ours = (await sql<{ url: string }>`select url from engines where id = 1`.execute(db)).rows[0]?.url ?? ''
  const readLag = async () => (await ask(app, getStatus)).body.hooks
  await addHook('https://btcpay.shop.example')
  const former = await addHook(ours)
  await sql`
    update stores set status = 'left', standing = 'former', former_since = app_now(), left_at = app_now()
    where id = ${former}`.execute(db)
  await recordMinute(true)
  expect((await find('webhooks')).state).toBe('operational')
  expect(await readLag()).toEqual({ lagSeconds: null })
  await addHook(ours)
  await addHook('https://btcpay.shop.example')
  await sql`update engine_hooks set handled_at = received_at + interval '7 seconds'
    where store_ref in (select id from stores where engine_id is not null)`.execute(db)
  expect(await readLag()).toEqual({ lagSeconds: 7 })
  await sql`update engine_hooks set handled_at = null`.execute(db)
  await recordMinute(true)
  expect((await find('webhooks')).state).toBe('degraded')
})

test('Lightning follows the platform’s node and the stores that use it', async () => {
  const { db } = app.deps
  await recordMinute(true)
  expect((await find('lightning')).state, 'there is no node').toBe('no-data')
  await sql`insert into stores (status, server_url, store_id, api_key, tag, lightning)
    values ('ready', 'http://127.0.0.1:1', 'store', 'key', 'tag', 'shared')`.execute(db)
  await recordMinute(true)
  expect((await find('lightning')).state).toBe('operational')
  await sql`update stores set lightning_available = false`.execute(db)
  await recordMinute(true)
  expect((await find('lightning')).state, 'no store can use the node').toBe('down')
  await saveNodeLocal(db, 5000n)
  await recordMinute(true)
  expect((await find('lightning')).state, 'the node answers').toBe('degraded')
  await sql`update stores set lightning_available = true`.execute(db)
  await recordMinute(true)
  expect((await find('lightning')).state).toBe('operational')
  await app.advance(41 * minute)
  await recordMinute(true)
  expect((await find('lightning')).state, 'the node has not answered for a while').toBe('down')
})

test('a day older than 90 days is not shown and is deleted', async () => {
  await recordMinute(true)
  await app.advance(89 * day)
  expect((await find('email')).days[0]?.state).toBe('operational')
  await pruneStatusDays(app.deps.db)
  expect((await find('email')).days[0]?.state).toBe('operational')
  await app.advance(day)
  expect((await find('email')).uptimePercent).toBeNull()
  await pruneStatusDays(app.deps.db)
  const { rows } = await sql`select 1 from status_days`.execute(app.deps.db)
  expect(rows).toEqual([])
})

test('the public answer has no private data', async () => {
  const merchant = await addMerchant(app)
  const { db } = app.deps
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, last_error)
    values (${merchant.email}, 'private subject', 'private text', 'h', 'failed', 'private error')`.execute(db)
  await saveEngineCheck(db, {
    reachable: true,
    synced: true,
    latencyMs: 1,
    tip: undefined,
    feeRate: undefined,
    rates: { problem: 'private problem' },
  })
  await record()
  const body = JSON.stringify(await readHistory())
  for (const secret of [merchant.email, 'Blue Door', 'private', '127.0.0.1']) expect(body).not.toContain(secret)
})
