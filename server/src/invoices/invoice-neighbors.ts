import type { getInvoice } from '@bitquay/contract/invoices'
import type { refund, refundable } from '@bitquay/contract/refunds'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'

type Refund = z.input<typeof refund>

/** What nouns above say of an invoice, as parts of the statements of this one or as calls. */
export type InvoiceNeighbors = {
  refunds: {
    /** Whether an invoice `i` has a refund on offer. The words are the ones of the index `invoices_attention`. */
    isOffered: RawBuilder<boolean>
    /** Of these invoices, those with a refund on offer: `part`, `of` and `name`. */
    offered: (invoiceIds: readonly string[]) => RawBuilder<unknown>
    of: (
      db: Db,
      merchantId: number,
      invoiceId: string,
    ) => Promise<{ refunds: Refund[]; refundable: z.input<typeof refundable> }>
    ofMany: (db: Db, merchantId: number, invoiceIds: readonly string[]) => Promise<Refund[]>
  }
  /** Names of creators, from rows `x`: `part`, `of` and `name`. */
  names: Record<'payment-link' | 'till', RawBuilder<unknown>>
  sales: {
    /** The cashiers of these invoices: `part`, `of` and `name`. */
    cashiers: (invoiceIds: readonly string[]) => RawBuilder<unknown>
    of: (db: Db, invoiceId: string) => Promise<z.input<typeof getInvoice.output>['sale']>
  }
  deposits: {
    /** The IDs of the engine's invoices behind deposit addresses, among these. */
    engineIds: (ids: RawBuilder<unknown>) => RawBuilder<unknown>
    /** The rows of a merchant's deposit addresses with this invoice of the engine. */
    ofEngineInvoice: (merchantId: number, engineInvoiceId: string) => RawBuilder<unknown>
  }
}
