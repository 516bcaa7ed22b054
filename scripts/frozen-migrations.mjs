/**
 * Landed migrations never change, because databases have already run them. Their hashes are in
 * server/migrations/frozen.sha256, which `sha256sum -c` also reads. `npm run db:types` adds the line of a new one.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const listName = 'frozen.sha256'

/** One sentence for each migration that was changed, removed or not frozen yet. */
export const checkFrozenMigrations = (folder) => {
  const frozen = readList(folder)
  const present = hashMigrations(folder)
  return [
    ...[...frozen].flatMap(([name, hash]) => {
      if (!present.has(name)) return [`${name} is already on main and must not be removed`]
      return present.get(name) === hash
        ? []
        : [`${name} is already on main and must not change. Add a new migration instead`]
    }),
    ...listNewMigrations(folder).map((name) => `${name} is not in ${listName}. Run npm run db:types`),
  ]
}

/** The names of migrations that aren't in the list. */
export const listNewMigrations = (folder) => {
  const frozen = readList(folder)
  return [...hashMigrations(folder).keys()].filter((name) => !frozen.has(name))
}

/** Adds them. Existing lines stay unchanged. */
export const freezeNewMigrations = (folder) => {
  const frozen = readList(folder)
  const present = hashMigrations(folder)
  const added = listNewMigrations(folder).map((name) => [name, present.get(name)])
  if (added.length === 0) return []
  const lines = [...frozen, ...added].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`)
  writeFileSync(join(folder, listName), lines.join(''))
  return added.map(([name]) => name)
}

const readList = (folder) => {
  const path = join(folder, listName)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)].map(([, hash, name]) => [name, hash]))
}

const hashMigrations = (folder) =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
