import type { Tx } from '../platform/db/transaction.ts'
import type { Send } from '../sends/table.ts'

/** The payment of a loop-out that is on its way or has arrived. There is at most one. */
export const findLiveSendOf = async (tx: Tx, loopOutId: number): Promise<Send | undefined> =>
  (await tx
    .selectFrom('sends')
    .selectAll()
    .where('loopOutId', '=', loopOutId)
    .where('status', 'not in', ['failed', 'cancelled'])
    .executeTakeFirst()) as Send | undefined
