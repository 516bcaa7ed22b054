import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { returnStock } from './table.items.ts'
import { claimEndedSales, heldStockDueAt } from './table.sales.ts'

const mostAtOnce = 100

/** Puts items of unpaid sales back on the shelf. */
export const returnUnsoldStock = (deps: Pick<Deps, 'db'>): Worker => ({
  name: 'return-stock',
  everyMs: 10_000,
  due: heldStockDueAt,
  run: () =>
    inTransaction(deps.db, async (tx) => {
      const ended = await claimEndedSales(tx, mostAtOnce)
      const items = ended.flatMap(({ lines, isSold }) => (isSold ? [] : lines))
      // Sorted, so that this can't deadlock with a sale.
      for (const { itemId, quantity } of items.toSorted((a, b) => (a.itemId ?? 0) - (b.itemId ?? 0))) {
        if (itemId !== null) await returnStock(tx, itemId, quantity)
      }
      return ended.length === mostAtOnce
    }),
})
