import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { ownCluster } from '../../../../test/database.ts'
import { addMerchant, signInAs } from '../../../../test/people.ts'
import { withDatabase } from '../../../../test/postgres.ts'
import { authenticate } from '../../../accounts/authenticate.ts'
import { connectDatabase } from '../connect.ts'
import { sqlFolder } from '../migrate-database.ts'
import { type Frame, readFrames, writeFrame } from './frames.ts'
import { type Manifest, sectionShape } from './manifest.ts'
import { readRows, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let app: TestApp
let token: string
let folder: string
let file: string
let cluster: pg.Client
const databases: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-hostile-backup-'))
  file = join(folder, 'bitquay.backup')
  app = await startTestApp()
  token = await signInAs(app, await addMerchant(app))
  await writeBackup(app.databaseUrl, file)
  cluster = new pg.Client({ connectionString: ownCluster().url })
  await cluster.connect()
})
afterAll(async () => {
  for (const name of databases) await cluster.query(`drop database ${name} with (force)`)
  await cluster.end()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const source = { address: '203.0.113.7', device: 'test' }

/** Restores into a new database, and the files of the backup into a new folder. */
const restore = async (from: string) => {
  const name = `bitquay_hostile_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await cluster.query(`create database ${name}`)
  const url = withDatabase(ownCluster().url, name)
  const filesFolder = await mkdtemp(join(folder, 'files-'))
  const restored = restoreBackup(from, { url, sqlFolder, filesFolder, code: 'CODE' })
  return { url, filesFolder, restored }
}

/** The same backup with another manifest, or with more frames before its end. */
const forge = async (name: string, change: (manifest: Manifest) => Manifest, added: Frame[] = []) => {
  const forged = join(folder, name)
  const gzip = createGzip()
  const written = once(gzip.pipe(createWriteStream(forged)), 'finish')
  let isFirst = true
  for await (const { kind, content } of readFrames(createReadStream(file).pipe(createGunzip()))) {
    if (kind === 'e') for (const frame of added) await writeFrame(gzip, frame.kind, frame.content)
    const manifest = isFirst ? change(JSON.parse(content.toString()) as Manifest) : undefined
    await writeFrame(gzip, kind, manifest ? Buffer.from(JSON.stringify(manifest)) : content)
    isFirst = false
  }
  gzip.end()
  await written
  return forged
}

test('a backup can’t make a restore run other statements', async () => {
  const planted = {
    name: 'planted',
    parent: 'webhook_attempts_by_month',
    bound: `for values from ('2001-01-01') to ('2001-02-01'); commit; create table stolen (id integer); begin`,
  }
  const forged = await forge('statement.backup', (manifest) => ({
    ...manifest,
    partitions: [...manifest.partitions, planted],
  }))
  const { url, restored } = await restore(forged)
  await expect(restored).rejects.toThrow('isn’t a whole backup')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ stolen: string | null }>(`select to_regclass('stolen')::text as stolen`)
  await client.end()
  expect(rows).toEqual([{ stolen: null }])
})

test('an existing file is never replaced, nor the one that another backup is writing', async () => {
  const kept = join(folder, 'kept.backup')
  await writeFile(kept, 'the only good one')
  await expect(writeBackup(app.databaseUrl, kept)).rejects.toThrow(`There is already a file ${kept}.`)
  expect(await readFile(kept, 'utf8')).toBe('the only good one')
  const shared = join(folder, 'shared.backup')
  const outcomes = await Promise.allSettled([1, 2].map(() => writeBackup(app.databaseUrl, shared)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await readRows(shared, 'platform', ['mode'])).toEqual([{ mode: 'sandbox' }])
  expect(await readdir(folder)).not.toContain('shared.backup.part')
})

test('a backup writes no file but those of a sandbox', () => {
  const written = ['app-secret', 'sandbox.port', 'sandbox/engine/snapshot-3', 'sandbox/engine/journal-12']
  const others = ['postgres/postgresql.auto.conf', '../outside', 'sandbox/engine/other', 'app-secret/inside', '/etc/x']
  const isTaken = (name: string) => sectionShape.safeParse({ file: name }).success
  expect([...written, ...others].filter(isTaken)).toEqual(written)
})

test('the files of a sandbox are restored, and nobody is signed in afterwards', async () => {
  const forged = await forge('good.backup', (manifest) => manifest, [
    { kind: 'j', content: Buffer.from(JSON.stringify({ file: 'sandbox/engine/journal-12' })) },
    { kind: 'd', content: Buffer.from('journal') },
  ])
  expect(await authenticate(app.deps.db)(token, source)).toBeDefined()
  const { url, filesFolder, restored } = await restore(forged)
  await restored
  expect(await readdir(join(filesFolder, 'sandbox', 'engine'))).toEqual(['journal-12'])
  // A session that its owner has ended since the backup must not be valid again.
  const database = connectDatabase(url, { maxConnections: 1 })
  expect(await authenticate(database.db)(token, source)).toBeUndefined()
  await database.close()
})
