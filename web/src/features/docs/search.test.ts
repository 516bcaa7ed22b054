import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { searchTexts } from '../../lib/search-texts.ts'
import { chapters } from './chapters.ts'
import { readSections } from './read-sections.ts'
import { reference } from './reference.build.ts'
import { searchEntries } from './search-index.build.tsx'

const find = (typed: string) => searchTexts(searchEntries, typed).map(({ path, id }) => (id ? `${path}#${id}` : path))

test('the index has every chapter and every call of the reference', () => {
  const found = searchEntries.map(({ path, id }) => `${path}#${id}`)
  expect(found).toEqual(expect.arrayContaining(chapters.map(({ path }) => `${path}#`)))
  const ids = reference.flatMap(({ calls }) => calls.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(15)
  expect(found).toEqual(expect.arrayContaining(ids.map((id) => `/docs/reference#${id}`)))
  expect(searchEntries.filter(({ title }) => title === '')).toEqual([])
})

test('the index is at most 40 KB compressed', () => {
  expect(gzipSync(JSON.stringify(searchEntries)).length).toBeLessThanOrEqual(40_000)
})

test('a word in a title is found before the same word in a text', () => {
  expect(find('webhooks')[0]).toBe('/docs/webhooks')
  expect(find('verify sign')[0]).toBe('/docs/webhooks#verify')
  expect(find('rate-limited')[0]).toBe('/docs/errors#rate-limited')
  expect(find('reorg')).toContain('/docs/sandbox#tools')
})

test('finds only parts that contain every word', () => {
  const [first] = find('POST invoices')
  expect(first).toBe('/docs/reference#post-api-v1-invoices')
  expect(find('invoices zebra')).toEqual([])
  expect(find('   ')).toEqual([])
})

test('an excerpt shows the text around the word', () => {
  const [found] = searchTexts(
    [
      {
        path: '/docs',
        chapter: 'Guide',
        id: 'a',
        title: 'A',
        text: `${'one two '.repeat(30)}needle ${'three '.repeat(30)}`,
      },
    ],
    'needle',
  )
  expect(found?.excerpt).toMatch(/^….*needle.*…$/)
})

test('sections take their text from the innermost element with an ID, without code and hidden text', () => {
  const html =
    '<header><h1>Guide</h1><p>Lead &amp; more</p></header><ol><li id="key"><h2><span aria-hidden="true">1</span>Key</h2>' +
    '<p>Use <code>it</code>.</p><pre>curl</pre></li></ol><section id="codes"><h2>Codes</h2><br><dl><div id="gone"><dt>410</dt>' +
    '<dd>Stop</dd></div></dl>After</section><div id="call" data-title="GET /x">Text</div>'
  expect(readSections(html)).toEqual([
    { id: '', title: 'Guide', text: 'Lead & more' },
    { id: 'key', title: 'Key', text: 'Use it.' },
    { id: 'codes', title: 'Codes', text: 'After' },
    { id: 'gone', title: '410', text: 'Stop' },
    { id: 'call', title: 'GET /x', text: 'Text' },
  ])
})
