import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEngine } from '../engine/engine.ts'
import { makeBulkHistory, timePages } from './bulk-history.ts'
import { checkEngine } from './check-engine.ts'

it('handles a wallet with 100,000 transactions, also over a restart', { timeout: 900_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'scale-'))
  let engine = await openEngine({ dir })
  for (const id of ['small', 'large']) engine.wallets.create({ id, keepKeys: true })
  const lap = stopwatch()
  await makeBulkHistory(engine, 'small', 100)
  await makeBulkHistory(engine, 'large', 100_000)
  const making = lap()
  expect(engine.wallets.historyCount('large')).toBe(100_000)
  const [last] = engine.wallets.history('large', { skip: 99_999, limit: 10 })
  expect(last?.amountSats).toBe(1000n)
  // Interleaved, so that a busy machine slows both equally.
  const pages = { small: [] as number[], large: [] as number[] }
  for (let i = 0; i < 40; i += 1) {
    pages.small.push(timePages(engine, 'small', 25))
    pages.large.push(timePages(engine, 'large', 25))
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0
  lap()
  const paid = engine.wallets.build('large', {
    outputs: [{ script: `0014${'11'.repeat(20)}`, amountSats: 50_000n }],
    satPerKvb: 1000,
  })
  const paying = lap()
  expect(paid.ok).toBe(true)
  engine.chain.reorganize({ depth: 3 })
  const reorganizing = lap()
  await engine.close()
  const closing = lap()
  engine = await openEngine({ dir })
  const opening = lap()
  expect(engine.wallets.historyCount('large')).toBe(100_000)
  checkEngine(engine)
  await engine.close()
  await rm(dir, { recursive: true, force: true })
  process.stdout.write(
    `100,000 transactions: made in ${making} ms, a page of 25 costs ${(median(pages.large) / median(pages.small)).toFixed(2)} times what it costs at 100; ` +
      `building a payment ${paying} ms, a reorganization of 3 large blocks ${reorganizing} ms, closing ${closing} ms, opening ${opening} ms.\n`,
  )
})

function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const passed = Math.round(now - last)
    last = now
    return passed
  }
}
