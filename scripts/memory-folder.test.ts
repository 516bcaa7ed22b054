import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryFolder } from './memory-folder.mjs'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'bitquay-memory-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('the folder is empty, and every user can write there, as in /tmp', () => {
  const folder = join(parent, `bitquay-tests-${process.pid}`)
  expect(createMemoryFolder(parent, 1)).toBe(folder)
  expect(readdirSync(folder)).toEqual([])
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
})

test('a machine without the parent folder, or without room in it, gets none', () => {
  expect(createMemoryFolder(join(parent, 'missing'), 1)).toBeUndefined()
  expect(createMemoryFolder(parent, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  expect(readdirSync(parent)).toEqual([])
})

test('folders of interrupted runs are removed, those of running ones and others stay', () => {
  // No process has such a number.
  const [abandoned, running, other] = ['bitquay-tests-99999999', `bitquay-tests-${process.ppid}`, 'something else']
  for (const name of [abandoned, running, other]) {
    mkdirSync(join(parent, name))
    writeFileSync(join(parent, name, 'file'), '')
  }
  createMemoryFolder(parent, 1)
  expect(existsSync(join(parent, abandoned))).toBe(false)
  expect(existsSync(join(parent, running, 'file'))).toBe(true)
  expect(existsSync(join(parent, other, 'file'))).toBe(true)
})
