import { firstPriceUsd } from '@bitquay/contract/balances'
import { satsForCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { sweepThresholdCents } from '../fees/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { attentionChanged } from './facts.ts'
import { findAttention } from './queries.attention.ts'
import { lockAttention, saveAttention } from './table.attention.ts'

/** Updates which merchants need attention to what is wrong right now. */
export const updateAttention = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockAttention(tx)
    const leastOwedSats = satsForCents(sweepThresholdCents, await readPriceCents(tx))
    const changed = await saveAttention(tx, await findAttention(tx, leastOwedSats))
    if (changed) await announce(tx, attentionChanged, {})
  })

const readPriceCents = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ price: string }>`
    select price from prices where currency = 'USD' order by at desc limit 1`.execute(tx)
  return toCents(rows[0]?.price ?? firstPriceUsd)
}
