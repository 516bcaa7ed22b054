import { firstPriceUsd } from '@bitquay/contract/balances'
import { fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

const freshMinutes = 5

export type Price = { cents: bigint; source: string; at: Date | undefined; stale: boolean }

export const findPrice = async (db: Db | Tx): Promise<Price> => {
  const row = await db
    .selectFrom('prices')
    .select([
      'price',
      'source',
      'at',
      sql<boolean>`at < app_now() - make_interval(mins => ${freshMinutes})`.as('stale'),
    ])
    .where('currency', '=', 'USD')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { cents: toCents(firstPriceUsd), source: 'default', at: undefined, stale: true }
  return { cents: toCents(row.price), source: row.source, at: row.at, stale: row.stale }
}

export const savePrice = (db: Db | Tx, price: { cents: bigint; source: string }) =>
  db
    .insertInto('prices')
    .values({ price: fromCents(price.cents), source: price.source })
    .execute()
