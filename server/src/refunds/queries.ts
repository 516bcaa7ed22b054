import type { Period } from '@bitquay/contract/lists'
import { decimalsOf, divideHalfUp, fromSats, fromUnits, toCents, toSats, toUsd8 } from '@bitquay/contract/money'
import type { Refund, RefundClaim, refundable } from '@bitquay/contract/refunds'
import type { RefundRates } from '@bitquay/contract/refunds.amounts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { readShop } from '../brands/index.ts'
import { findShopLanguages } from '../invoices/index.ts'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import { inPeriod } from '../platform/db/period.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { handedOutFor } from '../sends/index.ts'

type Row = {
  id: number
  invoiceId: string
  kind: Refund['kind']
  status: Refund['status']
  amountSats: bigint
  amount: string | null
  currency: string | null
  amountUsd: string
  reason: string | null
  nameCharacters: number | null
  customerEmail: string | null
  publicId: string
  awaitingApproval: boolean
  signingRequestId: number | null
  handedOutId: number | null
  signedByShop: boolean
  address: string | null
  txid: string | null
  confirmations: number | null
  offeredBy: string
  offeredAt: Date
  expiresAt: Date
  claimedAt: Date | null
  paidAt: Date | null
  merchantId: number
  storeActive: boolean
  description: string | null
}

const select = (where: RawBuilder<unknown>, limit = 100) => sql<Row>`
  select r.id, r.invoice_id, r.kind, r.amount_sats, r.amount, r.currency, r.amount_usd, r.reason, r.name_characters, r.customer_email, r.public_id, r.address, r.offered_by, r.offered_at,
    r.expires_at, r.claimed_at, r.paid_at, s.txid, s.confirmations, r.merchant_id, m.is_active as store_active, i.description,
    r.status = 'claimed' and r.send_id is null as awaiting_approval,
    ${handedOutFor(sql`r.id`)} as handed_out_id,
    case when s.status = 'requested' and w.own_wallet is not null then s.id end as signing_request_id,
    r.status in ('offered', 'claimed') and coalesce(s.status, 'requested') = 'requested' and w.own_wallet is not null as signed_by_shop,
    case when r.status = 'offered' and r.expires_at <= app_now() then 'expired' else r.status end as status
  from refunds r join merchants m on m.id = r.merchant_id join invoices i on i.invoice_id = r.invoice_id
    left join sends s on s.id = r.send_id
    left join stores w on w.id = coalesce(s.store_ref, (
      select c.id from stores c where c.merchant_id = r.merchant_id and c.standing = 'current'))
  where ${where} order by r.id desc limit ${limit}`

const listRefundsOf = async (db: Db, merchantId: number, invoiceId: string): Promise<Refund[]> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId} and r.invoice_id = ${invoiceId}`).execute(db)
  return rows.map(present)
}

/** Whether the shop has started a refund of an invoice, and the customer got it or can claim it. */
export const isRefunded = (invoiceId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from refunds r where r.invoice_id = ${invoiceId}
    and (r.status in ('claimed', 'paid') or (r.status = 'offered' and r.expires_at > app_now())))`

/** Who gets the refunds that these transactions pay. */
export const findRefundedCustomers = async (db: Db, txids: readonly string[]): Promise<Map<string, Refunded>> => {
  if (txids.length === 0) return new Map()
  const { rows } = await sql<Refunded & { txid: string }>`
    select v.txid, i.customer_name, coalesce(i.customer_email::text, r.customer_email::text) as customer_email
    from send_versions v join refunds r on r.send_id = v.send_id join invoices i on i.invoice_id = r.invoice_id
    where v.txid = any(${[...txids]})`.execute(db)
  return new Map(rows.map(({ txid, ...refunded }) => [txid, refunded]))
}

type Refunded = { customerName: string | null; customerEmail: string | null }

/** More than the invoices of a page have. */
const mostOfPage = 10_000

/** The refunds of several invoices, newest first. */
export const listRefundsOfMany = async (db: Db, merchantId: number, invoiceIds: readonly string[]) => {
  const where = sql`r.merchant_id = ${merchantId} and r.invoice_id = any(${[...invoiceIds]}::text[])`
  const { rows } = await select(where, mostOfPage).execute(db)
  return rows.map(present)
}

type Filter = Period & {
  limit: number
  cursor?: string | undefined
  invoiceId?: string | undefined
  status?: Refund['status'] | undefined
}

/** A merchant's refunds, newest first. It reads one extra row to know whether there is a next page. */
export const listRefunds = async (
  db: Db,
  merchantId: number,
  { limit, cursor, invoiceId, status, ...period }: Filter,
) => {
  const conditions = [
    sql`r.merchant_id = ${merchantId}`,
    ...(cursor === undefined ? [] : [sql`r.id < ${Number(cursor)}`]),
    ...(invoiceId === undefined ? [] : [sql`r.invoice_id = ${invoiceId}`]),
    ...(status === undefined ? [] : [whereStatus(status)]),
    ...inPeriod(sql`r.offered_at`, period),
  ]
  const { rows } = await select(sql.join(conditions, sql` and `), limit + 1).execute(db)
  const page = rows.slice(0, limit).map(present)
  return { page, next: rows.length > limit ? String(page.at(-1)?.id) : undefined }
}

const whereStatus = (status: Refund['status']) => {
  if (status === 'expired') return sql`r.status = 'offered' and r.expires_at <= app_now()`
  if (status === 'offered') return sql`r.status = 'offered' and r.expires_at > app_now()`
  return sql`r.status = ${status}`
}

export const getRefund = async (db: Db, merchantId: number, id: number): Promise<Refund> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId} and r.id = ${id}`).execute(db)
  if (!rows[0]) throw new ApiError('not-found')
  return present(rows[0])
}

/** What a shop knows of a refund that it started, under the ID that it was given. */
export type PullPayment = {
  refund: Refund
  publicId: string
  merchantId: number
  /** How much of its reason is the name that a shop gave it. */
  nameCharacters: number | null
}

const toPullPayment = (row: Row): PullPayment => ({
  refund: present(row),
  publicId: row.publicId,
  merchantId: row.merchantId,
  nameCharacters: row.nameCharacters,
})

export const findPullPayment = async (db: Db, publicId: string): Promise<PullPayment | undefined> => {
  const { rows } = await select(sql`r.public_id = ${publicId}`).execute(db)
  return rows[0] && toPullPayment(rows[0])
}

export const getPullPayment = async (db: Db, merchantId: number, id: number): Promise<PullPayment> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId} and r.id = ${id}`).execute(db)
  if (!rows[0]) throw new Error(`there is no refund ${id}`)
  return toPullPayment(rows[0])
}

/** The newest hundred. BTCPay's list has no pages. */
export const listPullPayments = async (db: Db, merchantId: number): Promise<PullPayment[]> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId}`).execute(db)
  return rows.map(toPullPayment)
}

/** What the customer with the link sees. */
export const readClaim = async (db: Db, token: string): Promise<RefundClaim | undefined> => {
  const { rows } = await select(sql`r.token_hash = ${hashToken(token)}`).execute(db)
  const [row] = rows
  if (!row) return undefined
  const { status, amount, currency, amountBtc, amountUsd, reason, address, txid, confirmations, expiresAt, paidAt } =
    present(row)
  const { awaitingApproval, signedByShop } = row
  const { storeName, brand } = await readShop(db, row.merchantId)
  const { storeActive, description } = row
  return {
    storeName,
    brand,
    storeActive,
    description,
    status,
    awaitingApproval,
    signedByShop,
    amount,
    currency,
    amountBtc,
    amountUsd,
    reason,
    address,
    txid,
    confirmations,
    expiresAt,
    paidAt,
  }
}

/** The language that the shop chose for the refunded invoice, if any, and the shop's default. */
export const findClaimLanguages = async (db: Db, token: string) => {
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from refunds where token_hash = ${hashToken(token)}`.execute(db)
  return rows[0] && findShopLanguages(db, rows[0].invoiceId)
}

/**
 * The payments that count: received and confirmed. A payment that a reorganization removed is no longer booked, and one
 * that vanished is disputed: its customer may have taken the coins back.
 */
const invoicesWithPaid = sql`invoices i cross join lateral (
    select coalesce(sum(t.amount), 0)::numeric(16, 8) as paid from transactions t
    where t.invoice_id = i.invoice_id and t.merchant_id = i.merchant_id and t.type = 'incoming' and t.booked
      and not t.disputed) p`

/**
 * BTCPay also counts payments that have not confirmed yet, or never will. The payments that count must exceed the
 * requested amount, too.
 */
const overpaid = sql<bigint>`greatest(least(-coalesce(i.due_sats, 0), (p.paid - i.amount) * 100000000), 0)::bigint`

export type Refundable = {
  /** Whether any payment counts. */
  isPaid: boolean
  everythingSats: bigint
  overpaidSats: bigint
  rates: RefundRates
  currency: string
  hasRefunds: boolean
}

type RefundableRow = RateRow & {
  paid: string
  refunded: bigint
  overpaid: bigint
  open: boolean
  hasRefunds: boolean
}

/**
 * What may be refunded of an invoice: payments that count, minus what is promised, refunded, or handed out to be signed.
 * Zero while it can still be paid, because the customer's next payment would settle it.
 */
export const readRefundable = async (db: Db, invoiceId: string): Promise<Refundable> => {
  const { rows } = await sql<RefundableRow>`
    ${planKept} select p.paid, ${overpaid} as overpaid, i.status in ('creating', 'new', 'processing') as open,
      coalesce((select sum(r.amount_sats) from refunds r where r.invoice_id = i.invoice_id
        and (r.status in ('claimed', 'paid') or (r.status = 'offered' and r.expires_at > app_now())
          or ${handedOutFor(sql`r.id`)} is not null)), 0)::bigint as refunded,
      exists (select from refunds r where r.invoice_id = i.invoice_id) as has_refunds,
      i.currency, i.price_amount, i.amount, i.btc_price
    from ${invoicesWithPaid} where i.invoice_id = ${invoiceId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`there is no invoice ${invoiceId}`)
  const { currency, hasRefunds } = row
  const rates = computeRates(row)
  const isPaid = toSats(row.paid) > 0n
  if (row.open) return { isPaid, everythingSats: 0n, overpaidSats: 0n, rates, currency, hasRefunds }
  const left = toSats(row.paid) - row.refunded
  const everythingSats = left > 0n ? left : 0n
  const over = row.overpaid - row.refunded
  const overpaidSats = over <= 0n ? 0n : over < everythingSats ? over : everythingSats
  return { isPaid, everythingSats, overpaidSats, rates, currency, hasRefunds }
}

/** What other refunds paid back or are paying back of an invoice: in total, or of the overpayment. */
export const sumOtherClaims = async (
  tx: Tx,
  { id, invoiceId }: { id: number; invoiceId: string },
  kind?: Refund['kind'],
): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(amount_sats), 0)::bigint as sats from refunds
    where invoice_id = ${invoiceId} and id <> ${id} and kind = coalesce(${kind ?? null}::text, kind)
      and (status in ('claimed', 'paid') or ${handedOutFor(sql`refunds.id`)} is not null)`.execute(tx)
  return rows[0]?.sats ?? 0n
}

type RateRow = { currency: string; priceAmount: string | null; amount: string | null; btcPrice: string | null }

/**
 * What one bitcoin cost when the customer paid: in dollars as the payment was booked, and in the invoice's own currency
 * by its amount in both, to eight decimals.
 */
const computeRates = ({ currency, priceAmount, amount, btcPrice }: RateRow): RefundRates => {
  const dollars = btcPrice === null ? {} : { USD: btcPrice }
  const amountSats = amount === null ? 0n : toSats(amount)
  if (currency === 'USD' || currency === 'BTC' || priceAmount === null || amountSats === 0n) return dollars
  return { ...dollars, [currency]: fromUnits(divideHalfUp(toUsd8(priceAmount) * 100_000_000n, amountSats), 8) }
}

/** What was paid of an invoice and what was paid too much, promised back or not. */
export const readPaid = async (db: Db, invoiceId: string): Promise<{ paidSats: bigint; overpaidSats: bigint }> => {
  const { rows } = await sql<{ paid: string; overpaid: bigint }>`
    select p.paid, ${overpaid} as overpaid from ${invoicesWithPaid} where i.invoice_id = ${invoiceId}`.execute(db)
  return { paidSats: toSats(rows[0]?.paid ?? '0'), overpaidSats: rows[0]?.overpaid ?? 0n }
}

const presentRefundable = ({ everythingSats, overpaidSats, rates }: Refundable): z.input<typeof refundable> => ({
  everythingBtc: fromSats(everythingSats),
  overpaidBtc: fromSats(overpaidSats),
  rates,
})

const present = (row: Row): Refund => ({
  id: row.id,
  invoiceId: row.invoiceId,
  kind: row.kind,
  status: row.status,
  awaitingApproval: row.awaitingApproval,
  signingRequestId: row.signingRequestId,
  handedOutId: row.status === 'paid' ? null : row.handedOutId,
  ...presentAmount(row),
  amountBtc: fromSats(row.amountSats),
  amountUsd: row.amountUsd,
  reason: row.reason,
  customerEmail: row.customerEmail,
  address: row.address,
  txid: row.txid,
  confirmations: row.confirmations ?? 0,
  offeredBy: row.offeredBy,
  offeredAt: row.offeredAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  claimedAt: row.claimedAt?.toISOString() ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
})

/** Refunds from before they had a currency are shown in dollars. */
const presentAmount = ({ amount, currency, amountUsd }: Row) =>
  amount === null || currency === null
    ? { amount: amountUsd, currency: 'USD' }
    : { amount: fromUnits(toUsd8(amount) / 10n ** BigInt(8 - decimalsOf(currency)), decimalsOf(currency)), currency }

/**
 * What a key has refunded since midnight UTC, whatever became of it, and its limit. A revoked or expired key has none.
 */
export const readKeyRefunds = async (tx: Tx, apiKeyId: number) => {
  const { rows } = await sql<{ limitUsd: string; offeredUsd: string; secondsLeft: number }>`
    with today as (select date_trunc('day', app_now(), 'UTC') as begins_at)
    select case when k.revoked_at is null and (k.expires_at is null or k.expires_at > app_now())
        then k.daily_refund_limit_usd else 0 end as limit_usd,
      (select coalesce(sum(coalesce(r.counted_usd, r.amount_usd)), 0)::numeric(14, 2) from refunds r
        where r.api_key_id = k.id and r.counted_at >= today.begins_at) as offered_usd,
      greatest(1, ceil(extract(epoch from today.begins_at + interval '1 day' - app_now())))::integer as seconds_left
    from api_keys k, today where k.id = ${apiKeyId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no API key ${apiKeyId}`)
  return { limitCents: toCents(row.limitUsd), offeredCents: toCents(row.offeredUsd), secondsLeft: row.secondsLeft }
}

/** A key can only refund recent invoices. One with a due date may be paid long after it was created. */
export const isWithinReach = async (tx: Tx, invoiceId: string, days: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from invoices where invoice_id = ${invoiceId}
      and case when due_at is null then created_at else coalesce(paid_at, created_at) end > app_now() - make_interval(days => ${days})`.execute(
    tx,
  )
  return rows.length > 0
}

/** The refunds of an invoice, for screens and API answers. */
export const readRefundsOf = async (db: Db, merchantId: number, invoiceId: string) => {
  const refundable = await readRefundable(db, invoiceId)
  // Most invoices have none, and their query takes longest to plan.
  const refunds = refundable.hasRefunds ? await listRefundsOf(db, merchantId, invoiceId) : []
  return { refunds, refundable: presentRefundable(refundable) }
}
