import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { waitAtMost } from '../../workers/wait-at-most.ts'
import { writeFrame, writeJson } from './frames.ts'
import { type Manifest, transientTables } from './manifest.ts'

export type BackupFile = { name: string; path: string }

type Table = { name: string; columns: string[] }

const pieceBytes = 256 * 1024

/**
 * Writes everything that one snapshot of the database shows, while others go on writing. Nobody waits for it. `files`
 * lists files to add, once the database is in the backup. A file appears at `path` when it is whole. An existing one is
 * never replaced, because it may be the only good one.
 */
export const writeBackup = async (
  url: string,
  path: string,
  files: () => Promise<BackupFile[]> = () => Promise.resolve([]),
): Promise<{ tables: number; migrations: number }> => {
  if (existsSync(path)) throw new Error(`There is already a file ${path}. Name another one, so that it isn’t replaced.`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const unfinished = `${path}.part`
  // Two backups that write to one file would leave one that can't be restored.
  const part = await open(unfinished, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    await client.end()
    if (error.code !== 'EEXIST') throw error
    throw new Error(`Another backup is writing ${unfinished}, or was interrupted. Delete it if none is running.`)
  })
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const manifest = await readManifest(client)
    const tables = await listTables(client)
    const gzip = createGzip({ level: 6 })
    const written = finished(gzip.pipe(part.createWriteStream()))
    const write = async () => {
      await writeJson(gzip, manifest)
      for (const table of tables) await writeTable(client, gzip, table)
      for (const file of await files()) await writeFile(gzip, file)
      await writeFrame(gzip, 'e', Buffer.alloc(0))
      gzip.end()
    }
    await Promise.all([write(), written])
    await client.query('commit')
    await rename(unfinished, path)
    return { tables: tables.length, migrations: manifest.migrations.length }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    // After a failure in the middle of a table, the connection may not end by itself.
    await waitAtMost(1000, client.end())
  }
}

const readManifest = async (client: pg.Client): Promise<Manifest> => {
  const { rows: platforms } = await client.query<{ mode: string; network: string; at: Date }>(
    'select mode, network, now() as at from platform',
  )
  const [platform] = platforms
  if (!platform) throw new Error('The database has no platform yet. Start the server once first.')
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  )
  const { rows: partitions } = await client.query<Manifest['partitions'][number]>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  // Sequences belong to no snapshot. They only go forward, so a later value is as good.
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${pg.escapeIdentifier(name)}`,
    )
    sequences.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.called ?? false })
  }
  const { mode, network, at } = platform
  return {
    format: 'bitquay-backup',
    version: 1,
    createdAt: at.toISOString(),
    mode,
    network,
    migrations,
    partitions,
    sequences,
  }
}

/** Every table with its own rows, and the columns that are not computed from others. */
const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and c.relname <> 'migrations' and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [transientTables],
  )
  return rows
}

const writeTable = async (client: pg.Client, gzip: Writable, table: Table) => {
  await writeJson(gzip, { table: table.name, columns: table.columns })
  const names = table.columns.map(pg.escapeIdentifier).join(', ')
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(table.name)} (${names}) to stdout`))
  for await (const piece of inPieces(rows)) await writeFrame(gzip, 'd', piece)
}

const writeFile = async (gzip: Writable, { name, path }: BackupFile) => {
  const content = await readFile(path)
  await writeJson(gzip, { file: name })
  for (let start = 0; start < content.length; start += pieceBytes)
    await writeFrame(gzip, 'd', content.subarray(start, start + pieceBytes))
}

/** Rows arrive one by one. Larger pieces are faster. */
async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [waiting, bytes]: [Buffer[], number] = [[], 0]
  for await (const row of rows) {
    waiting.push(row)
    bytes += row.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
