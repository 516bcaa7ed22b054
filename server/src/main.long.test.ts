import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { killLoop } from '../test/models/kill-loop.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('kill -9 of the server, 15 times under load, loses nothing that was acknowledged', () =>
  killLoop(join(folder, 'server'), 15, 'server'))

test('kill -9 of PostgreSQL, 10 times under load, loses nothing that was acknowledged', () =>
  killLoop(join(folder, 'postgres'), 10, 'postgres'))
