import { expect, test } from 'vitest'
import {
  countFiles,
  countReads,
  countTests,
  followTrace,
  importsOf,
  measureLocality,
  readTraces,
  readWorkingTree,
} from './measure.mjs'

const texts = readWorkingTree()
const nounOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1]

test('at least 55 % of the server’s imports stay in their noun', () => {
  const { percent } = measureLocality(texts, nounOf, (noun: string) => noun === 'platform')
  expect(percent).toBeGreaterThanOrEqual(55)
})

test('a payment and a withdrawal are each traced through at most 30 files, all of which exist', () => {
  const traces = readTraces(texts.get('ARCHITECTURE.md') ?? '')
  expect([...traces.keys()]).toEqual(['One payment, traced', 'One withdrawal, traced'])
  for (const [title, named] of traces) {
    expect(named.length, title).toBeGreaterThan(5)
    for (const path of named) expect(texts.has(path), path).toBe(true)
    expect(followTrace(texts, named).files.length, title).toBeLessThanOrEqual(30)
  }
})

test('each step of a trace is imported by an earlier one', () => {
  for (const named of readTraces(texts.get('ARCHITECTURE.md') ?? '').values()) {
    for (const path of named.filter((file) => !/routes|worker|queries/.test(file))) {
      const opened = named.flatMap((file) => {
        const direct = importsOf(file, texts.get(file) ?? '')
        // Follows an index.ts to what it re-exports.
        return [...direct, ...direct.flatMap((door) => importsOf(door, texts.get(door) ?? ''))]
      })
      expect(opened, path).toContain(path)
    }
  }
})

test('imports of every form are counted and re-exports of an index.ts are not', () => {
  const tree = new Map([
    [
      'server/src/a/one.ts',
      `import { x } from './two.ts'\nimport type { Y } from '../b/index.ts'\nawait import('../b/late.ts')`,
    ],
    ['server/src/a/index.ts', `export { x } from './two.ts'`],
  ])
  expect(measureLocality(tree, nounOf)).toMatchObject({ inside: 1, across: 2 })
})

test('tests are counted separately from sources', () => {
  const counts = countFiles(
    new Map([
      ['web/src/a.ts', 'one\ntwo\n'],
      ['web/src/a.test.ts', 'one\n'],
    ]),
  )
  expect(counts.get('web')).toEqual({ files: 1, lines: 2, tests: 1, testLines: 1 })
})

test('with doors opened, each file behind a door that is used counts', () => {
  const tree = new Map([
    ['server/src/a/one.ts', `import { type X, y } from '../b/index.ts'\nimport { own } from './own.ts'`],
    [
      'server/src/b/index.ts',
      `export { type X, other } from './x.ts'\nexport { y } from './y.ts'\nexport { z } from './z.ts'`,
    ],
  ])
  expect(followTrace(tree, ['server/src/a/one.ts']).files).toEqual([
    'server/src/a/one.ts',
    'server/src/b/index.ts',
    'server/src/a/own.ts',
  ])
  expect(followTrace(tree, ['server/src/a/one.ts'], { opensDoors: true }).files).toEqual([
    'server/src/a/one.ts',
    'server/src/b/x.ts',
    'server/src/b/y.ts',
    'server/src/a/own.ts',
  ])
})

test('tests are counted by their kind', () => {
  const counts = countTests(
    new Map([
      ['server/src/a.test.ts', `test('one', run)\ntest.each([1])('two', run)`],
      ['server/src/a.long.test.ts', `test('one', run)`],
      ['web/src/a.test.tsx', `test('one', run)`],
      ['web/src/a.test.ts', `test('one', run)`],
      ['e2e/a.spec.ts', `test('one', run)`],
    ]),
  )
  expect(counts.get('server')).toEqual({ files: 1, tests: 2 })
  for (const kind of ['long', 'component', 'unit', 'browser']) expect(counts.get(kind)).toEqual({ files: 1, tests: 1 })
})

test('reads are counted in the whole server', () => {
  const { own, lower } = countReads(texts)
  expect(own).toBeGreaterThan(100)
  expect(lower).toBeGreaterThan(100)
})
