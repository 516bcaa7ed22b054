import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>

/** A database from before invoices had a state. */
beforeAll(async () => {
  migrated = await openMigratedDatabase('0033', history)
})
afterAll(() => migrated.close())

const history = `
  insert into platform (mode, network) values ('sandbox', 'regtest');
  insert into merchants (email, store_name) values ('m@example.test', 'M');
  insert into stores (merchant_id, status, server_url, store_id, tag, api_key) values (1, 'ready', 'http://engine', 's', 't', 'k');
  insert into payment_links (merchant_id, slug, title, currency, created_by) values (1, 'a', 'A', 'USD', 'x'), (1, 'b', 'B', 'USD', 'x');
  insert into invoices (merchant_id, invoice_id, order_id, status, additional_status, amount_usd, payment_link_id) values
    (1, 'paid', 'o1', 'settled', 'none', 10, 1), (1, 'over', 'o2', 'settled', 'paid-over', 20, 1),
    (1, 'part', 'o3', 'expired', 'paid-partial', 30, 1), (1, null, 'o4', 'creating', 'none', null, null);
  insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, status, booked, invoice_id) values
    (1, 't1', 'k1', 'incoming', 'invoice', 1, 10, 'confirmed', true, 'paid'), (1, 't2', 'k2', 'incoming', 'invoice', 1, 15.5, 'confirmed', true, 'over'),
    (1, 't3', 'k3', 'incoming', 'invoice', 1, 8, 'confirmed', true, 'over'), (1, 't4', 'k4', 'incoming', 'invoice', 1, 5, 'pending', false, 'part');
  insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
    network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
  values ('refund', 1, 1, 'a', 1000, 1, 100000, 'wallet', 1, 200, 'x', 'k', 'x');
  insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at, status, claimed_at, send_id)
  values (1, 'over', 'overpaid', 1000, 1, 100000, 'x', 'x', now(), 'claimed', now(), 1);
  insert into webhook_endpoints (merchant_id, tag, url, events, secret, created_by) values (1, 't', 'https://x', '{*}', 's', 'x');
  insert into api_events (merchant_id, event_id, type, object) values (1, 'e', 'invoice.created', '{}');
  insert into webhook_deliveries (endpoint_id, event_ref) values (1, 1);
`

test('the migration fills states, received dollars, decisions and types of events', async () => {
  const { rows: invoices } = await migrated.pool.query(
    `select invoice_id, state, received_usd, dealt_with_at is not null as dealt_with from invoices order by id`,
  )
  expect(invoices).toEqual([
    { invoice_id: 'paid', state: 'paid', received_usd: '10.00', dealt_with: false },
    { invoice_id: 'over', state: 'overpaid', received_usd: '23.50', dealt_with: true },
    { invoice_id: 'part', state: 'partially-paid', received_usd: '0.00', dealt_with: false },
    { invoice_id: null, state: null, received_usd: '0.00', dealt_with: false },
  ])
  const { rows: links } = await migrated.pool.query('select received_usd from payment_links order by id')
  expect(links).toEqual([{ received_usd: '30.00' }, { received_usd: '0.00' }])
  const { rows: deliveries } = await migrated.pool.query('select event_type from webhook_deliveries')
  expect(deliveries).toEqual([{ event_type: 'invoice.created' }])
})
