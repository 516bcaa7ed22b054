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
    plugins: [compileMessages({ languages: [] })],
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

/** The chunks that the browser gets where translations are beside the English file. */
const bundleTranslated = async (
  files: Record<string, string>,
  options: Parameters<typeof compileMessages>[0] = { translated: true, languages: ['de'] },
) => {
  const place = mkdtempSync(join(folder, 'translated-'))
  for (const [name, code] of Object.entries(files)) writeFileSync(join(place, name), code)
  const result = await build({
    configFile: false,
    root: place,
    logLevel: 'silent',
    plugins: [compileMessages(options)],
    build: {
      target: 'es2023',
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(place, 'entry.js'), external: /^@messageformat\// },
    },
  })
  if (!('output' in result)) throw new Error('Expected one output.')
  return result.output.flatMap((each) => (each.type === 'chunk' ? [each.code] : []))
}

const entry = `import * as t from './messages.ts'\nconsole.log(t.pay({ store: 'A' }))`
const source = `export const pay = message('Pay {store}')\nexport const done = message('Done')`
const german = `export const pay = message('An {store} zahlen')\nexport const done = message('Fertig')`

test('each language is a separate file, which replaces the English texts', async () => {
  const [main = '', translation = ''] = await bundleTranslated({
    'entry.js': entry,
    'messages.ts': source,
    'messages.de.ts': german,
  })
  expect(main).toContain('globalThis.pageTexts')
  expect(main).toContain('Pay ')
  expect(main).not.toContain('zahlen')
  // A module that awaits would keep the build from putting what the portals share into one file.
  expect(main).not.toMatch(/\bawait\b/)
  expect(translation).toContain('zahlen')
})

test('where texts don’t follow the page, they are in English and translations are checked all the same', async () => {
  const files = { 'entry.js': entry, 'messages.ts': source, 'messages.de.ts': german }
  const english = await bundleTranslated(files, { languages: ['de'] })
  expect(english).toHaveLength(1)
  expect(english[0]).not.toMatch(/zahlen|document/)
  const incomplete = { ...files, 'messages.de.ts': `export const pay = message('An {store} zahlen')` }
  await expect(bundleTranslated(incomplete, { languages: ['de'] })).rejects.toThrow(/missing: done/)
})

test('a missing language stops the build', async () => {
  const files = { 'entry.js': entry, 'messages.ts': source, 'messages.de.ts': german }
  await expect(bundleTranslated(files, {})).rejects.toThrow(/has no translation to fr, es, pt-BR, .*, ar/)
})

test.each([
  ['a missing text', `export const pay = message('An {store} zahlen')`, /missing: done/],
  ['an extra text', `${german}\nexport const extra = message('Mehr')`, /not in English: extra/],
  ['a missing parameter', german.replace('{store}', 'den Shop'), /pay must have the parameters store/],
  ['an extra parameter', german.replace('Fertig', 'Fertig, {name}'), /done must have the parameters \(none\)/],
  [
    'a parameter of another kind',
    german.replace('{store}', '{store, plural, other{#}}'),
    /pay must have the parameters/,
  ],
])('%s in a translation stops the build', async (_what, translation, complaint) => {
  const files = { 'entry.js': entry, 'messages.ts': source, 'messages.de.ts': translation }
  await expect(bundleTranslated(files)).rejects.toThrow(complaint)
})
