/**
 * Search terms of one store's invoices, sorted, so a prefix is found by bisection. It lives in memory only and is
 * rebuilt at start-up. An entry may be stale (metadata changed), so the reader checks the invoice itself.
 */
export type TermIndex = {
  add(storeId: string, invoiceId: string, terms: readonly string[]): void
  /** Ids of invoices that had a term with this prefix. */
  find(storeId: string, prefix: string): Set<string>
}

type Entry = { term: string; invoiceId: string }

export const createTermIndex = (): TermIndex => {
  const byStore = new Map<string, { sorted: Entry[]; loose: Entry[] }>()

  /** New terms stay unsorted until the next search, which makes adding them cheap. */
  const sortedOf = (storeId: string): Entry[] => {
    const entries = byStore.get(storeId)
    if (!entries) return []
    if (entries.loose.length > 0) {
      const loose = entries.loose.sort(byTerm)
      entries.sorted = loose.length < 64 ? insertEach(entries.sorted, loose) : merge(entries.sorted, loose)
      entries.loose = []
    }
    return entries.sorted
  }

  return {
    add(storeId, invoiceId, terms) {
      const entries = byStore.get(storeId) ?? { sorted: [], loose: [] }
      byStore.set(storeId, entries)
      for (const term of new Set(terms)) entries.loose.push({ term: term.toLowerCase(), invoiceId })
    },
    find(storeId, prefix) {
      const wanted = prefix.toLowerCase()
      const sorted = sortedOf(storeId)
      const found = new Set<string>()
      for (let at = lowerBound(sorted, wanted); at < sorted.length; at++) {
        const entry = sorted[at]
        if (!entry?.term.startsWith(wanted)) break
        found.add(entry.invoiceId)
      }
      return found
    },
  }
}

const byTerm = (a: Entry, b: Entry): number => (a.term < b.term ? -1 : a.term > b.term ? 1 : 0)

const insertEach = (sorted: Entry[], additions: Entry[]): Entry[] => {
  for (const entry of additions) sorted.splice(lowerBound(sorted, entry.term), 0, entry)
  return sorted
}

const merge = (sorted: Entry[], additions: Entry[]): Entry[] => [...sorted, ...additions].sort(byTerm)

const lowerBound = (sorted: readonly Entry[], term: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.term ?? '') < term) low = middle + 1
    else high = middle
  }
  return low
}
