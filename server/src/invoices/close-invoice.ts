import type { Actor } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { findStore, openStore } from '../stores/index.ts'
import { clientOf } from './create-invoice.ts'
import { invoiceCanceled } from './facts.ts'
import { findInvoice } from './queries.ts'
import { refreshDueInvoice } from './refresh-due-invoices.ts'
import { announceStatus } from './sync-invoice.ts'
import { findOpenAttempts, markAttemptsDue } from './table.attempts.ts'
import { lockInvoice, markClosed } from './table.due.ts'
import type { InvoiceRow } from './table.ts'

type Closing = {
  actor: Actor & { merchantId: number }
  source?: Source | undefined
  to: 'settled' | 'invalid'
  fact: typeof invoiceCanceled
}

/** Cancels an unpaid invoice with a due date. Canceling it again changes nothing, in case the first response was lost. */
export const cancelInvoice = async (
  deps: Deps,
  actor: Actor & { merchantId: number },
  invoiceId: string,
  source?: Source,
) => {
  const row = await findInvoice(deps.db, actor.merchantId, invoiceId)
  if (!row) throw new ApiError('not-found')
  if (row.dueAt === null) throw new ApiError('invoice-not-cancelable')
  const isClosed = await closeInvoice(deps, row, { actor, source, to: 'invalid', fact: invoiceCanceled })
  if (!isClosed) throw new ApiError('invoice-not-cancelable')
}

/** Closes an open invoice with a due date and invalidates what customers could still pay. Returns false if it can't. */
export const closeInvoice = async (deps: Deps, { id }: InvoiceRow, closing: Closing): Promise<boolean> => {
  const { actor, source, to, fact } = closing
  const { publicUrl } = deps.config
  const isClosed = await inTransaction(deps.db, async (tx) => {
    const before = await lockInvoice(tx, id)
    const closed = await markClosed(tx, id, to)
    if (!closed) return before.closedAt !== null && (before.status === 'settled') === (to === 'settled')
    const row = await refreshDueInvoice(tx, publicUrl, closed)
    await markAttemptsDue(tx, id)
    // A canceled invoice that was partially paid has expired: the merchant decides about the money.
    const entered = row.status === 'settled' || row.status === 'expired' ? row.status : 'invalid'
    await announceStatus(tx, { row, publicUrl }, entered)
    await announce(tx, fact, { id: row.invoiceId ?? '', merchantId: row.merchantId }, { actor, source })
    return true
  })
  if (isClosed) await invalidateAttempts(deps, actor.merchantId, id)
  return isClosed
}

/** Tells the engine at once. If it doesn't answer, the next sync repeats this. */
const invalidateAttempts = async (deps: Deps, merchantId: number, invoiceRef: number) => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) return
  for (const { engineInvoiceId } of await findOpenAttempts(deps.db, invoiceRef, store)) {
    if (engineInvoiceId !== null) await clientOf(deps, store).invoices.mark(store.storeId, engineInvoiceId, 'Invalid')
  }
}
