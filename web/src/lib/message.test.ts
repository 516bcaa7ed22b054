import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillMessage } from './fill-message.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')

const texts = `import { message } from './message.ts'
export const title = message('Refunds')
export const sent = message('Sent to {email} on {at, date, short}')
export const days = message('{store} waits {count, plural, one{# day for {who}} other{# days for {who}}}, {kind, select, a{A} other{B}}. {end}')
`

/** What the type checker says of code that uses these texts. */
const check = (use: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-messages-'))
  try {
    writeFileSync(join(folder, 'message.ts'), readFileSync(join(here, 'message.ts')))
    writeFileSync(join(folder, 'messages.ts'), texts)
    writeFileSync(
      join(folder, 'use.ts'),
      `import * as t from './messages.ts'\nexport const shown: string[] = [${use}]\n`,
    )
    const base = join(root, 'tsconfig.base.json')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: base, compilerOptions: { types: [] } }))
    const compiler = join(root, 'node_modules/checker/bin/tsc')
    return spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('messages with all their parameters compile', () => {
  const days = `t.days({ store: 'A', count: 2, who: 'B', kind: 'a', end: 'C' })`
  expect(check(`t.title, t.sent({ email: 'a', at: new Date() }), ${days}`)).toBe('')
})

test.each([
  ['a missing message', 't.titel', /'titel' does not exist/],
  ['a missing parameter', `t.sent({ at: new Date() })`, /'email' is missing/],
  ['a missing parameter inside a plural', `t.days({ store: 'A', count: 2, kind: 'a', end: 'C' })`, /'who' is missing/],
  ['a parameter after a plural', `t.days({ store: 'A', count: 2, who: 'B', kind: 'a' })`, /'end' is missing/],
  ['an unknown parameter', `t.sent({ email: 'a', at: new Date(), mail: 'b' })`, /'mail' does not exist/],
  ['a parameter of the wrong type', `t.sent({ email: 'a', at: 'today' })`, /not assignable to type 'Date'/],
  ['a function shown as text', 't.sent', /not assignable to type 'string'/],
])('%s does not compile', (_what, use, complaint) => {
  expect(check(use)).toMatch(complaint)
})

test('elements stand where the text puts them', () => {
  const pieces = fillMessage(({ amount, link }) => `Pay ${amount} by ${link}.`, { amount: 7, link: 'mail' })
  expect(pieces).toMatchObject(['Pay ', 7, ' by ', 'mail', '.'].map((children) => ({ props: { children } })))
})
