import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, serverCommand, spawnServer } from '../test/process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-main-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starting a process takes long on a busy machine. */
const patience = 240_000

test(
  'an invalid setting stops the start with one sentence',
  async () => {
    const server = spawnServer({ DATA_DIR: folder, PORT: 'abc' })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe('PORT must be a port number.')
  },
  patience,
)

test(
  'an argument that the server doesn’t know stops the start with one sentence',
  async () => {
    const server = spawnServer({ DATA_DIR: folder, PORT: '0' }, [...serverCommand, '--help'])
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('The server doesn’t take --help. Settings are environment variables')
  },
  patience,
)

test(
  'a DATA_DIR that can’t be written stops the start with one sentence',
  async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const server = spawnServer({ DATA_DIR: join(file, 'below'), PORT: '0' })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe(`DATA_DIR ${join(file, 'below')} isn’t writable: ENOTDIR.`)
  },
  patience,
)

test(
  'an unusable database stops the start with one sentence',
  async () => {
    const DATABASE_URL = `postgres://nobody:secret@127.0.0.1:${await freePort()}/nothing`
    const server = spawnServer({ DATA_DIR: folder, PORT: '0', SANDBOX: 'true', DATABASE_URL })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toMatch(/^DATABASE_URL: couldn’t use the database: .*ECONNREFUSED.*\.$/)
    expect(server.output()).not.toContain('secret')
  },
  patience,
)
