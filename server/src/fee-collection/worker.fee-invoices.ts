import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import { findPrice } from '../prices/index.ts'
import { useCredit } from './book-fee-payment.ts'
import { followFeeInvoice } from './follow-fee-invoice.ts'
import { followPause } from './follow-pause.ts'
import { limitsAt, makeFeeInvoice } from './make-fee-invoice.ts'
import { findMerchantsToBill, findMerchantsWithUnusedCredit, findOpenFeeInvoices } from './queries.fee-invoices.ts'

const batch = 20
const name = 'fee-invoices'

/** Asks merchants for the fees that can't be swept, and follows what they have paid. */
export const feeInvoices = (deps: Deps): Worker => {
  const { db } = deps
  let last = 0
  /** One merchant's failure doesn't keep the others waiting. */
  const each = async (signal: AbortSignal, merchants: readonly number[], work: (id: number) => Promise<unknown>) => {
    for (const merchantId of merchants) {
      if (signal.aborted) return
      try {
        await work(merchantId)
        await clearWorkFailure(db, name, `merchant ${merchantId}`)
      } catch (error) {
        await saveWorkFailure(db, name, `merchant ${merchantId}`, error)
      }
    }
  }
  return {
    name,
    everyMs: 60_000,
    run: async (signal) => {
      await each(signal, await findMerchantsWithUnusedCredit(db, batch), (merchantId) =>
        inTransaction(db, async (tx) => {
          await useCredit(tx, merchantId)
          await followFeeInvoice(tx, merchantId)
        }),
      )
      const open = await findOpenFeeInvoices(db, last, batch)
      last = open.at(-1) ?? 0
      await each(signal, open, (merchantId) =>
        inTransaction(db, async (tx) => {
          await followFeeInvoice(tx, merchantId)
          await followPause(tx, merchantId, deps.config.publicUrl)
        }),
      )
      const { cents } = await findPrice(db)
      const due = await findMerchantsToBill(db, limitsAt(cents), { most: batch })
      await each(signal, due, (merchantId) => makeFeeInvoice(deps, merchantId))
      return open.length === batch || due.length === batch
    },
  }
}
