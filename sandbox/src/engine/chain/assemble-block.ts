import type { ChainState } from './chain-state.ts'
import type { MempoolEntry, ParsedTransaction } from './chain-types.ts'
import { checkSpending, findCoins, isFinal, type Moment, sequenceLocksPass } from './check-transaction.ts'
import { ancestorsOf, coinForPool, descendantsOf, nextMoment } from './mempool-graph.ts'
import { regtest } from './regtest.ts'

/** Space for the header, the transaction count and the coinbase. */
const reservedWeight = 8_000

type Package = { readonly txid: string; readonly feeSats: bigint; readonly vbytes: number }

/**
 * Selects the mempool transactions with the highest fee rate. A transaction is rated together with its unconfirmed
 * parents, so a child can pay for its parent. Parents come first in the result.
 */
export const assembleBlock = (
  state: ChainState,
  { excludeTxids = [], usedWeight = 0 }: { excludeTxids?: readonly string[]; usedWeight?: number } = {},
): ParsedTransaction[] => {
  const excluded = new Set<string>()
  const exclude = (txid: string) => {
    excluded.add(txid)
    for (const descendant of descendantsOf(state, txid)) excluded.add(descendant)
  }
  for (const txid of excludeTxids) exclude(txid)
  const moment = nextMoment(state)
  for (const { txid } of state.pool.values()) if (!excluded.has(txid) && !isMinable(state, txid, moment)) exclude(txid)

  const selected = new Set<string>()
  const chosen: ParsedTransaction[] = []
  let weight = usedWeight + reservedWeight
  const neededParents = (txid: string) =>
    [...ancestorsOf(state, state.pool.get(txid)?.spends ?? [])].filter((parent) => !selected.has(parent))
  const rate = (txid: string): Package => {
    let feeSats = 0n
    let vbytes = 0
    for (const member of [txid, ...neededParents(txid)]) {
      const entry = state.pool.get(member) as MempoolEntry
      feeSats += entry.feeSats
      vbytes += entry.vsize
    }
    return { txid, feeSats, vbytes }
  }

  let queue = [...state.pool.values()].filter(({ txid }) => !excluded.has(txid)).map(({ txid }) => rate(txid))
  queue.sort(bestFirst)
  while (queue.length > 0) {
    // When a package is selected, the rates of its descendants change: compute them again and merge them in.
    const changed = new Set<string>()
    let next = 0
    for (; next < queue.length && changed.size === 0; next += 1) {
      const { txid } = queue[next] as Package
      if (selected.has(txid)) continue
      const members = inOrder(state, [...neededParents(txid), txid])
      const size = members.reduce((sum, { weight: own }) => sum + own, 0)
      if (weight + size > regtest.maxBlockWeight) continue
      weight += size
      for (const member of members) {
        selected.add(member.txid)
        chosen.push(member)
      }
      for (const member of members) {
        for (const descendant of descendantsOf(state, member.txid)) {
          if (!selected.has(descendant) && !excluded.has(descendant)) changed.add(descendant)
        }
      }
    }
    queue = queue.slice(next).filter(({ txid }) => !selected.has(txid) && !changed.has(txid))
    for (const txid of changed) insert(queue, rate(txid))
  }
  return chosen
}

const bestFirst = (a: Package, b: Package): number => {
  const difference = b.feeSats * BigInt(a.vbytes) - a.feeSats * BigInt(b.vbytes)
  return difference > 0n ? 1 : difference < 0n ? -1 : a.txid < b.txid ? -1 : 1
}

const insert = (queue: Package[], one: Package): void => {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (bestFirst(queue[middle] as Package, one) < 0) low = middle + 1
    else high = middle
  }
  queue.splice(low, 0, one)
}

/** Parents before children: a transaction with more ancestors comes later. */
const inOrder = (state: ChainState, txids: readonly string[]): ParsedTransaction[] => {
  if (txids.length === 1) return [state.parsed(txids[0] as string) as ParsedTransaction]
  return txids
    .map((txid) => ({ txid, depth: ancestorsOf(state, state.pool.get(txid)?.spends ?? []).size }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ txid }) => state.parsed(txid) as ParsedTransaction)
}

const isMinable = (state: ChainState, txid: string, moment: Moment): boolean => {
  const transaction = state.parsed(txid) as ParsedTransaction
  const coins = findCoins(transaction, (outpoint) => coinForPool(state, outpoint))
  if (!coins || !isFinal(transaction, moment) || !sequenceLocksPass(transaction, coins, moment)) return false
  try {
    checkSpending(transaction, coins, moment.height)
    return true
  } catch {
    return false
  }
}
