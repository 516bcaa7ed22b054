import { bookPayment, unbookPayment } from '../../src/payments/book-payment.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { lockTransaction, saveIncoming } from '../../src/transactions/table.ts'
import type { Collections } from './model-collections.ts'
import { ownServerMerchant, priceCents } from './model-platform.ts'
import type { Parts, Sums } from './model-sums.ts'
import type { Wallets } from './model-wallets.ts'
import type { Order } from './money-commands.ts'

type Payment = {
  rowId: number
  booked: boolean
  merchant: number
  sats: bigint
  isShared: boolean
  parts: Parts
  undoFee: () => void
}

/** Payments that merchants receive, and those that a reorganization undoes. */
export const makePayments = (
  db: Db,
  { schedule, apply, feeOf }: Sums,
  { addFee }: Collections,
  { nextTxid, addCoin, mirror }: Wallets,
) => {
  const payments: Payment[] = []

  /** What a payment of this amount costs under the current terms. */
  const costOf = (merchant: number, sats: bigint, isShared: boolean): Parts => {
    const feeSats = (sats * (schedule.platform + schedule.pool)) / 100_000n
    const parts = feeOf(merchant, feeSats, (sats * schedule.pool) / 100_000n)
    if (!isShared) return parts
    const { [`merchant:${merchant}:fees-owed`]: _, ...rest } = parts
    return { ...rest, 'platform:0:lightning-node': sats, [`merchant:${merchant}:lightning`]: sats - feeSats }
  }

  const pay = async (order: Order<'pay' | 'lightning'>, merchant: number) => {
    const isShared = order.do === 'lightning' && merchant !== ownServerMerchant
    const hasCoin = order.do === 'pay' && !(order.imaginary && merchant === ownServerMerchant)
    const txid = hasCoin ? addCoin(merchant + 1, order.sats) : nextTxid()
    await mirror(merchant + 1)
    const parts = costOf(merchant, order.sats, isShared)
    const rowId = await inTransaction(db, async (tx) => {
      const { row } = await saveIncoming(tx, merchant, {
        key: `${txid}-0`,
        txid,
        method: order.do === 'pay' ? 'on-chain' : 'lightning',
        purpose: 'invoice',
        amountSats: order.sats,
        priceCents,
        address: undefined,
        invoiceId: undefined,
        seenAt: tx.now,
      })
      await bookPayment(tx, row, isShared)
      return row.id
    })
    const undoFee = addFee(merchant, parts, isShared)
    payments.push({ rowId, booked: true, merchant, sats: order.sats, isShared, parts, undoFee })
    apply(parts)
  }

  const undoOrRedo = async (order: Order<'undo' | 'redo'>) => {
    const payment = payments[order.which % Math.max(1, payments.length)]
    if (!payment || payment.booked !== (order.do === 'undo')) return
    if (order.do === 'undo') {
      await inTransaction(db, async (tx) => unbookPayment(tx, await lockTransaction(tx, payment.rowId)))
      apply(payment.parts, -1n)
      payment.undoFee()
      payment.booked = false
    } else {
      // Booked again under the current terms.
      payment.parts = costOf(payment.merchant, payment.sats, payment.isShared)
      await inTransaction(db, async (tx) => bookPayment(tx, await lockTransaction(tx, payment.rowId), payment.isShared))
      apply(payment.parts)
      payment.undoFee = addFee(payment.merchant, payment.parts, payment.isShared)
      payment.booked = true
    }
  }

  return { pay, undoOrRedo }
}
