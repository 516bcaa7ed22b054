import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type FoundDepositAddress = { id: number; reference: string }

/** Whom an address or a payment hash may belong to besides an invoice, where nouns above know it. */
export type PaymentTargets = {
  deposits: {
    /** The deposit address that coins were sent to. */
    find: (db: Db, merchantId: number, address: string) => Promise<FoundDepositAddress | undefined>
    /** The rows that BTCPay's labels name, as `findLabeled` returns them. */
    labeled: (merchantId: number, engineInvoiceIds: RawBuilder<unknown>) => RawBuilder<unknown>
    /** Whether an address `a.address` is one of the merchant's. */
    isOwn: (merchantId: number) => RawBuilder<boolean>
  }
  feeInvoices: {
    /**
     * Saves which coins of the platform's wallet pay fee invoices, and returns how much of each transaction does. What is
     * new wasn't known before.
     */
    record: (
      tx: Tx,
      coins: readonly { outpoint: string; txid: string; address: string; amountSats: bigint }[],
      txids: readonly string[],
    ) => Promise<Map<string, { sats: bigint; isNew: boolean }>>
    /** Books what a transaction paid with its first confirmation, and undoes it without one. */
    follow: (tx: Tx, txid: string, confirmations: number) => Promise<void>
  }
  loopOuts: {
    /** Whether an address was issued for a loop-out of this merchant: what arrives there is the merchant's own money. */
    has: (db: Db, merchantId: number, address: string) => Promise<boolean>
    /** Whether an address `a.address` is one of the merchant's. */
    isOwn: (merchantId: number) => RawBuilder<boolean>
    /** Whether a payment hash `h` is one of a loop-out. */
    isHash: RawBuilder<boolean>
  }
}
