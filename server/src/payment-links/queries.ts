import { fromSats } from '@bitquay/contract/money'
import type { PaymentLink, PublicLink } from '@bitquay/contract/payment-links'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { trimAmount } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PaymentLinks } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Row = Selectable<PaymentLinks> & {
  storeName: string
  storeActive: boolean
  expired: boolean
  invoices: bigint
  payments: bigint
  taken: bigint
  receivedSats: bigint | null
  receivedUsd: string | null
}

/** A merchant's payment links with what was paid through them, newest first. */
export const listPaymentLinks = async (
  db: Db,
  merchantId: number,
  filter: { limit: number; cursor: string | undefined; search: string | undefined },
  publicUrl: string,
): Promise<{ links: PaymentLink[]; next: string | undefined }> => {
  const search = filter.search?.trim()
  const like = `%${search?.replace(/[\\%_]/g, '\\$&') ?? ''}%`
  const rows = await select(
    db,
    sql`l.merchant_id = ${merchantId}
      ${filter.cursor === undefined ? sql`` : sql`and l.id < ${Number(filter.cursor)}`}
      ${search ? sql`and (l.title ilike ${like} or l.slug = ${search} or l.description ilike ${like})` : sql``}`,
    filter.limit + 1,
  )
  const page = rows.slice(0, filter.limit)
  return {
    links: page.map((row) => present(row, publicUrl)),
    next: rows.length > filter.limit ? String(page.at(-1)?.id) : undefined,
  }
}

export const findPaymentLink = async (
  db: Db | Tx,
  merchantId: number,
  id: number,
  publicUrl: string,
): Promise<PaymentLink | undefined> => {
  const [row] = await select(db, sql`l.merchant_id = ${merchantId} and l.id = ${id}`, 1)
  return row && present(row, publicUrl)
}

/** Finds a link by its public address. Links of inactive stores are not found. */
export const findPublicLink = async (
  db: Db | Tx,
  slug: string,
): Promise<(PublicLink & { id: number; merchantId: number; maxPayments: number | null }) | undefined> => {
  const [row] = await select(db, sql`l.slug = ${slug}`, 1)
  if (!row?.storeActive) return undefined
  const { id, merchantId, maxPayments, storeName, title, description, currency } = row
  return {
    ...{ id, merchantId, maxPayments, slug, storeName, title, description, currency },
    ...amountsOf(row),
    askName: row.askName,
    askEmail: row.askEmail,
    status: statusOf(row),
  }
}

/** An invoice counts toward the limit while it can be paid, and permanently once it was. */
const takenPlace = sql`(
  status in ('new', 'processing', 'settled') or paid_sats > 0
  or (status = 'creating' and created_at > app_now() - interval '1 hour')
)`

const select = async (db: Db | Tx, where: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select l.*, m.store_name, m.is_active as store_active, coalesce(l.expires_at <= app_now(), false) as expired,
      t.invoices, t.payments, t.taken, t.received_sats, t.received_usd
    from payment_links l join merchants m on m.id = l.merchant_id,
      lateral (
        select count(*) filter (where status not in ('creating', 'failed')) as invoices,
          count(*) filter (where status = 'settled') as payments,
          count(*) filter (where ${takenPlace}) as taken,
          sum(paid_sats)::bigint as received_sats,
          sum(amount_usd) filter (where status = 'settled') as received_usd
        from invoices where payment_link_id = l.id
      ) t
    where ${where} order by l.id desc limit ${limit}`.execute(db)
  return rows
}

const present = (row: Row, publicUrl: string): PaymentLink => ({
  id: row.id,
  slug: row.slug,
  url: `${publicUrl}/p/${row.slug}`,
  title: row.title,
  description: row.description,
  currency: row.currency,
  ...amountsOf(row),
  askName: row.askName,
  askEmail: row.askEmail,
  maxPayments: row.maxPayments,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  paused: row.paused,
  status: statusOf(row),
  invoices: Number(row.invoices),
  payments: Number(row.payments),
  receivedBtc: fromSats(row.receivedSats ?? 0n),
  receivedUsd: row.receivedUsd ?? '0.00',
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const amountsOf = ({ currency, amount, minAmount, maxAmount }: Row) => {
  const shown = (value: string | null) => (value === null ? null : trimAmount(value, currency))
  return { amount: shown(amount), minAmount: shown(minAmount), maxAmount: shown(maxAmount) }
}

const statusOf = (row: Row): PaymentLink['status'] => {
  if (row.expired) return 'expired'
  if (row.maxPayments !== null && row.taken >= row.maxPayments) return 'used-up'
  return row.paused ? 'paused' : 'active'
}

export const getPaymentLink = async (
  db: Db | Tx,
  merchantId: number,
  id: number,
  publicUrl: string,
): Promise<PaymentLink> => {
  const link = await findPaymentLink(db, merchantId, id, publicUrl)
  if (!link) throw new ApiError('not-found')
  return link
}
