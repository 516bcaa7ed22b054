import { decimalsOf, divideHalfUp, findUnits, fromUnits, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Where an invoice of a till was charged, and by whom. */
export type SaleOfInvoice = {
  invoiceId: string
  till: string
  cashier: string | null
  currency: string
  tax: string
  amountUsd: string | null
}

/** The sales behind these invoices. Other invoices have none. */
export const findSalesOf = async (db: Db, invoiceIds: readonly string[]): Promise<Map<string, SaleOfInvoice>> => {
  if (invoiceIds.length === 0) return new Map()
  const { rows } = await sql<SaleOfInvoice>`
    select i.invoice_id, t.name as till, c.name as cashier, s.currency, s.tax::text as tax, i.amount_usd
    from invoices i join till_sales s on s.invoice_ref = i.id join tills t on t.id = s.till_id
      left join till_shifts h on h.id = s.shift_id left join till_cashiers c on c.id = h.cashier_id
    where i.invoice_id = any(${[...invoiceIds]})`.execute(db)
  return new Map(rows.map((sale) => [sale.invoiceId, sale]))
}

/** The part of a sale's tax that a payment or refund of these dollars has. Never more than all of it. */
export const shareOfTax = ({ currency, tax, amountUsd }: SaleOfInvoice, cents: bigint): string => {
  const decimals = decimalsOf(currency)
  const whole = (findUnits(tax, 8) ?? 0n) / 10n ** BigInt(8 - decimals)
  const of = toCents(amountUsd ?? '0')
  const part = of > 0n && cents < of ? divideHalfUp(whole * cents, of) : whole
  return fromUnits(part, decimals)
}
