import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import type { MerchantUser } from '@bitquay/contract/merchants.users'
import { fromSats, toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { readMoney } from '../balances/index.ts'
import { isReportedByMerchant, joinReporter } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { findMerchant } from './queries.list.ts'
import { readMove } from './queries.moves.ts'

const recent = 10
const latestActs = 5

/** One merchant as an operator sees it, or undefined. */
export const readMerchant = async (db: Db, id: number): Promise<MerchantDetail | undefined> => {
  const merchant = await findMerchant(db, id)
  if (!merchant) return undefined
  const [money, more, totals, users, recentTransactions, recentActs] = await Promise.all([
    readMoney(db, id),
    readMore(db, id),
    readTotals(db, id),
    listMerchantUsers(db, id),
    readTransactions(db, id),
    readActs(db, id),
  ])
  return {
    ...merchant,
    lightningNode: money.lightning.node,
    lightningAvailable: money.lightningAvailable,
    reportedByMerchant: more.hasOwnServer,
    syncError: more.syncError,
    engine: more.engine,
    ...(await readMove(db, id)),
    holder: money.wallet.holder,
    recoveryPhrase:
      more.phraseWaits || more.phraseReadAt ? { revealedAt: more.phraseReadAt?.toISOString() ?? null } : null,
    webhook: { lastAt: more.hookAt?.toISOString() ?? null, waiting: more.waitingHooks ?? 0 },
    balances: {
      onChain: money.onChain,
      lightning: money.lightningAndHeld,
      available: { btc: money.available.btc, usd: money.available.usd },
      feesOwed: money.feesOwed,
      asOf: money.asOf,
      stale: money.stale,
    },
    totals,
    scheduledMarkup:
      more.nextMarkup === null || more.nextMarkupFrom === null
        ? null
        : { markupFeePercent: Number(more.nextMarkup), effectiveFrom: more.nextMarkupFrom.toISOString() },
    owner: {
      twoFactorEnabled: more.twoFactorEnabled,
      lastPasswordChange: more.lastPasswordChange?.toISOString() ?? null,
      invitedUntil: more.invitedUntil?.toISOString() ?? null,
    },
    users,
    recentTransactions,
    recentActs,
  }
}

type More = {
  hasOwnServer: boolean
  syncError: string | null
  engine: string | null
  phraseWaits: boolean
  phraseReadAt: Date | null
  hookAt: Date | null
  waitingHooks: number | null
  twoFactorEnabled: boolean
  lastPasswordChange: Date | null
  invitedUntil: Date | null
  nextMarkup: string | null
  nextMarkupFrom: Date | null
}

const readMore = async (db: Db, id: number): Promise<More> => {
  const { rows } = await sql<More>`
    select has_own_server(m.id) as has_own_server, s.sync_error, e.name as engine, m.two_factor_enabled, m.last_password_change,
      s.recovery_words is not null as phrase_waits, s.recovery_words_read_at as phrase_read_at, s.waiting_hooks,
      greatest(
        (select received_at from engine_hooks where store_ref = s.id and handled_at is null order by id desc limit 1),
        (select received_at from engine_hooks where store_ref = s.id and handled_at is not null order by id desc limit 1)
      ) as hook_at, next.markup_fee_percent as next_markup, next.effective_from as next_markup_from,
      (select max(t.expires_at) from password_reset_tokens t where t.email = m.email and t.user_type = 'merchant' and t.purpose = 'invitation'
        and not t.used and t.expires_at > app_now()) as invited_until
    from merchants m left join stores s on s.merchant_id = m.id and s.standing = 'current'
      left join engines e on e.id = s.engine_id
      left join lateral (
        select c.markup_fee_percent, c.effective_from from markup_changes c
        where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()
        order by c.effective_from, c.id limit 1
      ) next on true
    where m.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`merchant ${id} does not exist`)
  return row
}

const readTotals = async (db: Db, id: number): Promise<MerchantDetail['totals']> => {
  const { rows } = await sql<{ payments: bigint; volumeUsd: string; feesUsd: string; openInvoices: bigint }>`
    select p.payments, p.volume_usd,
      (select coalesce(sum(f.fee_usd), 0)::numeric(14, 2) from fee_transactions f
        where f.merchant_id = ${id} and f.reversed_at is null) as fees_usd,
      (select count(*) from invoices i where i.merchant_id = ${id} and i.status in ('new', 'processing')) as open_invoices
    from (
      select count(*) as payments, coalesce(sum(t.amount_usd), 0)::numeric(14, 2) as volume_usd from transactions t
      where t.merchant_id = ${id} and t.type = 'incoming' and t.purpose = 'invoice' and t.booked
    ) p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no totals')
  return { ...row, payments: Number(row.payments), openInvoices: Number(row.openInvoices) }
}

type Recent = Omit<MerchantDetail['recentTransactions'][number], 'amountUSD' | 'timestamp'> & {
  amountUsd: string | null
  seenAt: Date
}

const readTransactions = async (db: Db, id: number): Promise<MerchantDetail['recentTransactions']> => {
  const { rows } = await sql<Recent>`
    select t.id, t.txid, t.type, t.purpose, t.method, t.amount, t.amount_usd, t.status, t.seen_at,
      ${isReportedByMerchant} as reported_by_merchant
    from (select * from transactions where merchant_id = ${id} order by seen_at desc, id desc limit ${recent}) t ${joinReporter}
    order by t.seen_at desc, t.id desc`.execute(db)
  return rows.map(({ amount, amountUsd, seenAt, ...row }) => ({
    ...row,
    amount: fromSats(toSats(amount)),
    amountUSD: amountUsd,
    timestamp: Math.floor(seenAt.getTime() / 1000),
  }))
}

type Acted = Omit<MerchantDetail['recentActs'][number], 'id' | 'at'> & { id: bigint; at: Date }

const readActs = async (db: Db, id: number): Promise<MerchantDetail['recentActs']> => {
  const { rows } = await sql<Acted>`
    select id, act, actor_kind, actor_email, at from act_log where merchant_id = ${id}
    order by at desc, id desc limit ${latestActs}`.execute(db)
  return rows.map((row) => ({ ...row, id: Number(row.id), at: row.at.toISOString() }))
}

type Row = Omit<MerchantUser, 'createdAt'> & { createdAt: Date }

const columns = sql`u.id, u.merchant_id, u.name, u.email::text as email, u.role, u.is_active, u.two_factor_enabled, u.created_at`

export const listMerchantUsers = async (db: Db, merchantId: number): Promise<MerchantUser[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from merchant_users u where u.merchant_id = ${merchantId} order by u.id`.execute(db)
  return rows.map(present)
}

export const findMerchantUser = async (db: Db, id: number): Promise<MerchantUser | undefined> => {
  const { rows } = await sql<Row>`select ${columns} from merchant_users u where u.id = ${id}`.execute(db)
  return rows.map(present)[0]
}

const present = (row: Row): MerchantUser => ({ ...row, createdAt: row.createdAt.toISOString() })
