import { type FileHandle, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createCollection, type OwnedCollection } from './store-collection.ts'
import { encodeJson, encodeLine } from './store-encoding.ts'
import { type BatchRecord, recover, syncFolder, valuesOf, writeSnapshot } from './store-files.ts'
import { lockFolder } from './store-lock.ts'
import type { Collection, CollectionOptions, Store } from './store-types.ts'

export type StoreOptions = {
  readonly dir: string
  /** The journal may grow to this size (or twice the snapshot, if that is more) before a new snapshot is written. */
  readonly compactAfterBytes?: number
}

type Batch = {
  /** collection → id → the value before the batch (undefined: it didn't exist) */
  readonly touched: Map<string, Map<string, unknown>>
  readonly effects: (() => void)[]
}

/**
 * Memory is the source of truth while running, and the journal is what survives. One fsync covers everything that was
 * committed during the previous one.
 */
export const openStore = async ({ dir, compactAfterBytes = 32 << 20 }: StoreOptions): Promise<Store> => {
  // The journal holds recovery phrases.
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(dir)
  const recovered = await recover(dir).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  const { entries } = recovered
  let { generation, snapshotBytes } = recovered
  const declared = new Map<string, OwnedCollection<never, never>>()
  let file: FileHandle = await openJournal(dir, generation)
  await syncFolder(dir)
  let journalBytes = (await file.stat()).size
  // Flush numbers keep rising over restarts, so that damage stays recognizable.
  let flushNumber = recovered.lastFlush

  let batch: Batch | undefined
  let pending: string[] = []
  let committed = 0
  let durable = 0
  let failure: Error | undefined
  const waiting: { upTo: number; run: (failure?: Error) => void }[] = []
  let flushing: Promise<void> | undefined
  let rotation: { done: () => void } | undefined
  let compacting: Promise<void> | undefined
  let closed = false

  const flush = async () => {
    // Everything in this turn of the event loop shares the flush.
    await new Promise((resolve) => setImmediate(resolve))
    while (pending.length > 0 || rotation) {
      if (rotation) await rotate()
      if (pending.length === 0) break
      const records = pending
      pending = []
      const upTo = committed
      flushNumber += 1
      const chunk = Buffer.from(records.map((json) => encodeLine(flushNumber, json)).join(''))
      await file.appendFile(chunk)
      await file.datasync()
      journalBytes += chunk.length
      durable = upTo
      settle()
      const isLong = journalBytes > Math.max(compactAfterBytes, 2 * snapshotBytes)
      if (isLong && !closed && !compacting) void compact().catch(() => undefined)
    }
  }
  const rotate = async () => {
    const next = await openJournal(dir, generation + 1)
    await syncFolder(dir)
    await file.close()
    file = next
    generation += 1
    journalBytes = 0
    rotation?.done()
    rotation = undefined
  }
  const settle = () => {
    const firstNotReady = failure ? -1 : waiting.findIndex((waiter) => waiter.upTo > durable)
    const ready = waiting.splice(0, firstNotReady === -1 ? waiting.length : firstNotReady)
    for (const waiter of ready) waiter.run(failure)
  }
  const startFlushing = () => {
    if (failure) return
    flushing ??= flush()
      .catch((error: unknown) => {
        // What is in memory can no longer be made durable, so no request gets a response from here on.
        failure = error instanceof Error ? error : new Error(String(error))
        settle()
        rotation?.done()
        rotation = undefined
      })
      .finally(() => {
        flushing = undefined
        if (pending.length > 0 || rotation) startFlushing()
      })
  }
  const commit = ({ touched, effects }: Batch) => {
    const record: Record<string, { p?: [string, unknown][]; d?: string[] }> = {}
    for (const [name, ids] of touched) {
      const values = valuesOf(entries, name)
      const change: { p?: [string, unknown][]; d?: string[] } = {}
      for (const id of ids.keys()) {
        const value = values.get(id)
        if (value !== undefined) (change.p ??= []).push([id, value])
        else if (ids.get(id) !== undefined) (change.d ??= []).push(id)
      }
      if (change.p || change.d) record[name] = change
    }
    if (Object.keys(record).length > 0) {
      pending.push(encodeJson(record satisfies BatchRecord))
      committed += 1
      startFlushing()
    }
    for (const effect of effects) whenDurable(effect)
  }
  const rollBack = ({ touched }: Batch) => {
    for (const [name, ids] of touched) {
      for (const [id, previous] of ids) declared.get(name)?.restore(id, previous)
    }
  }
  const whenDurable = (effect: () => void) => {
    waiting.push({ upTo: committed, run: (failed) => (failed ? undefined : queueMicrotask(effect)) })
    if (committed <= durable) queueMicrotask(settle)
  }
  const runBatch = <R>(change: () => R): R => {
    if (batch) return change()
    if (closed) throw new Error('The store is closed.')
    if (failure) throw failure
    batch = { touched: new Map(), effects: [] }
    const own = batch
    try {
      const result = change()
      if (result instanceof Promise)
        throw new Error('A batch must not be async: what it awaits would not be part of it.')
      batch = undefined
      commit(own)
      return result
    } catch (error) {
      batch = undefined
      rollBack(own)
      throw error
    }
  }
  const compact = async () => {
    compacting ??= (async () => {
      const rotated = new Promise<void>((done) => {
        rotation = { done }
      })
      startFlushing()
      await rotated
      snapshotBytes = await writeSnapshot(dir, generation, entries, store.synced)
      for (const name of await readdir(dir)) {
        const number = Number(/^(?:snapshot|journal)-(\d+)$/.exec(name)?.[1] ?? Number.NaN)
        if (number < generation) await unlink(join(dir, name))
      }
    })().finally(() => {
      compacting = undefined
    })
    return compacting
  }

  const store: Store = {
    collection<T, I extends string = never>(name: string, options: CollectionOptions<T, I>): Collection<T, I> {
      if (declared.has(name)) throw new Error(`The collection ${name} is declared twice.`)
      const owned = createCollection<T, I>(name, options, valuesOf(entries, name), (work) =>
        runBatch(() =>
          work((id, previous) => {
            const touched = batch?.touched
            if (!touched) return
            let ids = touched.get(name)
            if (!ids) touched.set(name, (ids = new Map()))
            if (!ids.has(id)) ids.set(id, previous)
          }),
        ),
      )
      declared.set(name, owned as unknown as OwnedCollection<never, never>)
      return owned.collection
    },
    batch: runBatch,
    synced: () =>
      new Promise((resolve, reject) => {
        if (failure) reject(failure)
        else if (committed <= durable) resolve()
        else waiting.push({ upTo: committed, run: (failed) => (failed ? reject(failed) : resolve()) })
      }),
    afterSync(effect) {
      if (batch) batch.effects.push(effect)
      else whenDurable(effect)
    },
    compact,
    async close() {
      if (closed) return
      closed = true
      while (flushing || compacting) await Promise.all([flushing, compacting?.catch(() => undefined)])
      await file.close()
      await unlock()
      if (failure) throw failure
    },
  }
  return store
}

const openJournal = (dir: string, generation: number): Promise<FileHandle> =>
  open(join(dir, `journal-${generation}`), 'a')
