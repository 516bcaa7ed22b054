import { fromCents } from '@bitquay/contract/money'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export const freshMinutes = 5

/** Other currencies are only shown, never used for a payment, so they are read less often. */
export const freshRateMinutes = 15

export const savePrice = (
  db: Db | Tx,
  { cents, source, currency = 'USD' }: { cents: bigint; source: string; currency?: string },
) =>
  db
    .insertInto('prices')
    .values({ price: fromCents(cents), source, currency })
    .execute()
