import { fromSats } from '@bitquay/contract/money'
import type { FeeType, PartnerTransaction } from '@bitquay/contract/partners'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

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
  rate: string
}

/** Joins the rows of a page of earnings, of which those with an even number are booked. */
export const readEarnings = async (
  db: Db,
  partnerId: number,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) => {
  const { rows } = await sql<Row & { id: bigint }>`
    select found.id, b.*, ${facts} from (${found}) found cross join lateral (
      ${bookedRows(partnerId, sql`f.id = found.id / 2 and found.id % 2 = 0 and e.account_id = ${accountOf(partnerId)}`)}
      union all
      ${pendingRows(partnerId, sql`t.id = found.id / 2 and found.id % 2 = 1`)}
    ) b left join transactions t on t.id = b.transaction_id ${joins(sql`b`)}
    order by ${order}`.execute(db)
  return rows
}

/** What a partner earned from one type of fee. */
export const listFeeTransactions = async (db: Db, partnerId: number, feeType: FeeType, page: Page) => {
  const { rows, next } = await readBooked(db, partnerId, page, feeType)
  return {
    next,
    transactions: rows.map((row) => {
      const { id, invoiceId, merchant, timestamp, amountUSD, partnerRevenue, paymentMethod, type, status } =
        presentEarning(row)
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
      ${bookedRows(partnerId, source)} ${page.cursor === undefined ? sql`` : sql`and ${place} < ${BigInt(page.cursor)}`}
      order by ${place} desc limit ${page.limit + 1}
    ) b left join transactions t on t.id = b.transaction_id ${joins(sql`b`)}
    order by b.transfer_id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { rows: shown, next: rows.length > page.limit ? String(shown.at(-1)?.transferId) : undefined }
}

/** The rate is the contract's at that time: shares are whole satoshis, so what they are of a payment says less. */
const bookedRows = (partnerId: number, condition: RawBuilder<unknown>) => sql`
  select e.transfer_id, -e.amount_sats as revenue_sats, -e.amount_usd as revenue_usd, f.transaction_type as fee_type,
    f.transaction_id, f.merchant_id, f.invoice_id, f.txid, f.original_amount_btc as amount, f.original_amount_usd as amount_usd,
    f.created_at as fee_at, f.processed as collected, f.told_by_merchant as reported_by_merchant,
    partner_rate_at(${partnerId}, f.transaction_type, coalesce(f.terms_at, f.created_at), f.created_at) as rate
  from ledger_entries e join fee_transactions f on f.transfer_id = e.transfer_id where ${condition}`

const pendingRows = (partnerId: number, condition: RawBuilder<unknown>) => sql`
  select null::bigint as transfer_id, null::bigint as revenue_sats, null::numeric as revenue_usd,
    case when t.method = 'lightning' then 'lightning' else 'deposit' end as fee_type, t.id as transaction_id, t.merchant_id,
    t.invoice_id, t.txid, t.amount, t.amount_usd, t.created_at as fee_at, false as collected,
    has_own_server(t.merchant_id) as reported_by_merchant,
    partner_rate_at(${partnerId}, 'deposit', app_now(), app_now()) as rate
  from transactions t where ${condition}`

const accountOf = (partnerId: number) =>
  sql`(select id from ledger_accounts where owner_kind = 'partner' and owner_id = ${partnerId} and kind = 'earned')`

const facts = sql`m.store_name as merchant, t.engine_key, t.type, t.method, t.address, coalesce(t.seen_at, b.fee_at) as seen_at,
  t.confirmations, d.fee_sats, i.customer_email, i.customer_name`

const joins = (of: RawBuilder<unknown>) => sql`join merchants m on m.id = ${of}.merchant_id
  left join transaction_details d on d.txid = ${of}.txid
  left join invoices i on i.invoice_id = ${of}.invoice_id`

export const presentEarning = (row: Row): PartnerTransaction => {
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
    rate: Number(row.rate),
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
