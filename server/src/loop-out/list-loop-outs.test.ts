import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant } from '../../test/people.ts'
import { countLoopOuts, listLoopOuts, listLoopOutsOf } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('open requests are listed however many came after them, and all are counted', async () => {
  const { db } = app.deps
  const { id: merchantId } = await addMerchant(app)
  const insert = (status: string, count: number) =>
    sql`
    insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd, on_chain_address,
      status, amount_sats, node, btc_price, requested_by)
    select ${merchantId}, 0.01, 1000, 'bcrt1q', ${status}, 1000000, 'shared', 100000, 'test'
    from generate_series(1, ${count}::int)`.execute(db)
  await insert('pending', 1)
  await insert('completed', 503)
  await insert('rejected', 2)
  const listed = await listLoopOuts(db)
  expect(listed).toHaveLength(501)
  expect(listed.at(0)?.status).toBe('rejected')
  expect(listed.at(-1)?.status).toBe('pending')
  expect(await listLoopOutsOf(db, merchantId)).toHaveLength(500)
  expect(await countLoopOuts(db)).toEqual({ total: 506, pending: 1, completed: 503 })
})
