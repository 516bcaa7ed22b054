import { unwrap } from '@bitquay/btcpay'
import type { Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ReadyStore } from '../stores/index.ts'
import { clientOf, saveEngineInvoice } from './create-invoice.ts'
import { ownOrderIdOf } from './engine-invoice.ts'
import { findKnownEngineIds } from './queries.ts'
import { holdLease, takeLease } from './table.leases.ts'
import { beginInvoice, readBackHash } from './table.ts'

const pageSize = 100
/** Our clock and the server's may differ. */
const marginSeconds = 3600

/**
 * Saves invoices that BTCPay created after a backup and a restored database doesn't know, so that their payments and fees
 * are booked. On our own servers every invoice is ours. On a merchant's own server, those that carry our order ID. What
 * was read before the time is up is known the next time.
 */
export const readBackInvoices = async (deps: Deps, store: ReadyStore & { merchantId: number }, since: Date) => {
  const startDate = Math.max(0, Math.floor(since.getTime() / 1000) - marginSeconds)
  for (let skip = 0; ; skip += pageSize) {
    const page = unwrap(
      await clientOf(deps, store).invoices.list(store.storeId, {
        ...{ startDate, skip, take: pageSize },
        includeArchived: true,
        includePaymentMethods: true,
      }),
    )
    const known = await findKnownEngineIds(
      deps,
      page.map(({ id }) => id),
    )
    for (const created of page) {
      const orderId = ownOrderIdOf(created.metadata) ?? (store.engineId === null ? undefined : `unknown ${created.id}`)
      if (!known.has(created.id) && orderId !== undefined) await readBack(deps, store, created, orderId)
    }
    if (page.length < pageSize) return
  }
}

const readBack = async (
  deps: Deps,
  store: ReadyStore & { merchantId: number },
  created: EngineInvoice,
  orderId: string,
) => {
  const { itemDesc, buyerEmail, orderId: named, ...metadata } = created.metadata ?? {}
  const begun = await beginInvoice(deps.db, {
    merchantId: store.merchantId,
    orderId,
    inputHash: readBackHash,
    amount: created.type === 'TopUp' ? null : created.amount,
    currency: created.currency,
    description: textOf(itemDesc),
    customerEmail: textOf(buyerEmail),
    createdBy: 'read back after a restore',
    metadata: named === orderId ? metadata : { ...metadata, orderId: named },
  })
  // It failed before, or another process saves it.
  if (!begun || !(begun.isNew || (await takeLease(deps.db, 'invoices', begun.row.id)))) return
  await holdLease(deps.db, 'invoices', begun.row.id, () =>
    saveEngineInvoice(deps, store, begun.row, created, { isLate: true }),
  ).catch((error: unknown) => {
    // A merchant's own server reports what can't be true. That stops no other invoice.
    if (!(error instanceof ApiError)) throw error
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
