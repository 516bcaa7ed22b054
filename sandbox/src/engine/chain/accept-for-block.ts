import { MalformedBytes } from './byte-stream.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import type { ParsedTransaction } from './chain-types.ts'
import { outpointOf, parseTransaction } from './transaction-bytes.ts'

/**
 * Checks transactions that a miner puts into a block without the mempool's rules. Their parents are confirmed, earlier
 * in the list, or taken from the mempool. Everything else is checked when the block is connected.
 */
export const testedForBlock = (state: ChainState, hexes: readonly string[]): ParsedTransaction[] => {
  const chosen = new Map<string, ParsedTransaction>()
  const take = (transaction: ParsedTransaction) => {
    if (chosen.has(transaction.txid)) return
    for (const input of transaction.inputs) {
      if (state.coins.has(outpointOf(input)) || chosen.has(input.txid)) continue
      const parent = state.pool.has(input.txid) ? state.parsed(input.txid) : undefined
      if (!parent) throw new ChainRefusal('bad-txns-inputs-missingorspent')
      take(parent)
    }
    chosen.set(transaction.txid, transaction)
  }
  for (const hex of hexes) {
    try {
      take(parseTransaction(hex))
    } catch (error) {
      throw error instanceof MalformedBytes ? new ChainRefusal(error.message) : error
    }
  }
  return [...chosen.values()]
}
