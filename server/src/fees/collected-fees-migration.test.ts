import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { readPartnerFigures } from '../partners/queries.figures.ts'
import { connectDatabase, type Database } from '../platform/db/connect.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>
let database: Database

/** A database from before shares waited for their fees. */
beforeAll(async () => {
  migrated = await openMigratedDatabase('0020', history)
  database = connectDatabase(migrated.url, { maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await migrated.close()
})

/** A fee of 4 % that a merchant owes. A quarter of it belongs to the partner. */
const fee = (merchant: number, key: string, sats: number) => `
  select post_transfer('payment', '${merchant}:${key}#1', '[
    {"owner": "merchant", "ownerId": ${merchant}, "kind": "fees-owed", "sats": "${sats}", "usd": "0"},
    {"owner": "partner", "ownerId": 1, "kind": "earned", "sats": "${-sats / 4}", "usd": "0"},
    {"owner": "platform", "ownerId": 0, "kind": "revenue", "sats": "${(-sats * 3) / 4}", "usd": "0"}]'::jsonb, 100000);
  insert into fee_transactions (merchant_id, transaction_type, original_amount_btc, original_amount_usd, fee_percentage, fee_btc,
    fee_usd, btc_price_at_time, transfer_id)
  values (${merchant}, 'deposit', ${(sats * 25) / 1e8}, 0, 4, ${sats / 1e8}, 0, 100000,
    (select id from ledger_transfers where reference = '${merchant}:${key}#1'));`

const send = (id: number, kind: string, merchant: number, sats: number, status: string) => `
  insert into sends (id, kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
    fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid, confirmed_at)
  overriding system value values (${id}, '${kind}', '${status}', 1, ${merchant}, 'a', ${sats}, 0, 100000, 'amount', 1, 0, 'x', 'k${id}', '',
    't${id}', ${status === 'confirmed' ? 'app_now()' : 'null'});`

const move = (kind: string, reference: string, from: string, to: string, sats: number) => `
  select post_transfer('${kind}', '${reference}', '[{${to}, "sats": "${sats}", "usd": "0"}, {${from}, "sats": "${-sats}", "usd": "0"}]'::jsonb, 100000);`
const account = (owner: string, id: number, kind: string) => `"owner": "${owner}", "ownerId": ${id}, "kind": "${kind}"`
const owed = (merchant: number) => account('merchant', merchant, 'fees-owed')

const history = `
  insert into platform (mode, network) values ('sandbox', 'regtest');
  insert into admins (email, name) values ('a@example.test', 'A');
  insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, 3) n;
  insert into partners (email, name, share_percentage) values ('p@example.test', 'P', 100);
  insert into stores (merchant_id, server_url, tag) values (null, 'http://engine', 't');
  ${fee(1, 'a', 40_000)} ${fee(1, 'b', 40_000)}
  ${send(1, 'sweep', 1, 40_000, 'confirmed')}
  ${move('collect', 'send:1', owed(1), account('merchant', 1, 'collecting'), 40_000)}
  ${move('send', '1#1', account('merchant', 1, 'collecting'), account('platform', 0, 'wallet'), 40_000)}
  update sends set transfer_id = (select id from ledger_transfers where kind = 'send' and reference = '1#1') where id = 1;
  ${fee(2, 'c', 40_000)}
  ${send(2, 'withdrawal', 2, 1_000_000, 'requested')}
  ${fee(3, 'd', 40_000)}
  ${send(3, 'withdrawal', 3, 1_000_000, 'confirmed')}
  insert into promo_codes (code, description, created_by, is_used, used_at, amount_saved_usd)
    select 'C' || n, 'x', 1, true, app_now(), 30 from generate_series(2, 3) n;
  ${[2, 3].map((n) => move('promo', String(n), owed(n), account('platform', 0, 'forgiven'), 30_000)).join('')}
  insert into promo_redemptions (send_id, promo_code_id, merchant_id, waived_sats, forgiven_sats, saved_usd, transfer_id)
    select n, n - 1, n, 0, 30000, 30, (select id from ledger_transfers where kind = 'promo' and reference = n::text) from generate_series(2, 3) n;
  -- The payment behind what was forgiven of merchant 3 is undone.
  select reverse_transfer((select id from ledger_transfers where reference = '3:d#1'), 'undo');
  update fee_transactions set reversed_at = app_now() where merchant_id = 3;
  -- The partner has taken more than was collected.
  ${move('payout-hold', '9', account('partner', 1, 'payout-hold'), account('partner', 1, 'earned'), 25_000)}
`

test('the migration matches fees, shares and forgiven amounts to what was collected', async () => {
  const { db } = database
  const fees = await db
    .selectFrom('feeTransactions')
    .select(['merchantId', 'processed', 'partnerSats', 'forgivenSats', 'reservedSats'])
    .orderBy('id')
    .execute()
  expect(fees).toEqual([
    { merchantId: 1, processed: true, partnerSats: 10_000n, forgivenSats: 0n, reservedSats: 0n },
    { merchantId: 1, processed: false, partnerSats: 10_000n, forgivenSats: 0n, reservedSats: 0n },
    // The withdrawal has not confirmed, so its code is only reserved.
    { merchantId: 2, processed: false, partnerSats: 10_000n, forgivenSats: 0n, reservedSats: 30_000n },
    { merchantId: 3, processed: false, partnerSats: 10_000n, forgivenSats: 0n, reservedSats: 0n },
  ])
  const { rows } = await sql<{ sats: bigint }>`
    select b.balance_sats as sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.kind = 'fees-owed' order by a.owner_id`.execute(db)
  expect(rows.map(({ sats }) => sats)).toEqual([40_000n, 40_000n, 0n])
  const [partner] = await readPartnerFigures(db)
  expect(partner).toMatchObject({ balanceSats: 5_000n, availableSats: -15_000n })
  const advanced = await db.selectFrom('partners').select('advancedSats').executeTakeFirstOrThrow()
  expect(advanced.advancedSats).toBe(15_000n)
  // Payments and sends are invented here, so only the checks for this migration must pass.
  const { findings } = await auditLedger(db)
  const about = /forgiv|collect|partners can|partners were|fees owed|balances equal/
  expect(findings.filter(({ check }) => about.test(check))).toEqual([])
})
