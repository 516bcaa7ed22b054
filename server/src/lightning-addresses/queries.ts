import type { HeldName } from '@bitquay/contract/lightning-addresses'
import { sql } from 'kysely'
import { type LnurlInvoice, sourceDays } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type AddressOwner, type AddressRow, mayRelease } from './table.ts'

/** An address with what wallets are shown of its owner. */
export type OpenAddress = AddressRow & { storeActive: boolean; linkSlug: string | null; now: Date }

const find = async (db: Db | Tx, where: ReturnType<typeof sql<boolean>>): Promise<OpenAddress | undefined> => {
  const { rows } = await sql<OpenAddress>`
    select a.*, m.is_active and m.closing_since is null as store_active, l.slug as link_slug, app_now() as now
    from lightning_addresses a join merchants m on m.id = a.merchant_id
      left join payment_links l on l.id = a.payment_link_id
    where ${where}`.execute(db)
  return rows[0]
}

export const findAddressByName = (db: Db, name: string) => find(db, sql`a.name = ${name} and a.released_at is null`)

export const findAddressById = (db: Db, id: number) => find(db, sql`a.id = ${id}`)

/** The address that its owner has now. */
export const findAddressOf = (
  db: Db | Tx,
  { merchantId, paymentLinkId }: AddressOwner,
): Promise<AddressRow | undefined> =>
  db
    .selectFrom('lightningAddresses')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('paymentLinkId', paymentLinkId === null ? 'is' : '=', paymentLinkId)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()

/** The invoices that answered one payment request. */
export const findInvoicesOfRequest = (db: Db, addressId: number, request: string): Promise<LnurlInvoice[]> =>
  db.selectFrom('lnurlInvoices').selectAll().where('addressId', '=', addressId).where('request', '=', request).execute()

/**
 * The places of a merchant: how many invoices have one, how many of them a source requested, how many of its invoices
 * can still be paid, and how many it paid lately.
 */
export const countPlaces = async (db: Db | Tx, merchantId: number, source: string) => {
  const { rows } = await sql<Record<'open' | 'openOfSource' | 'unpaidOfSource' | 'paidOfSource', number>>`
    select count(*) filter (where has_place)::int as open,
      count(*) filter (where has_place and is_of_source)::int as open_of_source,
      count(*) filter (where is_of_source)::int as unpaid_of_source,
      (select count(*)::int from lnurl_invoices where merchant_id = ${merchantId} and source = ${source}
        and paid_at > app_now() - make_interval(days => ${sourceDays})) as paid_of_source
    from (
      select coalesce(place_until, expires_at) > app_now() as has_place, source is not distinct from ${source} as is_of_source
      from lnurl_invoices where merchant_id = ${merchantId} and paid_at is null and expires_at > app_now()) i`.execute(
    db,
  )
  return rows[0] ?? { open: 0, openOfSource: 0, unpaidOfSource: 0, paidOfSource: 0 }
}

export const findInvoiceOfAddress = (
  db: Db,
  addressId: number,
  merchantId: number,
  paymentHash: string,
): Promise<LnurlInvoice | undefined> =>
  db
    .selectFrom('lnurlInvoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('paymentHash', '=', paymentHash)
    .where('addressId', '=', addressId)
    .executeTakeFirst()

/** A name that the merchant has or had, and that nobody else can choose. */
export const findHeldName = (tx: Tx, merchantId: number, id: number): Promise<AddressRow | undefined> =>
  tx
    .selectFrom('lightningAddresses')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()

/** All names that a merchant holds, for an operator. The newest first. */
export const listHeldNames = async (db: Db, merchantId: number): Promise<HeldName[]> => {
  const { rows } = await sql<
    Omit<HeldName, 'retiredAt' | 'lastPaidAt'> & Record<'retiredAt' | 'lastPaidAt', Date | null>
  >`
    select a.id, a.name, l.title as payment_link, a.retired_at, p.paid_at as last_paid_at,
      ${mayRelease(sql`a.id`)} as may_release
    from lightning_addresses a left join payment_links l on l.id = a.payment_link_id
      left join lateral (select paid_at from lnurl_invoices where address_id = a.id and paid_at is not null
        order by paid_at desc limit 1) p on true
    where a.merchant_id = ${merchantId} and a.released_at is null order by a.id desc`.execute(db)
  return rows.map((row) => ({
    ...row,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    lastPaidAt: row.lastPaidAt?.toISOString() ?? null,
  }))
}

const recentCount = 5

/** What the names of a merchant received, also those that it had before, but not those of payment links. */
export const readPayments = async (db: Db, merchantId: number, tz = 'UTC') => {
  const paid = sql`
    lnurl_invoices i join transactions t on t.id = i.transaction_id and t.status = 'confirmed'
    where i.paid_at is not null and i.address_id in (
      select id from lightning_addresses where merchant_id = ${merchantId} and payment_link_id is null)`
  const { rows: months } = await sql<{ usd: string; payments: number; usualUsd: string | null }>`
    select coalesce(sum(t.amount_usd), 0)::numeric(14,2) as usd, count(*)::int as payments,
      percentile_disc(0.5) within group (order by t.amount_usd) as usual_usd
    from ${paid} and i.paid_at >= date_trunc('month', app_now() at time zone ${tz}) at time zone ${tz}`.execute(db)
  const { rows: recent } = await sql<{ note: string; usd: string; at: Date }>`
    select i.comment as note, t.amount_usd as usd, i.paid_at as at from ${paid}
    order by i.paid_at desc, i.payment_hash limit ${recentCount}`.execute(db)
  return {
    month: months[0] ?? { usd: '0.00', payments: 0, usualUsd: null },
    recent: recent.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}
