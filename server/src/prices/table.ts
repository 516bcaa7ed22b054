import { fromCents } from '@bitquay/contract/money'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export const freshMinutes = 5

export const savePrice = (db: Db | Tx, price: { cents: bigint; source: string }) =>
  db
    .insertInto('prices')
    .values({ price: fromCents(price.cents), source: price.source })
    .execute()
