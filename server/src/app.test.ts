import { calls } from '@bitquay/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { allRoutes } from './app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every declared call has a route and every route is declared', () => {
  expect(
    allRoutes(server.deps)
      .map(({ call }) => name(call))
      .sort(),
  ).toEqual(calls.map(name).sort())
})

test('an unknown API path is refused in the common error format', async () => {
  const answer = await server.app.inject({ url: '/api/nothing-here' })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({
    message: 'Not found',
    error: 'Not found',
    code: 'not-found',
    requestId: answer.headers['x-request-id'],
  })
})
