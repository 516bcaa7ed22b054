import { bookPayment, unbookPayment } from '../src/payments/book-payment.ts'
import { inTransaction, type Tx } from '../src/platform/db/transaction.ts'
import { saveIncoming, type TransactionRow } from '../src/transactions/table.ts'
import type { TestApp } from './app.ts'

type Payment = {
  merchantId: number
  amountSats: bigint
  priceCents: bigint
  at: Date
  method?: 'on-chain' | 'lightning'
  purpose?: 'invoice' | 'deposit'
  /** Booked at once by default. */
  booked?: boolean
  /** When a reorganization removed it. */
  undoneAt?: Date
}

let count = 0

/** A past incoming payment, saved and booked by the product's own operations, without an engine. */
export const addPayment = async ({ deps }: TestApp, payment: Payment): Promise<number> => {
  const { method = 'on-chain', purpose = 'invoice', at } = payment
  const txid = (++count).toString(16).padStart(64, '0')
  const row = await inTransaction(
    deps.db,
    async (tx) => {
      const { row: saved } = await saveIncoming(tx, payment.merchantId, {
        key: method === 'lightning' ? txid : `${txid}-0`,
        txid,
        method,
        purpose,
        amountSats: payment.amountSats,
        priceCents: payment.priceCents,
        address: method === 'lightning' ? undefined : `bcrt1q${txid.slice(-38)}`,
        invoiceId: undefined,
        seenAt: at,
      })
      if (payment.booked === false) return saved
      await tx
        .updateTable('transactions')
        .set({ status: 'confirmed', confirmations: 1, confirmedAt: at })
        .where('id', '=', saved.id)
        .execute()
      await bookPayment(tx, saved, true)
      return saved
    },
    { at },
  )
  if (payment.undoneAt) await undo(deps, row.id, payment.undoneAt)
  return row.id
}

const undo = (deps: TestApp['deps'], id: number, at: Date) =>
  inTransaction(
    deps.db,
    async (tx) => {
      await unbookPayment(tx, await readRow(tx, id))
      await tx
        .updateTable('transactions')
        .set({ status: 'pending', confirmations: 0, confirmedAt: null })
        .where('id', '=', id)
        .execute()
    },
    { at },
  )

const readRow = async (tx: Tx, id: number): Promise<TransactionRow> =>
  tx.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
