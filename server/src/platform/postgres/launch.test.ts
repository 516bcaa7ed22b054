import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchPostgres } from './launch.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-launch-'))
  await mkdir(join(folder, 'bin'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('output after PostgreSQL was killed goes into the log and does no harm', async () => {
  // Like a postmaster that ends before its sessions, which still write that they end.
  const crash = '#!/bin/sh\n(sleep 0.3; echo "the last session ends" >&2) &\nexit 137\n'
  await writeFile(join(folder, 'bin', 'postgres'), crash, { mode: 0o755 })
  const log = join(folder, 'postgres.log')
  const running = await launchPostgres({ folder }, { uid: undefined, gid: undefined }, folder, 1, log)
  await running.ended
  await expect.poll(() => readFile(log, 'utf8')).toBe('the last session ends\n')
})
