import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { approvalKillLoop } from './approval-kill-loop.ts'

test('a server killed at ten moments, from before the approval until its store is created, loses nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-approvals-'))
  try {
    await approvalKillLoop(join(folder, 'server'), [0, 5, 15, 30, 60, 120, 250, 500, 1000, 2000])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 900_000)
