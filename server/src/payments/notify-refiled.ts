import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { claimRefiled } from '../transactions/index.ts'
import { paymentsRefiled } from './facts.ts'

/** Tells the owner of a store, in one email, which payments were assigned after they had been booked. */
export const notifyRefiled = async (tx: Tx, publicUrl: string, merchantId: number) => {
  const rows = await claimRefiled(tx, merchantId)
  const [first] = rows
  if (!first) return
  const payments = rows
    .toSorted((a, b) => a.seenAt.getTime() - b.seenAt.getTime())
    .map((row) => ({
      at: row.seenAt,
      amountUsd: row.amountUsd ?? '0.00',
      feeUsd: `${(row.feeCents ?? 0n) / 100n}.${String((row.feeCents ?? 0n) % 100n).padStart(2, '0')}`,
      about: row.description ?? row.invoiceId,
    }))
  await announce(tx, paymentsRefiled, { owner: first, payments, publicUrl })
}
