import { decimalsOf, divideHalfUp, findUnits, fromUnits, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Transacted = { txid: string; invoiceId: string | null; purpose: string; grossCents: bigint | null }

/** What a till charged, by whom, and the tax in it, which is negative in a refund. */
type Sale = { till: string; cashier: string | null; salesTax: { amount: string; currency: string } | null }

/** The sales that these transactions pay or refund, each with its part of the tax. */
export const findSalesOf = async (db: Db, transactions: readonly Transacted[]) => {
  const sales = await findPaidSales(db, [...new Set(transactions.flatMap(({ invoiceId }) => invoiceId ?? []))])
  const refunds = await findRefundedSales(
    db,
    transactions.flatMap(({ purpose, txid }) => (purpose === 'refund' ? [txid] : [])),
  )
  return ({ txid, invoiceId, grossCents }: Transacted): Sale | undefined => {
    const refund = refunds.get(txid)
    if (refund) {
      const { salesTax, ...of } = refund
      return { ...of, salesTax: isZero(salesTax) ? null : { amount: `-${salesTax}`, currency: of.currency } }
    }
    const sale = sales.get(invoiceId ?? '')
    if (!sale || grossCents === null || isZero(sale.tax)) return sale && { ...sale, salesTax: null }
    return { ...sale, salesTax: { amount: shareOfTax(sale, grossCents), currency: sale.currency } }
  }
}

const isZero = (amount: string) => !/[1-9]/.test(amount)

/** Where an invoice of a till was charged, and by whom. */
type SaleOfInvoice = {
  till: string
  cashier: string | null
  currency: string
  tax: string
  amountUsd: string | null
}

const sales = sql`invoices i join till_sales s on s.invoice_ref = i.id join tills t on t.id = s.till_id
  left join till_shifts h on h.id = s.shift_id left join till_cashiers c on c.id = h.cashier_id`

/** The sales behind these invoices. Other invoices have none. */
const findPaidSales = async (db: Db, invoiceIds: readonly string[]): Promise<Map<string, SaleOfInvoice>> => {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<SaleOfInvoice & { invoiceId: string }>`
    ${planKept} select i.invoice_id, t.name as till, c.name as cashier, s.currency, s.tax::text as tax, i.amount_usd
    from ${sales} where i.invoice_id = any(${[...invoiceIds]})`.execute(db)
  return new Map(rows.map(({ invoiceId, ...sale }) => [invoiceId, sale]))
}

/** The part of a sale's tax that a payment of these dollars has. Never more than all of it. */
const shareOfTax = ({ currency, tax, amountUsd }: SaleOfInvoice, cents: bigint): string => {
  const decimals = decimalsOf(currency)
  const whole = findUnits(trimToCurrency(tax, currency), decimals) ?? 0n
  const of = toCents(amountUsd ?? '0')
  const part = of > 0n && cents < of ? divideHalfUp(whole * cents, of) : whole
  return fromUnits(part, decimals)
}

/**
 * The refunds of an invoice `i`, each with how much of the sale was refunded before and after it. What was paid too much
 * goes back first and is no part of the sale. Those that are paid come first, so that a new one changes nothing of theirs.
 */
export const refundsOfSale = sql`(
    select r.id, r.status, r.paid_at, o.whole as whole_sats,
      least(greatest(r.until - r.amount_sats - o.over, 0), o.whole)::bigint as before_sats,
      least(greatest(r.until - o.over, 0), o.whole)::bigint as after_sats
    from (
      select x.*, sum(x.amount_sats) over (order by x.paid_at, x.id) as until from refunds x
      where x.invoice_id = i.invoice_id
        and (x.status in ('claimed', 'paid') or (x.status = 'offered' and x.expires_at > app_now()))) r,
      (select (i.amount * 100000000)::bigint as whole,
        greatest(coalesce(sum(p.amount), 0) - i.amount, 0) * 100000000 as over
      from transactions p where p.invoice_id = i.invoice_id and p.type = 'incoming' and p.booked) o)`

/** What a refund of a sale is called: the till and cashier of the sale, and its part of the tax. */
type RefundOfSale = { till: string; cashier: string | null; currency: string; salesTax: string }

type Shared = { tax: string; currency: string; wholeSats: bigint; beforeSats: bigint; afterSats: bigint }

const shares = sql`s.tax::text as tax, s.currency, r.whole_sats, r.before_sats, r.after_sats`

/** A refund of half the sale has half its tax. Parts add up to the whole. */
const taxOf = ({ tax, currency, wholeSats, beforeSats, afterSats }: Shared) => {
  const decimals = decimalsOf(currency)
  const units = findUnits(trimToCurrency(tax, currency), decimals) ?? 0n
  const until = (sats: bigint) => divideHalfUp(units * sats, wholeSats)
  return fromUnits(until(afterSats) - until(beforeSats), decimals)
}

/** The refunds of sales that these transactions pay. */
const findRefundedSales = async (db: Db, txids: readonly string[]): Promise<Map<string, RefundOfSale>> => {
  if (txids.length === 0) return new Map()
  const { rows } = await sql<Shared & { txid: string; till: string; cashier: string | null }>`
    select v.txid, t.name as till, c.name as cashier, ${shares}
    from send_versions v join refunds f on f.send_id = v.send_id join (${sales}) on i.invoice_id = f.invoice_id,
      lateral ${refundsOfSale} r
    where v.txid = any(${[...txids]}) and r.id = f.id`.execute(db)
  return new Map(
    rows.map(({ txid, till, cashier, ...shared }) => [
      txid,
      { till, cashier, currency: shared.currency, salesTax: taxOf(shared) },
    ]),
  )
}

/** The sale of an invoice, for its details. `cashier` of a refund is who requested it at the till. */
export type SaleDetails = {
  till: string
  cashier: string | null
  currency: string
  salesTax: string
  refunds: { id: number; salesTax: string; cashier: string | null }[]
}

export const findSaleDetails = async (db: Db, invoiceId: string): Promise<SaleDetails | null> => {
  const sale = (await findPaidSales(db, [invoiceId])).get(invoiceId)
  if (!sale) return null
  const { till, cashier, currency, tax } = sale
  const { rows } = await sql<Shared & { id: number; cashier: string | null }>`
    select r.id, a.name as cashier, ${shares}
    from invoices i join till_sales s on s.invoice_ref = i.id, lateral ${refundsOfSale} r
      left join till_refunds q on q.refund_id = r.id left join till_cashiers a on a.id = q.cashier_id
    where i.invoice_id = ${invoiceId}`.execute(db)
  const refunds = rows.map(({ id, cashier: by, ...shared }) => ({ id, cashier: by, salesTax: taxOf(shared) }))
  return { till, cashier, currency, salesTax: trimToCurrency(tax, currency), refunds }
}
