import type { Answer } from '@bitquay/contract/call'
import type { PromoCode, summarizePromoCodes as summaryCall } from '@bitquay/contract/promo-codes'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { hasWords } from '../platform/db/search-query.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Row = Omit<PromoCode, 'createdAt' | 'expiresAt' | 'usedAt' | 'revokedAt'> & {
  createdAt: Date
  expiresAt: Date | null
  usedAt: Date | null
  revokedAt: Date | null
}

/** Promo codes, newest first, with who created and who used them. The database's clock decides what has expired. */
/** Finds codes by their start, or by the start of words in their descriptions. There are few. */
export const findPromoCodes = async (db: Db, search: string, limit: number): Promise<PromoCode[]> => {
  const words = hasWords(sql`p.description`, search)
  const start = `${search
    .trim()
    .toUpperCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const rows = await readRows(db, sql`(p.code like ${start} ${words ? sql`or ${words}` : sql``})`)
  return rows.slice(0, limit).map(present)
}

export const listPromoCodes = async (db: Db): Promise<PromoCode[]> => (await readRows(db, sql`true`)).map(present)

export const findPromoCodeById = async (db: Db, id: number): Promise<PromoCode | undefined> =>
  (await readRows(db, sql`p.id = ${id}`)).map(present)[0]

type Summary = Record<'total' | PromoCode['state'], bigint> & {
  savedUsd: string
  nextExpiresAt: Date | null
}

/** Counts of codes by state, and what was saved with them. */
export const summarizePromoCodes = async (db: Db): Promise<Answer<typeof summaryCall>> => {
  const countOf = (state: PromoCode['state']) => sql`count(*) filter (where ${stateOf} = ${sql.lit(state)})`
  const { rows } = await sql<Summary>`
    select count(*) as total, ${countOf('active')} as active, ${countOf('used')} as used, ${countOf('expired')} as expired,
      ${countOf('revoked')} as revoked, ${countOf('suspended')} as suspended, coalesce(sum(p.amount_saved_usd) filter (where p.is_used), 0)::numeric(20, 2) as saved_usd,
      min(p.expires_at) filter (where ${stateOf} = 'active') as next_expires_at
    from promo_codes p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no summary')
  const { active, used, expired, revoked, suspended } = row
  return {
    total: Number(row.total),
    states: {
      active: Number(active),
      used: Number(used),
      expired: Number(expired),
      revoked: Number(revoked),
      suspended: Number(suspended),
    },
    savedUsd: row.savedUsd,
    nextExpiresAt: row.nextExpiresAt?.toISOString() ?? null,
  }
}

const stateOf = sql`case when p.is_used then 'used' when p.revoked_at is not null then 'revoked'
  when p.expires_at <= app_now() then 'expired' when p.suspended_at is not null then 'suspended' else 'active' end`

const readRows = async (db: Db, where: ReturnType<typeof sql>) => {
  const { rows } = await sql<Row>`
    select p.id, p.code, p.description, p.created_at, a.name as created_by, p.expires_at, p.is_used, p.used_at, m.store_name as used_by,
      p.amount_saved_usd, p.transaction_hash, p.revoked_at,
      ${stateOf} as state
    from promo_codes p join admins a on a.id = p.created_by left join merchants m on m.id = p.used_by
    where ${where} order by p.id desc`.execute(db)
  return rows
}

const present = (row: Row): PromoCode => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  usedAt: row.usedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})

/**
 * The platform's own part of what a merchant owes according to the ledger, which excludes fees that a sweep is
 * collecting, minus the partners' part of open fees, and minus what another promo code has reserved.
 */
export const readForgivableFees = async (db: Db | Tx, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ owed: bigint; partners: bigint; platform: bigint }>`
    select
      coalesce((select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${merchantId} and a.kind = 'fees-owed'), 0) as owed,
      coalesce(sum(f.partner_sats), 0)::bigint as partners,
      coalesce(sum(due_sats(f) - f.partner_sats - f.reserved_sats), 0)::bigint as platform
    from fee_transactions f
    where f.merchant_id = ${merchantId} and not f.processed and f.reversed_at is null and f.swept_by is null`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return 0n
  const openSats = row.owed - row.partners - (await readReservedFees(db, merchantId))
  const sats = openSats < row.platform ? openSats : row.platform
  return sats > 0n ? sats : 0n
}

/** How much of a merchant's fees promo codes will forgive once their withdrawals confirm. */
export const readReservedFees = async (db: Db, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(p.amount_sats), 0)::bigint as sats
    from promo_redemptions r join promo_fee_parts p on p.send_id = r.send_id
    where r.merchant_id = ${merchantId} and r.given_back_at is null and r.confirmed_at is null`.execute(db)
  return rows[0]?.sats ?? 0n
}
