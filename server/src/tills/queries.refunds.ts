import { decimalsOf, divideHalfUp, findUnits, fromUnits } from '@bitquay/contract/money'
import type { TillRefund } from '@bitquay/contract/tills'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Row = Omit<TillRefund, 'requestedAt' | 'salesTax'> & { requestedAt: Date; tax: string }

const mostRefunds = 100

const select = async (db: Db, where: RawBuilder<unknown>): Promise<TillRefund[]> => {
  const { rows } = await sql<Row>`
    select r.id, t.name as till, d.name as device, c.name as cashier, i.invoice_id, r.amount, s.total as sale_total, s.tax,
      s.currency, r.reason, r.requested_at
    from till_refunds r join tills t on t.id = r.till_id join till_devices d on d.id = r.device_id
      join till_cashiers c on c.id = r.cashier_id join till_sales s on s.id = r.sale_id
      join invoices i on i.id = s.invoice_ref
    where ${where} order by r.id limit ${mostRefunds}`.execute(db)
  return rows.map(({ tax, ...row }) => ({
    ...row,
    salesTax: shareOf(tax, row),
    amount: row.amount === null ? null : trimToCurrency(row.amount, row.currency),
    saleTotal: trimToCurrency(row.saleTotal, row.currency),
    requestedAt: row.requestedAt.toISOString(),
  }))
}

/** A refund of half the sale has half its tax, rounded half up. */
const shareOf = (tax: string, { amount, saleTotal, currency }: Omit<Row, 'tax'>) => {
  const decimals = decimalsOf(currency)
  const units = (text: string) => findUnits(trimToCurrency(text, currency), decimals) ?? 0n
  return fromUnits(divideHalfUp(units(tax) * units(amount ?? saleTotal), units(saleTotal)), decimals)
}

/** Refunds that cashiers request and that nobody has decided yet. */
export const listTillRefunds = (db: Db, merchantId: number): Promise<TillRefund[]> =>
  select(db, sql`r.merchant_id = ${merchantId} and r.status = 'requested'`)

export const findTillRefund = async (db: Db, merchantId: number, id: number): Promise<TillRefund | undefined> => {
  const [request] = await select(db, sql`r.merchant_id = ${merchantId} and r.id = ${id}`)
  return request
}
