import type { Period } from '@bitquay/contract/lists'
import { fromCents, fromSats, fromUsd8 } from '@bitquay/contract/money'
import type { FeeType, PartnerTransaction } from '@bitquay/contract/partners'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'

export type Page = { limit: number; cursor?: string | undefined }

type Row = {
  transferId: bigint | null
  feeType: FeeType
  merchantId: number
  merchant: string
  txid: string | null
  engineKey: string | null
  reportedByMerchant: boolean
  collected: boolean
  type: 'incoming' | 'outgoing' | null
  method: 'on-chain' | 'lightning' | null
  amount: string
  amountUsd: string
  address: string | null
  invoiceId: string | null
  seenAt: Date
  confirmations: number | null
  feeSats: bigint | null
  customerEmail: string | null
  customerName: string | null
  revenueSats: bigint | null
  revenueUsd: string | null
}

export type PartnerQuery = Period & { merchantId?: number | undefined; sort?: PartnerSort | undefined }
type PartnerSort = `${'' | '-'}${'date' | 'gross' | 'share'}`

/**
 * Payments that a partner earns from, newest first unless sorted otherwise, with those that are not booked yet among
 * them.
 */
export const listPartnerTransactions = async (
  db: Db,
  partner: { id: number },
  { limit, cursor, sort = '-date', ...filter }: Page & PartnerQuery,
): Promise<{ transactions: PartnerTransaction[]; next: string | undefined }> => {
  const after = cursor === undefined ? undefined : await findPlace(db, partner.id, sort, cursor)
  if (cursor !== undefined && after === undefined) return { transactions: [], next: undefined }
  const list = { partnerId: partner.id, filter, sort, most: limit + 1, after }
  const { rows } = await sql<Row & { ref: bigint }>`
    select page.ref, b.*, ${facts} from (
      select * from ((${bookedPlaces(list)}) union all (${pendingPlaces(list)})) p
      order by p.key ${wayOf(sort)} nulls last, p.ref ${wayOf(sort)} limit ${limit + 1}
    ) page cross join lateral (
      ${bookedRows(sql`f.id = page.ref / 2 and page.ref % 2 = 0 and e.account_id = ${accountOf(partner.id)}`)}
      union all
      ${pendingRows(sql`t.id = page.ref / 2 and page.ref % 2 = 1`)}
    ) b left join transactions t on t.id = b.transaction_id ${joins(sql`b`)}
    order by page.key ${wayOf(sort)} nulls last, page.ref ${wayOf(sort)}`.execute(db)
  const shown = rows.slice(0, limit)
  return { transactions: shown.map(present), next: rows.length > limit ? String(shown.at(-1)?.ref) : undefined }
}

/** A row of either part has a number: twice that of its fee, or twice that of its transaction and one. */
type List = {
  partnerId: number
  filter: Omit<PartnerQuery, 'sort'>
  sort: PartnerSort
  most: number
  after: Place | undefined
}
type Place = { ref: bigint; key: string | null }

const wayOf = (sort: PartnerSort) => (sort.startsWith('-') ? sql`desc` : sql`asc`)

/** What a sort compares, in both parts. Nobody has a share of a payment that is not booked. */
const sortKeys = {
  date: { booked: sql`s.seen_at`, pending: sql`t.seen_at`, type: sql`timestamptz` },
  gross: { booked: sql`s.gross_cents`, pending: sql`t.gross_cents`, type: sql`bigint` },
  share: { booked: sql`s.share_usd8`, pending: sql`null::bigint`, type: sql`bigint` },
}
const keyOf = (sort: PartnerSort) => sortKeys[sort.replace('-', '') as keyof typeof sortKeys]

const findPlace = async (db: Db, partnerId: number, sort: PartnerSort, cursor: string): Promise<Place | undefined> => {
  const ref = BigInt(cursor)
  const key = keyOf(sort)
  const { rows } = await sql<{ key: string | null }>`${
    ref % 2n === 0n
      ? sql`select ${key.booked}::text as key from partner_shares s where s.fee_id = ${ref / 2n}::bigint and s.partner_id = ${partnerId}`
      : sql`select ${key.pending}::text as key from transactions t where t.id = ${ref / 2n}::bigint`
  }`.execute(db)
  return rows[0] && { ref, ...rows[0] }
}

const bookedPlaces = ({ partnerId, filter, sort, most, after }: List) => {
  const key = keyOf(sort)
  const conditions = [
    sql<boolean>`s.partner_id = ${partnerId} and not s.reversed`,
    ...(filter.merchantId === undefined ? [] : [sql<boolean>`s.merchant_id = ${filter.merchantId}`]),
    ...inPeriod(sql`s.seen_at`, filter),
    ...(after ? [isBeyond(sort, after, key.booked, sql`s.fee_id`, 0n)] : []),
  ]
  return sql`select s.fee_id::bigint * 2 as ref, ${key.booked} as key from partner_shares s
    where ${sql.join(conditions, sql` and `)} order by ${key.booked} ${wayOf(sort)}, s.fee_id ${wayOf(sort)} limit ${most}`
}

/** Few payments wait for their first block at any time, so they are read and sorted. */
const pendingPlaces = ({ partnerId, filter, sort, most, after }: List) => {
  const key = keyOf(sort)
  return sql`select t.id::bigint * 2 + 1 as ref, ${key.pending} as key from transactions t
    where ${isPending(partnerId, filter)} ${after ? sql`and ${isBeyond(sort, after, key.pending, sql`t.id`, 1n)}` : sql``}
    order by ${key.pending} ${wayOf(sort)} nulls last, t.id ${wayOf(sort)} limit ${most}`
}

/** Nobody earns from a payment before its first block, and only active partners will. */
const isPending = (partnerId: number, filter: Omit<PartnerQuery, 'sort'>) =>
  sql.join(
    [
      sql`t.status = 'pending' and t.type = 'incoming' and t.purpose = 'invoice' and not t.booked`,
      sql`exists (select from partners p where p.id = ${partnerId} and p.is_active and p.share_percentage > 0)`,
      ...(filter.merchantId === undefined ? [] : [sql`t.merchant_id = ${filter.merchantId}`]),
      ...inPeriod(sql`t.seen_at`, filter),
    ],
    sql` and `,
  )

/**
 * Whether a row comes after a place. Rows with the same key are in order of their number, `2 * id + odd`, which is
 * compared by the ID so that an index has this order too.
 */
const isBeyond = (
  sort: PartnerSort,
  { ref, key }: Place,
  column: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  odd: bigint,
): RawBuilder<boolean> => {
  const isDown = sort.startsWith('-')
  // The first ID in this direction that is not beyond the place.
  const bound = isDown ? (ref - odd + 1n) / 2n : (ref - odd - (ref % 2n === odd ? 0n : 1n)) / 2n
  const compared = isDown ? sql`<` : sql`>`
  if (key === null) return sql`${column} is null and ${id} ${compared} ${bound}::bigint`
  const isAfter = sql<boolean>`(${column}, ${id}) ${compared} (${key}::${keyOf(sort).type}, ${bound}::bigint)`
  // Only a pending payment has an unknown amount or share.
  return odd === 0n ? isAfter : sql`(${isAfter} or ${column} is null)`
}

/** What a partner earned from one type of fee. */
export const listFeeTransactions = async (db: Db, partnerId: number, feeType: FeeType, page: Page) => {
  const { rows, next } = await readBooked(db, partnerId, page, feeType)
  return {
    next,
    transactions: rows.map((row) => {
      const { id, invoiceId, merchant, timestamp, amountUSD, partnerRevenue, paymentMethod, type, status } =
        present(row)
      return {
        id: String(row.transferId),
        transactionHash: id,
        invoiceId,
        merchant,
        timestamp,
        amountUSD: amountUSD ?? '0.00',
        partnerRevenue: partnerRevenue ?? '0.00000000',
        paymentMethod,
        type,
        status,
      }
    }),
  }
}

/**
 * Starts from the partner's own entries to use their index. One fee type starts from the fees of that type, since it
 * may be rare, beginning with the partner's latest. Undone entries are left out.
 */
const readBooked = async (db: Db, partnerId: number, page: Page, feeType?: FeeType) => {
  const account = accountOf(partnerId)
  const source =
    feeType === undefined
      ? sql`e.account_id = ${account} and f.reversed_at is null`
      : sql`f.transaction_type = ${feeType} and f.reversed_at is null and e.account_id = ${account}
          and f.transfer_id <= (select max(transfer_id) from ledger_entries where account_id = ${account})`
  const place = feeType === undefined ? sql`e.transfer_id` : sql`f.transfer_id`
  const { rows } = await sql<Row>`
    select b.*, ${facts}
    from (
      ${bookedRows(source)} ${page.cursor === undefined ? sql`` : sql`and ${place} < ${BigInt(page.cursor)}`}
      order by ${place} desc limit ${page.limit + 1}
    ) b left join transactions t on t.id = b.transaction_id ${joins(sql`b`)}
    order by b.transfer_id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { rows: shown, next: rows.length > page.limit ? String(shown.at(-1)?.transferId) : undefined }
}

const bookedRows = (condition: RawBuilder<unknown>) => sql`
  select e.transfer_id, -e.amount_sats as revenue_sats, -e.amount_usd as revenue_usd, f.transaction_type as fee_type,
    f.transaction_id, f.merchant_id, f.invoice_id, f.txid, f.original_amount_btc as amount, f.original_amount_usd as amount_usd,
    f.created_at as fee_at, f.processed as collected, f.told_by_merchant as reported_by_merchant
  from ledger_entries e join fee_transactions f on f.transfer_id = e.transfer_id where ${condition}`

const pendingRows = (condition: RawBuilder<unknown>) => sql`
  select null::bigint as transfer_id, null::bigint as revenue_sats, null::numeric as revenue_usd,
    case when t.method = 'lightning' then 'lightning' else 'deposit' end as fee_type, t.id as transaction_id, t.merchant_id,
    t.invoice_id, t.txid, t.amount, t.amount_usd, t.created_at as fee_at, false as collected,
    has_own_server(t.merchant_id) as reported_by_merchant
  from transactions t where ${condition}`

const accountOf = (partnerId: number) =>
  sql`(select id from ledger_accounts where owner_kind = 'partner' and owner_id = ${partnerId} and kind = 'earned')`

type Totals = {
  payments: bigint
  grossCents: bigint
  shareSats: bigint
  shareUsd8: bigint
  waitingSats: bigint
  waitingUsd8: bigint
  pendingPayments: bigint
  pendingCents: bigint
}

/** Totals of the same rows. What is not collected yet is read from the open fees, which are few. */
export const summarizePartnerTransactions = async (
  db: Db,
  partner: { id: number },
  filter: Omit<PartnerQuery, 'sort'>,
) => {
  const ofPartner = sql.join(
    [
      sql`s.partner_id = ${partner.id} and not s.reversed`,
      ...(filter.merchantId === undefined ? [] : [sql`s.merchant_id = ${filter.merchantId}`]),
      ...inPeriod(sql`s.seen_at`, filter),
    ],
    sql` and `,
  )
  const { rows } = await sql<Totals>`
    select e.*, w.*, p.* from (
      select count(*) as payments, coalesce(sum(s.gross_cents), 0)::bigint as gross_cents,
        coalesce(sum(s.share_sats), 0)::bigint as share_sats, coalesce(sum(s.share_usd8), 0)::bigint as share_usd8
      from partner_shares s where ${ofPartner}
    ) e, (
      select coalesce(sum(s.share_sats), 0)::bigint as waiting_sats, coalesce(sum(s.share_usd8), 0)::bigint as waiting_usd8
      from fee_transactions f join partner_shares s on s.fee_id = f.id
      where not f.processed and f.reversed_at is null and ${ofPartner}
    ) w, (
      select count(*) as pending_payments, coalesce(sum(t.gross_cents), 0)::bigint as pending_cents
      from transactions t where ${isPending(partner.id, filter)}
    ) p`.execute(db)
  const totals = rows[0]
  if (!totals) throw new Error('no totals')
  return {
    payments: Number(totals.payments),
    grossUsd: fromCents(totals.grossCents),
    shareBtc: fromSats(totals.shareSats),
    shareUsd: fromUsd8(totals.shareUsd8),
    collectedBtc: fromSats(totals.shareSats - totals.waitingSats),
    collectedUsd: fromUsd8(totals.shareUsd8 - totals.waitingUsd8),
    uncollectedBtc: fromSats(totals.waitingSats),
    uncollectedUsd: fromUsd8(totals.waitingUsd8),
    pendingPayments: Number(totals.pendingPayments),
    pendingGrossUsd: fromCents(totals.pendingCents),
  }
}

const facts = sql`m.store_name as merchant, t.engine_key, t.type, t.method, t.address, coalesce(t.seen_at, b.fee_at) as seen_at,
  t.confirmations, d.fee_sats, i.customer_email, i.customer_name`

const joins = (of: RawBuilder<unknown>) => sql`join merchants m on m.id = ${of}.merchant_id
  left join transaction_details d on d.txid = ${of}.txid
  left join invoices i on i.invoice_id = ${of}.invoice_id`

const present = (row: Row): PartnerTransaction => {
  const lightning = row.method === 'lightning' || row.feeType === 'lightning'
  const outgoing = row.type === 'outgoing' || row.feeType === 'withdrawal'
  return {
    id: row.txid ?? '',
    key: row.transferId === null ? `arriving-${row.engineKey}` : String(row.transferId),
    invoiceId: row.invoiceId,
    merchantId: row.merchantId,
    merchant: row.merchant,
    amount: row.amount,
    amountUSD: row.amountUsd,
    partnerRevenue: row.revenueUsd,
    partnerRevenueBtc: row.revenueSats === null ? null : fromSats(row.revenueSats),
    feeType: row.feeType,
    type: outgoing ? 'outgoing' : 'incoming',
    // It is booked at its first confirmation.
    status: row.transferId === null ? 'unconfirmed' : 'confirmed',
    timestamp: Math.floor(row.seenAt.getTime() / 1000),
    address: maskAddress(row.address),
    paymentMethod: lightning ? 'BTC-LN' : 'BTC',
    networkFee: row.feeSats === null ? null : fromSats(row.feeSats),
    confirmations: row.confirmations ?? 0,
    customerEmail: maskEmail(row.customerEmail),
    customerName: maskName(row.customerName),
    // A merchant's own label may name the customer.
    label: outgoing ? 'Customer withdrawal' : 'Invoice payment',
    reportedByMerchant: row.reportedByMerchant,
    collected: row.collected,
  }
}

/** Partners see enough of merchants' customers to tell two apart, but not enough to identify one. */

const dots = '•••'

/** `anna@example.com` → `a•••@e•••.com` */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null
  const [local = '', domain = ''] = email.split('@')
  const ending = domain.includes('.') ? domain.slice(domain.lastIndexOf('.')) : ''
  return `${first(local)}${dots}@${first(domain)}${dots}${ending}`
}

/** `Anna Berg` → `A••• B•••` */
export const maskName = (name: string | null): string | null =>
  name === null
    ? null
    : name
        .split(/\s+/)
        .filter(Boolean)
        .slice(0, 3)
        .map((word) => `${first(word)}${dots}`)
        .join(' ') || null

/** The beginning shows the type of address, and the end tells two apart. */
export const maskAddress = (address: string | null): string | null =>
  address === null ? null : address.length > 16 ? `${address.slice(0, 6)}${dots}${address.slice(-4)}` : dots

/** A whole character, also when it is two UTF-16 units. */
const first = (text: string) => /^./u.exec(text)?.[0] ?? ''
