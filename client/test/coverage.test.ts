import { v1Calls } from '@bitquay/contract/v1/calls'
import { expect, test } from 'vitest'
import { clientMethods } from '../../web/src/content/docs/client.ts'
import { createClient } from '../src/index.ts'

type Method = (...given: unknown[]) => unknown
type Group = Record<string, Method>

/** Calls everything that the client offers, and returns what it requested. */
const requestEverything = async (): Promise<string[]> => {
  const requested: string[] = []
  const client: Record<string, Group> = createClient({
    url: 'https://pay.example.test',
    apiKey: 'bq_test_none',
    fetch: async (url, options) => {
      requested.push(`${options?.method ?? 'GET'} ${new URL(url instanceof Request ? url.url : url).pathname}`)
      return Response.json({ code: 'not-found', message: 'Nothing is here.' }, { status: 404 })
    },
  }) as never
  for (const group of Object.values(client)) {
    for (const method of Object.values(group)) await run(method('ID', ...(method.length > 1 ? ['ID'] : [])))
  }
  return requested
}

const run = async (given: unknown): Promise<void> => {
  if (typeof given !== 'object' || given === null) return
  if ('next' in given) return run((given as AsyncGenerator).next())
  if ('then' in given) await (given as Promise<unknown>).catch(() => undefined)
  else for (const method of Object.values(given as Group)) await run(method())
}

test('the client offers every call of the API', async () => {
  const requested = await requestEverything()
  const missing = v1Calls.filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} ${path.replace(/[.]/g, '\\.').replace(/:\w+/g, 'ID')}$`)
    return !requested.some((one) => pattern.test(one))
  })
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
})

test('the handbook lists every method of the client', () => {
  const client: Record<string, Group> = createClient({ url: 'https://pay.example.test', apiKey: 'none' }) as never
  const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b))
  const offered = Object.entries(client).map(([group, methods]) => [group, sorted(Object.keys(methods))] as const)
  const listed = clientMethods.map(({ group, methods }) => [group, sorted(methods)] as const)
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(offered))
})
