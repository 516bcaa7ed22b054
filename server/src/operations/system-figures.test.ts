import type { Answer } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addAdmin, addMerchant, addPartner, ask, signInAs } from '../../test/people.ts'
import { postTransfer, priceEntries } from '../ledger/table.ts'
import { maskAddress } from '../mail/index.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { sqlFolder } from '../platform/db/migrate-database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { canAcknowledge } from './audit-ledger.ts'
import { countQueues, readQueueHistory } from './queries.queues.ts'
import { sampleQueues } from './sample-queues.ts'
import type { Finding } from './table.audit-runs.ts'
import { pruneQueueSamples } from './table.queue-samples.ts'
import { auditLedger } from './worker.ts'

/** Every figure of the System page is computed a second time, from the raw rows and outside the database. */
const priceCents = 9_512_345n
const clockAheadMs = 5000_000

let app: TestApp
let token: string
let partner: number
let merchants: number[]
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  merchants = [(await addMerchant(app)).id, (await addMerchant(app)).id, (await addMerchant(app)).id]
  partner = (await addPartner(app, '40.00')).id
  await addPartner(app, '30.00')
  // Moving the clock must not change the figures.
  await app.advance(clockAheadMs / 1000)
  await addMoney()
  await addQueues()
  await addMachinery()
})
afterAll(() => app.close())

const addMoney = async () => {
  const { db } = app.deps
  await sql`insert into prices (price, source, at) values ('50000.00', 'old', app_now() - interval '1 day'), (${fromCents(priceCents)}, 'test', app_now())`.execute(
    db,
  )
  for (let index = 0; index < 12; index++) {
    await addPayment(app, {
      merchantId: merchants[index % 3] ?? 0,
      amountSats: 1_000_003n * BigInt(index + 1),
      priceCents: 9_000_000n + BigInt(index * 777),
      at: new Date(Date.now() + clockAheadMs - index * 3_600_000),
      ...(index === 4 ? { undoneAt: new Date(Date.now() + clockAheadMs) } : {}),
    })
  }
  const move = (kind: string, sats: bigint, from: Parameters<typeof priceEntries>[0][number], to: typeof from) =>
    inTransaction(db, (tx) =>
      postTransfer(tx, {
        kind,
        reference: 'one',
        priceCents,
        entries: priceEntries(
          [
            { ...from, sats },
            { ...to, sats: -sats },
          ],
          priceCents,
        ),
      }),
    )
  const owner = { kind: 'partner', id: partner } as const
  await move(
    'payout-hold',
    20_000n,
    { owner, account: 'earned', sats: 0n },
    { owner, account: 'payout-hold', sats: 0n },
  )
  for (const [index, id] of merchants.entries()) {
    await move(
      `loop-out-${index}`,
      44_444n * BigInt(index + 1),
      { owner: { kind: 'platform' }, account: 'lightning-node', sats: 0n },
      { owner: { kind: 'merchant', id }, account: 'loop-out-payable', sats: 0n },
    )
  }
}

const addQueues = async () => {
  const { db } = app.deps
  await sql`
    insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats, synced_at, sync_error) values
      (null, 'ready', 'http://x', 'p', 'k', 'p', 123456, app_now() - interval '1 minute', null),
      (${merchants[0]}, 'ready', 'http://x', 'a', 'k', 'a', 777, app_now() - interval '200 seconds', null),
      (${merchants[1]}, 'ready', 'http://x', 'b', 'k', 'b', 888, app_now() - interval '1 hour', 'It said no.'),
      (${merchants[2]}, 'provisioning', 'http://x', null, null, 'c', 0, null, 'Not yet.')`.execute(db)
  await sql`update stores set dropped_hooks = case tag when 'a' then 5 when 'b' then 2 else 0 end`.execute(db)
  await sql`
    insert into engine_hooks (store_ref, body, received_at, handled_at)
    select s.id, '{}', now() - make_interval(secs => n), case when n % 3 = 0 then now() end
    from stores s, generate_series(10, 90, 10) n where s.tag = 'a'`.execute(db)
  await sql`
    insert into mail_outbox (recipient, subject, body_text, body_html, status, attempts, last_error)
    select 'x@example.test', 'Letter ' || n, 'a', 'b', (array['waiting', 'sent', 'kept', 'failed', 'dropped'])[1 + n % 5], n % 7,
      case when n % 2 = 0 then 'No such host.' end
    from generate_series(1, 60) n`.execute(db)
  await sql`
    insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid, problem, attempts, final_at)
    select 'withdrawal', (array['requested', 'signed', 'broadcast', 'confirmed', 'failed'])[1 + n % 5], s.id, s.merchant_id, 'bcrt1qx',
      1000 * n, n, 95000, 'wallet', 5, 0, 'x', 'k' || n, 'h', 'tx' || n, case when n % 4 = 1 then 'No coins.' end, n,
      case when n % 5 > 2 and n % 2 = 0 then app_now() end
    from stores s, generate_series(1, 43) n where s.tag = 'a'`.execute(db)
  await sql`
    insert into sends (kind, store_ref, partner_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash, problem)
    select 'payout', id, ${partner}, 'bcrt1qx', 20000, 19, 95000, 'wallet', 5, 0, 'x', 'payout', 'h', 'Too little.' from stores where tag = 'p'`.execute(
    db,
  )
}

const addMachinery = async () => {
  const { db } = app.deps
  await sql`insert into engine_checks (reachable, synced, latency_ms, height, checked_at) values (true, false, 17, 4321, app_now() - interval '9 seconds')`.execute(
    db,
  )
  await sql`
    insert into worker_beats (name, started_at, succeeded_at, failed_at, failures, last_error) values
      ('well', now() - interval '10 seconds', now() - interval '9 seconds', null, 0, 'once'),
      ('failing', now() - interval '10 seconds', now() - interval '1 hour', now() - interval '9 seconds', 2, 'It broke.'),
      ('broken', now() - interval '10 seconds', null, now() - interval '9 seconds', 3, 'It broke.'),
      ('resting', now() - interval '16 minutes', now() - interval '16 minutes', null, 0, null),
      ('running', now() - interval '3 minutes', now() - interval '4 minutes', null, 0, null),
      ('gone', now() - interval '2 days', now() - interval '2 days', null, 0, null)`.execute(db)
  await sql`insert into alerts (kind, subject, sentence, over_at) values
    ('mail-failing', '', 'Letters.', null), ('wallet-low', '', 'Low.', app_now()), ('worker-stuck', 'broken', 'Stuck.', null)`.execute(
    db,
  )
  await auditLedger(app.deps).run(new AbortController().signal)
}

const read = async () => (await ask(app, getSystem, { token })).body as unknown as Answer<typeof getSystem>

const balanceOf = async (...accounts: string[]) => {
  const { rows } = await sql<{ sats: bigint; account: string }>`
    select e.amount_sats as sats, a.kind as account
    from ledger_entries e join ledger_accounts a on a.id = e.account_id`.execute(app.deps.db)
  return rows.filter(({ account }) => accounts.includes(account)).reduce((sum, { sats }) => sum - sats, 0n)
}

test('the wallet is what the store holds minus what the ledger’s entries owe to others', async () => {
  const { wallet } = await read()
  const [owed, payable] = [await balanceOf('earned', 'payout-hold'), await balanceOf('loop-out-payable')]
  expect(owed).toBeGreaterThan(20_000n)
  expect(payable).toBe(44_444n * 6n)
  const free = 123_456n - owed - payable
  expect(wallet).toEqual({
    btc: '0.00123456',
    usd: fromCents(centsOfSats(123_456n, priceCents)),
    owedToPartnersBtc: fromSats(owed),
    loopOutPayableBtc: fromSats(payable),
    freeBtc: fromSats(free),
    // The cents of its parts, as they are shown.
    freeUsd: fromCents([123_456n, -owed, -payable].reduce((sum, sats) => sum + centsOfSats(sats, priceCents), 0n)),
    ready: true,
    fundingAddress: null,
  })
})

test('queues, emails and sends are counted from the rows', async () => {
  const { queues, failedMail, stuckSends } = await read()
  const { db } = app.deps
  const hooks = (await db.selectFrom('engineHooks').selectAll().execute()).filter((hook) => hook.handledAt === null)
  const mail = await db.selectFrom('mailOutbox').selectAll().orderBy('id', 'desc').execute()
  const open = (await db.selectFrom('sends').selectAll().orderBy('id').execute()).filter(
    (send) => send.finalAt === null,
  )
  const withStatus = (status: string) => open.filter((send) => send.status === status).length
  const stuck = open.filter((send) => send.problem !== null)
  const oldest = Math.min(...hooks.map(({ receivedAt }) => receivedAt.getTime()))
  expect(queues).toEqual({
    hooksWaiting: hooks.length,
    hooksDropped: 7,
    oldestHookSeconds: expect.any(Number),
    mailWaiting: mail.filter(({ status }) => status === 'waiting').length,
    mailFailed: mail.filter(({ status }) => status === 'failed').length,
    sends: {
      requested: withStatus('requested'),
      signed: withStatus('signed'),
      broadcast: withStatus('broadcast'),
      stuck: stuck.length,
    },
  })
  expect(Math.min(hooks.length, withStatus('signed'), stuck.length)).toBeGreaterThan(5)
  expect(Math.abs((Date.now() - oldest) / 1000 - (queues.oldestHookSeconds ?? 0))).toBeLessThan(30)

  expect(failedMail).toEqual(
    mail
      .filter(
        ({ status, attempts, lastError }) =>
          status === 'failed' || (status === 'waiting' && attempts > 2 && lastError !== null),
      )
      .slice(0, 20)
      .map(({ id, recipient, subject, status, attempts, lastError, createdAt }) => ({
        ...{ id: Number(id), recipient: maskAddress(recipient), subject, status, attempts, lastError },
        createdAt: createdAt.toISOString(),
      })),
  )
  expect(stuckSends).toEqual(
    stuck.map(
      ({ id, kind, status, merchantId, amountSats, amountUsd, txid, problem, attempts, requestedAt, dueAt }) => ({
        ...{ id, kind, status, merchantId, amountUsd, txid, problem, attempts },
        owner: merchantId === null ? 'North Pier' : 'Blue Door',
        amountBtc: fromSats(amountSats),
        requestedAt: requestedAt.toISOString(),
        dueAt: dueAt.toISOString(),
      }),
    ),
  )
})

test('each of the last 60 minutes has the last sample that was taken in it', async () => {
  const minuteMs = 60_000
  const at = new Date(Math.floor(Date.now() / minuteMs) * minuteMs + 30_000)
  const { rows, history, queues, left } = await inTransaction(
    app.deps.db,
    async (tx) => {
      await sql`delete from queue_samples`.execute(tx)
      // Now, which is replaced, in the last hour, and before it.
      await sql`insert into queue_samples (minute, webhooks, emails, failed_emails, payouts, stuck_payouts)
        select date_trunc('minute', app_now()) - make_interval(mins => n), n, n + 1, n + 2, n + 3, n + 4
        from unnest(array[0, 1, 17, 59, 60, 500]) n`.execute(tx)
      await sampleQueues(tx)
      const samples = await tx.selectFrom('queueSamples').selectAll().execute()
      const read = { rows: samples, history: await readQueueHistory(tx), queues: await countQueues(tx) }
      await pruneQueueSamples(tx)
      return { ...read, left: await tx.selectFrom('queueSamples').selectAll().execute() }
    },
    { at },
  )
  const thisMinute = Math.floor(at.getTime() / minuteMs)
  for (const name of ['webhooks', 'emails', 'failedEmails', 'payouts', 'stuckPayouts'] as const) {
    expect(history[name]).toEqual(
      Array.from({ length: 60 }, (_, place) => {
        const sample = rows.find(({ minute }) => minute.getTime() / minuteMs === thisMinute - 59 + place)
        return Number(sample?.[name] ?? 0n)
      }),
    )
  }
  expect(history.emails.slice(0, 43)).toEqual([60, ...Array.from({ length: 41 }, () => 0), 18])
  const { requested, signed, broadcast, stuck } = queues.sends
  expect(Object.values(history).map((series) => series.at(-1))).toEqual([
    queues.hooksWaiting,
    queues.mailWaiting,
    queues.mailFailed,
    requested + signed + broadcast,
    stuck,
  ])
  expect(left.length).toBe(rows.length - 1)
})

test('late and failing stores are counted, and the worst come first', async () => {
  const { reconciliation, at } = await read()
  const stores = await app.deps.db.selectFrom('stores').selectAll().execute()
  const ready = stores.filter(({ status }) => status === 'ready')
  const threeMinutesAgo = new Date(at).getTime() - 180_000
  const times = ready.flatMap(({ syncedAt }) => syncedAt ?? [])
  expect(reconciliation).toMatchObject({
    stores: ready.length,
    late: ready.filter(({ syncedAt }) => syncedAt === null || syncedAt.getTime() < threeMinutesAgo).length,
    failing: ready.filter(({ syncError }) => syncError !== null).length,
    oldestSyncedAt: new Date(Math.min(...times.map(Number))).toISOString(),
  })
  const idOf = (tag: string) => stores.find((store) => store.tag === tag)?.id
  expect(reconciliation.worst.map(({ id }) => id)).toEqual(['c', 'b', 'a', 'p'].map(idOf))
  for (const { id, syncedAt, error } of reconciliation.worst) {
    const row = stores.find((store) => store.id === id)
    expect([syncedAt, error]).toEqual([row?.syncedAt?.toISOString() ?? null, row?.syncError])
  }
})

test('engine, database, workers, alerts and audit are reported in the platform’s time', async () => {
  // The first read may open connections while it counts them.
  await read()
  const { at, version, engine, database, workers, alerts, audit } = await read()
  const { db } = app.deps
  const aheadMs = new Date(at).getTime() - Date.now()
  expect(Math.abs(aheadMs - clockAheadMs)).toBeLessThan(30_000)
  expect(version).toBe(app.deps.version)
  const check = await db.selectFrom('engineChecks').selectAll().executeTakeFirstOrThrow()
  expect(engine).toEqual({
    url: app.deps.engine.url,
    reachable: true,
    synced: false,
    latencyMs: 17,
    height: 4321,
    checkedAt: check.checkedAt.toISOString(),
    rateProblem: null,
  })
  const { rows } = await sql<{ bytes: string; version: string; connections: number }>`
    select sum(pg_total_relation_size(oid))::text as bytes, split_part(version(), ' ', 2) as version,
      (select count(*)::int from pg_stat_get_activity(null) a where a.datid = (select oid from pg_database where datname = current_database())) as connections
    from pg_class where relkind in ('r', 'm') and relpersistence <> 't'`.execute(db)
  const [reported] = rows
  expect(database.version).toContain(reported?.version)
  // The total is its relations plus a few files of the catalog.
  expect(database.sizeBytes / Number(reported?.bytes)).toBeGreaterThan(0.9)
  expect(database.sizeBytes / Number(reported?.bytes)).toBeLessThan(1.2)
  expect(Math.abs(database.connections - (reported?.connections ?? 0))).toBeLessThanOrEqual(2)
  expect((await listMigrations(sqlFolder)).at(-1)).toContain(database.migration)

  const beats = await db.selectFrom('workerBeats').selectAll().orderBy('name').execute()
  const state: Record<string, string> = {
    broken: 'stuck',
    failing: 'failing',
    resting: 'stuck',
    running: 'stuck',
    well: 'well',
  }
  expect(workers.map(({ name, state: how, failures, lastError }) => [name, how, failures, lastError])).toEqual(
    beats
      .filter(({ name }) => name !== 'gone')
      .map(({ name, failures, lastError }) => [name, state[name], failures, failures > 0 ? lastError : null]),
  )
  for (const { name, lastStartedAt, lastSucceededAt } of workers) {
    const beat = beats.find((each) => each.name === name)
    const away = (reported: string | null, of: Date | null | undefined) =>
      reported === null || !of
        ? reported === null && !of
          ? 0
          : Number.NaN
        : Date.parse(reported) - aheadMs - of.getTime()
    expect(Math.abs(away(lastStartedAt, beat?.startedAt)), name).toBeLessThan(30_000)
    expect(Math.abs(away(lastSucceededAt, beat?.succeededAt)), name).toBeLessThan(30_000)
  }

  const raised = await db.selectFrom('alerts').selectAll().orderBy('id').execute()
  expect(alerts).toEqual(
    raised
      .filter(({ overAt }) => overAt === null)
      .map(({ id, kind, subject, title, sentence, follows, since }) => ({
        ...{ id, kind, subject, title, sentence, follows, toldAt: null, affected: [], firstFailureAt: null },
        since: since.toISOString(),
      })),
  )
  const run = await db.selectFrom('auditRuns').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(audit).toEqual({
    id: run.id,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString(),
    checks: run.checks,
    findings: (run.findings as Finding[]).map((finding) => ({ ...finding, acknowledgeable: canAcknowledge(finding) })),
    acknowledged: [],
    notes: run.notes,
    failure: null,
    askedBy: null,
  })
  expect(audit?.checks.length).toBeGreaterThan(5)
})
