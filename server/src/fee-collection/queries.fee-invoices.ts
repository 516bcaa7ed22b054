import { type FeesOwed, feeInvoiceNumber, writeOffDays } from '@bitquay/contract/fee-collection'
import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { usualPause } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPrice } from '../prices/index.ts'
import { coveredFees } from './queries.ts'

/** What a merchant is asked to pay on its open fee invoice: the fees that it lists, minus what has been paid of them. */
const listedSats = (merchantId: RawBuilder<number>) => sql<bigint>`
  greatest((select coalesce(sum(due_sats(f) - f.reserved_sats), 0)::bigint
      from fee_invoices x join fee_transactions f on f.fee_invoice_id = x.id
      where x.merchant_id = ${merchantId} and x.status = 'open' and not f.processed and f.reversed_at is null)
    - greatest(${coveredFees(merchantId)}, 0), 0)`

export const readListedSats = async (db: Db, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`select ${listedSats(sql`${merchantId}::int`)} as sats`.execute(db)
  return rows[0]?.sats ?? 0n
}

/** From when on a fee is too young for the monthly invoice. */
const monthStart = sql`date_trunc('month', app_now() at time zone 'UTC') at time zone 'UTC'`

const failingSince = sql`app_now() - interval '30 days'`

/** Less can't be paid on-chain. */
const leastOfClosed = 1000n

export type ToBill = { leastSats: bigint; atOnceSats: bigint; sweepSats: bigint }

/**
 * Merchants who are due a fee invoice, longest waiting first: their keys are their own, or they have their own BTCPay
 * Server and its sweeps failed for 30 days. Fees of earlier months are asked for once a month, and much of it at once.
 * What is below the least amount is carried over, unless the account is closed: then there is no later invoice.
 */
export const findMerchantsToBill = async (
  db: Db,
  { leastSats, atOnceSats, sweepSats }: ToBill,
  { most, merchantId }: { most: number; merchantId?: number },
): Promise<number[]> => {
  const least = sql`case when m.closing_since is null then ${leastSats}::bigint else ${leastOfClosed}::bigint end`
  const { rows } = await sql<{ merchantId: number }>`
    select a.owner_id as merchant_id
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join merchants m on m.id = a.owner_id
      join stores s on s.merchant_id = a.owner_id and s.standing = 'current' and s.status = 'ready'
      join lateral (
        select sum(due_sats(f) - f.reserved_sats) as sats, min(f.created_at) as oldest_at from fee_transactions f
        where f.merchant_id = a.owner_id and not f.processed and f.reversed_at is null and f.fee_invoice_id is null
          and f.swept_by is null
      ) f on f.sats > 0
    where a.owner_kind = 'merchant' and a.kind = 'fees-owed' and b.balance_sats >= ${least}
      and b.balance_sats - (select coalesce(sum(r.reserved_sats), 0) from fee_transactions r
        where r.merchant_id = a.owner_id and not r.processed and r.reversed_at is null) >= ${least}
      and ${merchantId === undefined ? sql`true` : sql`a.owner_id = ${merchantId}`}
      and (s.own_wallet is not null or s.engine_id is null and ${haveSweepsFailed(sweepSats)})
      and (f.sats > ${atOnceSats} or m.closing_since is not null or f.oldest_at < ${monthStart} and not exists (
        select from fee_invoices i where i.merchant_id = a.owner_id and i.created_at >= ${monthStart}))
    order by f.oldest_at limit ${most}`.execute(db)
  return rows.map((row) => row.merchantId)
}

/** Enough to be swept is owed for 30 days, and in that time no sweep has arrived. */
const haveSweepsFailed = (sweepSats: bigint) => sql`(
  select coalesce(sum(due_sats(o) - o.reserved_sats), 0) from fee_transactions o
  where o.merchant_id = a.owner_id and not o.processed and o.reversed_at is null and o.created_at < ${failingSince}
) >= ${sweepSats} and not exists (
  select from sends x where x.merchant_id = a.owner_id and x.kind = 'sweep'
    and (x.status in ('requested', 'signed', 'broadcast') or x.status = 'confirmed' and x.confirmed_at >= ${failingSince}))`

/** Merchants who owe fees and have credit that pays for them. */
export const findMerchantsWithUnusedCredit = async (db: Db, most: number): Promise<number[]> => {
  const { rows } = await sql<{ merchantId: number }>`
    select distinct p.merchant_id from fee_payments p
      join ledger_accounts a on a.owner_kind = 'merchant' and a.owner_id = p.merchant_id and a.kind = 'fees-owed'
      join ledger_balances b on b.account_id = a.id
    where p.transfer_id is not null and p.paid_sats < p.amount_sats and b.balance_sats > 0
    order by 1 limit ${most}`.execute(db)
  return rows.map((row) => row.merchantId)
}

/** The sweeps of a merchant that are on their way. What they collect is on no invoice. */
export const findOpenSweeps = async (db: Db, merchantId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('sends')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'sweep')
    .where('status', 'in', ['requested', 'signed', 'broadcast'])
    .execute()
  return rows.map(({ id }) => id)
}

/** Merchants with an open fee invoice, in turn. */
export const findOpenFeeInvoices = async (db: Db, after: number, most: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('feeInvoices')
    .select('merchantId')
    .where('status', '=', 'open')
    .where('merchantId', '>', after)
    .orderBy('merchantId')
    .limit(most)
    .execute()
  return rows.map(({ merchantId }) => merchantId)
}

type Row = {
  id: number
  merchantId: number
  storeName: string
  isOwnWallet: boolean
  status: FeesOwed['status']
  amountSats: bigint
  partnerSats: bigint
  owedSince: Date
  days: number
  extendedUntil: Date | null
  endedAt: Date | null
  writeOffFrom: Date | null
  dueSats: bigint
  pausedAt: Date | null
  afterDays: number | null
  aboveUsd: string | null
}

/** Fee invoices as admins see them: the open ones, oldest first, then those that ended lately. One by its ID, or all. */
export const listFeesOwed = async (db: Db, id?: number): Promise<FeesOwed[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.merchant_id, m.store_name, coalesce(s.own_wallet is not null, true) as is_own_wallet, i.status, i.amount_sats,
      coalesce((select sum(f.partner_sats) from fee_transactions f
        where f.fee_invoice_id = i.id and not f.processed and f.reversed_at is null), 0)::bigint as partner_sats,
      i.owed_since, floor(extract(epoch from coalesce(i.ended_at, app_now()) - i.owed_since) / 86400)::int as days,
      i.extended_until, i.ended_at,
      case when i.status = 'open' then ${listedSats(sql`i.merchant_id`)} else 0 end as due_sats,
      case when i.status = 'open' then p.paused_at end as paused_at, p.after_days, p.above_usd,
      case when i.status = 'open' then m.closing_since + ${sql.lit(`${writeOffDays} days`)}::interval end as write_off_from
    from fee_invoices i join merchants m on m.id = i.merchant_id
      left join stores s on s.merchant_id = i.merchant_id and s.standing = 'current'
      left join fee_pauses p on p.merchant_id = i.merchant_id
    where ${
      id === undefined
        ? sql`i.status = 'open'
      or i.status <> 'replaced' and i.ended_at > app_now() - interval '90 days'`
        : sql`i.id = ${id}`
    }
    order by i.status <> 'open', i.ended_at desc, i.owed_since, i.id`.execute(db)
  const { cents } = await findPrice(db)
  const toMoney = (sats: bigint) => ({ btc: fromSats(sats), usd: fromCents(centsOfSats(sats, cents)) })
  return rows.map((row) => ({
    id: row.id,
    number: feeInvoiceNumber(row.id),
    merchantId: row.merchantId,
    storeName: row.storeName,
    keys: row.isOwnWallet ? 'merchant' : 'own-server',
    status: row.status,
    amount: toMoney(row.amountSats),
    due: toMoney(row.dueSats),
    partnerShare: toMoney(row.partnerSats),
    owedSince: row.owedSince.toISOString(),
    days: row.days,
    extendedUntil: row.extendedUntil?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    writeOffFrom: row.writeOffFrom?.toISOString() ?? null,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pause: { afterDays: row.afterDays ?? usualPause.afterDays, aboveUsd: row.aboveUsd ?? usualPause.aboveUsd },
  }))
}
