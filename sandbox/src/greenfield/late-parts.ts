import type { Engine } from '../engine/engine.ts'

/** What may appear later than the transaction itself. */
export type LatePart = 'coins' | 'labels'

export type LateParts = {
  /** While a part is late, new transactions appear without it. Once it no longer is, all of them have it. */
  setLate(part: LatePart, isLate: boolean): void
  late(): Record<LatePart, boolean>
  isMissing(part: LatePart, txid: string): boolean
}

/**
 * A real server lists coins, transactions and their labels from separate tables that are updated one after the other,
 * in any order. Kept in memory, because its restart catches up.
 */
export const openLateParts = ({ chain }: Engine): LateParts => {
  const missing: Record<LatePart, Set<string> | undefined> = { coins: undefined, labels: undefined }
  chain.on('txSeen', ({ transaction }) => {
    for (const txids of Object.values(missing)) txids?.add(transaction.txid)
  })
  return {
    setLate(part, isLate) {
      missing[part] = isLate ? (missing[part] ?? new Set()) : undefined
    },
    late: () => ({ coins: missing.coins !== undefined, labels: missing.labels !== undefined }),
    isMissing: (part, txid) => missing[part]?.has(txid) ?? false,
  }
}
