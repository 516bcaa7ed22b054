import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Audience, Call } from '../contract/src/call.ts'
import { calls } from '../contract/src/calls.ts'
import { collectCalls } from '../contract/src/collect-calls.ts'
import { v1Calls } from '../contract/src/v1/calls.ts'

const contract = join(import.meta.dirname, '../contract/src')
const nameOf = ({ method, path }: Call) => `${method} ${path}`
const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[\\/])calls\.ts$/.test(name),
)

test('every call that a file of the contract exports is collected', async () => {
  const exported: string[] = []
  for (const file of files) {
    const found: object = await import(join(contract, file))
    exported.push(...collectCalls(found).map(nameOf))
  }
  expect(exported.length).toBeGreaterThan(100)
  expect(calls.map(nameOf).sort()).toEqual([...new Set(exported)].sort())
})

test('no two calls have the same method and path', () => {
  const names = calls.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('the calls for programs are those below /api/v1', () => {
  expect(v1Calls.map(nameOf).sort()).toEqual(
    calls
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .map(nameOf)
      .sort(),
  )
})

/** The allowed audiences below each path. Any other path is for everyone, or for everyone who is signed in. */
const audiencesByPath: Record<string, readonly Audience[]> = {
  '/api/pos/': ['public', 'till'],
  '/api/admin/': ['admin'],
  '/api/partner/': ['partner'],
  '/api/merchant/': ['merchant', 'merchant-manager', 'merchant-owner'],
  '/api/v1/': ['api'],
  '/api/engine-hooks/': ['engine'],
  '/api/sandbox/': ['sandbox'],
}
const openDescription = '/api/v1/openapi.json'

test('the path of a call shows who may call it', () => {
  for (const { path, audience } of calls) {
    const [, allowed = ['public', 'person'] as const] =
      Object.entries(audiencesByPath).find(([begin]) => path.startsWith(begin) && path !== openDescription) ?? []
    expect(allowed, `${path} is for ${audience}`).toContain(audience)
  }
})
