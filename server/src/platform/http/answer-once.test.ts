import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { createSealer } from '../crypto/seal.ts'
import type { Database } from '../db/connect.ts'
import { createAnswerOnce, type OnceOnly } from './answer-once.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const request: OnceOnly = {
  scope: 'merchant:1',
  key: 'order-1',
  inputHashes: [Buffer.from('the same input')],
  isCarried: true,
  isSecret: false,
}

/** How many connections were in use at most, during the next uses. */
const watchPeak = async (pool: Database['pool'], uses: number) => {
  let [peak, seen] = [0, 0]
  const count = () => {
    seen += 1
    peak = Math.max(peak, pool.totalCount - pool.idleCount)
  }
  pool.on('acquire', count)
  await expect.poll(() => seen).toBeGreaterThan(uses)
  pool.off('acquire', count)
  return peak
}

test('however many repeats of a request wait for its answer, they leave the database to others', async () => {
  const answerOnce = createAnswerOnce(database.db, createSealer('thirty-two characters of a secret'))
  let end: (() => void) | undefined
  const isDone = new Promise<void>((resolve) => {
    end = resolve
  })
  let worked = 0
  const work = async () => {
    worked += 1
    await isDone
    return { status: 200, body: '{"invoiceId":"one"}' }
  }
  const first = answerOnce(request, work)
  await expect.poll(() => worked).toBe(1)
  const repeats = Array.from({ length: 100 }, () => answerOnce(request, work))
  const { pool } = database
  await expect.poll(() => pool.waitingCount === 0 && pool.idleCount >= pool.totalCount - 1).toBe(true)
  // One that asks, and one that keeps the claim of the first.
  expect(await watchPeak(pool, 6)).toBeLessThanOrEqual(2)
  end?.()
  expect(await first).toMatchObject({ status: 200, replayed: false })
  for (const repeat of await Promise.all(repeats)) {
    expect(repeat).toEqual({ status: 200, body: '{"invoiceId":"one"}', replayed: true })
  }
  expect(worked).toBe(1)
})
