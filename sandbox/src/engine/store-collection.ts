import { deepFreeze } from './store-encoding.ts'
import { createSortedList, type SortedEntry, type SortedList } from './store-sorted-list.ts'
import type { Collection, CollectionOptions, IndexDefinition } from './store-types.ts'

/** Called before a change with the entry's id and its previous value. */
export type BeforeChange = (id: string, previous: unknown) => void

export type OwnedCollection<T, I extends string> = {
  readonly collection: Collection<T, I>
  /** Sets or (undefined) deletes without calling listeners, to undo a change. */
  restore(id: string, value: unknown): void
}

type Index<T> = { readonly definition: IndexDefinition<T>; readonly groups: Map<string, SortedList> }

/**
 * A collection over `entries`, from which the store also writes snapshots. `change` wraps every put and delete into a
 * batch.
 */
export const createCollection = <T, I extends string>(
  name: string,
  options: CollectionOptions<T, I>,
  entries: Map<string, unknown>,
  change: (work: (before: BeforeChange) => void) => void,
): OwnedCollection<T, I> => {
  const values = entries as Map<string, T>
  const indexes = new Map<string, Index<T>>()
  for (const [indexName, definition] of Object.entries<IndexDefinition<T>>(options.indexes ?? {})) {
    indexes.set(indexName, { definition, groups: new Map() })
  }
  for (const [id, value] of values) for (const index of indexes.values()) enter(index, id, value)

  const set = (id: string, value: T | undefined) => {
    const previous = values.get(id)
    for (const index of indexes.values()) move(index, id, previous, value)
    if (value === undefined) values.delete(id)
    else values.set(id, value)
  }
  const list = (index: I, key: string) => {
    const found = indexes.get(index)
    if (!found) throw new Error(`The collection ${name} has no index ${index}.`)
    return found.groups.get(key)
  }
  const valueOf = (entry: SortedEntry) => values.get(entry.id) as T

  const collection: Collection<T, I> = {
    name,
    get size() {
      return values.size
    },
    get: (id) => values.get(id),
    has: (id) => values.has(id),
    put(value) {
      const id = options.id(value)
      change((before) => {
        before(id, values.get(id))
        set(id, deepFreeze(value))
      })
    },
    delete(id) {
      const previous = values.get(id)
      if (previous === undefined) return
      change((before) => {
        before(id, previous)
        set(id, undefined)
      })
    },
    values: () => values.values(),
    first(index, key) {
      const entry = list(index, key)?.first()
      return entry && valueOf(entry)
    },
    page(index, key, { skip = 0, take = Number.POSITIVE_INFINITY, newestFirst = false } = {}) {
      return list(index, key)?.slice(skip, take, newestFirst).map(valueOf) ?? []
    },
    count: (index, key) => list(index, key)?.size ?? 0,
    *walk(index, key, { newestFirst = false, from } = {}) {
      const found = list(index, key)
      if (found) for (const entry of found.walk(newestFirst, from)) yield valueOf(entry)
    },
  }
  return { collection, restore: (id, value) => set(id, value as T | undefined) }
}

const groupsOf = <T>(index: Index<T>, value: T | undefined): readonly string[] => {
  if (value === undefined) return []
  const key = index.definition.key(value)
  return key === undefined ? [] : typeof key === 'string' ? [key] : key
}

const enter = <T>(index: Index<T>, id: string, value: T): void => {
  const sort = index.definition.order?.(value)
  for (const group of groupsOf(index, value)) {
    let list = index.groups.get(group)
    if (!list) {
      list = createSortedList()
      index.groups.set(group, list)
    }
    list.add({ sort, id })
  }
}

const move = <T>(index: Index<T>, id: string, previous: T | undefined, next: T | undefined): void => {
  if (previous !== undefined) {
    const sort = index.definition.order?.(previous)
    for (const group of groupsOf(index, previous)) {
      const list = index.groups.get(group)
      list?.remove({ sort, id })
      if (list?.size === 0) index.groups.delete(group)
    }
  }
  if (next !== undefined) enter(index, id, next)
}
