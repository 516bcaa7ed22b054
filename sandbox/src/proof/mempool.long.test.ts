import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BroadcastRefusal, type Engine, openEngine } from '../engine/engine.ts'
import { makeHistory } from './make-history.ts'
import { type Bitcoind, findBitcoind, startBitcoind } from './start-bitcoind.ts'

type Step = { readonly atSeconds: number } & (
  | { readonly accepted: string }
  | { readonly refused: string; readonly how: BroadcastRefusal }
  | { readonly block: string }
  | { readonly mempool: readonly string[] }
)

const dir = await mkdtemp(join(tmpdir(), 'mempool-'))
const found = await findBitcoind(join(dir, 'bitcoind'))
if ('reason' in found) {
  process.stderr.write(`The mempool proof is skipped: ${found.reason}.\n`)
  await rm(dir, { recursive: true, force: true })
}

describe.skipIf('reason' in found)('the mempool, step by step beside a real bitcoind', () => {
  it('accepts, refuses, replaces and evicts the same transactions', { timeout: 600_000 }, async () => {
    const engine = await openEngine({ dir: join(dir, 'engine') })
    const steps = await recordHistory(engine)
    await engine.close()
    const bitcoind = await startBitcoind('path' in found ? found.path : '')
    try {
      await replay(bitcoind, steps)
    } finally {
      await bitcoind.stop()
      await rm(dir, { recursive: true, force: true })
    }
  })
})

/** Everything that a node would receive, in order, and the sandbox's mempool after each step. */
async function recordHistory(engine: Engine): Promise<Step[]> {
  const { chain, clock } = engine
  const steps: Step[] = []
  const atSeconds = () => clock.nowSeconds()
  for (const block of chain.blocksInOrder()) {
    if (block.height > 0) steps.push({ atSeconds: atSeconds(), block: chain.blockHex(block.hash) ?? '' })
  }
  chain.on('txSeen', ({ transaction, returned }) => {
    const hex = chain.transaction(transaction.txid)?.hex ?? ''
    if (!returned) steps.push({ atSeconds: atSeconds(), accepted: hex })
  })
  chain.on('blockConnected', ({ block }) => {
    steps.push({ atSeconds: atSeconds(), block: chain.blockHex(block.hash) ?? '' })
  })
  await makeHistory(engine, {
    rounds: 700,
    seed: 99,
    evictions: false,
    onRefused: (refused, how) => steps.push({ atSeconds: atSeconds(), refused, how }),
    afterRound: () => {
      const mempool = chain.mempool().map(({ txid }) => txid)
      steps.push({ atSeconds: atSeconds(), mempool: mempool.sort((a, b) => (a < b ? -1 : 1)) })
    },
  })
  return steps
}

async function replay(bitcoind: Bitcoind, steps: readonly Step[]): Promise<void> {
  const met = { accepted: 0, refused: 0, compared: 0 }
  for (const step of steps) {
    await bitcoind.call('setmocktime', [step.atSeconds])
    if ('block' in step) {
      const answer = await bitcoind.call<string | null>('submitblock', [step.block])
      expect([null, 'inconclusive']).toContain(answer)
    } else if ('accepted' in step) {
      await bitcoind.call('sendrawtransaction', [step.accepted])
      met.accepted += 1
    } else if ('refused' in step) {
      const theirs = await bitcoind.call('sendrawtransaction', [step.refused]).then(
        () => ({ code: 0, message: 'accepted' }),
        (error: { code: number; message: string }) => error,
      )
      expect(`${theirs.code} ${theirs.message}`).toContain(`${step.how.rpcCode} ${step.how.message.split(/[,;[]/)[0]}`)
      met.refused += 1
    } else {
      const theirs = await bitcoind.call<string[]>('getrawmempool')
      expect(theirs.sort((a, b) => (a < b ? -1 : 1))).toEqual(step.mempool)
      met.compared += 1
    }
  }
  expect(met.accepted).toBeGreaterThan(300)
  expect(met.refused).toBeGreaterThan(50)
  expect(met.compared).toBe(700)
}
