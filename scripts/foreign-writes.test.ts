import { expect, test } from 'vitest'
import { checkForeignWrites, findForeignWrites } from './foreign-writes.mjs'

const tables = new Set(['invoices', 'act_log', 'changes'])
const table = `export const save = (tx) => tx.insertInto('invoices').execute()`
const sound = new Map([
  ['invoices/table.ts', table],
  ['audit-log/table.ts', 'sql`insert into act_log (act) values (1)`'],
  ['platform/events/emit-change.ts', 'sql`insert into changes (topic) values (1)`'],
])

test('a tree in which only table files write passes', () => {
  expect(findForeignWrites(sound, tables)).toEqual([])
})

test.each([
  ['another noun', 'payments/book-payment.ts', 'sql`update invoices set status = 1`'],
  ['an operation of the same noun', 'invoices/create-invoice.ts', `tx.updateTable('invoices').set({})`],
  ['a file of queries', 'invoices/queries.ts', 'sql`delete from invoices where id = 1`'],
  ['a root file', 'start-server.ts', `db.deleteFrom('actLog').execute()`],
  ['a statement that ends with the name', 'invoices/prune.ts', `query('delete from invoices')`],
  ['a table of the platform', 'sandbox/turn-clock.ts', 'sql`delete from changes where true`'],
])('a write in %s is found', (_, path, text) => {
  const found = findForeignWrites(new Map([...sound, [path, text]]), tables)
  expect(found).toEqual([expect.stringMatching(`^${path}:1 writes `)])
})

test.each(['tx.updateTable(tableOf(kind)).set({})', 'sql`update ${table} set status = 1`'])(
  'a table that is chosen at run time is written in a table file only: %s',
  (text) => {
    expect(findForeignWrites(new Map([...sound, ['invoices/table.leases.ts', text]]), tables)).toEqual([])
    expect(findForeignWrites(new Map([...sound, ['invoices/mark.ts', text]]), tables)).toHaveLength(1)
  },
)

test('a table that two nouns write belongs to neither', () => {
  const found = findForeignWrites(new Map([...sound, ['payments/table.ts', table]]), tables)
  expect(found.map((finding) => finding.split(':')[0])).toEqual(['invoices/table.ts', 'payments/table.ts'])
})

test('the server has no foreign writes', () => {
  expect(checkForeignWrites()).toEqual([])
})
