import { liftPause, relistFees } from '../fees/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { readListedSats } from './queries.fee-invoices.ts'
import { endFeeInvoice, findOpenFeeInvoice, reopenNewestFeeInvoice } from './table.ts'

/** Brings a merchant's newest fee invoice in line with its fees: paid when nothing of them is left, open otherwise. */
export const followFeeInvoice = async (tx: Tx, merchantId: number) => {
  const open = (await findOpenFeeInvoice(tx, merchantId)) ?? (await reopenNewestFeeInvoice(tx, merchantId))
  if (!open) return
  await relistFees(tx, merchantId, open.id)
  if ((await readListedSats(tx, merchantId)) === 0n) {
    await endFeeInvoice(tx, open.id, 'paid')
    await liftPause(tx, merchantId)
  }
}
