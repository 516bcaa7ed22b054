import {
  type AdminMerchant,
  exportMerchants,
  getMerchant,
  listMerchants,
  summarizeMerchants,
} from '@bitquay/contract/merchants.admin'
import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { parseCsv } from '../../test/lists.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'
import { unbookPayment } from '../payments/book-payment.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockTransaction } from '../transactions/index.ts'
import { addSumChanges } from '../transactions/table.sums.ts'
import { updateAttention } from './update-attention.ts'

const count = 8
const dayMs = 86_400_000
const priceCents = 9_876_543n
const now = Date.now()

let app: TestApp
let token: string
const merchants: number[] = []

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  for (let index = 0; index < count; index++) merchants.push((await addMerchant(app)).id)
  await sql`insert into prices (currency, price, source, at) values ('USD', ${fromCents(priceCents)}, 'test', app_now())`.execute(
    app.deps.db,
  )
  await addStores()
  await addPayments()
  await addActivity()
})
afterAll(() => app.close())

const merchant = (index: number) => merchants[index] ?? 0

/** The last merchant has none, and the one before it is not ready. */
const addStores = async () => {
  for (const [index, id] of merchants.slice(0, -2).entries()) {
    await sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats, spendable_sats, synced_at)
      values (${id}, 'ready', 'http://x', ${`store-${id}`}, 'k', ${`tag-${id}`}, ${index * 1_234_567}, 900000000, app_now())`.execute(
      app.deps.db,
    )
  }
  await sql`insert into stores (merchant_id, status, server_url, tag) values (${merchants.at(-2)}, 'provisioning', 'http://x', 'late')`.execute(
    app.deps.db,
  )
}

/** Payments around the first of the 30 days and on the days after it. Some are in the sums already and some are not. */
const addPayments = async () => {
  const { db } = app.deps
  const firstDay = Math.floor(now / dayMs) * dayMs - 29 * dayMs
  for (let index = 0; index < 90; index++) {
    const id = await addPayment(app, {
      merchantId: merchant(index % 5),
      amountSats: BigInt(50_000 + ((index * 104_729) % 3_000_017)),
      priceCents: 9_000_000n + BigInt((index * 31_337) % 2_000_000),
      at: new Date(Math.min(now, firstDay + (index - 4) * (dayMs / 3) + (index % 3) - 1)),
      method: index % 4 === 1 ? 'lightning' : 'on-chain',
      purpose: index % 9 === 5 ? 'deposit' : 'invoice',
      booked: index % 13 !== 7,
    })
    if (index === 60) await inTransaction(db, (tx) => addSumChanges(tx, 10_000))
    if (index % 17 !== 4 || index % 13 === 7) continue
    await inTransaction(db, async (tx) => {
      await unbookPayment(tx, await lockTransaction(tx, id))
      await sql`update transactions set status = 'pending', confirmations = 0 where id = ${id}`.execute(tx)
    })
  }
}

const addActivity = async () => {
  for (const [index, id] of merchants.entries()) {
    const kinds = ['merchant', 'merchant-user', 'api-key', 'admin', 'system'] as const
    for (const [place, kind] of kinds.entries()) {
      if (index === 6 && place < 3) continue
      await sql`insert into act_log (at, actor_kind, act, merchant_id)
        values (${new Date(now - ((index * 5 + place) % 7) * 3_600_000)}, ${kind}, 'test', ${id})`.execute(app.deps.db)
    }
  }
}

const readList = async (query: Record<string, string> = {}) => {
  const { status, body } = await ask(app, listMerchants, { token, query: { limit: '100', ...query } })
  expect(status).toBe(200)
  return body as unknown as AdminMerchant[]
}
const rowOf = async (id: number) => {
  const row = (await readList()).find((each) => each.id === id)
  if (!row) throw new Error(`merchant ${id} is not in the list`)
  return row
}

test('the volume of each of 30 days equals the payments of that day, and their sum', async () => {
  const { rows } = await sql<{ merchantId: number; amountUsd: string; seenAt: Date }>`
    select merchant_id, amount_usd, seen_at from transactions
    where type = 'incoming' and booked and purpose <> 'loop-out'`.execute(app.deps.db)
  const today = Math.floor(Date.now() / dayMs)
  let paidDays = 0
  for (const { id, recentVolume } of await readList()) {
    const expected = Array.from({ length: 30 }, (_, day) =>
      rows
        .filter(
          ({ merchantId, seenAt }) => merchantId === id && Math.floor(seenAt.getTime() / dayMs) === today - 29 + day,
        )
        .reduce((sum, { amountUsd }) => sum + toCents(amountUsd), 0n),
    )
    expect(recentVolume.days).toEqual(expected.map(fromCents))
    expect(recentVolume.usd).toBe(fromCents(expected.reduce((sum, cents) => sum + cents, 0n)))
    paidDays += expected.filter((cents) => cents > 0n).length
  }
  expect(paidDays).toBeGreaterThan(40)
  expect(rows.some(({ seenAt }) => Math.floor(seenAt.getTime() / dayMs) < today - 29)).toBe(true)
})

test('balance and fees owed equal the wallet and the ledger’s entries at today’s price', async () => {
  const { rows } = await sql<{ id: number; balance: bigint; owed: bigint }>`
    select m.id, (select coalesce(sum(balance_sats), 0) from stores where merchant_id = m.id)::bigint as balance,
      (select coalesce(sum(e.amount_sats), 0) from ledger_entries e
        where e.account_id in (select id from ledger_accounts where owner_kind = 'merchant' and owner_id = m.id and kind = 'fees-owed')
      )::bigint as owed
    from merchants m`.execute(app.deps.db)
  const listed = new Map((await readList()).map((row) => [row.id, row]))
  expect(rows.filter(({ owed }) => owed > 0n).length).toBeGreaterThan(2)
  for (const { id, balance, owed } of rows) {
    expect(listed.get(id)).toMatchObject({
      balance: { usd: fromCents(centsOfSats(balance, priceCents)) },
      feesOwed: { usd: fromCents(centsOfSats(owed, priceCents)) },
    })
  }
})

test('the last activity is the latest of its own people’s, its programs’ and its money’s', async () => {
  const { rows: acts } = await sql<{ merchantId: number; actorKind: string; at: Date }>`
    select merchant_id, actor_kind, at from act_log where merchant_id is not null`.execute(app.deps.db)
  const { rows: payments } = await sql<{ merchantId: number; seenAt: Date }>`
    select merchant_id, seen_at from transactions`.execute(app.deps.db)
  for (const { id, lastActiveAt } of await readList()) {
    const times = [
      ...acts
        .filter(
          ({ merchantId, actorKind }) => merchantId === id && !['admin', 'system', 'anonymous'].includes(actorKind),
        )
        .map(({ at }) => at.getTime()),
      ...payments.filter(({ merchantId }) => merchantId === id).map(({ seenAt }) => seenAt.getTime()),
    ]
    expect(lastActiveAt).toBe(times.length === 0 ? null : new Date(Math.max(...times)).toISOString())
  }
  expect((await rowOf(merchant(6))).lastActiveAt).toBeNull()
})

test('a merchant needs attention for as long as its reason lasts, and the counts say how many', async () => {
  const { db } = app.deps
  const reasonsOf = async (id: number) => (await rowOf(id)).attention.map(({ reason }) => reason)
  const readCounts = async () =>
    ((await ask(app, summarizeMerchants, { token, query: {} })).body as { statuses: Record<string, number> }).statuses
  await updateAttention(app.deps)
  expect((await readList()).flatMap(({ attention }) => attention)).toEqual([])
  expect(await readCounts()).toEqual({ active: count, inactive: 0, 'setting-up': 2, attention: 0 })

  const [owing, failing, unread, stuck] = [merchant(0), merchant(1), merchant(2), merchant(3)]
  await sql`update stores set spendable_sats = 10 where merchant_id = ${owing}`.execute(db)
  await sql`insert into work_failures (worker, item, failures, last_error, first_failed_at, retry_at) values
    ('sweep-fees', ${`merchant ${failing}`}, 3, 'It said no.', now(), now()),
    ('sweep-fees', ${`merchant ${unread}`}, 2, 'Only twice.', now(), now())`.execute(db)
  await sql`update stores set sync_error = 'Unreachable.', synced_at = app_now() - interval '11 minutes' where merchant_id = ${unread}`.execute(
    db,
  )
  await sql`update stores set sync_error = 'Unreachable.', synced_at = app_now() - interval '9 minutes' where merchant_id = ${failing}`.execute(
    db,
  )
  await sql`insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash, problem, attempts)
    select 'withdrawal', id, merchant_id, 'bcrt1qx', 20000, 19, 95000, 'wallet', 5, 0, 'x', 'key', 'h', 'No coins.', 3
    from stores where merchant_id = ${stuck}`.execute(db)
  await sql`update merchants set created_at = app_now() - interval '11 minutes' where id = ${merchants.at(-1)}`.execute(
    db,
  )
  await updateAttention(app.deps)

  expect(await reasonsOf(owing)).toEqual(['fees-not-covered'])
  expect((await rowOf(failing)).attention).toMatchObject([{ reason: 'collection-failing', detail: 'It said no.' }])
  expect((await rowOf(unread)).attention).toMatchObject([{ reason: 'sync-failing', detail: 'Unreachable.' }])
  expect((await rowOf(stuck)).attention).toMatchObject([{ reason: 'send-stuck', detail: 'No coins.' }])
  expect(await reasonsOf(merchants.at(-1) ?? 0)).toEqual(['setup-stuck'])
  const needing = (await readList({ status: 'attention', sort: 'date' })).map(({ id }) => id)
  expect(needing.toSorted((a, b) => a - b)).toEqual([owing, failing, unread, stuck, merchants.at(-1)])
  expect((await readList({ status: 'setting-up' })).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    merchants.slice(-2),
  )
  expect(await readCounts()).toEqual({ active: count, inactive: 0, 'setting-up': 2, attention: 5 })

  const { since } = (await rowOf(owing)).attention[0] ?? {}
  await updateAttention(app.deps)
  expect((await rowOf(owing)).attention[0]?.since).toBe(since)
  await sql`update stores set spendable_sats = 900000000, sync_error = null`.execute(db)
  await sql`delete from work_failures`.execute(db)
  await sql`update sends set problem = null`.execute(db)
  await sql`update merchants set is_active = false where id = ${merchants.at(-1)}`.execute(db)
  await updateAttention(app.deps)
  expect((await readList()).flatMap(({ attention }) => attention)).toEqual([])
  expect(await readCounts()).toEqual({ active: count - 1, inactive: 1, 'setting-up': 1, attention: 0 })
})

test('the file has the same figures as the list', async () => {
  const { body } = await ask(app, exportMerchants, { token, query: { sort: 'name' } })
  const lines = parseCsv(String(body.text))
  const rows = await readList({ sort: 'name' })
  expect(rows.length).toBe(count)
  expect(lines).toMatchObject(
    rows.map(({ recentVolume, balance, feesOwed, lastActiveAt }) => ({
      'Volume of 30 days (USD)': recentVolume.usd,
      'Balance (USD)': balance.usd,
      'Balance (BTC)': balance.btc,
      'Fees owed (USD)': feesOwed.usd,
      'Fees owed (BTC)': feesOwed.btc,
      'Last activity': lastActiveAt ?? '',
    })),
  )
})

test('a merchant’s page says who can sign, whether the recovery phrase was revealed, and when the last webhook came', async () => {
  const { db } = app.deps
  const id = merchant(0)
  const read = async () => (await ask(app, getMerchant, { token, params: { id } })).body
  expect(await read()).toMatchObject({
    holder: 'own-server',
    recoveryPhrase: null,
    webhook: { lastAt: null, waiting: 0 },
  })
  const revealed = new Date(now - dayMs)
  await sql`update stores set engine_id = 1, recovery_words = 'sealed' where merchant_id = ${id}`.execute(db)
  expect(await read()).toMatchObject({ holder: 'platform', recoveryPhrase: { revealedAt: null } })
  await sql`update stores set recovery_words = null, recovery_words_read_at = ${revealed}, waiting_hooks = 1
    where merchant_id = ${id}`.execute(db)
  const [older, newer] = [new Date(now - 60_000), new Date(now - 30_000)]
  await sql`insert into engine_hooks (store_ref, body, received_at, handled_at)
    select s.id, '', h.at, h.handled from stores s,
      (values (${older}::timestamptz, ${older}::timestamptz), (${newer}, null)) h (at, handled)
    where s.merchant_id = ${id}`.execute(db)
  expect(await read()).toMatchObject({
    recoveryPhrase: { revealedAt: revealed.toISOString() },
    webhook: { lastAt: newer.toISOString(), waiting: 1 },
  })
})
