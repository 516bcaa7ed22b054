import { open, readdir, readFile, rename, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJson, decodeLine, encodeJson, encodeLine, type StoredLine } from './store-encoding.ts'

/** All entries of all collections: name → id → value. */
export type Entries = Map<string, Map<string, unknown>>

/** What one batch changed: for each collection the entries put and the ids deleted. */
export type BatchRecord = { readonly [collection: string]: { readonly p?: [string, unknown][]; readonly d?: string[] } }

export type Recovered = {
  readonly entries: Entries
  readonly generation: number
  readonly snapshotBytes: number
  readonly lastFlush: number
}

export class StoreDamaged extends Error {}

const entriesPerLine = 200

/**
 * The folder holds `snapshot-N` (all entries at one time) and `journal-N`, `journal-N+1` … (the changes since). A
 * snapshot is renamed into place only when it is complete. Returns what the folder holds and where to continue writing.
 * A last record that a crash cut off is removed, since it was never reported to anyone.
 */
export const recover = async (dir: string): Promise<Recovered> => {
  const names = await readdir(dir)
  const numbersOf = (kind: string) =>
    names
      .map((name) => new RegExp(`^${kind}-(\\d+)$`).exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => a - b)
  const entries: Entries = new Map()
  const snapshot = numbersOf('snapshot').at(-1)
  let snapshotBytes = 0
  if (snapshot !== undefined) snapshotBytes = await readSnapshot(join(dir, `snapshot-${snapshot}`), entries)

  const journals = numbersOf('journal').filter((number) => number >= (snapshot ?? 0))
  let lastFlush = 0
  for (const [position, number] of journals.entries()) {
    const path = join(dir, `journal-${number}`)
    lastFlush = await readJournal(path, entries, lastFlush, position === journals.length - 1)
  }
  for (const name of names) {
    const number = Number(/^(?:snapshot|journal)-(\d+)$/.exec(name)?.[1] ?? Number.NaN)
    if (name.endsWith('.tmp') || number < (snapshot ?? 0)) await unlink(join(dir, name))
  }
  return { entries, generation: journals.at(-1) ?? snapshot ?? 0, snapshotBytes, lastFlush }
}

/**
 * Written in slices while changes continue. An entry may be read before or after a change. Every such change is also in
 * the journal of this generation, which is replayed on top and puts whole values, so both end the same.
 */
export const writeSnapshot = async (
  dir: string,
  generation: number,
  entries: Entries,
  whenWritten: () => Promise<void>,
): Promise<number> => {
  const path = join(dir, `snapshot-${generation}`)
  const file = await open(`${path}.tmp`, 'w')
  let bytes = 0
  let lines = 0
  try {
    const write = async (json: string) => {
      bytes += (await file.write(encodeLine(generation, json))).bytesWritten
      lines += 1
    }
    for (const [name, values] of entries) {
      let slice: [string, unknown][] = []
      for (const pair of values) {
        slice.push(pair)
        if (slice.length < entriesPerLine) continue
        await write(encodeJson([name, slice]))
        slice = []
      }
      await write(encodeJson([name, slice]))
    }
    await write(encodeJson({ lines }))
    await file.sync()
  } finally {
    await file.close()
  }
  await whenWritten()
  await rename(`${path}.tmp`, path)
  await syncFolder(dir)
  return bytes
}

export const syncFolder = async (dir: string): Promise<void> => {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export const applyRecord = (entries: Entries, record: BatchRecord): void => {
  for (const [name, { p = [], d = [] }] of Object.entries(record)) {
    const values = valuesOf(entries, name)
    for (const [id, value] of p) values.set(id, value)
    for (const id of d) values.delete(id)
  }
}

export const valuesOf = (entries: Entries, name: string): Map<string, unknown> => {
  let values = entries.get(name)
  if (!values) {
    values = new Map()
    entries.set(name, values)
  }
  return values
}

const readSnapshot = async (path: string, entries: Entries): Promise<number> => {
  const content = await readFile(path)
  let lines = 0
  let isWhole = false
  for (const { line } of linesOf(content)) {
    if (!line) throw new StoreDamaged(`${path} is damaged.`)
    const decoded = decodeJson(line.json) as [string, [string, unknown][]] | { lines: number }
    if (Array.isArray(decoded)) {
      const values = valuesOf(entries, decoded[0])
      for (const [id, value] of decoded[1]) values.set(id, value)
      lines += 1
    } else isWhole = decoded.lines === lines
  }
  if (!isWhole) throw new StoreDamaged(`${path} is not whole.`)
  return content.length
}

const readJournal = async (path: string, entries: Entries, flushBefore: number, isLast: boolean): Promise<number> => {
  const content = await readFile(path)
  let lastFlush = flushBefore
  let cutAt: number | undefined
  for (const { start, line } of linesOf(content)) {
    if (cutAt !== undefined) {
      // A flush starts only when the previous one is on the disk, so a record two flushes later proves that the bad one
      // was synced.
      if (line && line.flush >= lastFlush + 2) throw new StoreDamaged(`${path} is damaged at byte ${cutAt}.`)
    } else if (line) {
      applyRecord(entries, decodeJson(line.json) as BatchRecord)
      lastFlush = line.flush
    } else cutAt = start
  }
  if (cutAt === undefined) return lastFlush
  if (!isLast) throw new StoreDamaged(`${path} is damaged at byte ${cutAt}.`)
  await truncate(path, cutAt)
  return lastFlush
}

function* linesOf(content: Buffer): Generator<{ start: number; line: StoredLine | undefined }> {
  let start = 0
  while (start < content.length) {
    const end = content.indexOf(0x0a, start)
    // Without its line end even a correct checksum isn't enough: the next append would continue that line.
    yield { start, line: end === -1 ? undefined : decodeLine(content.subarray(start, end)) }
    if (end === -1) return
    start = end + 1
  }
}
