import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../db/connect.ts'
import { createItemLanes } from './item-lanes.ts'
import { runWorkers } from './run-workers.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 90_000 })

/** A promise that the test settles. */
const createGate = () => {
  let open = () => undefined as void
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open: () => open() }
}

test('stopping lets a running worker finish, and starts no further run', async () => {
  const { gate, open } = createGate()
  let [begun, finished, aborted] = [0, 0, false]
  const run = async (signal: AbortSignal) => {
    begun += 1
    signal.addEventListener('abort', () => (aborted = finished === 0))
    await gate
    finished += 1
    return true
  }
  const workers = runWorkers(database.db, [{ name: 'finishing', everyMs: 1, run }], () => undefined)
  await poll(() => begun).toBe(1)
  const stopped = workers.stop()
  open()
  await stopped
  expect([begun, finished, aborted]).toEqual([1, 1, false])
})

test('stopping aborts a worker that does not finish', async () => {
  let begun = 0
  const run = (signal: AbortSignal) => {
    begun += 1
    return new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false)))
  }
  const workers = runWorkers(database.db, [{ name: 'hanging', everyMs: 1, run }], () => undefined)
  await poll(() => begun).toBe(1)
  await workers.stop()
  expect(begun).toBe(1)
})

test('ending lets running items finish, and aborts those that do not', async () => {
  const { gate, open } = createGate()
  const outcomes: string[] = []
  const lanes = createItemLanes<'lane' | 'slow'>({
    slotsOf: (lane) => (lane === 'slow' ? 1 : 2),
    strict: 'slow',
    itemMs: 60_000,
    onError: (key) => void outcomes.push(`${key} failed`),
  })
  lanes.start('lane', [
    {
      key: 'finishes',
      work: async (signal) => {
        await gate
        outcomes.push(signal.aborted ? 'aborted' : 'finished')
      },
    },
    {
      key: 'hangs',
      work: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    },
  ])
  const ended = lanes.end()
  open()
  await ended
  // What a shutdown aborts has not failed.
  expect(outcomes).toEqual(['finished'])
})

test('a worker rests for as long as it asks, and a failed run is repeated within a minute', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const pauses = () => timers.mock.calls.map(([, ms]) => ms)
  let fails = false
  const run = () => (fails ? Promise.reject(new Error('no')) : Promise.resolve(false))
  const everyMs = 10 * 60_000
  const workers = runWorkers(database.db, [{ name: 'rare', everyMs, run }], () => undefined)
  await poll(pauses).toContain(everyMs)
  expect(pauses()).not.toContain(60_000)
  fails = true
  workers.wake('rare')
  await poll(pauses).toContain(60_000)
  expect(pauses().filter((ms) => ms === everyMs)).toHaveLength(1)
  await workers.stop()
  timers.mockRestore()
})

/** The transaction that last wrote the worker's beat. */
const lastWriterOf = async (name: string) => {
  const { rows } = await sql<{ writer: string; failures: number; isWell: boolean }>`
    select xmin::text as writer, failures, succeeded_at is not null as is_well from worker_beats where name = ${name}`.execute(
    database.db,
  )
  return rows[0]
}

test('a worker that is woken again and again says once that it runs well, and every time that it failed', async () => {
  const name = 'woken-often'
  let runs = 0
  let fails = false
  const run = () => {
    runs += 1
    return fails ? Promise.reject(new Error('no')) : Promise.resolve(false)
  }
  const workers = runWorkers(database.db, [{ name, everyMs: 60_000, run }], () => undefined)
  const runAgain = async () => {
    const before = runs
    await poll(() => {
      workers.wake(name)
      return runs
    }).toBeGreaterThan(before)
  }
  await poll(() => lastWriterOf(name)).toMatchObject({ failures: 0, isWell: true })
  const first = await lastWriterOf(name)
  await runAgain()
  await runAgain()
  expect(await lastWriterOf(name)).toEqual(first)
  fails = true
  await runAgain()
  await poll(async () => (await lastWriterOf(name))?.failures).toBeGreaterThanOrEqual(1)
  fails = false
  await poll(async () => {
    workers.wake(name)
    return (await lastWriterOf(name))?.failures
  }).toBe(0)
  await workers.stop()
})

test('workers that run well say so together', async () => {
  const names = ['joined-first', 'joined-second', 'joined-third']
  const runs = new Map<string, number>()
  const timed = vi.spyOn(performance, 'now')
  const workers = runWorkers(
    database.db,
    names.map((name) => ({
      name,
      everyMs: 60_000,
      run: () => {
        runs.set(name, (runs.get(name) ?? 0) + 1)
        return Promise.resolve(false)
      },
    })),
    () => undefined,
  )
  const writers = () => Promise.all(names.map(async (name) => (await lastWriterOf(name))?.writer))
  await poll(async () => (await writers()).every((writer) => writer !== undefined)).toBe(true)
  const first = await writers()
  const runAgain = async (name: string) => {
    const before = runs.get(name) ?? 0
    await poll(() => {
      workers.wake(name)
      return runs.get(name)
    }).toBeGreaterThan(before)
  }
  await runAgain('joined-first')
  await runAgain('joined-second')
  expect(await writers()).toEqual(first)
  const real = performance.timeOrigin
  timed.mockImplementation(() => Date.now() - real + 60_000)
  await runAgain('joined-third')
  await poll(async () => new Set(await writers()).size).toBe(1)
  expect(await writers()).not.toContain(first[0])
  await workers.stop()
  timed.mockRestore()
})
