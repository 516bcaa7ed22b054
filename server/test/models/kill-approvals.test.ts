import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { approvalKillLoop } from './approval-kill-loop.ts'

test('a server killed in the middle of an approval leaves one merchant, one store and one invitation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-approval-'))
  try {
    await approvalKillLoop(join(folder, 'server'), [40])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 180_000)
