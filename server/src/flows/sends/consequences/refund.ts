import { type Consequence, nothing } from './consequence.ts'

/** The merchant's own coins go back to a customer: nothing of it is in our ledger. */
export const refund: Consequence = {
  entries: async () => [],
  settled: nothing,
  unsettled: nothing,
  ended: nothing,
}
