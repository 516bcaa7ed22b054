import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startDueDateStage } from '../test/due-dates.ts'
import { mostPerDay, mostPerHour } from './invoices/table.attempts.ts'
import { turnClock } from './sandbox/turn-clock.ts'

const stage = await startDueDateStage()
const { deps, makeDueInvoice, open, attemptsOf } = stage
const store = await stage.ownStore('opened')
afterAll(() => stage.close())

const opens = 10_000
const perRound = 50
/** How often the price ends while strangers open the link. */
const prices = 8

/** Rows of all tables. */
const countRows = async () => {
  const { rows } = await sql<{ count: bigint }>`
    select sum((xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, tablename),
      false, true, '')))[1]::text::bigint)::bigint as count
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(deps.db)
  return Number(rows[0]?.count)
}

const openMany = async (invoiceId: string, count: number) => {
  const seen = new Map<number, number>()
  for (let round = 0; round < count / perRound; round++) {
    const answers = await Promise.all(
      Array.from({ length: perRound }, (_, index) => open(invoiceId, `10.${round % 200}.7.${index}`)),
    )
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  return seen
}

test('10,000 openings of one link stay bounded in rows, calls to BTCPay and memory', async () => {
  const invoiceId = await makeDueInvoice(store)
  await openMany(invoiceId, 500)
  const before = { rows: await countRows(), calls: stage.hostile.seen(store.storeId), bytes: process.memoryUsage().rss }
  for (let price = 0; price < prices; price++) {
    await turnClock(deps, 20 * 60)
    expect(await openMany(invoiceId, opens / prices)).toEqual(new Map([[200, opens / prices]]))
  }
  expect(await attemptsOf(invoiceId)).toHaveLength(prices + 1)
  expect(stage.hostile.seen(store.storeId) - before.calls).toBeLessThanOrEqual(4 * prices)
  // An attempt, its address and its payment hash.
  expect((await countRows()) - before.rows).toBeLessThanOrEqual(10 * prices)
  expect((process.memoryUsage().rss - before.bytes) / 2 ** 20).toBeLessThan(250)
}, 600_000)

test('10,000 openings while BTCPay refuses cause as many attempts as an hour allows', async () => {
  const invoiceId = await makeDueInvoice(store)
  await stage.money.engine.control.rate({ available: false })
  const before = { rows: await countRows(), calls: stage.hostile.seen(store.storeId) }
  const seen = await openMany(invoiceId, opens)
  await stage.money.engine.control.rate({ available: true })
  expect(seen.get(200)).toBeUndefined()
  expect(seen.get(429)).toBeGreaterThan(opens - perRound * mostPerHour)
  expect(await attemptsOf(invoiceId)).toHaveLength(mostPerHour)
  expect(mostPerHour).toBeLessThan(mostPerDay)
  expect(stage.hostile.seen(store.storeId) - before.calls).toBeLessThanOrEqual(4 * mostPerHour)
  expect((await countRows()) - before.rows).toBeLessThanOrEqual(2 * mostPerHour)
}, 600_000)
