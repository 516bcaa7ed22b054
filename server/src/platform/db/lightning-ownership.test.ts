import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import { auditLedger } from '../../operations/audit-ledger.ts'
import { connectDatabase, type Database } from './connect.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>
let database: Database

/** A database from before hashes had owners, with data that was possible then. */
beforeAll(async () => {
  migrated = await openMigratedDatabase('0022', history)
  database = connectDatabase(migrated.url, { maxConnections: 4 })
})
afterAll(async () => {
  await database.close()
  await migrated.close()
})

const history = `
  insert into platform (mode, network) values ('sandbox', 'regtest');
  insert into prices (price, source) values (100000, 'test');
  insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, 3) n;
  insert into partners (email, name) values ('p@example.test', 'P');
  insert into stores (merchant_id, status, server_url, store_id, api_key, tag, lightning) values
    (null, 'ready', 'http://ours', 'S0', 'k', 't0', 'shared'),
    (1, 'ready', 'http://ours', 'S1', 'k', 't1', 'shared'),
    (2, 'ready', 'http://ours', 'S2', 'k', 't2', 'shared'),
    (3, 'ready', 'http://theirs', 'S3', 'k', 't3', 'own');
  insert into act_log (at, actor_kind, act, merchant_id, detail) values
    ('2026-01-01', 'system', 'store-adopted', 2, '{"serverUrl": "http://theirs", "storeId": "T2", "lightning": "own"}'),
    ('2026-03-01', 'system', 'store-adopted', 2, '{"serverUrl": "http://ours", "storeId": "S2", "lightning": "shared"}'),
    ('2026-03-01', 'system', 'store-adopted', 3, '{"serverUrl": "http://theirs", "storeId": "S3", "lightning": "own"}');
  insert into invoices (merchant_id, invoice_id, order_id, status, paid_sats, late_sats)
    select n, 'i' || n, 'o' || n, 'settled', case n when 1 then 2000 else 0 end, case n when 1 then 1000 else 0 end
    from generate_series(1, 3) n;
  insert into invoice_destinations (kind, destination, merchant_id, invoice_id, created_at) values
    ('payment-hash', 'h1', 1, 'i1', '2026-02-01'), ('address', 'a1', 1, 'i1', '2026-02-01'),
    ('payment-hash', 'named-elsewhere', 2, 'i2', '2026-02-01'), ('payment-hash', 'after-move', 2, 'i2', '2026-04-01'),
    ('payment-hash', 'before-move', 3, 'i3', '2026-02-01'), ('payment-hash', 'own', 3, 'i3', '2026-04-01');
  insert into transactions (merchant_id, type, method, engine_key, txid, amount, amount_usd, btc_price, purpose, invoice_id,
      status, booked, bookings, transfer_id, final)
    values (1, 'incoming', 'lightning', 'h1', 'h1', 0.00001000, 1.00, 100000, 'invoice', 'i1', 'confirmed', true, 1,
      post_transfer('payment', '1:h1#1', '[{"owner": "platform", "ownerId": 0, "kind": "lightning-node", "sats": "1000", "usd": "1"},
        {"owner": "merchant", "ownerId": 1, "kind": "lightning", "sats": "-1000", "usd": "-1"}]', 100000), true);
  update merchants set total_deposits_usd = 1 where id = 1;
  insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd, amount_sats, node,
      btc_price, requested_by, on_chain_address, status, first_leg, invoice_id, bolt11, payment_hash)
    values (3, 0.005, 500, 495000, 'own', 100000, 'x', 'to-3', 'executing', 'awaiting-payment', 'n1', 'lnbcrt', 'leg');
  insert into sends (kind, status, store_ref, partner_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, network_fee_sats, requested_by, idempotency_key, input_hash, txid, confirmations, bookings,
      transfer_id, final_at)
    values ('payout', 'confirmed', 1, 1, 'ours', 5000, 5.00, 100000, 'wallet', 1, 200, 200, 'p', 'k', 'h', 'tx', 100, 1,
      post_transfer('send', '1#1', '[{"owner": "platform", "ownerId": 0, "kind": "wallet", "sats": "-5200", "usd": "-5.2"},
        {"owner": "platform", "ownerId": 0, "kind": "capital", "sats": "5200", "usd": "5.2"}]', 100000), now());
  insert into send_versions (send_id, version, txid, network_fee_sats, payee_sats, vbytes) values (1, 1, 'tx', 200, 5000, 140);
  insert into platform_transactions (txid, amount_sats, confirmations, send_id) values ('tx', -200, 100, 1)`

test('each old hash belongs to the node that its merchant had then according to the audit log', async () => {
  const rows = await database.db
    .selectFrom('invoiceDestinations')
    .select(['destination', 'node', 'serverUrl', 'storeId'])
    .orderBy('destination')
    .execute()
  expect(rows.map(({ destination, node, serverUrl, storeId }) => [destination, node, serverUrl, storeId])).toEqual([
    ['a1', null, 'http://ours', 'S1'],
    ['after-move', 'shared', 'http://ours', 'S2'],
    ['before-move', 'shared', null, null],
    ['h1', 'shared', 'http://ours', 'S1'],
    ['named-elsewhere', 'own', 'http://theirs', 'T2'],
    ['own', 'own', 'http://theirs', 'S3'],
  ])
})

test('what is booked on our node cannot be booked again, and an open loop-out keeps its invoice', async () => {
  expect(await database.db.selectFrom('nodePayments').select(['paymentHash', 'amountSats']).execute()).toEqual([
    { paymentHash: 'h1', amountSats: 1000n },
  ])
  expect(await database.db.selectFrom('loopOutInvoices').select(['paymentHash', 'loopOutId']).execute()).toEqual([
    { paymentHash: 'leg', loopOutId: 1 },
  ])
})

test('a payment that was counted twice counts once', async () => {
  const [invoice] = await database.db.selectFrom('invoices').selectAll().where('invoiceId', '=', 'i1').execute()
  expect([invoice?.paidSats, invoice?.lateSats]).toEqual([1000n, 0n])
})

test('a payout to ourselves is booked, so that the wallet matches the ledger', async () => {
  const { rows } = await sql<{ sats: bigint }>`
    select sum(e.amount_sats)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.kind = 'wallet'`.execute(database.db)
  expect(rows[0]?.sats).toBe(-200n)
  const lightning = (await auditLedger(database.db)).findings.filter(({ check }) => /node|loop-outs that/.test(check))
  expect(lightning).toEqual([])
})
