import type { Shift } from '@bitquay/contract/tills'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Row = {
  id: number
  tillId: number
  cashier: string
  currency: string
  openedAt: Date
  closedAt: Date | null
  sales: bigint
  total: string
  tips: string
}

/** An open shift has the figures of now, a closed one those of its end. */
const select = async (db: Db | Tx, page: RawBuilder<unknown>): Promise<{ tillId: number; shift: Shift }[]> => {
  const { rows } = await sql<Row>`
    select h.id, h.till_id, c.name as cashier, t.currency, h.opened_at, h.closed_at,
      coalesce(h.sales, f.sales) as sales, coalesce(h.total, f.total) as total, coalesce(h.tips, f.tips) as tips
    from (${page}) found join till_shifts h on h.id = found.id join till_cashiers c on c.id = h.cashier_id
      join tills t on t.id = h.till_id,
      lateral (
        select count(*) as sales, coalesce(sum(s.total), 0) as total, coalesce(sum(s.tip), 0) as tips
        from till_sales s join invoices i on i.id = s.invoice_ref
        where h.closed_at is null and s.shift_id = h.id and i.state in ('paid', 'overpaid', 'paid-late')
      ) f
    order by h.id desc`.execute(db)
  return rows.map(({ tillId, cashier, currency, openedAt, closedAt, sales, total, tips }) => ({
    tillId,
    shift: {
      cashier,
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      sales: Number(sales),
      total: trimToCurrency(total, currency),
      tips: trimToCurrency(tips, currency),
    },
  }))
}

export const getShift = async (tx: Tx, id: number): Promise<Shift> => {
  const [found] = await select(tx, sql`select ${id}::integer as id`)
  if (!found) throw new Error(`shift ${id} is not there`)
  return found.shift
}

export const findOpenShift = async (db: Db, deviceId: number): Promise<Shift | null> => {
  const [found] = await select(db, sql`select id from till_shifts where device_id = ${deviceId} and closed_at is null`)
  return found?.shift ?? null
}

const mostShifts = 10

/** The newest shifts of each till. */
export const listShifts = (db: Db | Tx, tillIds: readonly number[]) =>
  select(
    db,
    sql`select n.id from unnest(${[...tillIds]}::integer[]) as t(id),
      lateral (select h.id from till_shifts h where h.till_id = t.id order by h.id desc limit ${mostShifts}) n`,
  )
