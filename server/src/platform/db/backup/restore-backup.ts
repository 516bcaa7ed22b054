import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { hashRestoreCode } from '../../crypto/restore-code.ts'
import { findMigrations, migrate } from '../migrate.ts'
import { type Frame, NotABackupError, readFrames } from './frames.ts'
import { type Manifest, manifestShape, sectionShape } from './manifest.ts'

type Target = {
  url: string
  /** Where schema/ and migrations/ are. */
  sqlFolder: string
  /** The code that the review needs. */
  code: string
  /** Where files of the backup go. Undefined leaves them out. */
  filesFolder: string | undefined
}

/**
 * Loads a backup into an empty database: first the schema that the backup had, then the rows, in one transaction. An
 * older one gets it by its migrations. The caller applies later ones.
 */
export const restoreBackup = async (path: string, target: Target): Promise<Manifest> => {
  const frames = openFrames(path)
  const manifest = manifestShape.safeParse(await readFirst(frames))
  if (!manifest.success) throw new NotABackupError()
  const known = await findMigrations(target.sqlFolder)
  requireKnown(manifest.data, known)
  const pool = new pg.Pool({ connectionString: target.url, max: 1 })
  try {
    await requireEmpty(pool)
    const wanted = new Set(manifest.data.migrations.map(({ name }) => name))
    const isCurrent = known.every(({ name }) => wanted.has(name))
    await migrate(pool, target.sqlFolder, isCurrent ? {} : { replay: (name) => wanted.has(name) })
    const client = await pool.connect()
    try {
      await client.query('begin')
      await load(client, manifest.data, frames, target.filesFolder)
      await openReview(client, manifest.data, target.code)
      await client.query('commit')
      await client.query('analyze')
    } finally {
      // A connection in the middle of a failed load can't be used again.
      client.release(true)
    }
    return manifest.data
  } finally {
    await pool.end()
  }
}

/** Reads only what the backup is of. */
export const readManifest = async (path: string): Promise<Manifest> => {
  const frames = openFrames(path)
  const parsed = manifestShape.safeParse(await readFirst(frames))
  await frames.return(undefined)
  if (!parsed.success) throw new NotABackupError()
  return parsed.data
}

/**
 * Reads these columns of a table without a database, so that a backup can be checked before it is loaded. Values are
 * as COPY writes them: null is undefined, and text with a backslash stays escaped.
 */
export const readRows = async <Column extends string>(
  path: string,
  table: string,
  wanted: readonly Column[],
): Promise<Record<Column, string | undefined>[]> => {
  const pieces: Buffer[] = []
  let columns: string[] | undefined
  for await (const { kind, content } of openFrames(path)) {
    if (kind === 'd' && columns) pieces.push(Buffer.from(content))
    if (kind !== 'j') continue
    if (columns) break
    const section = sectionShape.safeParse(JSON.parse(content.toString()))
    if (section.success && 'table' in section.data && section.data.table === table) columns = section.data.columns
  }
  const lines = Buffer.concat(pieces).toString().split('\n').filter(Boolean)
  return lines.map((line) => {
    const cells = line.split('\t')
    const cellOf = (column: Column) => cells[columns?.indexOf(column) ?? -1]
    return Object.fromEntries(
      wanted.map((column) => [column, cellOf(column) === '\\N' ? undefined : cellOf(column)]),
    ) as Record<Column, string | undefined>
  })
}

const openFrames = (path: string): AsyncGenerator<Frame> => {
  const gunzip = createGunzip()
  // The reader of the frames sees the error.
  pipeline(createReadStream(path), gunzip).catch(() => undefined)
  return readFrames(gunzip)
}

const readFirst = async (frames: AsyncGenerator<Frame>): Promise<unknown> => {
  const { value } = await frames.next()
  if (value?.kind !== 'j') throw new NotABackupError()
  return JSON.parse(value.content.toString())
}

/** A backup of a newer version, or of changed migrations, would not fit. */
const requireKnown = ({ migrations }: Manifest, known: { name: string; hash: string }[]) => {
  const hashes = new Map(known.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of migrations) {
    if (!hashes.has(name))
      throw new Error(`The backup has the migration ${name}, which this version doesn’t know. Install a newer version.`)
    if (hashes.get(name) !== hash)
      throw new Error(`The backup was written with another version of the migration ${name}.`)
  }
}

const requireEmpty = async (pool: pg.Pool) => {
  const { rowCount } = await pool.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') limit 1`,
  )
  if (rowCount) throw new Error('The database isn’t empty. Restore into an empty one, so that nothing is overwritten.')
}

const load = async (
  client: pg.PoolClient,
  manifest: Manifest,
  frames: AsyncGenerator<Frame>,
  filesFolder: string | undefined,
) => {
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  await createPartitions(client, manifest)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     and relname <> 'migrations'`,
  )
  const { rows: keys } = await client.query<{ name: string; table: string; definition: string }>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  // Rows arrive in any order, and triggers have already done their work. The owner of the tables may do this, without
  // being a superuser. The keys are checked again when they come back.
  for (const { name, table } of keys)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  for (const { name } of tables) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)

  await loadSections(client, frames, new Set(tables.map(({ name }) => name)), filesFolder)

  for (const { name } of tables) await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`)
  for (const { name, table, definition } of keys)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), value, isCalled])
}

/**
 * What was sent and revoked since the backup is unknown here, so nothing is paid and nobody signs in before a review. A
 * backup of an older version has no place for it yet: the migration that creates it opens the review.
 */
const openReview = async (client: pg.PoolClient, { createdAt }: Manifest, code: string) => {
  const codeHash = hashRestoreCode(code)
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regprocedure('open_restore(timestamptz, bytea)') is not null as known`,
  )
  if (rows[0]?.known) await client.query('select open_restore($1, $2)', [createdAt, codeHash])
  else {
    await client.query('create table restore_to_open (backup_at timestamptz not null, code_hash bytea not null)')
    await client.query('insert into restore_to_open values ($1, $2)', [createdAt, codeHash])
  }
}

const createPartitions = async (client: pg.PoolClient, { partitions }: Manifest) => {
  for (const { name, parent, bound } of partitions) {
    const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
      pg.escapeIdentifier(name),
    ])
    if (rows[0]?.exists) continue
    await client.query(`create table ${pg.escapeIdentifier(name)} partition of ${pg.escapeIdentifier(parent)} ${bound}`)
  }
}

const loadSections = async (
  client: pg.PoolClient,
  frames: AsyncGenerator<Frame>,
  tables: ReadonlySet<string>,
  filesFolder: string | undefined,
) => {
  let section: Writable | undefined
  let file: { path: string; pieces: Buffer[] } | undefined
  const finish = async () => {
    if (section) {
      const done = finished(section)
      section.end()
      await done
    }
    if (file) {
      await mkdir(dirname(file.path), { recursive: true, mode: 0o700 })
      await writeFile(file.path, Buffer.concat(file.pieces), { mode: 0o600 })
    }
    section = undefined
    file = undefined
  }
  for await (const { kind, content } of frames) {
    if (kind === 'd') {
      if (section) await writeRows(section, content)
      else file?.pieces.push(Buffer.from(content))
      continue
    }
    await finish()
    if (kind === 'e') continue
    const announced = sectionShape.safeParse(JSON.parse(content.toString()))
    if (!announced.success) throw new NotABackupError()
    if ('file' in announced.data) {
      file = filesFolder === undefined ? undefined : { path: join(filesFolder, announced.data.file), pieces: [] }
      continue
    }
    const { table, columns } = announced.data
    if (!tables.has(table)) throw new NotABackupError()
    const names = columns.map(pg.escapeIdentifier).join(', ')
    section = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${names}) from stdin`))
    // Each write reports its own error.
    section.on('error', () => undefined)
  }
}

const writeRows = (to: Writable, content: Buffer) =>
  new Promise<void>((resolve, reject) => {
    to.write(content, (error) => (error ? reject(error) : resolve()))
  })
