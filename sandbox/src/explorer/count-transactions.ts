import type { Engine, ParsedTransaction } from '../engine/engine.ts'

type Counts = { chain: number; mempool: number }

/** Counts the transactions that pay a script or spend from it. What was counted before isn't read again. */
export const transactionCounter = ({ chain }: Pick<Engine, 'chain'>) => {
  const txidsOf = new Map<string, Set<string>>()
  const blocks = new Set<string>()
  const add = (script: string | undefined, txid: string) => {
    if (script === undefined) return
    const txids = txidsOf.get(script) ?? new Set()
    txidsOf.set(script, txids.add(txid))
  }
  const addTransaction = (transaction: ParsedTransaction | undefined) => {
    if (!transaction) return
    for (const { script } of transaction.outputs) add(script, transaction.txid)
    if (transaction.isCoinbase) return
    for (const { txid, vout } of transaction.inputs) add(chain.output(`${txid}:${vout}`)?.script, transaction.txid)
  }
  return (script: string): Counts => {
    for (const { hash, txids } of chain.blocksInOrder()) {
      if (blocks.has(hash)) continue
      blocks.add(hash)
      for (const txid of txids) addTransaction(chain.parsed(txid))
    }
    for (const { txid } of chain.mempool()) addTransaction(chain.parsed(txid))
    const counts = { chain: 0, mempool: 0 }
    for (const txid of txidsOf.get(script) ?? []) {
      const confirmations = chain.confirmations(txid)
      if (confirmations !== undefined) counts[confirmations > 0 ? 'chain' : 'mempool'] += 1
    }
    return counts
  }
}
