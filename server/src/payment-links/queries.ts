import { fromCents, fromSats } from '@bitquay/contract/money'
import {
  type linkFilter,
  type linkSort,
  linkStatuses,
  type PaymentLink,
  type PublicLink,
} from '@bitquay/contract/payment-links'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { readShop } from '../brands/index.ts'
import { type OrderedOptions, ordersOf, presentSavedOptions, trimAmount } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { type ListedRows, type RowPage, readPage, sortingOf } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PaymentLinks } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type LinkFilter = z.output<z.ZodObject<typeof linkFilter>>
type Sort = z.output<typeof linkSort>

type Row = Selectable<PaymentLinks> & {
  storeName: string
  storeActive: boolean
  status: PaymentLink['status']
  invoices: bigint
  payments: bigint
  receivedSats: bigint | null
}

const sortKeys = { date: { by: sql`l.created_at` }, gross: { by: sql`l.received_usd` } }

/** A merchant's payment links with what was paid through them. */
export const listPaymentLinks = async (
  db: Db,
  merchantId: number,
  { sort = '-date', ...filter }: LinkFilter & { sort?: Sort },
  page: RowPage,
  publicUrl: string,
): Promise<{ rows: PaymentLink[]; next: string | undefined }> => {
  const list: ListedRows = {
    table: sql`payment_links l`,
    alias: sql`l`,
    id: sql`l.id`,
    scope: sql`l.merchant_id = ${merchantId}`,
    conditions: conditionsOf(filter),
  }
  const { rows, next } = await readPage(list, sortingOf(sort, sortKeys), page, (found, order) =>
    select(db, found, order),
  )
  return { rows: rows.map((row) => present(row, publicUrl)), next }
}

const conditionsOf = ({ status, search, ...period }: LinkFilter): RawBuilder<unknown>[] => {
  const like = `%${search?.trim().replace(/[\\%_]/g, '\\$&')}%`
  return [
    ...(status === undefined ? [] : [sql`${linkStatus} = ${status}`]),
    ...(search?.trim()
      ? [sql`(l.title ilike ${like} or l.slug = ${search.trim()} or l.description ilike ${like})`]
      : []),
    ...inPeriod(sql`l.created_at`, period),
  ]
}

export const summarizePaymentLinks = async (db: Db, merchantId: number, { status, ...others }: LinkFilter) => {
  const where = sql.join([sql`l.merchant_id = ${merchantId}`, ...conditionsOf(others)], sql` and `)
  const { rows } = await sql<PartSums & { receivedUsd: string }>`
    select ${linkStatus} as part, count(*) as count, sum(l.received_usd)::numeric(20, 2) as received_usd
    from payment_links l where ${where} group by 1
    union all select 'total', count(*), 0 from payment_links l where l.merchant_id = ${merchantId}`.execute(db)
  const { total, filtered, counts, sumCents } = sumParts(rows, linkStatuses, status)
  return { total, filtered, receivedUsd: fromCents(sumCents(({ receivedUsd }) => receivedUsd)), statuses: counts }
}

export const findPaymentLink = async (
  db: Db | Tx,
  merchantId: number,
  id: number,
  publicUrl: string,
): Promise<PaymentLink | undefined> => {
  const [row] = await select(db, sql`select id from payment_links where merchant_id = ${merchantId} and id = ${id}`)
  return row && present(row, publicUrl)
}

export const hasPaymentLink = async (db: Db, merchantId: number, id: number): Promise<boolean> => {
  const { rows } = await sql`select from payment_links where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Finds a link by its public address. Links of inactive stores are not found. */
export const findPublicLink = async (
  db: Db | Tx,
  slug: string,
): Promise<
  (PublicLink & { id: number; merchantId: number; maxPayments: number | null; orders: OrderedOptions }) | undefined
> => {
  const [row] = await select(db, sql`select id from payment_links where slug = ${slug}`)
  if (!row?.storeActive) return undefined
  const { id, merchantId, maxPayments, title, description, currency } = row
  const { storeName, brand } = await readShop(db, merchantId)
  return {
    ...{ id, merchantId, maxPayments, slug, storeName, brand, title, description, currency },
    ...amountsOf(row),
    askName: row.askName,
    askEmail: row.askEmail,
    status: row.status,
    orders: ordersOf(row),
  }
}

/** The language that the shop chose for a link, and its default. */
export const findLinkLanguages = async (db: Db, slug: string) => {
  const { rows } = await sql<{ invoice: string | null; merchant: string }>`
    select l.options ->> 'language' as invoice, m.default_language as merchant
    from payment_links l join merchants m on m.id = l.merchant_id where l.slug = ${slug}`.execute(db)
  return rows[0]
}

/** An invoice counts toward the limit while it can be paid, and permanently once it was. */
const takenPlace = sql`(
  status in ('new', 'processing', 'settled') or paid_sats > 0
  or (status = 'creating' and created_at > app_now() - interval '1 hour')
)`

/** An open invoice takes a place, so that no more customers start to pay than the link admits. */
const linkStatus = sql<PaymentLink['status']>`case
  when l.expires_at <= app_now() then 'expired'
  when l.max_payments is not null and l.max_payments <= (
    select count(*) from (select from invoices where payment_link_id = l.id and ${takenPlace} limit l.max_payments) taken
  ) + (
    select count(*) from (select from lnurl_invoices where payment_link_id = l.id
      and (paid_at is not null or expires_at > app_now()) limit l.max_payments) taken
  ) then 'used-up'
  when l.paused then 'paused' else 'active' end`

/** How many places of a link are taken by invoices that nobody has paid yet. */
export const countUnpaidPlaces = async (tx: Tx, linkId: number): Promise<number> => {
  const { rows } = await sql<{ unpaid: number }>`
    select (
      (select count(*) from invoices where payment_link_id = ${linkId} and ${takenPlace}
        and status in ('creating', 'new') and paid_sats = 0)
      + (select count(*) from lnurl_invoices where payment_link_id = ${linkId} and paid_at is null and expires_at > app_now())
    )::integer as unpaid`.execute(tx)
  return rows[0]?.unpaid ?? 0
}

const select = async (db: Db | Tx, page: RawBuilder<unknown>, order = sql`l.id`): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select l.*, m.store_name, m.is_active and m.closing_since is null as store_active, ${linkStatus} as status, t.invoices,
      t.payments + d.payments as payments, coalesce(t.received_sats, 0) + d.received_sats as received_sats
    from (${page}) found join payment_links l on l.id = found.id join merchants m on m.id = l.merchant_id,
      lateral (
        select count(*) filter (where status not in ('creating', 'failed')) as invoices,
          count(*) filter (where status = 'settled') as payments,
          sum(paid_sats)::bigint as received_sats
        from invoices where payment_link_id = l.id
      ) t, lateral (
        -- Payments to its Lightning Address have no invoice.
        select count(*) as payments, coalesce(sum(amount * 100000000), 0)::bigint as received_sats
        from transactions where payment_link_id = l.id and booked
      ) d
    order by ${order}`.execute(db)
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
  status: row.status,
  invoices: Number(row.invoices),
  payments: Number(row.payments),
  receivedBtc: fromSats(row.receivedSats ?? 0n),
  receivedUsd: row.receivedUsd,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...presentSavedOptions(row),
})

const amountsOf = ({ currency, amount, minAmount, maxAmount }: Row) => {
  const shown = (value: string | null) => (value === null ? null : trimAmount(value, currency))
  return { amount: shown(amount), minAmount: shown(minAmount), maxAmount: shown(maxAmount) }
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
