/**
 * Finds SQL that writes a table outside its owner. A table belongs to the one noun whose `table.ts` or
 * `table.<part>.ts` writes it. Writes in any other file, and writes in the table files of a second noun, are
 * violations. A `queries` file writes nothing. Platform has no table files: it owns what it writes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

export const toSnakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const nounOf = (path) => path.slice(0, Math.max(0, path.indexOf('/')))
export const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** A table that is chosen while the program runs is null. */
const writesIn = (text) => [
  ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'(\w+)|\w)/g)].map(
    ({ index, 1: name }) => ({ index, table: name ? toSnakeCase(name) : null }),
  ),
  ...[
    ...text.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+(?:only\s+)?(?:"?([a-z][a-z_]*)"?(?=[\s'`;)])|\$\{)/g),
  ].map(({ index, 1: table = null }) => ({ index, table })),
]

const isTableFile = (path) => /\/table(\.[\w-]+)?\.ts$/.test(path)

const findWrites = (texts, tables) =>
  [...texts].flatMap(([path, text]) =>
    writesIn(text)
      .filter(({ table }) => tables.has(table) || (table === null && nounOf(path) !== 'platform'))
      .map(({ index, table }) => ({ path, noun: nounOf(path), table, line: lineOf(text, index) })),
  )

/** The nouns whose table files write each table. */
export const findOwners = (texts, tables) => {
  const owners = new Map()
  for (const { path, noun, table } of findWrites(texts, tables)) {
    if (table === null || (!isTableFile(path) && noun !== 'platform')) continue
    owners.set(table, (owners.get(table) ?? new Set()).add(noun))
  }
  return owners
}

/** `texts` maps paths below server/src to their text. `tables` are the names of all tables. */
export const findForeignWrites = (texts, tables) => {
  const owners = findOwners(texts, tables)
  return findWrites(texts, tables).flatMap(({ path, noun, table, line }) => {
    if (table === null) return isTableFile(path) ? [] : [`${path}:${line} writes a table that is chosen at run time`]
    const known = [...(owners.get(table) ?? [])]
    if (known.length === 1 && known[0] === noun && (isTableFile(path) || noun === 'platform')) return []
    return [`${path}:${line} writes ${table}, which belongs to ${known.join(' and ') || 'nobody'}`]
  })
}

/** The server's sources by their path below server/src, and the names of all tables. `all` maps paths to texts. */
export const pickSources = (all) => {
  const texts = new Map(
    [...all]
      .filter(([path]) => /^server\/src\/.+(?<!\.test)\.ts$/.test(path))
      .map(([path, text]) => [path.slice('server/src/'.length), text]),
  )
  const types = texts.get('platform/db/types.ts') ?? ''
  texts.delete('platform/db/types.ts')
  const declared = types.slice(types.indexOf('export interface DB'))
  return { texts, tables: new Set([...declared.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => toSnakeCase(name))) }
}

export const readSources = () => {
  const paths = trackedFiles().filter((path) => path.startsWith('server/src/') && existsSync(join(root, path)))
  return pickSources(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
}

/** One sentence for each write outside its owner. */
export const checkForeignWrites = () => {
  const { texts, tables } = readSources()
  if (tables.size === 0) return ['server/src/platform/db/types.ts declares no tables, so writes couldn’t be checked']
  return findForeignWrites(texts, tables).map((finding) => `server/src/${finding}`)
}
