import { expect, test } from 'vitest'
import { createGate } from './gate.ts'
import type { Outcome } from './outcome.ts'

const ok: Outcome<string> = { kind: 'ok', value: 'yes', status: 200 }
const silent: Outcome<string> = { kind: 'unknown', reason: 'timeout', message: 'no complete response in time' }
const broken: Outcome<string> = { kind: 'unknown', reason: 'server-error', message: 'error', status: 500 }
const limits = { timeoutMs: 10_000 }

/** An attempt that ends when the test says so. */
const createAttempt = () => {
  let end: (outcome: Outcome<string>) => void = () => undefined
  const promise = new Promise<Outcome<string>>((resolve) => {
    end = resolve
  })
  return { run: () => promise, end }
}

test('requests beyond the limit wait, and one that waits too long was never sent', async () => {
  const gate = createGate({ maxConcurrent: 1 })
  const first = createAttempt()
  const running = gate.pass(limits, first.run)
  const late = await gate.pass({ timeoutMs: 5 }, () => Promise.reject(new Error('sent')))
  expect(late).toMatchObject({ kind: 'unreachable', reason: 'busy' })
  const next = gate.pass(limits, () => Promise.resolve(ok))
  expect(gate.figures()).toMatchObject({ running: 1, waiting: 1, rejected: 1 })
  first.end(ok)
  expect(await Promise.all([running, next])).toEqual([ok, ok])
  expect(gate.figures()).toMatchObject({ running: 0, waiting: 0, calls: 2, failures: 0 })
})

test('a full line refuses at once, and a canceled request leaves it', async () => {
  const gate = createGate({ maxConcurrent: 1, maxWaiting: 1 })
  const first = createAttempt()
  const running = gate.pass(limits, first.run)
  const canceled = new AbortController()
  const waiting = gate.pass({ ...limits, signal: canceled.signal }, () => Promise.resolve(ok))
  expect(await gate.pass(limits, () => Promise.resolve(ok))).toMatchObject({ reason: 'busy' })
  canceled.abort()
  expect(await waiting).toMatchObject({ kind: 'unreachable', reason: 'aborted' })
  first.end(ok)
  await running
})

test('no more requests start per second than allowed', async () => {
  const gate = createGate({ maxPerSecond: 5 })
  const attempt = createAttempt()
  const all = Array.from({ length: 8 }, () => gate.pass(limits, attempt.run))
  expect(gate.figures()).toMatchObject({ running: 5, waiting: 3 })
  await expect.poll(() => gate.figures().waiting).toBe(0)
  attempt.end(ok)
  expect(await Promise.all(all)).toHaveLength(8)
})

test('the circuit opens after failures in a row, probes with one request, and closes when it is answered', async () => {
  const gate = createGate({ openAfter: 3, quietMs: 0, pauseMs: 20, longestPauseMs: 20 })
  for (let turn = 0; turn < 3; turn++) await gate.pass(limits, () => Promise.resolve(silent))
  expect(gate.circuit()).toBe('open')
  const refused = await gate.pass(limits, () => Promise.reject(new Error('sent')))
  expect(refused).toMatchObject({ kind: 'unreachable', reason: 'circuit-open' })

  await expect.poll(gate.circuit).toBe('half-open')
  const probe = createAttempt()
  const probing = gate.pass(limits, probe.run)
  expect(await gate.pass(limits, () => Promise.reject(new Error('sent')))).toMatchObject({ reason: 'circuit-open' })
  probe.end(silent)
  await probing
  expect(gate.circuit()).toBe('open')

  await expect.poll(gate.circuit).toBe('half-open')
  expect(await gate.pass(limits, () => Promise.resolve(ok))).toEqual(ok)
  expect(gate.circuit()).toBe('closed')
})

test('a request that waited while the circuit opened is not sent', async () => {
  const gate = createGate({ maxConcurrent: 1, openAfter: 1, quietMs: 0 })
  const first = createAttempt()
  const running = gate.pass(limits, first.run)
  const waiting = gate.pass(limits, () => Promise.reject(new Error('sent')))
  first.end(silent)
  await running
  expect(await waiting).toMatchObject({ kind: 'unreachable', reason: 'circuit-open' })
})

test('one store’s errors and timeouts don’t open the circuit while others are answered', async () => {
  const gate = createGate({ openAfter: 3, quietMs: 60_000 })
  for (let turn = 0; turn < 10; turn++) await gate.pass(limits, () => Promise.resolve(silent))
  expect(gate.circuit()).toBe('closed')
  const strict = createGate({ openAfter: 3, quietMs: 0 })
  for (let turn = 0; turn < 10; turn++) await strict.pass(limits, () => Promise.resolve(broken))
  expect(strict.circuit()).toBe('closed')
})
