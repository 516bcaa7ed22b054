import { decimalsOf } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** The currencies that an invoice can be priced in. */
export const listCurrencies = async (db: Db) => {
  const rows = await db.selectFrom('currencies').select('code').orderBy('code').execute()
  return rows.map(({ code }) => ({ code, decimals: decimalsOf(code) }))
}

export const findCurrency = (db: Db, code: string) =>
  db.selectFrom('currencies').select(['code', 'rate']).where('code', '=', code).executeTakeFirst()

/** Whether the rates are a day old, or were never read. */
export const areCurrenciesDue = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    select coalesce(max(read_at) < app_now() - interval '1 day', true) as due from currencies`.execute(db)
  return rows[0]?.due ?? true
}
