import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { findViolations } from './find-violations.ts'

/** A small browser app that keeps every rule. */
const sound: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'contract/src/money.ts': 'export const cents = 1',
  'web/src/ui/button.ts': 'export const button = 1',
  'web/src/lib/api.ts': `export { cents } from '../../../contract/src/money.ts'`,
  'web/src/content/words.ts': 'export const words = 1',
  'web/src/frame/page.ts': `import '../ui/button.ts'\nimport '../lib/api.ts'\nimport '../content/words.ts'`,
  'web/src/features/invoices/list.ts': `import '../../frame/page.ts'\nimport '../refunds/index.ts'\nexport const list = 1`,
  'web/src/features/invoices/index.ts': `export { list } from './list.ts'`,
  'web/src/features/invoices/pages/merchant.ts': `import '../list.ts'\nexport default 1`,
  'web/src/features/refunds/card.ts': `import '../../ui/button.ts'\nexport const card = 1`,
  'web/src/features/refunds/index.ts': `export { card } from './card.ts'`,
  'web/src/app/router.ts': `import '../features/invoices/index.ts'\nexport const page = () => import('../features/invoices/pages/merchant.ts')`,
}

/** Each breaks the rule of its name, and is found by its path. */
const breaches: [rule: string, path: string, text: string][] = [
  ['ui-stands-alone', 'web/src/ui/breach.ts', `import '../lib/api.ts'`],
  ['lib-knows-the-contract-only', 'web/src/lib/breach.ts', `import '../ui/button.ts'`],
  ['content-knows-the-contract-only', 'web/src/content/breach.ts', `import '../lib/api.ts'`],
  ['frame-is-below-features', 'web/src/frame/breach.ts', `import '../features/refunds/index.ts'`],
  ['feature-through-its-door', 'web/src/features/invoices/sideways.ts', `import '../refunds/card.ts'`],
  ['feature-through-its-door', 'web/src/features/invoices/upward.ts', `import '../../app/router.ts'`],
  ['app-through-the-door', 'web/src/app/breach.ts', `import '../features/refunds/card.ts'`],
  ['app-through-the-door', 'web/src/main.ts', `import './features/refunds/card.ts'`],
  ['no-feature-uses-its-own-door', 'web/src/features/refunds/breach.ts', `import './index.ts'`],
  ['web-knows-the-contract-only', 'web/src/app/foreign.ts', `import '../../../server/src/main.ts'`],
]

test('a browser app that keeps the rules passes', () => {
  expect(findViolations(sound)).toEqual([])
})

test('every browser rule finds a planted violation', () => {
  const planted = Object.fromEntries(breaches.map(([, path, text]) => [path, text]))
  const found = findViolations({ ...sound, 'server/src/main.ts': 'export const server = 1', ...planted })
  expect(found).toEqual(expect.arrayContaining(breaches.map(([rule, path]) => `${rule}: ${path}`)))
})

test('a cycle between two features is found even if no file is in a cycle', () => {
  const found = findViolations({ ...sound, 'web/src/features/refunds/breach.ts': `import '../invoices/index.ts'` })
  expect(found).toEqual(expect.arrayContaining(['no-cycle-between-features: web/src/features/refunds']))
  expect(found.filter((place) => place.startsWith('no-circles'))).toEqual([])
})

test('every browser rule has a planted violation', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
    forbidden: { name: string; from: { path?: string } }[]
  }
  const rules = forbidden.filter(({ from }) => from.path?.startsWith('^web/')).map(({ name }) => name)
  const tried = ['no-cycle-between-features', ...breaches.map(([rule]) => rule)]
  expect(new Set(rules)).toEqual(new Set(tried))
})
