import { firstPriceUsd } from '@bitquay/contract/balances'
import { satsForCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { sweepThresholdCents } from '../fees/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { findAttention } from './queries.attention.ts'
import { lockAttention, saveAttention } from './table.attention.ts'

/** Updates which merchants need attention to what is wrong right now. */
export const updateAttention = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockAttention(tx)
    const leastOwedSats = satsForCents(sweepThresholdCents, await readPriceCents(tx))
    if (await saveAttention(tx, await findAttention(tx, leastOwedSats))) await emitChange(tx, 'admin', 'merchants')
  })

const readPriceCents = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ price: string }>`
    select price from prices where currency = 'USD' order by at desc limit 1`.execute(tx)
  return toCents(rows[0]?.price ?? firstPriceUsd)
}
