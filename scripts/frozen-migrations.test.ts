import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFrozenMigrations, freezeNewMigrations } from './frozen-migrations.mjs'

const migrations = join(import.meta.dirname, '../server/migrations')
const old = join(migrations, 'before-0.3')
let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'bitquay-migrations-'))
  cpSync(old, copy, { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

test('every migration of the project is frozen unchanged', () => {
  expect(checkFrozenMigrations(migrations)).toEqual([])
  expect(checkFrozenMigrations(old)).toEqual([])
})

test('an edited landed migration is found, even when only a comment changed', () => {
  const path = join(copy, '0005-ledger.sql')
  writeFileSync(path, `${readFileSync(path, 'utf8')}-- harmless\n`)
  expect(checkFrozenMigrations(copy)).toEqual([
    '0005-ledger.sql is already on main and must not change. Add a new migration instead',
  ])
  // Freezing again doesn't fix it.
  freezeNewMigrations(copy)
  expect(checkFrozenMigrations(copy)).toHaveLength(1)
})

test('a removed landed migration is found', () => {
  rmSync(join(copy, '0001-platform.sql'))
  expect(checkFrozenMigrations(copy)).toEqual(['0001-platform.sql is already on main and must not be removed'])
})

test('a new migration must be frozen, and freezing it adds only its line', () => {
  const before = readFileSync(join(copy, 'frozen.sha256'), 'utf8')
  writeFileSync(join(copy, '9999-new.sql'), 'select 1;\n')
  expect(checkFrozenMigrations(copy)).toEqual(['9999-new.sql is not in frozen.sha256. Run npm run db:types'])
  expect(freezeNewMigrations(copy)).toEqual(['9999-new.sql'])
  expect(checkFrozenMigrations(copy)).toEqual([])
  expect(readFileSync(join(copy, 'frozen.sha256'), 'utf8').startsWith(before)).toBe(true)
})
