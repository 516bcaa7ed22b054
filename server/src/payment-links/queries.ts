import { fromSats } from '@bitquay/contract/money'
import type { PaymentLink, PublicLink } from '@bitquay/contract/payment-links'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readShop } from '../brands/index.ts'
import { imagePath } from '../images/index.ts'
import { type OrderedOptions, ordersOf, presentSavedOptions, trimAmount } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PaymentLinks } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { placesOfSource } from './places-of-source.ts'

export type LinkRow = Selectable<PaymentLinks> & {
  storeName: string
  storeActive: boolean
  status: PaymentLink['status']
  invoices: bigint
  payments: bigint
  receivedSats: bigint | null
  left: number | null
}

export const findPaymentLink = async (
  db: Db | Tx,
  merchantId: number,
  id: number,
  publicUrl: string,
): Promise<PaymentLink | undefined> => {
  const [row] = await readLinks(db, sql`select id from payment_links where merchant_id = ${merchantId} and id = ${id}`)
  return row && presentLink(row, publicUrl)
}

export const hasPaymentLink = async (db: Db, merchantId: number, id: number): Promise<boolean> => {
  const { rows } = await sql`select from payment_links where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows.length > 0
}

export type FoundLink = PublicLink & {
  id: number
  merchantId: number
  maxPayments: number | null
  orders: OrderedOptions
}

/** What anyone may see of a link. */
export const toPublicLink = (link: FoundLink): PublicLink => {
  const { id: _, merchantId: __, maxPayments: ___, orders: ____, ...shown } = link
  return shown
}

/** Finds a link by its public address. Links of inactive stores are not found. */
export const findPublicLink = async (db: Db | Tx, slug: string): Promise<FoundLink | undefined> => {
  const [row] = await readLinks(db, sql`select id from payment_links where slug = ${slug}`)
  if (!row?.storeActive) return undefined
  const { id, merchantId, maxPayments, title, description, currency } = row
  const { storeName, brand } = await readShop(db, merchantId)
  return {
    ...{ id, merchantId, maxPayments, slug, storeName, brand, title, description, currency },
    ...amountsOf(row),
    ...sellingOf(row),
    maxQuantity: Math.min(row.maxQuantity, row.left ?? row.maxQuantity, mostAtOnce(row)),
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

/** One customer may not hold all of a link with a maximum. */
const mostAtOnce = ({ maxPayments, maxQuantity }: LinkRow) =>
  maxPayments === null ? maxQuantity : placesOfSource({ maxPayments, maxQuantity })

/** An invoice counts toward the limit while it can be paid, and permanently once it was. */
const takenPlace = sql`(
  status in ('new', 'processing', 'settled') or paid_sats > 0
  or (status = 'creating' and created_at > app_now() - interval '1 hour')
)`

/** An invoice takes as many places as it is for. Counting more than there are would only take time. */
const takenPlaces = sql`((
    select coalesce(sum(link_quantity), 0) from (
      select link_quantity from invoices where payment_link_id = l.id and ${takenPlace} limit l.max_payments) taken
  ) + (
    select count(*) from (select from lnurl_invoices where payment_link_id = l.id
      and (paid_at is not null or expires_at > app_now()) limit l.max_payments) taken
  ))`

/** An open invoice takes a place, so that no more customers start to pay than the link admits. */
export const linkStatus = sql<PaymentLink['status']>`case
  when l.expires_at <= app_now() then 'expired'
  when l.max_payments is not null and l.max_payments <= ${takenPlaces} then 'used-up'
  when l.paused then 'paused' else 'active' end`

/** How many places of a link are taken by invoices that nobody has paid yet. */
export const countUnpaidPlaces = async (tx: Tx, linkId: number): Promise<number> => {
  const { rows } = await sql<{ unpaid: number }>`
    select (
      (select coalesce(sum(link_quantity), 0) from invoices where payment_link_id = ${linkId} and ${takenPlace}
        and status in ('creating', 'new') and paid_sats = 0)
      + (select count(*) from lnurl_invoices where payment_link_id = ${linkId} and paid_at is null and expires_at > app_now())
    )::integer as unpaid`.execute(tx)
  return rows[0]?.unpaid ?? 0
}

/** Links with what was paid through them. */
export const readLinks = async (db: Db | Tx, page: RawBuilder<unknown>, order = sql`l.id`): Promise<LinkRow[]> => {
  const { rows } = await sql<LinkRow>`
    select l.*, m.store_name, m.is_active and m.closing_since is null as store_active, ${linkStatus} as status,
      case when l.max_payments is not null then greatest(l.max_payments - ${takenPlaces}, 0)::integer end as left, t.invoices,
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

export const presentLink = (row: LinkRow, publicUrl: string): PaymentLink => ({
  id: row.id,
  slug: row.slug,
  url: `${publicUrl}/p/${row.slug}`,
  title: row.title,
  description: row.description,
  currency: row.currency,
  ...amountsOf(row),
  ...sellingOf(row),
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

/** What of it is sold at once, and what customers see and enter. */
const sellingOf = (row: LinkRow) => ({
  maxQuantity: row.maxQuantity,
  tips: tipsOf(row),
  askName: row.askName,
  askEmail: row.askEmail,
  askNote: row.askNote,
  imageUrl: row.imageHash === null ? null : imagePath(row.imageHash),
  left: row.left,
})

export const tipsOf = ({ tips, currency }: Pick<LinkRow, 'tips' | 'currency'>) =>
  (tips as string[]).map((tip) => trimAmount(tip, currency))

const amountsOf = ({ currency, amount, minAmount, maxAmount }: LinkRow) => {
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
