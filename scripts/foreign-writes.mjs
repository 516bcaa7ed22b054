/**
 * Finds SQL that writes a table outside its owner. A table belongs to the one noun whose `table.ts` or
 * `table.<part>.ts` writes it. Writes in any other file, and writes in the table files of a second noun, are
 * violations. A `queries` file writes nothing. Platform has no table files: it owns what it writes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

const toSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const writesIn = (text) => [
  ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g)].map(({ index, 1: name }) => ({
    index,
    table: toSnakeCase(name),
  })),
  ...[...text.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+(?:only\s+)?"?([a-z][a-z_]*)"?(?=\s)/g)].map(
    ({ index, 1: table }) => ({ index, table }),
  ),
]

const isTableFile = (path) => /\/table(\.[\w-]+)?\.ts$/.test(path)

/** `texts` maps paths below server/src to their text. `tables` are the names of all tables. */
export const findForeignWrites = (texts, tables) => {
  const writes = []
  for (const [path, text] of texts) {
    const noun = path.slice(0, Math.max(0, path.indexOf('/')))
    for (const { index, table } of writesIn(text)) {
      if (tables.has(table)) writes.push({ path, noun, table, line: text.slice(0, index).split('\n').length })
    }
  }
  const owners = new Map()
  for (const { path, noun, table } of writes) {
    if (!isTableFile(path) && noun !== 'platform') continue
    owners.set(table, (owners.get(table) ?? new Set()).add(noun))
  }
  return writes
    .filter(({ path, noun, table }) => {
      const known = [...(owners.get(table) ?? [])]
      return known.length !== 1 || known[0] !== noun || (!isTableFile(path) && noun !== 'platform')
    })
    .map(({ path, table, line }) => {
      const known = [...(owners.get(table) ?? [])].join(' and ') || 'nobody'
      return `${path}:${line} writes ${table}, which belongs to ${known}`
    })
}

/**
 * One sentence for each write outside its owner. Credentials are written by table name at run time and aren't checked
 * here.
 */
export const checkForeignWrites = () => {
  const sources = trackedFiles().filter(
    (path) => /^server\/src\/.+(?<!\.test)\.ts$/.test(path) && existsSync(join(root, path)),
  )
  const texts = new Map(
    sources.map((path) => [path.slice('server/src/'.length), readFileSync(join(root, path), 'utf8')]),
  )
  const types = texts.get('platform/db/types.ts') ?? ''
  texts.delete('platform/db/types.ts')
  const declared = types.slice(types.indexOf('export interface DB'))
  const tables = new Set([...declared.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => toSnakeCase(name)))
  if (tables.size === 0) return ['server/src/platform/db/types.ts declares no tables, so writes couldn’t be checked']
  return findForeignWrites(texts, tables).map((finding) => `server/src/${finding}`)
}
