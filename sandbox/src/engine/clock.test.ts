import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openClock } from './clock.ts'
import { openStore } from './store.ts'

it('advances, fires each timer at its own time, and keeps the offset', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'clock-'))
  let machine = 1_000_000
  const now = () => machine
  let store = await openStore({ dir })
  let clock = openClock({ store, now, startAtMs: 500_000 })
  expect(clock.now()).toBe(500_000)

  const fired: [string, number][] = []
  clock.at(500_500, () => {
    fired.push(['second', clock.now()])
    clock.at(500_700, () => void fired.push(['from a timer', clock.now()]))
  })
  clock.at(500_100, () => void fired.push(['first', clock.now()]))
  const cancel = clock.at(500_200, () => void fired.push(['never', 0]))
  clock.at(501_001, () => void fired.push(['too late', 0]))
  cancel()
  await clock.advance(1000)
  expect(fired).toEqual([
    ['first', 500_100],
    ['second', 500_500],
    ['from a timer', 500_700],
  ])
  expect(clock.now()).toBe(501_000)
  expect(() => clock.advance(-1)).toThrow('forward')
  clock.close()
  await store.close()

  machine += 10
  store = await openStore({ dir })
  clock = openClock({ store, now, startAtMs: 3 })
  expect(clock.now()).toBe(501_010)
  clock.close()
  await store.close()
  await rm(dir, { recursive: true })
})

it('fires timers as the machine clock advances', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'clock-'))
  const store = await openStore({ dir })
  const clock = openClock({ store })
  const fired = await new Promise<number>((resolve) => {
    const atMs = clock.now() + 20
    clock.at(atMs, () => resolve(clock.now() - atMs))
  })
  expect(fired).toBeGreaterThanOrEqual(0)
  clock.close()
  await store.close()
  await rm(dir, { recursive: true })
})
