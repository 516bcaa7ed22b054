import { createHash } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'

const hashOf = (invoiceId: string, kind: string) =>
  createHash('sha256')
    .update(JSON.stringify(['POST', '/api/v1/invoices/:invoiceId/refund', { invoiceId }, undefined, { kind }]))
    .digest()

/** What a database held before the migration. */
const fill = async (pool: pg.Pool) => {
  await pool.query(`insert into merchants (email, store_name) values ('a@example.test', 'A')`)
  await pool.query(`insert into api_keys (merchant_id, name, prefix, token_hash, scopes, created_by)
    values (1, 'Old', 'bq', 'x', '{refunds}', 'a@example.test')`)
  await pool.query(`insert into invoices (merchant_id, order_id, invoice_id, status, created_by, customer_email, failure)
    values (1, 'o1', 'paid', 'settled', 't', 'payer@example.test', null), (1, 'o2', 'unpaid', 'new', 't', 'other@example.test', null),
      (1, 'o3', null, 'failed', 't', null, 'Exception reaching exchange kraken (api.kraken.com:443)')`)
  await pool.query(`insert into transactions (merchant_id, txid, type, amount, invoice_id, engine_key, purpose)
    values (1, 't', 'incoming', 1, 'paid', 'k', 'invoice')`)
  await pool.query(`insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at)
    values (1, 'paid', 'everything', 1000, 1, 100000, 'h', 'API key Old', now())`)
  for (const [key, hash] of [
    ['v1:refund', hashOf('paid', 'everything')],
    ['v1:invoice', hashOf('another', 'everything')],
  ] as const) {
    await pool.query(
      `insert into idempotency_keys (scope, key, input_hash, answer_status, answer_body) values ('merchant:1', $1, $2, 200, 'v1.sealed')`,
      [key, hash],
    )
  }
  await pool.query(`insert into stores (merchant_id, server_url, tag) values (1, 'http://x', 's')`)
  await pool.query(`insert into engine_hooks (store_ref, delivery_id, body, handled_at)
    select 1, 'd' || n % 11000, '{}', case when n <= 500 then now() end from generate_series(1, 22000) n`)
}

test('existing keys get no refund limit, stored claim links are dropped, and paid invoices keep their address', async () => {
  const { pool, close } = await openMigratedDatabase('0026', fill)
  const rowsOf = async (query: string) => (await pool.query<Record<string, unknown>>(query)).rows
  expect(await rowsOf('select daily_refund_limit_usd from api_keys')).toEqual([{ daily_refund_limit_usd: '0.00' }])
  expect(await rowsOf('select key, answer_status, answer_body from idempotency_keys order by key')).toEqual([
    { key: 'v1:invoice', answer_status: 200, answer_body: 'v1.sealed' },
    { key: 'v1:refund', answer_status: 200, answer_body: null },
  ])
  expect(
    await rowsOf(
      'select order_id, refund_email, payment_seen_at is not null as seen, failure from invoices order by 1',
    ),
  ).toEqual([
    { order_id: 'o1', refund_email: 'payer@example.test', seen: true, failure: null },
    { order_id: 'o2', refund_email: null, seen: false, failure: null },
    { order_id: 'o3', refund_email: null, seen: false, failure: null },
  ])
  expect(await rowsOf('select failure_detail from invoices where failure_detail is not null')).toHaveLength(1)
  // 11,000 deliveries, of which 500 were processed: 100 of those are kept, and 10,000 of the others.
  expect(await rowsOf('select waiting_hooks from stores')).toEqual([{ waiting_hooks: 10_000 }])
  expect(await rowsOf('select count(*)::int as kept from engine_hooks')).toEqual([{ kept: 10_100 }])
  await close()
})
