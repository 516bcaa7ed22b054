import type { ChainState } from './chain-state.ts'
import type { MempoolEntry, ParsedTransaction, RemovalReason } from './chain-types.ts'
import type { Moment, SpentCoin } from './check-transaction.ts'

/** Unconfirmed ancestors of this transaction, without itself. */
export const ancestorsOf = (state: ChainState, spends: readonly string[]): Set<string> => {
  const found = new Set<string>()
  const open = [...spends]
  for (let outpoint = open.pop(); outpoint !== undefined; outpoint = open.pop()) {
    const txid = outpoint.slice(0, 64)
    const parent = found.has(txid) ? undefined : state.pool.get(txid)
    if (!parent) continue
    found.add(txid)
    open.push(...parent.spends)
  }
  return found
}

/** Unconfirmed descendants of this transaction, without itself, parents before children. */
export const descendantsOf = (state: ChainState, txid: string): Set<string> => {
  const seen = new Set<string>()
  const childrenFirst: string[] = []
  const visit = (parent: string) => {
    for (const child of childrenOf(state, parent)) {
      if (seen.has(child)) continue
      seen.add(child)
      visit(child)
      childrenFirst.push(child)
    }
  }
  visit(txid)
  return new Set(childrenFirst.reverse())
}

export const childrenOf = (state: ChainState, txid: string): string[] => {
  const children = new Set<string>()
  const outputs = state.parsed(txid)?.outputs.length ?? 0
  for (let vout = 0; vout < outputs; vout += 1) {
    const spender = state.spenderInPool(`${txid}:${vout}`)
    if (spender) children.add(spender.txid)
  }
  return [...children]
}

/** Removes a transaction and all its descendants from the mempool, last children first. */
export const removeFromPool = (state: ChainState, txid: string, reason: RemovalReason, byTxid?: string): string[] => {
  if (!state.pool.has(txid)) return []
  const doomed = [...descendantsOf(state, txid)].reverse()
  doomed.push(txid)
  for (const one of doomed) {
    const transaction = state.parsed(one) as ParsedTransaction
    state.pool.delete(one)
    state.emit('txRemoved', { transaction, reason, ...(byTxid === undefined ? {} : { byTxid }) })
  }
  return doomed
}

/** The output that a new mempool transaction spends: confirmed, or created by another transaction in the mempool. */
export const coinForPool = (state: ChainState, outpoint: string): SpentCoin | undefined => {
  const coin = state.coins.get(outpoint)
  if (coin) return coin
  const txid = outpoint.slice(0, 64)
  if (!state.pool.has(txid)) return undefined
  const output = state.parsed(txid)?.outputs[Number(outpoint.slice(65))]
  return output && { ...output, isCoinbase: false, height: undefined }
}

/** The context of the next block. */
export const nextMoment = (state: ChainState): Moment => {
  const { hash, height } = state.tip()
  return {
    height: height + 1,
    medianTime: state.medianTime(hash),
    medianTimeBefore: (of) => state.medianTime(state.blockAt(Math.max(of - 1, 0))?.hash ?? hash),
  }
}

export const newestEntries = (state: ChainState, page: { skip?: number; take?: number } = {}): MempoolEntry[] =>
  state.pool.page('bySeen', '', { ...page, newestFirst: true })
