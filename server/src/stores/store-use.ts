import type { RawBuilder } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type Condition = RawBuilder<boolean>
type MoveServer = (tx: Tx, before: string, after: string) => Promise<void>

/**
 * What the nouns above still have in a store, as parts of the statements of this one, so that each stays one statement.
 * `inFormer` says what must end in a former store `s`, which the merchant's rows name `r.at_store`.
 */
export type StoreUses = {
  sends: {
    /** Coins are on their way out of the store. */
    isLeaving: (storeRef: number) => Condition
    /** The same, or the second leg of a loop-out, which the platform's wallet pays. */
    isLeavingMerchant: (storeRef: number, merchantId: number) => Condition
    /** Sends that are not deep in the chain yet. */
    isUnsettled: (storeRef: number) => Condition
    inFormer: readonly Condition[]
    /** The rows of sends to this address. */
    toAddress: (storeRef: number, address: string) => RawBuilder<unknown>
  }
  invoices: {
    /** They can be paid, or their payment is not confirmed. */
    isOpen: (merchantId: number) => Condition
    /** Lightning that may still arrive at a node of ours. */
    isLightningLeft: (merchantId: number) => Condition
    /** The rows of invoices whose Lightning payment may still arrive at any node. */
    awaitingLightning: (merchantId: number) => RawBuilder<unknown>
    inFormer: readonly Condition[]
    /** The rows of invoices that an address was issued for. */
    atAddress: (merchantId: number | null, spellings: readonly string[]) => RawBuilder<unknown>
    moveServer: MoveServer
  }
  depositAddresses: { inFormer: readonly Condition[]; moveServer: MoveServer }
  loopOuts: {
    isOpen: (merchantId: number) => Condition
    /** The rows of loop-outs that an address was created for. */
    toAddress: (merchantId: number | null, address: string) => RawBuilder<unknown>
    moveServer: MoveServer
  }
}
