import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { addPartner } from '../../test/people.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { makeFeeInvoice } from '../fee-collection/make-fee-invoice.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { createInvoice } from '../invoices/create-invoice.ts'
import { withdrawEarnings } from '../partners/withdraw-earnings.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createPromoCode } from '../promo-codes/table.ts'
import { claimRefund } from '../refunds/claim-refund.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { auditLedger } from './audit-ledger.ts'

let stage: LoopOuts
let money: Money
const authorize = async () => undefined

/** A platform on which every type of money movement has happened and some are still pending. */
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  const { deps } = money
  deps.broadcastPatienceMs = 20_000
  await money.engine.control.rate({ usd: '100000' })
  await money.fund(money.platform, 20_000_000n, 20_000_000n, 20_000_000n)
  await sql`insert into fee_schedules (withdrawal_fee_percent, effective_from) values (1, app_now())`.execute(deps.db)
  const partner = { ...(await addPartner(money.server, '50.00')), kind: 'partner' as const }
  const store = await money.newStore('everything', 3_000_000n, 3_000_000n, 3_000_000n)
  const { merchantId } = store
  const actor = { kind: 'merchant', id: merchantId, email: 'owner@example.test' } as const

  const pay = async (amountBtc?: string, amount = '900.00') => {
    const invoice = { merchantId, amount, currency: 'USD', createdBy: 'test', idempotencyKey: undefined }
    const { invoiceId } = await createInvoice(deps, { ...invoice, description: undefined, customerEmail: undefined })
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', ...(amountBtc ? { amountBtc } : {}) })
    await money.mine(6)
    await money.pass(31)
    await syncStore(deps, store.id)
    return invoiceId ?? ''
  }
  const send = async (usd: string, promoCode?: string) =>
    withdrawFrom(deps, store, await money.strangersAddress(), usd, promoCode ? { promoCode } : {})
  const payOut = async (amountUsd: string) =>
    withdrawEarnings(deps, {
      ...{ partner, amountUsd, idempotencyKey: undefined, source, authorize },
      address: await money.strangersAddress(),
    })
  await pay()
  const overpaid = await pay('0.01000000')
  await sweepFees(deps, merchantId, (await freshPlatformAddress(deps)) ?? '')
  await money.runSends()
  const settle = async () => {
    await money.mine(1, money.platform, store)
    await money.pass(31)
  }
  await settle()
  await pay()
  const promo = { description: 'x', expiresInDays: 9, createdBy: stage.admin.id }
  await send('300.00', (await inTransaction(deps.db, (tx) => createPromoCode(tx, promo))).code)
  const order = {
    merchantId,
    storeName: 'Everything',
    invoiceId: overpaid,
    actor,
    offeredBy: actor.email,
    source,
    authorize,
  }
  const refund = await offerRefund(deps, { ...order, kind: 'overpaid' })
  await claimRefund(deps, refund.claimLink.split('/r/')[1] ?? '', await money.strangersAddress(), source)
  await send('200.00')
  await payOut('5.00')
  const looped = await stage.storeWithLightning('looped')
  await stage.execute((await stage.request(looped)).id)
  await money.runSends()
  await settle()
  // A part of a fee invoice is paid, as if only the merchant had the keys.
  await pay(undefined, '20000.00')
  await sql`update stores set own_wallet = '{}' where id = ${store.id}`.execute(deps.db)
  const asked = (await makeFeeInvoice(deps, merchantId)) ?? expect.fail('no fee invoice')
  await sql`update stores set own_wallet = null where id = ${store.id}`.execute(deps.db)
  await money.engine.control.faucet({ address: asked.address, amountBtc: '0.00500000' })
  await settle()
  const waiting = await stage.storeWithLightning('waiting')
  await stage.request(waiting)
  await send('100.00')
  await payOut('2.00')
  for (const each of [money.platform, store, looped]) await syncStore(deps, each.id)
  await sql`select carry_earnings(), carry_revenue()`.execute(deps.db)
})
afterAll(() => money.close())

/** What the audit finds after a statement that bypasses the guards. It is rolled back. */
const findAfter = async (statement: string): Promise<string[]> => {
  let found: string[] = []
  const back = new Error('back')
  await money.deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const each of statement.split('; ')) {
        const { numAffectedRows } = await sql.raw(each).execute(tx)
        expect(numAffectedRows, `rows that “${each}” changes`).toBeGreaterThan(0n)
      }
      found = (await auditLedger(tx)).findings.map(({ check }) => check)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
  return found
}

test('all records add up', async () => {
  await money.expectCleanAudit()
})

const one = (table: string, where = 'true') => `ctid = (select ctid from ${table} where ${where} limit 1)`
const change = (table: string, set: string, where = 'true') => `update ${table} set ${set} where ${one(table, where)}`

test.each([
  change('ledger_entries', 'amount_sats = amount_sats + 1'),
  change('ledger_entries', 'amount_usd = amount_usd + 0.00000001'),
  change('ledger_balances', 'balance_sats = balance_sats + 1'),
  change('ledger_balances', 'balance_usd = balance_usd + 1'),
  change('ledger_transfers', `reference = 'other'`, `kind = 'payment'`),
  change('ledger_transfers', `kind = 'gift'`, `kind = 'send'`),
  `delete from ledger_entries where transfer_id = (select id from ledger_transfers where kind = 'capital' limit 1)`,
  change('transactions', 'amount = amount + 0.00000001', `type = 'incoming' and purpose = 'invoice'`),
  change('transactions', 'amount = amount + 0.01', `type = 'incoming' and purpose = 'deposit'`),
  change('transactions', 'amount = amount + 0.00000001', `type = 'outgoing' and purpose = 'withdrawal'`),
  change('transactions', 'amount_usd = amount_usd + 0.01', `type = 'incoming' and not booked or method = 'lightning'`),
  change('transactions', 'amount_usd = amount_usd + 0.01', `type = 'outgoing'`),
  change('transactions', 'booked = false', 'transfer_id is not null'),
  change('transactions', 'transfer_id = null', 'transfer_id is not null'),
  ...['deposit', 'withdrawal', 'lightning'].flatMap((kind) => [
    change('fee_transactions', 'fee_btc = fee_btc + 0.00000001', `transaction_type = '${kind}'`),
    change('fee_transactions', 'reversed_at = now()', `transaction_type = '${kind}'`),
  ]),
  change('fee_transactions', 'original_amount_btc = original_amount_btc + 1', 'transaction_id is not null'),
  change('fee_transactions', 'processed = not processed', 'swept_by is not null'),
  change('fee_transactions', 'partner_sats = partner_sats + 1'),
  change('fee_transactions', 'forgiven_sats = forgiven_sats + 1'),
  change('fee_transactions', 'reserved_sats = reserved_sats + 1'),
  change('fee_collections', 'collected_sats = collected_sats + 1'),
  change('fee_payments', 'amount_sats = amount_sats + 1'),
  change('fee_payments', 'paid_sats = paid_sats - 1'),
  change('fee_payments', 'transfer_id = null, paid_sats = 0'),
  change('fee_invoices', `status = 'paid', ended_at = now()`, `status = 'open'`),
  change('fee_collections', 'assigned_sats = assigned_sats + 1'),
  change('collected_shares', 'amount_sats = amount_sats + 1'),
  change('carried_collections', 'amount_sats = amount_sats + 1'),
  change('carried_sums', 'collected_sats = collected_sats + 1'),
  change('promo_fee_parts', 'amount_sats = amount_sats + 1'),
  change('promo_redemptions', 'posted_sats = posted_sats + 1'),
  change('promo_redemptions', 'confirmed_at = null'),
  change('fee_transactions', 'processed = true', `swept_by is null and transaction_type = 'deposit'`),
  change('fee_transactions', 'processed = false', `transaction_type = 'lightning'`),
  change('fee_transactions', 'fee_usd = fee_usd + 0.01'),
  change('fee_transactions', 'told_by_merchant = not told_by_merchant', `transaction_type = 'lightning'`),
  change('invoices', 'paid_sats = paid_sats + 1', 'paid_sats > 0'),
  ...['withdrawal', 'payout', 'sweep', 'loop-out', 'refund'].flatMap((kind) => [
    change('sends', 'amount_sats = amount_sats + 100000', `kind = '${kind}'`),
    change('sends', 'network_fee_sats = network_fee_sats + 1', `kind = '${kind}' and status = 'confirmed'`),
  ]),
  ...['withdrawal', 'payout', 'loop-out', 'refund'].map((kind) =>
    change('sends', `address = 'elsewhere'`, `kind = '${kind}'`),
  ),
  change('sends', 'amount_usd = amount_usd + 1', `kind = 'sweep'`),
  change('sends', 'platform_fee_sats = platform_fee_sats + 1', `kind = 'withdrawal' and transfer_id is not null`),
  change('sends', `txid = 'other'`, `status = 'confirmed'`),
  change('sends', `status = 'failed', final_at = now()`, `kind = 'withdrawal' and status = 'confirmed'`),
  change('sends', `status = 'failed', final_at = now()`, `kind = 'payout' and status = 'broadcast'`),
  change('send_versions', 'payee_sats = payee_sats + 1'),
  change('send_versions', 'change_sats = change_sats + 1', 'change_sats is not null'),
  change('reserved_coins', 'amount_sats = amount_sats + 1', 'released_at is null'),
  change('reserved_coins', 'released_at = now()', 'released_at is null'),
  change('store_coins', 'amount_sats = amount_sats + 1', 'spendable'),
  change('stores', 'spendable_sats = spendable_sats + 1', 'spendable_sats > 0'),
  change('stores', 'balance_sats = balance_sats + 1', 'merchant_id is null'),
  change('platform_transactions', 'transfer_id = null', 'transfer_id is not null'),
  change('promo_redemptions', 'forgiven_sats = forgiven_sats + 1'),
  change('promo_redemptions', 'saved_usd = saved_usd + 0.01'),
  change('promo_codes', 'amount_saved_usd = amount_saved_usd + 0.01', 'is_used'),
  change('promo_codes', 'is_used = false, used_at = null', 'is_used'),
  change('lightning_loop_out_requests', 'amount_sats = amount_sats + 1', `status = 'pending'`),
  change('lightning_loop_out_requests', 'amount_sats = amount_sats + 1', `status = 'completed'`),
  change('lightning_loop_out_requests', `status = 'rejected'`, `status = 'pending'`),
  change('lightning_loop_out_requests', `on_chain_address = 'elsewhere'`, `status = 'completed'`),
  change('refunds', 'amount_sats = amount_sats + 1', 'send_id is not null'),
  change('refunds', `status = 'claimed'`, `status = 'paid'`),
  change('carried_sums', 'amount_sats = amount_sats + 1'),
  change('revenue_days', 'revenue_sats = revenue_sats + 1'),
  change('partners', 'current_balance_btc = current_balance_btc + 0.00000001'),
  change('merchants', 'total_deposits_usd = total_deposits_usd + 0.01'),
])('found: %s', async (statement) => {
  expect(await findAfter(statement)).not.toEqual([])
})

test('found: money created out of nothing, although it adds up', async () => {
  const posted = `select post_transfer('payment', '1:nothing#1', '[
    {"owner": "partner", "ownerId": 1, "kind": "earned", "sats": "-5000", "usd": "-5"},
    {"owner": "platform", "ownerId": 0, "kind": "revenue", "sats": "5000", "usd": "5"}]'::jsonb, 100000)`
  expect(await findAfter(`update platform set mode = mode where (${posted}) is not null`)).toContain(
    'Every transfer has a record behind it',
  )
})

/** Each table that says whose a movement is. */
const ownedMovements = [
  ['carried_collections', 'partner_id'],
  ['collected_shares', 'partner_id'],
  ['fee_collections', 'merchant_id'],
  ['fee_invoices', 'merchant_id'],
  ['fee_payments', 'merchant_id'],
  ['fee_transactions', 'merchant_id'],
  ['invoice_destinations', 'merchant_id'],
  ['invoices', 'merchant_id'],
  ['lightning_loop_out_requests', 'merchant_id'],
  ['partner_shares', 'merchant_id'],
  ['partner_shares', 'partner_id'],
  ['promo_redemptions', 'merchant_id'],
  ['refunds', 'merchant_id'],
  ['revenue_days', 'merchant_id'],
  ['sends', 'merchant_id'],
  ['sends', 'partner_id'],
  ['transactions', 'merchant_id'],
]

test.each(ownedMovements)('found: any row of %s given to somebody else by its %s', async (table, column) => {
  const { rows } = await sql<{ row: string; owner: number }>`
    select ctid::text as row, ${sql.ref(column)} as owner from ${sql.table(table)} where ${sql.ref(column)} > 0`.execute(
    money.deps.db,
  )
  if (rows.length === 0) throw new Error(`nobody has a row in ${table}`)
  const others = [...new Set(rows.map(({ owner }) => owner)), 1, 2]
  for (const { row, owner } of rows) {
    const found = await findAfter(
      `update ${table} set ${column} = ${others.find((each) => each !== owner)} where ctid = '${row}'`,
    )
    expect(found, `checks that find row ${row} of ${owner}`).not.toEqual([])
  }
})

test.each([
  ['ledger_accounts', 'owner_id', `owner_kind = 'merchant' and kind = 'lightning'`],
  ['stores', 'merchant_id', `standing = 'current'`],
])('found: two merchants whose rows in %s were swapped', async (table, column, where) => {
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, ${sql.ref(column)} as owner from ${sql.table(table)}
    where ${sql.raw(where)} and ${sql.ref(column)} is not null order by id limit 2`.execute(money.deps.db)
  const [one, other] = rows
  if (!one || !other) throw new Error(`${table} has no two owners`)
  const owner = (id: number, ownerId: number) => `update ${table} set ${column} = ${ownerId} where id = ${id}`
  const swapped = `${owner(one.id, -1)}; ${owner(other.id, one.owner)}; ${owner(one.id, other.owner)}`
  expect(await findAfter(swapped)).not.toEqual([])
})

/**
 * Tables that say whose something is and that no check compares: rights, settings, texts, and what is computed again from
 * rows that are checked. docs/security.md says what that means.
 */
const unchecked =
  `account_changes act_log api_events api_keys api_request_log brands checkout_origins deposit_addresses email_addresses
  event_places event_sequences event_streams fee_pauses images invoice_attempts known_devices lightning_addresses
  lightning_name_changes lnurl_invoices loop_out_addresses mail_outbox markup_changes merchant_applications
  merchant_attention merchant_people merchant_users name_decisions notification_settings notifications own_keys_changes page_reports
  partner_share_changes password_reset_tokens payment_links preferences recovery_codes restore_cancellations sessions till_cashiers
  till_devices till_items till_refunds till_sales till_shifts till_tax_rates tills transaction_sum_changes transaction_sums
  unconfirmed_people wallet_keys webhook_bodies webhook_endpoints`
    .trim()
    .split(/\s+/)

test('every table that says whose something is has a check or is listed as unchecked', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name in ('merchant_id', 'partner_id', 'owner_id', 'person_id')`.execute(money.deps.db)
  // The personal hashes of seals have their own test.
  const checked = [...ownedMovements.map(([table]) => table), 'ledger_accounts', 'stores', 'ledger_seal_people']
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([...checked, ...unchecked]))
})
