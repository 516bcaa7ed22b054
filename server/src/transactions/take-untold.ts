import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { TransactionRow } from './table.ts'

/**
 * Payments of invoices that count since a moment and that nobody was told of yet. Each is handed out once: also when the chain
 * takes it back and a later block books it again.
 */
export const takeUntold = (tx: Tx, merchantId: number, since: Date): Promise<TransactionRow[]> =>
  tx
    .updateTable('transactions')
    .set({ toldAt: sql<Date>`app_now()` })
    .where('merchantId', '=', merchantId)
    .where('booked', '=', true)
    .where('toldAt', 'is', null)
    .where('confirmedAt', '>=', since)
    .where('type', '=', 'incoming')
    .where('purpose', '=', 'invoice')
    .returningAll()
    .execute()
