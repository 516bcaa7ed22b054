import { createHash } from 'node:crypto'
import type { ListSpec, Period } from '@bitquay/contract/lists'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import { applications } from './applications/list.ts'
import { auditLog, storeActivity } from './audit-log/list.ts'
import { allTransactions, transactions } from './history/list.ts'
import { invoiceNeighbors } from './invoice-neighbors.ts'
import { invoices } from './invoices/list.ts'
import { requests as loopOuts } from './loop-out/list.ts'
import { emails } from './mail/list.ts'
import { people } from './merchants/list.people.ts'
import { merchants } from './merchants/list.ts'
import { listMerchantPeople } from './merchants/queries.people.ts'
import { earnings } from './partners/list.ts'
import { links } from './payment-links/list.ts'
import { claimPlatform } from './platform/db/claim-platform.ts'
import { connectDatabase, type Database, type Db } from './platform/db/connect.ts'
import { inTransaction, type Tx } from './platform/db/transaction.ts'
import type { Person } from './platform/http/person.ts'
import type { FilterOf, QueryOf, ServedList } from './platform/lists/serve-list.ts'
import { findForPerson } from './search/find-for-person.ts'
import { deliveries } from './webhooks/list.ts'
import { withdrawalsOf } from './withdrawals/list.ts'

/** A page reads few rows, however many there are and whatever it is filtered and sorted by. */
const rows = 20_000
const page = { limit: 25, cursor: undefined }
/** A page and one more row, twice for lists that also read rows without a value, and what is joined to each of them. */
const most = 400

let database: Database & { url: string }
beforeAll(async () => {
  database = await openTestDatabase()
  await claimPlatform(database.pool, 'sandbox', 'regtest')
  // So many rows may take longer than any statement of the server.
  const patient = connectDatabase(database.url, { maxConnections: 1, readLimitMs: 170_000 })
  await fill(patient.db)
  await patient.pool.query('vacuum analyze')
  await patient.close()
}, 180_000)
afterAll(() => database.close())

/** Rows of 20,000 days, the newest today. One in 500 is of the kind that a filter looks for. */
const fill = async (db: Db) => {
  const numbers = sql`generate_series(1, ${rows}::int) n`
  const day = sql`now() - (${rows}::int - n) * interval '1 hour'`
  await sql`insert into merchants (email, password_hash, store_name, is_active, total_deposits_usd, btcpay_api_key, created_at)
    select 'owner-' || n || '@example.test', 'x', 'Store ' || n * 7919 % 20011, n % 500 <> 0, n * 31 % 9973,
      case when n % 500 <> 7 then 'sealed' end, ${day} from ${numbers}`.execute(db)
  await sql`insert into merchant_attention (merchant_id, reason)
    select id, 'sync-failing' from merchants where id % 500 = 11`.execute(db)
  // Rare: store admins, invitations, inactive users, and those who have a second factor or were seen lately.
  await sql`insert into merchant_users (merchant_id, email, name, password_hash, role, is_active, two_factor_enabled, two_factor_secret)
    select id, 'user-' || id || '@example.test', 'Person ' || id, case when id % 500 <> 13 then 'x' end,
      case when id % 500 = 17 then 'admin' else 'user' end, id % 500 <> 19, id % 500 = 23, case when id % 500 = 23 then 'x' end
    from merchants`.execute(db)
  await sql`update merchant_people set last_seen_at = now() - id % 500 * interval '1 day' where id % 3 = 0`.execute(db)
  await sql`insert into merchant_applications (business_name, contact_name, email, phone, business_type, business_description,
      monthly_volume, status, reviewed_at, created_at)
    select 'Business ' || n * 7919 % 20011, 'Contact', 'applicant-' || n || '@example.test', '555', 'Other', 'Something', 'Less',
      case when n % 500 = 0 then 'pending' else 'rejected' end, case when n % 500 = 0 then null else now() end, ${day} from ${numbers}`.execute(
    db,
  )
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, attempts, merchant_id, created_at)
    select 'person-' || n % 997 || '@example.test', 'News', '', '', case when n % 500 = 3 then 'failed' when n % 500 = 5 then 'waiting' when n % 500 = 9 then 'dropped' else 'sent' end,
      n % 2, 1 + n % 40, ${day} from ${numbers}`.execute(db)
  await sql`insert into stores (merchant_id, status, server_url, store_id, tag, api_key)
    values (1, 'ready', 'https://btcpay.example.test', 'store', 'tag', 'sealed')`.execute(db)
  await sql`insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd, on_chain_address,
      status, amount_sats, node, btc_price, requested_by, created_at)
    select n, 0.01, n * 7919 % 20011, 'bcrt1q' || md5(n::text), case when n % 500 = 0 then 'pending' else 'completed' end,
      1000000, 'shared', 100000, 'someone', ${day} from ${numbers}`.execute(db)
  await sql`insert into act_log (at, actor_kind, actor_email, act, source_address, merchant_id)
    select ${day}, case when n % 500 = 0 then 'admin' else 'merchant' end, 'person-' || n % 40 || '@example.test',
      case when n % 500 = 0 then 'settings-changed' else 'signed-in' end, '10.0.' || n % 250 || '.1', 1 + n % 2 from ${numbers}`.execute(
    db,
  )
  await sql`insert into webhook_endpoints (merchant_id, tag, url, events, secret, created_by)
    values (1, 'tag', 'https://shop.example.test', '{*}', 'sealed', 'someone')`.execute(db)
  await sql`with events as (
      insert into api_events (merchant_id, event_id, type, object, created_at)
      select 1, 'evt-' || n, case when n % 500 = 0 then 'refund.claimed' else 'invoice.created' end, '{}', ${day} from ${numbers}
      returning id, created_at
    )
    insert into webhook_deliveries (endpoint_id, event_ref, status, created_at, last_attempt_at)
    select 1, id, case when id % 500 = 0 then 'failed' when id % 2 = 0 then 'waiting' else 'delivered' end, created_at,
      case when id % 4 > 0 then created_at end from events`.execute(db)
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, additional_status, amount_usd, description,
      customer_name, customer_email, dealt_with_at, metadata, created_at)
    select 1, 'inv-' || n, 'inv-' || n, case when n % 500 in (0, 3) then 'expired' else 'settled' end,
      case when n % 50 = 0 then 'paid-late' else 'none' end, case when n % 20 > 0 then n * 7919 % 20011 end, 'Order ' || n,
      case when n % 3 = 0 then 'Customer ' || n * 7919 % 20011 end, case when n % 500 = 1 then 'regular@example.test' end,
      case when n < ${rows}::int - 200 then now() end, jsonb_build_object('orderId', 'SHOP-' || 100000 + n), ${day} from ${numbers}`.execute(
    db,
  )
  await sql`insert into invoice_destinations (kind, destination, merchant_id, invoice_id, server_url, store_id)
    select 'address', md5('t' || n), 1, 'inv-' || n, 'https://btcpay.example.test', 'store' from ${numbers}`.execute(db)
  // One in 500 is overdue.
  await sql`update invoices set status = 'new', due_at = created_at, overdue_at = created_at
    where id in (select id from invoices where invoice_id like '%7' order by id limit 40)`.execute(db)
  // Their sums are not what is read here.
  await sql`alter table transactions disable trigger user`.execute(db)
  await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, method, status, invoice_id,
      seen_at)
    select case when n % 2 = 0 then 1 else 2 + n % 997 end, md5('t' || n), 'key-' || n,
      case when n % 500 in (6, 7) then 'outgoing' else 'incoming' end, case when n % 500 in (6, 7) then 'refund' else 'invoice' end,
      case when n % 500 = 12 then 1 else 0.001 end, n * 7919 % 20011, case when n % 500 in (8, 9) then 'lightning' else 'on-chain' end,
      case when n % 500 in (10, 11) then 'failed' else 'confirmed' end, case when n % 2 = 0 and n % 500 > 6 then 'inv-' || n end, ${day}
    from ${numbers}`.execute(db)
  await sql`select fill_transaction_sums()`.execute(db)
  // A partner has a share of each.
  await sql`insert into partners (email, name, password_hash, share_percentage) values ('partner@example.test', 'P', 'x', 30)`.execute(
    db,
  )
  await sql`alter table ledger_entries disable trigger user`.execute(db)
  await sql`insert into ledger_accounts (kind, owner_kind, owner_id) values ('earned', 'partner', 1)`.execute(db)
  await sql`insert into ledger_transfers (kind, reference, btc_price) select 'fee', n, 100000 from ${numbers}`.execute(
    db,
  )
  await sql`insert into ledger_entries (transfer_id, account_id, amount_sats, amount_usd)
    select t.id, a.id, -1 - t.id * 7919 % 20011, -0.01 from ledger_transfers t, ledger_accounts a where a.kind = 'earned'`.execute(
    db,
  )
  await sql`insert into fee_transactions (merchant_id, transaction_id, txid, transaction_type, original_amount_btc,
      original_amount_usd, fee_percentage, fee_btc, fee_usd, btc_price_at_time, transfer_id, partner_sats)
    select 1 + n % 500, t.id, t.txid, 'deposit', 0.001, n * 7919 % 20011, 1, 0.00001, 0.01, 100000, n, 1
    from ${numbers} join transactions t on t.id = n`.execute(db)
  await sql`insert into payment_links (merchant_id, slug, title, currency, received_usd, created_by, created_at)
    select 1, 'slug-' || n, 'Link ' || n, 'USD', n * 7919 % 20011, 'someone', ${day} from ${numbers}`.execute(db)
  await sql`insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
      fee_rate, network_fee_reserve_sats, txid, description, requested_by, idempotency_key, input_hash, requested_at, final_at)
    select case when n % 2 = 0 then 'refund' else 'withdrawal' end, case when n % 501 = 0 then 'failed' else 'confirmed' end, 1, 1,
      'bcrt1q' || md5(n::text), 1000, n * 7919 % 20011, 100000, 'wallet', 1, 200, md5('t' || n), 'Rent ' || n, 'someone',
      'key-' || n, 'x', ${day}, now() from ${numbers}`.execute(db)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** Three days in the middle, as an hour passes between two rows. */
const range = { from: daysAgo(400), to: daysAgo(398), tz: 'Europe/Berlin' }
const ways = <Field extends string>(...fields: Field[]) =>
  fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])

const someone = { id: 1, merchantId: 1 }
/** The hash of a transaction. */
const md5Of = (number: number) => createHash('md5').update(`t${number}`).digest('hex')

/** A declared list with each of its filters alone, in a range, and with more of them, sorted by all that it sorts by. */
const plansOf = <L extends ListSpec, Who>(
  served: ServedList<L, Who>,
  who: Who,
  values: Required<Omit<FilterOf<L>, keyof Period>>,
  more: readonly FilterOf<L>[] = [],
) => {
  const single = Object.entries(values).map((entry) => Object.fromEntries([entry]) as FilterOf<L>)
  const { path, sorts } = served.declared
  return ways(...sorts).flatMap((sort) =>
    [{}, range, ...single, ...more].map((filter) => [
      `${path} ${sort} ${JSON.stringify(filter)}`,
      (db: Db) => served.show(db, who, { ...filter, sort } as QueryOf<L>, page),
    ]),
  )
}

const lists: Record<string, (db: Db) => Promise<unknown>> = Object.fromEntries([
  ...plansOf(
    invoices,
    { merchantId: 1, invoiceNeighbors, publicUrl: '' },
    { state: 'paid', status: 'settled', search: 'regular@example.test' },
    [
      { state: 'expired' },
      { state: 'attention' },
      { state: 'overdue' },
      { search: 'inv-777' },
      { search: 'shop-110777' },
      { search: md5Of(777) },
    ],
  ),
  ...plansOf(
    transactions,
    1,
    {
      ...{
        purpose: 'refund',
        type: 'outgoing',
        status: 'failed',
        method: 'BTC-LN',
        invoices: 'false',
        minAmount: '0.5',
      },
      search: md5Of(8),
    },
    [{ ...range, type: 'incoming' }, { ...range, minAmount: '0.0001' }, { search: 'regular@example.test' }],
  ),
  ...plansOf(
    allTransactions,
    undefined,
    { merchantId: 1, purpose: 'refund', type: 'outgoing', status: 'failed', method: 'BTC-LN', search: 'inv-778' },
    [{ ...range, type: 'incoming' }, { ...range, merchantId: 1 }, { search: 'store 10777' }],
  ),
  ...plansOf(earnings, 1, { merchantId: 1 }, [{ ...range, merchantId: 1 }]),
  ...plansOf(links, { merchantId: 1, publicUrl: '' }, { status: 'active', search: 'link' }),
  ...plansOf(withdrawalsOf, 1, { status: 'failed', search: 'bcrt1qc4ca' }),
  ...plansOf(merchants, undefined, { status: 'inactive', search: 'owner-777@example' }, [
    { status: 'setting-up' },
    { status: 'attention' },
  ]),
  ...plansOf(
    people,
    undefined,
    { search: 'user-778@example', merchantId: 7, role: 'admin', status: 'expired', twoFactor: 'on', seen: 'week' },
    [
      ...[{ search: 'owner-777@example.test' }, { role: 'owner' as const }, { twoFactor: 'off' as const }],
      ...[{ status: 'active' as const }, { status: 'inactive' as const }, { status: 'invited' as const }],
      ...[{ seen: 'never' as const }, { seen: 'long-ago' as const }],
    ],
  ),
  ...[{}, { search: 'owner-777@example' }, { search: 'user-778@example' }, { merchantId: 7 }].map((filter) => [
    `people of merchants ${JSON.stringify(filter)}`,
    (db: Db) => listMerchantPeople(db, filter, page),
  ]),
  ...plansOf(emails, undefined, { search: 'person-7@example.test', state: 'failed', merchantId: 7 }, [
    ...[{ state: 'sent' as const }, { state: 'delayed' as const }, { state: 'discarded' as const }],
    { merchantId: 7, ...range },
  ]),
  ...plansOf(loopOuts, undefined, { status: 'pending', merchantId: 7, search: 'owner-777@example' }, [
    ...[{ status: 'completed' as const }, { search: 'bcrt1qc4ca' }],
  ]),
  ...plansOf(applications, undefined, { status: 'pending', search: 'business 10777' }),
  ...plansOf(auditLog, undefined, { act: 'settings-changed', actorKind: 'admin', merchantId: 1, search: '10.0.7.1' }, [
    { merchantId: 1, ...range },
    { search: 'person-7@example.test', ...range },
  ]),
  ...plansOf(storeActivity, 1, { act: 'settings-changed' }),
  ...plansOf(deliveries, 1, { status: 'failed', type: 'refund.claimed' }, [
    { status: 'waiting' },
    { type: 'refund.claimed', from: daysAgo(440), to: daysAgo(380) },
  ]),
  ...[
    ['merchant', 'shop-110777'],
    ['merchant', 'inv-777'],
    ['merchant', 'regular@example.test'],
    ['merchant', '10777'],
    ['merchant', md5Of(8)],
    ['admin', 'shop-110777'],
    ['admin', 'inv-777'],
    ['admin', 'store 10777'],
    ['admin', 'owner-777@example'],
    ['admin', 'business 10777'],
    ['admin', md5Of(8)],
  ].map(([kind = '', q = '']) => [
    `the search of a ${kind} for ${q}`,
    (db: Db) => findForPerson({ db, invoiceNeighbors }, { ...someone, kind } as Person, q),
  ]),
])

const countRowsRead = async (tx: Tx): Promise<number> => {
  const { rows: counted } = await sql<{ rows: bigint }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows from pg_stat_xact_user_tables`.execute(tx)
  return Number(counted[0]?.rows)
}

test.each(Object.entries(lists))('%s', async (_name, list) => {
  const read = await inTransaction(database.db, async (tx) => {
    const before = await countRowsRead(tx)
    await list(tx)
    return (await countRowsRead(tx)) - before
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(most)
})
