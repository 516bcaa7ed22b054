import type { SortKey } from './store-types.ts'

export type SortedEntry = { readonly sort: SortKey | undefined; readonly id: string }

/**
 * Ids in the order of their sort keys, cut into short runs. An insertion moves a few hundred entries at most, and
 * reaching the n-th entry adds run lengths instead of walking entries.
 */
export type SortedList = {
  readonly size: number
  add(entry: SortedEntry): void
  remove(entry: SortedEntry): void
  first(): SortedEntry | undefined
  slice(skip: number, take: number, backwards: boolean): SortedEntry[]
  walk(backwards: boolean, from?: SortKey): IterableIterator<SortedEntry>
}

const longestRun = 512

export const createSortedList = (): SortedList => {
  const runs: SortedEntry[][] = []
  let size = 0

  return {
    get size() {
      return size
    },
    add(entry) {
      size += 1
      const last = runs.at(-1)
      if (!last) {
        runs.push([entry])
        return
      }
      const at = Math.min(findRun(runs, entry), runs.length - 1)
      const run = runs[at] as SortedEntry[]
      run.splice(findPlace(run, entry), 0, entry)
      if (run.length > longestRun) runs.splice(at + 1, 0, run.splice(run.length >> 1))
    },
    remove(entry) {
      const at = findRun(runs, entry)
      const run = runs[at]
      const place = run ? findPlace(run, entry) : 0
      const found = run?.[place]
      if (!run || !found || compareEntries(found, entry) !== 0) throw new Error(`The index has lost ${entry.id}.`)
      run.splice(place, 1)
      size -= 1
      if (run.length === 0) runs.splice(at, 1)
    },
    first: () => runs[0]?.[0],
    slice: (skip, take, backwards) => slice(runs, size, skip, take, backwards),
    *walk(backwards, from) {
      if (!backwards) {
        const probe = from === undefined ? undefined : { sort: from, id: '' }
        const start = probe ? findRun(runs, probe) : 0
        for (let r = start; r < runs.length; r += 1) {
          const run = runs[r] as SortedEntry[]
          for (let i = probe && r === start ? findPlace(run, probe) : 0; i < run.length; i += 1) {
            yield run[i] as SortedEntry
          }
        }
        return
      }
      // Backwards, `from` itself is included: the probe's id sorts after every id.
      const probe = from === undefined ? undefined : { sort: from, id: '\uffff' }
      const start = probe ? Math.min(findRun(runs, probe), runs.length - 1) : runs.length - 1
      for (let r = start; r >= 0; r -= 1) {
        const run = runs[r] as SortedEntry[]
        const end = probe && r === start ? findPlace(run, probe) : run.length
        for (let i = end - 1; i >= 0; i -= 1) yield run[i] as SortedEntry
      }
    },
  }
}

export const compareEntries = (a: SortedEntry, b: SortedEntry): number =>
  compareSortKeys(a.sort, b.sort) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const compareSortKeys = (a: SortKey | undefined, b: SortKey | undefined): number => {
  if (a === b || a === undefined || b === undefined) return 0
  if (typeof a === 'object' && typeof b === 'object') {
    for (let i = 0; i < a.length && i < b.length; i += 1) {
      const order = compareSortKeys(a[i], b[i])
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  return a < b ? -1 : 1
}

/** The first run whose last entry isn't before `entry`, or runs.length if there is none. */
const findRun = (runs: readonly SortedEntry[][], entry: SortedEntry): number => {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    const run = runs[middle] as SortedEntry[]
    if (compareEntries(run[run.length - 1] as SortedEntry, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const findPlace = (run: readonly SortedEntry[], entry: SortedEntry): number => {
  let low = 0
  let high = run.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareEntries(run[middle] as SortedEntry, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const slice = (runs: readonly SortedEntry[][], size: number, skip: number, take: number, backwards: boolean) => {
  const wanted = Math.max(0, Math.min(take, size - skip))
  const found: SortedEntry[] = []
  if (wanted === 0) return found
  let left = backwards ? size - skip - wanted : skip
  for (const run of runs) {
    if (left >= run.length) {
      left -= run.length
      continue
    }
    for (let i = left; i < run.length && found.length < wanted; i += 1) found.push(run[i] as SortedEntry)
    left = 0
    if (found.length === wanted) break
  }
  return backwards ? found.reverse() : found
}
