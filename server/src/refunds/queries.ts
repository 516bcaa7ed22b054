import { fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { Refund, RefundClaim, refundable } from '@bitquay/contract/refunds'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Row = {
  id: number
  invoiceId: string
  kind: Refund['kind']
  status: Refund['status']
  amountSats: bigint
  amountUsd: string
  customerEmail: string | null
  address: string | null
  txid: string | null
  confirmations: number | null
  offeredBy: string
  offeredAt: Date
  expiresAt: Date
  claimedAt: Date | null
  paidAt: Date | null
  storeName: string
  storeActive: boolean
  description: string | null
}

const select = (where: RawBuilder<unknown>) => sql<Row>`
  select r.id, r.invoice_id, r.kind, r.amount_sats, r.amount_usd, r.customer_email, r.address, r.offered_by, r.offered_at,
    r.expires_at, r.claimed_at, r.paid_at, s.txid, s.confirmations, m.store_name, m.is_active as store_active, i.description,
    case when r.status = 'offered' and r.expires_at <= app_now() then 'expired' else r.status end as status
  from refunds r join merchants m on m.id = r.merchant_id join invoices i on i.invoice_id = r.invoice_id
    left join sends s on s.id = r.send_id
  where ${where} order by r.id desc limit 100`

export const listRefunds = async (db: Db, merchantId: number, invoiceId: string): Promise<Refund[]> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId} and r.invoice_id = ${invoiceId}`).execute(db)
  return rows.map(present)
}

export const getRefund = async (db: Db, merchantId: number, id: number): Promise<Refund | undefined> => {
  const { rows } = await select(sql`r.merchant_id = ${merchantId} and r.id = ${id}`).execute(db)
  return rows[0] && present(rows[0])
}

/** What the customer with the link sees. */
export const readClaim = async (db: Db, token: string): Promise<RefundClaim | undefined> => {
  const { rows } = await select(sql`r.token_hash = ${hashToken(token)}`).execute(db)
  const [row] = rows
  if (!row) return undefined
  const { status, amountBtc, amountUsd, address, txid, confirmations, expiresAt, paidAt } = present(row)
  const { storeName, storeActive, description } = row
  return {
    storeName,
    storeActive,
    description,
    status,
    amountBtc,
    amountUsd,
    address,
    txid,
    confirmations,
    expiresAt,
    paidAt,
  }
}

/**
 * BTCPay also counts payments that have not confirmed yet, or never will. The payments that count must exceed the
 * requested amount, too.
 */
const overpaid = sql<bigint>`greatest(least(-coalesce(i.due_sats, 0), (select coalesce(sum(t.amount), 0) - i.amount from transactions t
  where t.invoice_id = i.invoice_id and t.merchant_id = i.merchant_id and t.type = 'incoming' and t.booked) * 100000000), 0)::bigint`

/**
 * What may be refunded of an invoice: payments that count, minus what is promised or refunded. Zero while it can still
 * be paid, because the customer's next payment would settle it.
 */
export const readRefundable = async (db: Db, invoiceId: string) => {
  const { rows } = await sql<{ paid: string; refunded: bigint; overpaid: bigint; open: boolean }>`
    select coalesce((select sum(t.amount) from transactions t
        where t.invoice_id = i.invoice_id and t.merchant_id = i.merchant_id and t.type = 'incoming' and t.booked), 0)::numeric(16, 8) as paid,
      coalesce((select sum(r.amount_sats) from refunds r where r.invoice_id = i.invoice_id
        and (r.status in ('claimed', 'paid') or (r.status = 'offered' and r.expires_at > app_now()))), 0)::bigint as refunded,
      ${overpaid} as overpaid, i.status in ('creating', 'new', 'processing') as open
    from invoices i where i.invoice_id = ${invoiceId}`.execute(db)
  const row = rows[0]
  if (!row || row.open) return { everythingSats: 0n, overpaidSats: 0n }
  const left = toSats(row.paid) - row.refunded
  const everythingSats = left > 0n ? left : 0n
  const over = row.overpaid - row.refunded
  const overpaidSats = over <= 0n ? 0n : over < everythingSats ? over : everythingSats
  return { everythingSats, overpaidSats }
}

/** The overpayment of an invoice, promised back or not. */
export const readOverpaidSats = async (db: Db, invoiceId: string): Promise<bigint> => {
  const { rows } = await sql<{ overpaid: bigint }>`
    select ${overpaid} as overpaid from invoices i where i.invoice_id = ${invoiceId}`.execute(db)
  return rows[0]?.overpaid ?? 0n
}

/** The payments of an invoice that count. A payment removed by a reorganization does not. */
export const readPaidSats = async (db: Db, invoiceId: string): Promise<bigint> => {
  const { rows } = await sql<{ paid: string }>`
    select coalesce(sum(amount), 0)::numeric(16, 8) as paid from transactions
    where invoice_id = ${invoiceId} and type = 'incoming' and booked`.execute(db)
  return toSats(rows[0]?.paid ?? '0')
}

export const presentRefundable = (left: Awaited<ReturnType<typeof readRefundable>>): z.input<typeof refundable> => ({
  everythingBtc: fromSats(left.everythingSats),
  overpaidBtc: fromSats(left.overpaidSats),
})

const present = (row: Row): Refund => ({
  id: row.id,
  invoiceId: row.invoiceId,
  kind: row.kind,
  status: row.status,
  amountBtc: fromSats(row.amountSats),
  amountUsd: row.amountUsd,
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

/** What a key has offered since midnight UTC, whatever became of it, and its limit. */
export const readKeyRefunds = async (tx: Tx, apiKeyId: number) => {
  const { rows } = await sql<{ limitUsd: string; offeredUsd: string; secondsLeft: number }>`
    with today as (select date_trunc('day', app_now(), 'UTC') as begins_at)
    select k.daily_refund_limit_usd as limit_usd,
      (select coalesce(sum(r.amount_usd), 0)::numeric(14, 2) from refunds r
        where r.api_key_id = k.id and r.offered_at >= today.begins_at) as offered_usd,
      greatest(1, ceil(extract(epoch from today.begins_at + interval '1 day' - app_now())))::integer as seconds_left
    from api_keys k, today where k.id = ${apiKeyId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`there is no API key ${apiKeyId}`)
  return { limitCents: toCents(row.limitUsd), offeredCents: toCents(row.offeredUsd), secondsLeft: row.secondsLeft }
}

/** A key can only refund recent invoices. */
export const isWithinReach = async (tx: Tx, invoiceId: string, days: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from invoices where invoice_id = ${invoiceId} and created_at > app_now() - make_interval(days => ${days})`.execute(
    tx,
  )
  return rows.length > 0
}

/** The refunds of an invoice, for screens and API answers. */
export const readRefundsOf = async (db: Db, merchantId: number, invoiceId: string) => ({
  refunds: await listRefunds(db, merchantId, invoiceId),
  refundable: presentRefundable(await readRefundable(db, invoiceId)),
})
