import { expect, test } from 'vitest'
import { checkForeignReads, findForeignReads, findReads, readFloors } from './foreign-reads.mjs'

const tables = new Set(['people', 'stores', 'invoices', 'refunds'])
const nouns = readFloors(`const floors = [\n  ['people'],\n  ['stores', 'invoices'],\n  ['refunds'],\n]`)
const sound = new Map([
  ['stores/table.ts', `tx.insertInto('stores')`],
  ['invoices/table.ts', `tx.insertInto('invoices')`],
  ['refunds/table.ts', `tx.insertInto('refunds')`],
  ['invoices/queries.ts', 'sql`select from invoices i join stores s on true join people p on true`'],
  ['app.ts', 'sql`select from refunds`'],
])

test('own tables and those of lower nouns may be read, and files of the root read everything', () => {
  expect(findForeignReads(sound, tables, nouns)).toEqual([])
  expect(findReads(sound, tables, nouns).map(({ table, way }) => [table, way])).toEqual([
    ['invoices', 'own'],
    ['stores', 'lower'],
    ['people', 'lower'],
    ['refunds', 'root'],
  ])
})

test.each([
  ['a join', 'sql`select from invoices i left join refunds r on true`'],
  ['a list', 'sql`select from invoices i, refunds r`'],
  ['a fragment', 'const table = sql`refunds r`'],
  ['the query builder', `db.selectFrom('refunds').selectAll()`],
])('a read of a table above is found in %s', (_, text) => {
  const found = findForeignReads(new Map([...sound, ['invoices/breach.ts', text]]), tables, nouns)
  expect(found).toEqual(['invoices/breach.ts:1 reads refunds, which belongs to refunds'])
})

test('a table of a noun later in the same row is above', () => {
  const found = findForeignReads(new Map([...sound, ['stores/breach.ts', 'sql`select from invoices`']]), tables, nouns)
  expect(found).toEqual(['stores/breach.ts:1 reads invoices, which belongs to invoices'])
})

test.each([
  ['a comment', '// from refunds'],
  ['a name that the statement defines', 'sql`with refunds as (select 1) select from refunds`'],
  ['a comparison', 'sql`select a is distinct from refunds`'],
])('%s reads nothing', (_, text) => {
  expect(findForeignReads(new Map([...sound, ['invoices/queries.list.ts', text]]), tables, nouns)).toEqual([])
})

test('the server has no foreign reads', () => {
  expect(checkForeignReads()).toEqual([])
})
