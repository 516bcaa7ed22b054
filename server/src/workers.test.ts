import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { wokenWorkers } from './deps.ts'
import { allWorkers } from './workers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('every worker that an operation wakes exists, and each name is used once', () => {
  const names = allWorkers(app.deps, undefined, { warn: () => undefined } as unknown as FastifyBaseLogger).map(
    ({ name }) => name,
  )
  expect(names).toEqual(expect.arrayContaining([...wokenWorkers]))
  expect(new Set(names).size).toBe(names.length)
})
