import type { SaleSums } from '@bitquay/contract/tills.amounts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillSales } from '../platform/db/types.ts'

/** What was sold. An amount from the keypad has no item and no name. */
export type SaleLine = {
  itemId: number | null
  name: string | null
  /** The names of what was chosen. Missing in sales of before there were options. */
  choices?: string[]
  /** Of one, with what the choices add. */
  price: string
  quantity: number
  /** Its part of the discount. */
  discount?: string
  /** The rate it was charged with, and what that came to. Missing if there was none. */
  tax?: { name: string; percent: string; amount: string }
}

export type SaleRow = Omit<Selectable<TillSales>, 'lines'> & { lines: SaleLine[] }

export type NewSale = SaleSums & {
  merchantId: number
  tillId: number
  deviceId: number
  saleKey: string
  inputHash: string
  currency: string
  lines: readonly SaleLine[]
  note: string | null
  pricesIncludeTax: boolean
  /** The till's options at that time, so that a repeat is charged as the first was. */
  options: object
}

/** Saves a sale. Returns false if the device has sent it before. */
export const insertSale = async (tx: Tx, { lines, ...sale }: NewSale): Promise<boolean> => {
  const inserted = await tx
    .insertInto('tillSales')
    .values({
      ...sale,
      lines: JSON.stringify(lines),
      options: JSON.stringify(sale.options),
      holdsStock: lines.some(({ itemId }) => itemId !== null),
      shiftId: sql<
        number | null
      >`(select id from till_shifts where device_id = ${sale.deviceId} and closed_at is null)`,
    })
    .onConflict((conflict) => conflict.constraint('till_sales_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findSaleByKey = async (db: Db | Tx, tillId: number, saleKey: string): Promise<SaleRow | undefined> => {
  const row = await db
    .selectFrom('tillSales')
    .selectAll()
    .where('tillId', '=', tillId)
    .where('saleKey', '=', saleKey)
    .executeTakeFirst()
  return row && { ...row, lines: row.lines as unknown as SaleLine[] }
}

export const saveSaleInvoice = (db: Db, { tillId, saleKey }: NewSale, invoiceRef: number) =>
  db
    .updateTable('tillSales')
    .set({ invoiceRef })
    .where('tillId', '=', tillId)
    .where('saleKey', '=', saleKey)
    .where('invoiceRef', 'is', null)
    .execute()

/** Cancels a sale that nobody has paid anything of. Returns whether it is canceled now. */
export const markSaleCanceled = async (tx: Tx, id: bigint): Promise<boolean> => {
  const canceled = await tx
    .updateTable('tillSales')
    .set({ canceledAt: sql<Date>`coalesce(canceled_at, app_now())` })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from invoices i where i.id = till_sales.invoice_ref
        and (i.paid_sats > 0 or i.status in ('processing', 'settled')))`,
    )
    .returning('id')
    .executeTakeFirst()
  return canceled !== undefined
}

/** Now while a sale holds stock. */
export const heldStockDueAt = sql`(select app_now() from till_sales where holds_stock order by id limit 1)`

/**
 * Claims sales whose stock is no longer held: they were paid, or nobody will pay them any more. A sale without an invoice
 * is given up after an hour.
 */
export const claimEndedSales = async (tx: Tx, most: number): Promise<{ lines: SaleLine[]; isSold: boolean }[]> => {
  const { rows } = await sql<{ lines: SaleLine[]; isSold: boolean }>`
    with ended as (
      select s.id, coalesce(i.paid_sats > 0 or i.status in ('processing', 'settled'), false) as is_sold
      from till_sales s left join invoices i on i.id = s.invoice_ref
      where s.holds_stock and (
        i.status in ('settled', 'expired', 'invalid', 'failed') or s.canceled_at is not null
        or (s.invoice_ref is null and s.created_at < app_now() - interval '1 hour'))
      order by s.id limit ${most} for update of s skip locked
    )
    update till_sales s set holds_stock = false from ended where s.id = ended.id
    returning s.lines, ended.is_sold`.execute(tx)
  return rows
}
