import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { wokenWorkers } from './deps.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { allWorkers } from './workers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const listWorkers = () => allWorkers(app.deps, undefined, { warn: () => undefined } as unknown as FastifyBaseLogger)

test('every worker that an operation wakes exists, and each name is used once', () => {
  const names = listWorkers().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...wokenWorkers]))
  expect(new Set(names).size).toBe(names.length)
})

/** Tables with a row or two. */
const small = new Set(['platform', 'carried_through', 'webhook_gaps', 'unannounced_payments'])

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const scannedTables = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scannedTables),
]

test('when the rows of a worker are due is read from an index', async () => {
  const waiting = listWorkers().flatMap(({ name, due }) => (due ? [{ name, due }] : []))
  expect(waiting.length).toBeGreaterThan(10)
  await inTransaction(app.deps.db, async (tx) => {
    // A table without rows is read whole otherwise, although it has an index.
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const { name, due } of waiting) {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) select ${due} as at`.execute(
        tx,
      )
      const [plan] = Object.values(rows[0] ?? {})[0] ?? []
      expect.soft(plan && scannedTables(plan.Plan).filter((table) => !small.has(table)), name).toEqual([])
    }
  })
})
