import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { invoicesChanged } from './facts.ts'
import { lockInvoice, replaceMetadata } from './table.ts'

const mostEntries = 20

/**
 * Changes entries of an invoice's metadata. The customer's email address isn't metadata, so this never changes where a
 * refund is sent.
 */
export const changeMetadata = (
  deps: Deps,
  merchantId: number,
  invoiceId: string,
  change: Record<string, string | null>,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    // Locked, so that two changes of different entries are both kept.
    const row = await lockInvoice(tx, merchantId, invoiceId)
    if (!row) throw new ApiError('not-found')
    const before = row.metadata as Record<string, unknown>
    const after = Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null))
    // Shop plugins may have set more, and those may still be changed or removed.
    const most = Math.max(mostEntries, Object.keys(before).length)
    if (Object.keys(after).length > most) {
      const message = `Use at most ${mostEntries} entries`
      throw new ApiError('invalid-request', { message, fields: [{ path: 'metadata', message }] })
    }
    await replaceMetadata(tx, row.id, after)
    await announce(tx, invoicesChanged, { merchantId })
  })
