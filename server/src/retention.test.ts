import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addMerchant } from '../test/people.ts'
import type { Db } from './platform/db/connect.ts'
import { pruneWorker } from './prune-worker.ts'

let server: TestApp
let db: Db
let merchantId: number
beforeAll(async () => {
  server = await startTestApp()
  db = server.deps.db
  merchantId = (await addMerchant(server)).id
})
afterAll(() => server.close())

const prune = () => pruneWorker(server.deps).run(new AbortController().signal)
const count = async (table: string, where = 'true') =>
  (
    await sql<{
      rows: number
    }>`select count(*)::integer as rows from ${sql.table(table)} where ${sql.raw(where)}`.execute(db)
  ).rows[0]?.rows

test('emails are kept for 3 years, unless they still wait', async () => {
  const insert = (age: string, status: string) =>
    sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, created_at)
      select 'keep@example.test', ${status}, 'x', 'x', ${status}, app_now() - ${age}::interval from generate_series(1, 1100)`.execute(
      db,
    )
  await insert('3 years 1 day', 'sent')
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, created_at)
    values ('keep@example.test', 'waiting', 'x', 'x', app_now() - interval '4 years')`.execute(db)
  await insert('2 years 364 days', 'sent')
  await prune()
  expect(await count('mail_outbox', `recipient = 'keep@example.test' and status = 'sent'`)).toBe(1100)
  expect(await count('mail_outbox', `recipient = 'keep@example.test' and status = 'waiting'`)).toBe(1)
})

test('events and their deliveries are kept for a year, and nobody deletes newer ones', async () => {
  await sql`insert into webhook_endpoints (merchant_id, url, secret, events, created_by, tag)
    values (${merchantId}, 'https://example.test/', 'x', '{invoice.paid}', 'x', 'retention')`.execute(db)
  const insert = (id: string, age: string) =>
    sql`insert into api_events (merchant_id, event_id, type, object, created_at)
      values (${merchantId}, ${id}, 'invoice.paid', '{}', app_now() - ${age}::interval)`.execute(db)
  await insert('old', '1 year 1 day')
  await insert('new', '364 days')
  await sql`insert into webhook_deliveries (endpoint_id, event_ref, status)
    select e.id, a.id, 'failed' from webhook_endpoints e, api_events a where e.tag = 'retention'`.execute(db)
  await sql`insert into webhook_attempts (delivery_id, at, duration_ms, request_headers, request_body)
    select id, app_now(), 1, '{}', 'x' from webhook_deliveries`.execute(db)
  await prune()
  const { rows } = await sql<{
    eventId: string
  }>`select event_id from api_events where merchant_id = ${merchantId}`.execute(db)
  expect(rows).toEqual([{ eventId: 'new' }])
  expect(await count('webhook_deliveries')).toBe(1)
  await expect(sql`delete from api_events where event_id = 'new'`.execute(db)).rejects.toThrow('append-only')
})

test('months of attempts are created ahead, and dropped once they are old', async () => {
  const months = async () =>
    (
      await sql<{ name: string }>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'webhook_attempts'::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1`.execute(db)
    ).rows.map(({ name }) => name)
  const before = await months()
  expect(before.length).toBeGreaterThanOrEqual(4)
  const [first] = before
  await sql`update platform set clock_offset = interval '100 days'`.execute(db)
  await prune()
  const after = await months()
  expect(after).not.toContain(first)
  expect(after.length).toBeGreaterThanOrEqual(4)
  expect(after.at(-1)?.localeCompare(before.at(-1) ?? '')).toBe(1)
  // A row of this month is in a month's partition.
  await sql`insert into webhook_attempts (delivery_id, at, duration_ms, request_headers, request_body)
    select id, app_now(), 1, '{}', 'x' from webhook_deliveries limit 1`.execute(db)
  expect(await count('webhook_attempts_other')).toBe(0)
})

test('rejected applications are kept for 3 years', async () => {
  const insert = (email: string, age: string) =>
    sql`insert into merchant_applications (status, created_at, reviewed_at, email, contact_name, business_name, phone, business_type, business_description, monthly_volume)
      values ('rejected', app_now() - ${age}::interval, app_now() - ${age}::interval, ${email}, 'x', 'x', 'x', 'x', 'x', 'x')`.execute(
      db,
    )
  await insert('old@example.test', '3 years 1 day')
  await insert('new@example.test', '2 years 364 days')
  await prune()
  const { rows } = await sql<{ email: string }>`select email from merchant_applications`.execute(db)
  expect(rows).toEqual([{ email: 'new@example.test' }])
})

test('no table is partitioned except the attempts of webhooks', async () => {
  const { rows } = await sql<{ relname: string }>`select relname from pg_class where relkind = 'p'`.execute(db)
  expect(rows).toEqual([{ relname: 'webhook_attempts' }])
})
