import { toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../platform/db/connect.ts'
import { totalOf, withdrawalsOf } from './list.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Sent = { usd: number; from: 'wallet' | 'amount'; feeSats: number | null; platformFeeSats?: number }

const insertSends = async (sends: Sent[]) => {
  const { db } = database
  await sql`insert into merchants (email, store_name) values ('owner@example.test', 'Blue Door')`.execute(db)
  await sql`insert into stores (merchant_id, server_url, tag) values (1, 'https://btcpay.test', 'tag')`.execute(db)
  for (const [index, { usd, from, feeSats, platformFeeSats = 0 }] of sends.entries())
    await sql`insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
        fee_rate, network_fee_reserve_sats, network_fee_sats, platform_fee_sats, requested_by, idempotency_key, input_hash)
      select 'withdrawal', 'requested', s.id, s.merchant_id, 'bcrt1qx', 100000, ${usd}, 100000, ${from}, 5, 3000, ${feeSats}::bigint,
        ${platformFeeSats}, 'x', ${`key ${index}`}, 'x'
      from stores s`.execute(db)
}

test('withdrawals are sorted by the total that they show, also where the network fee is part of the amount', async () => {
  await insertSends([
    { usd: 100, from: 'amount', feeSats: 2000 },
    { usd: 101, from: 'amount', feeSats: null },
    { usd: 99, from: 'wallet', feeSats: 1500 },
    { usd: 98, from: 'wallet', feeSats: null, platformFeeSats: 1000 },
    { usd: 100.5, from: 'wallet', feeSats: 1000 },
  ])
  const { rows } = await withdrawalsOf.show(database.db, 1, { sort: 'net' }, { limit: 25, cursor: undefined })
  expect(rows.map(totalOf)).toEqual(['98.00', '99.00', '100.00', '100.50', '101.50'])
  const down = await withdrawalsOf.show(database.db, 1, { sort: '-net' }, { limit: 2, cursor: undefined })
  expect(down.rows.map((row) => toCents(totalOf(row)))).toEqual([10_150n, 10_050n])
  const rest = await withdrawalsOf.show(database.db, 1, { sort: '-net' }, { limit: 25, cursor: down.next })
  expect(rest.rows.map(totalOf)).toEqual(['100.00', '99.00', '98.00'])
})
