import { expect, test } from 'vitest'
import {
  chooseLegal,
  findLegalProblems,
  findMistake,
  findPlaceholders,
  ourLegalTexts,
  readLegalText,
} from './legal-text.ts'

const own = { domain: 'northsea.example' }

test('reads headings, paragraphs, lists, bold text and links, and takes the rest as text', () => {
  const source = [
    '## 1. Fees',
    'They are **low**, see [prices](https://northsea.example/prices)',
    'and `code` or *this*.',
    '',
    '### Parts',
    '- one',
    '  and a half',
    '- **two**',
    '1. first',
    '2. second',
    '> quoted',
  ].join('\n')
  expect(readLegalText(source)).toEqual([
    { kind: 'heading', level: 2, parts: [{ kind: 'text', text: '1. Fees' }] },
    {
      kind: 'paragraph',
      parts: [
        { kind: 'text', text: 'They are ' },
        { kind: 'bold', text: 'low' },
        { kind: 'text', text: ', see ' },
        { kind: 'link', text: 'prices', href: 'https://northsea.example/prices' },
        { kind: 'text', text: ' and `code` or *this*.' },
      ],
    },
    { kind: 'heading', level: 3, parts: [{ kind: 'text', text: 'Parts' }] },
    {
      kind: 'list',
      ordered: false,
      items: [
        [
          { kind: 'text', text: 'one' },
          { kind: 'text', text: ' and a half' },
        ],
        [{ kind: 'bold', text: 'two' }],
      ],
    },
    { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]] },
    { kind: 'paragraph', parts: [{ kind: 'text', text: '> quoted' }] },
  ])
})

test.each([
  'javascript:alert(1)',
  'http://northsea.example',
  '//northsea.example',
  'mailto:a@northsea.example',
  'data:text/html,x',
  'https://us@evil.example/',
  'https://evil.example/"onclick=',
  'HTTPS:evil',
])('never links to %s', (href) => {
  const text = `Read [this](${href}).`
  expect(JSON.stringify(readLegalText(text))).not.toContain('"link"')
  expect(findMistake(text)).toMatch(/^Line 1: write links as/)
})

test.each(['<b>x</b>', 'a\n<script>alert(1)</script>', '<img src=x', '<!-- x -->', '![x](https://x.example/x.png)'])(
  'refuses %s',
  (text) => expect(findMistake(text)).toMatch(/^Line \d: /),
)

test('less-than signs in a sentence are no markup', () => {
  expect(findMistake('If the amount is < 5 or a<3, nothing is due.')).toBeUndefined()
})

test.each([
  'between [Company name] and you',
  'between you and [x',
  'the law of {state}',
  'the law of {{brand.name}}',
  'Fees are {depositFee}',
  'TODO: ask a lawyer',
  'T\u200bODO',
  '［社名］',
  'Lorem  ipsum dolor',
  'signed ________',
  'last changed YYYY-MM-DD',
  'insert the address here',
  'write to legal@bitquay.com',
  'see https://example.com/terms',
  'tbd',
])('finds what is still to be filled in: %s', (text) => {
  const [first, ...others] = findPlaceholders(`A first line.\n${text}`, own)
  expect([first?.line, first?.found === '', others]).toEqual([2, false, []])
})

test('a finished text has no placeholders, and links are none', () => {
  const text =
    '## Fees\nYou pay **1%** of each payment (see [prices](https://northsea.example/a_b)). 24/7 mm. To do so, write.'
  expect(findPlaceholders(text, own)).toEqual([])
  expect(findPlaceholders('Write to legal@bitquay.com', { domain: 'bitquay.com' })).toEqual([])
})

const terms = (text: string, from: string) => ({ ...ourLegalTexts, terms: { text, from } })

test('a text applies from its day on, and until then the page has both', () => {
  const versions = [terms('B', '2026-12-01'), terms('A', '2026-11-01')]
  const shown = (day: string) => chooseLegal(versions, 'terms', day)
  expect(shown('2026-11-30')).toEqual({ present: versions[1]?.terms, coming: [versions[0]?.terms] })
  expect(shown('2026-12-01')).toEqual({ present: versions[0]?.terms, coming: [] })
  expect(shown('2026-10-31').present, 'ours, before any').toEqual({ text: '', from: '' })
  expect(shown('2026-10-31').coming.map(({ text }) => text)).toEqual(['A', 'B'])
})

test('a newer version replaces what was announced, and taking it back removes it', () => {
  const a = terms('A', '2026-11-01')
  const later = [terms('C', '2026-12-15'), terms('B', '2026-12-01'), a]
  expect(chooseLegal(later, 'terms', '2026-11-20').coming.map(({ text }) => text)).toEqual(['B', 'C'])
  expect(chooseLegal(later, 'terms', '2026-12-02').present.text).toBe('B')
  const sooner = [terms('C', '2026-12-01'), terms('B', '2026-12-15'), a]
  expect(chooseLegal(sooner, 'terms', '2026-11-20').coming.map(({ text }) => text)).toEqual(['C'])
  const renamed = [terms('B', '2026-12-01'), terms('B', '2026-12-01'), a]
  expect(chooseLegal(renamed, 'terms', '2026-11-20').coming.map(({ text }) => text)).toEqual(['B'])
  const undone = [a, terms('B', '2026-12-01'), a]
  expect(chooseLegal(undone, 'terms', '2026-12-02')).toEqual({ present: a.terms, coming: [] })
})

test('a changed text needs a day from today on', () => {
  const problemsOf = (from: string, before = ourLegalTexts) =>
    findLegalProblems({ before, after: terms('Text.', from), ...own, today: '2026-11-19' }).map(({ path }) => path)
  expect(problemsOf('')).toEqual(['legal.terms.from'])
  expect(problemsOf('2026-11-18')).toEqual(['legal.terms.from'])
  expect(problemsOf('2027-11-20')).toEqual(['legal.terms.from'])
  expect(problemsOf('2026-11-19')).toEqual([])
  expect(problemsOf('2025-01-01', terms('Text.', '2025-01-01')), 'unchanged').toEqual([])
})
