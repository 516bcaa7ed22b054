import { decimalsOf } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { roundUpTo } from './compute-due.ts'
import { computeFigures } from './refresh-due-invoices.ts'
import { readCounted } from './table.attempts.ts'
import type { InvoiceRow } from './table.ts'

/** What is left to pay of an invoice with a due date, in its currency. */
export const getAmountDue = ({ db }: Deps, row: InvoiceRow): Promise<string> =>
  inTransaction(db, (tx) => readAmountDue(tx, row))

export const readAmountDue = async (tx: Tx, row: InvoiceRow): Promise<string> => {
  const { rest } = computeFigures(row, await readCounted(tx, row.id))
  return roundUpTo(rest > 0n ? rest : 0n, decimalsOf(row.currency))
}
