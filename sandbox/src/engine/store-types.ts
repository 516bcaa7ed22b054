/** The sort value of an entry in an ordered index. Several values are compared one after the other. */
export type SortKey = number | string | readonly (number | string)[]

/**
 * A secondary index. `key` names the group (or groups) of an entry, and undefined leaves the entry out of the index.
 * `order` sorts inside a group. Without it, and between equals, entries are sorted by id.
 */
export type IndexDefinition<T> = {
  readonly key: (value: T) => string | readonly string[] | undefined
  readonly order?: (value: T) => SortKey
}

export type CollectionOptions<T, I extends string> = {
  readonly id: (value: T) => string
  readonly indexes?: { readonly [name in I]: IndexDefinition<T> }
}

export type Page = { readonly skip?: number; readonly take?: number; readonly newestFirst?: boolean }

/**
 * Values are plain JSON plus bigint. They are frozen when put and must never be changed in place: put a new object.
 * Every read is O(1) or O(log n). A page costs the same at any position and for any list length.
 */
export type Collection<T, I extends string = never> = {
  readonly name: string
  readonly size: number
  get(id: string): T | undefined
  has(id: string): boolean
  /** Inserts or replaces by the id that `options.id` reads from the value. */
  put(value: T): void
  delete(id: string): void
  /** All entries in no guaranteed order. Costs O(n): only for small collections and for start-up. */
  values(): IterableIterator<T>
  /** The first entry of the group in index order. */
  first(index: I, key: string): T | undefined
  /** One page of the group in index order, backwards with `newestFirst`. */
  page(index: I, key: string, page?: Page): T[]
  count(index: I, key: string): number
  /**
   * Walks a group in index order (backwards with newestFirst). The caller may stop at any entry. The group must not
   * change meanwhile.
   */
  walk(index: I, key: string, options?: { newestFirst?: boolean; from?: SortKey }): IterableIterator<T>
}

export type Store = {
  /**
   * Declares a collection. Call it once per name, at start-up. What the journal holds for that name is available at
   * once.
   */
  collection<T, I extends string = never>(name: string, options: CollectionOptions<T, I>): Collection<T, I>
  /**
   * Runs `change` at once. Its puts and deletes become one record of the journal: all or nothing, also when it throws
   * (memory is restored and the error is rethrown). Batches nest: an inner one joins the outer. `change` must not be
   * async. A put or delete outside of any batch is its own batch.
   */
  batch<R>(change: () => R): R
  /** Resolves when everything done so far is on the disk. Await it before every response, also for reads. */
  synced(): Promise<void>
  /**
   * Runs `effect` after the current batch (or everything done so far) is on the disk. Never runs when the batch fails.
   */
  afterSync(effect: () => void): void
  /** Writes a new snapshot and deletes older journals. Runs automatically when the journal has grown. */
  compact(): Promise<void>
  close(): Promise<void>
}
