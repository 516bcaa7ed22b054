import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { compileMessages } from '../web/compile-messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'bitquay-compile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The code that the browser gets of an entry and its message file. */
const bundle = async (texts: string, entry: string, name = 'messages.ts') => {
  writeFileSync(join(folder, name), texts)
  writeFileSync(join(folder, 'entry.js'), entry)
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [compileMessages()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(folder, 'entry.js'), external: /^@messageformat\// },
    },
  })
  if (!('output' in result)) throw new Error('Expected one output.')
  return result.output[0].code
}

test('only the texts that are used are in the bundle', async () => {
  const texts = `export const used = message('Shown')\nexport const unused = message('Hidden')`
  const code = await bundle(texts, `import * as t from './messages.ts'\nconsole.log(t.used)`)
  expect(code).toContain('Shown')
  expect(code).not.toContain('Hidden')
})

test('a plural is compiled with the rules of its file’s language', async () => {
  const texts = `export const days = message('{n, plural, one{# dzień} few{# dni} many{# dni} other{# dnia}}')`
  const code = await bundle(texts, `import { days } from './messages.pl.ts'\nconsole.log(days)`, 'messages.pl.ts')
  expect(code).toMatch(/import \{ pl \} from "@messageformat\/runtime\/lib\/cardinals"/)
})

test.each([
  [
    'a text that is not MessageFormat',
    `export const bad = message('Pay {amount')`,
    /invalid syntax|Unexpected message end/i,
  ],
  ['a value that is no message', `export const bad = 'Pay'`, /holds only lines like/],
])('%s stops the build', async (_what, texts, complaint) => {
  await expect(bundle(texts, `import { bad } from './messages.ts'\nconsole.log(bad)`)).rejects.toThrow(complaint)
})
