import { enterPool } from './accept-transaction.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import type { BlockRecord, Coin, ParsedTransaction } from './chain-types.ts'
import { checkSpending, findCoins, isFinal, sequenceLocksPass } from './check-transaction.ts'
import { coinForPool, nextMoment, removeFromPool } from './mempool-graph.ts'
import { outpointOf } from './transaction-bytes.ts'

/**
 * Disconnects the tip. Its transactions return to the mempool without its policy checks, since they were valid in a
 * block. `dropWhatCannotReturn` removes the invalid ones when the new branch is complete.
 */
export const disconnectTip = (state: ChainState): BlockRecord => {
  const block = state.blocks.get(state.tip().hash) as BlockRecord
  if (block.height === 0) throw new ChainRefusal('The genesis block cannot be disconnected.')
  const transactions = block.txids.map((txid) => state.parsed(txid) as ParsedTransaction)
  for (const transaction of [...transactions].reverse()) unspend(state, transaction)
  state.active.delete(`${block.height}`)
  state.set({ tipHash: block.previousHash })
  state.emit('blockDisconnected', { block, transactions })
  for (const transaction of transactions) {
    if (transaction.isCoinbase) continue
    const record = state.transactions.get(transaction.txid)
    const entry = enterPool(state, transaction, record?.feeSats ?? 0n, record?.hex ?? '')
    state.emit('txSeen', { transaction, entry, returned: true })
  }
  return block
}

/**
 * After a reorganization, removes spends of coins that are gone or immature again, and transactions that are no longer
 * final.
 */
export const dropWhatCannotReturn = (state: ChainState): void => {
  const moment = nextMoment(state)
  for (const { txid } of [...state.pool.values()]) {
    const transaction = state.pool.has(txid) ? state.parsed(txid) : undefined
    if (!transaction) continue
    const coins = findCoins(transaction, (outpoint) => coinForPool(state, outpoint))
    const stays =
      coins &&
      isFinal(transaction, moment) &&
      sequenceLocksPass(transaction, coins, moment) &&
      isRipe(transaction, coins)
    if (!stays) removeFromPool(state, txid, 'reorg')
  }

  function isRipe(transaction: ParsedTransaction, coins: Parameters<typeof checkSpending>[1]): boolean {
    try {
      checkSpending(transaction, coins, moment.height)
      return true
    } catch (error) {
      if (error instanceof ChainRefusal) return false
      throw error
    }
  }
}

const unspend = (state: ChainState, { txid, inputs, outputs, isCoinbase }: ParsedTransaction): void => {
  for (const vout of outputs.keys()) state.coins.delete(`${txid}:${vout}`)
  state.confirmations.delete(txid)
  if (isCoinbase) return
  for (const input of inputs) {
    const outpoint = outpointOf(input)
    state.spenders.delete(outpoint)
    const parent = state.parsed(input.txid) as ParsedTransaction
    const confirmation = state.confirmations.get(input.txid)
    const output = parent.outputs[input.vout]
    if (!confirmation || !output) throw new Error(`The chain has lost the parent ${outpoint}.`)
    const coin: Coin = { outpoint, ...output, height: confirmation.height, isCoinbase: parent.isCoinbase }
    state.coins.put(coin)
  }
}
