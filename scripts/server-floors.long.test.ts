import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'

/** A small server that keeps every rule. */
const sound: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'server/src/deps.ts': 'export type Deps = { now: Date }',
  'server/src/app.ts': `import './invoices/routes.merchant.ts'\nexport const app = 1`,
  'server/src/platform/db/connect.ts': 'export const db = 1',
  'server/src/platform/http/register.ts': 'export const register = 1',
  'server/src/ledger/table.ts': `import '../platform/db/connect.ts'\nexport const post = 1`,
  'server/src/ledger/index.ts': `export { post } from './table.ts'`,
  'server/src/webhooks/send.ts': `import type { Deps } from '../deps.ts'\nexport const send = (deps: Deps) => deps`,
  'server/src/webhooks/index.ts': `export { send } from './send.ts'`,
  'server/src/invoices/table.ts': `import '../platform/db/connect.ts'\nexport const save = 1`,
  'server/src/invoices/create-invoice.ts': `import '../ledger/index.ts'\nimport '../webhooks/index.ts'\nimport './table.ts'\nexport const create = 1`,
  'server/src/invoices/routes.merchant.ts': `import '../platform/http/register.ts'\nimport './create-invoice.ts'\nexport const routes = 1`,
  'server/src/invoices/index.ts': `export { create } from './create-invoice.ts'`,
  'web/src/lib/language.ts': 'export const language = 1',
  'server/src/invoices/create-invoice.test.ts': `import '../app.ts'\nimport '../ledger/table.ts'`,
}

/** Each breaks the rule of its name, and is found by its path. */
const breaches: [rule: string, path: string, text: string][] = [
  ['platform-is-the-ground', 'server/src/platform/breach.ts', `import '../ledger/index.ts'`],
  ['no-upward-import-from-ledger', 'server/src/ledger/breach.ts', `import '../invoices/index.ts'`],
  ['no-upward-import-from-webhooks', 'server/src/webhooks/sideways.ts', `import '../invoices/index.ts'`],
  ['no-upward-import-from-invoices', 'server/src/invoices/root.ts', `import '../app.ts'`],
  ['every-noun-has-a-floor', 'server/src/misc/breach.ts', `import '../platform/db/connect.ts'`],
  ['through-the-door', 'server/src/invoices/past-the-door.ts', `import '../ledger/table.ts'`],
  ['no-noun-uses-its-own-door', 'server/src/invoices/own-door.ts', `import './index.ts'`],
  ['tables-know-platform-only', 'server/src/invoices/table.lines.ts', `import '../ledger/index.ts'`],
  ['server-knows-contract-and-btcpay', 'server/src/invoices/draw.ts', `import '../../../web/src/lib/language.ts'`],
  ['only-routes-serve-http', 'server/src/invoices/serve.ts', `import '../platform/http/register.ts'`],
]

test('a server that keeps the rules passes', () => {
  expect(findViolations(sound)).toEqual([])
})

test('every server rule finds a planted violation', () => {
  const planted = Object.fromEntries(breaches.map(([, path, text]) => [path, text]))
  const found = findViolations({ ...sound, ...planted })
  expect(found).toEqual(expect.arrayContaining(breaches.map(([rule, path]) => `${rule}: ${path}`)))
})

test('of two nouns that import each other one breaks the rule', () => {
  const found = findViolations({ ...sound, 'server/src/webhooks/breach.ts': `import '../invoices/index.ts'` })
  expect(found).toEqual(['no-upward-import-from-webhooks: server/src/webhooks/breach.ts'])
})

test('every server rule has a planted violation', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: { path?: string } }[]
  }
  // These two check packages and the sandbox, which the small server doesn't have.
  const elsewhere = ['only-the-start-knows-the-sandbox', 'only-the-database-knows-the-driver']
  const kind = (rule: string) => rule.replace(/^(no-upward-import-from)-.*/, '$1')
  const rules = forbidden
    .filter(({ name, from }) => from.path?.startsWith('^server/') && !elsewhere.includes(name))
    .map(({ name }) => kind(name))
  expect(new Set(rules)).toEqual(new Set(breaches.map(([rule]) => kind(rule))))
})
