import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>

/** A database from before fees were on the row. */
beforeAll(async () => {
  migrated = await openMigratedDatabase('0032', history)
})
afterAll(() => migrated.close())

/** A booked payment of 1,000,000 sats at $100,000 with a fee of 4 %, a quarter of it the partner's. */
const booking = (id: number, number: number, isReversed: boolean) => `
  select post_transfer('payment', '1:key${id}#${number}', '[
    {"owner": "merchant", "ownerId": 1, "kind": "fees-owed", "sats": "40000", "usd": "40"},
    {"owner": "partner", "ownerId": 1, "kind": "earned", "sats": "-10000", "usd": "-10"},
    {"owner": "platform", "ownerId": 0, "kind": "revenue", "sats": "-30000", "usd": "-30"}]'::jsonb, 100000);
  insert into fee_transactions (merchant_id, transaction_id, transaction_type, original_amount_btc, original_amount_usd, fee_percentage,
    fee_btc, fee_usd, btc_price_at_time, transfer_id, partner_sats, reversed_at)
  values (1, ${id}, 'deposit', 0.01, 1000, 4, 0.0004, 40, 100000, (select id from ledger_transfers where reference = '1:key${id}#${number}'),
    10000, ${isReversed ? 'now()' : 'null'});
  ${isReversed ? '' : `update transactions set transfer_id = (select max(id) from ledger_transfers) where id = ${id};`}`

const transaction = (id: number, type: string, purpose: string, booked: boolean, txid = `tx${id}`) => `
  insert into transactions (id, merchant_id, txid, engine_key, type, purpose, status, amount, amount_usd, btc_price, booked, seen_at)
  overriding system value values (${id}, 1, '${txid}', 'key${id}', '${type}', '${purpose}', '${booked || type === 'outgoing' ? 'confirmed' : 'pending'}',
    0.01, 1000, 100000, ${booked}, '2026-10-25T00:30:00Z');`

const history = `
  insert into merchants (email, store_name) values ('a@example.test', 'A');
  insert into partners (email, name, share_percentage) values ('p@example.test', 'P', 100);
  insert into stores (merchant_id, server_url, tag) values (1, 'http://x', 't');
  ${transaction(1, 'incoming', 'invoice', true)} ${booking(1, 1, true)} ${booking(1, 2, false)}
  ${transaction(2, 'incoming', 'deposit', true)}
  ${transaction(3, 'incoming', 'invoice', false)}
  ${transaction(4, 'outgoing', 'withdrawal', false, 'sent')}
  ${transaction(5, 'outgoing', 'refund', false, 'explored')}
  ${transaction(6, 'outgoing', 'withdrawal', false)}
  ${transaction(7, 'outgoing', 'outside', false, 'explored')}
  ${transaction(8, 'outgoing', 'sweep', false)}
  insert into sends (id, kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
    fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid)
  overriding system value values (1, 'withdrawal', 'broadcast', 1, 1, 'a', 1000000, 1000, 100000, 'wallet', 1, 0, 'x', 'k', '', 'sent');
  insert into send_versions (send_id, version, txid, network_fee_sats, payee_sats, vbytes) values (1, 1, 'sent', 1410, 1000000, 141);
  insert into transaction_details (txid, fee_sats, size_bytes, weight_units, inputs, outputs) values ('explored', 2820, 1, 1, '[]', '[]');`

test('existing rows get their fees and net amounts', async () => {
  const { rows } = await migrated.pool.query(
    `select id, fee_sats, fee_cents, gross_cents, net_cents from transactions order by id`,
  )
  expect(rows.map((row) => Object.values(row).map((value) => (value === null ? null : Number(value))))).toEqual([
    [1, 40_000, 4000, 100_000, 96_000],
    [2, 0, 0, 100_000, 100_000],
    [3, null, null, 100_000, null],
    [4, 1410, 141, -100_000, -100_141],
    [5, 2820, 282, -100_000, -100_282],
    [6, null, null, -100_000, null],
    [7, 0, 0, -100_000, -100_000],
    [8, 0, 0, -100_000, -100_000],
  ])
})

test('existing rows are in the sums, of their merchant and of all', async () => {
  const { rows } = await migrated.pool.query(
    `select merchant_id, grain, sum(count)::int as rows, sum(gross_cents)::int as gross, sum(fee_cents)::int as fee
     from transaction_sums group by 1, 2 order by 1, 2`,
  )
  const sums = { rows: 8, gross: -200_000, fee: 4_423 }
  expect(rows).toEqual(
    [0, 1].flatMap((id) => ['all', 'day', 'hour', 'month'].map((grain) => ({ merchant_id: id, grain, ...sums }))),
  )
})

test('existing shares of partners are in order of time, without those that were undone', async () => {
  const { rows } = await migrated.pool.query(
    `select partner_id, seen_at, gross_cents::int, share_sats::int, share_usd8::bigint::text, reversed from partner_shares order by fee_id`,
  )
  const share = { partner_id: 1, seen_at: new Date('2026-10-25T00:30:00Z'), gross_cents: 100_000, share_sats: 10_000 }
  expect(rows).toEqual([
    { ...share, share_usd8: '1000000000', reversed: true },
    { ...share, share_usd8: '1000000000', reversed: false },
  ])
})
