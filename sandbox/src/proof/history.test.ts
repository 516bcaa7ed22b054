import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChain } from '../engine/chain/open-chain.ts'
import { openClock } from '../engine/clock.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { openStore } from '../engine/store.ts'
import { checkEngine } from './check-engine.ts'
import { makeHistory } from './make-history.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'history-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('a busy history', () => {
  it('is consistent when computed again, after a restart and in a second chain that gets its blocks', async () => {
    let engine = await openEngine({ dir: join(dir, 'one') })
    await makeHistory(engine, { rounds: 120, seed: 7 })
    checkEngine(engine)
    // Again with unconfirmed payments that fell out of their blocks.
    const excludeTxids = engine.chain.blockAtHeight(engine.chain.tip().height - 1)?.txids.slice(1) ?? []
    engine.chain.reorganize({ depth: 8, excludeTxids: [...excludeTxids, ...newestTxids(engine)] })
    expect(engine.chain.mempoolSize()).toBeGreaterThan(3)
    const counted = checkEngine(engine)
    expect(counted.transactions).toBeGreaterThan(250)
    const shown = summary(engine)
    await engine.close()
    engine = await openEngine({ dir: join(dir, 'one') })
    expect(checkEngine(engine)).toEqual(counted)
    expect(summary(engine)).toEqual(shown)

    // The second chain gets only the blocks. It verifies every script again and must end with the same coins.
    const second = await openChainOnly(join(dir, 'two'), engine.clock.now())
    const answers = new Set<string | null>()
    for (const block of engine.chain.blocksInOrder()) {
      if (block.height > 0) answers.add(second.chain.submitBlock(engine.chain.blockHex(block.hash) ?? ''))
    }
    expect(answers).toEqual(new Set([null, 'inconclusive']))
    expect(second.chain.tip()).toEqual(engine.chain.tip())
    const coinsOf = ({ chain }: Pick<Engine, 'chain'>) => [...chain.coins()].map(({ outpoint }) => outpoint).sort()
    expect(coinsOf(second)).toEqual(coinsOf(engine))
    await second.close()
    await engine.close()
  })
})

function newestTxids({ wallets }: Engine): string[] {
  return ['shop-0', 'shop-1', 'shop-2'].flatMap((id) => wallets.history(id, { limit: 5 }).map(({ txid }) => txid))
}

function summary({ chain, wallets }: Engine) {
  const shops = ['treasury', 'shop-0', 'shop-1', 'shop-2', 'shop-3', 'shop-4', 'shop-5']
  return {
    tip: chain.tip(),
    mempool: chain.mempool(),
    wallets: shops.map((id) => ({ id, balance: wallets.balance(id), newest: wallets.history(id, { limit: 20 }) })),
  }
}

async function openChainOnly(path: string, nowMs: number) {
  const store = await openStore({ dir: path })
  const chain = openChain({ store, clock: openClock({ store, now: () => nowMs }) })
  return { chain, close: () => store.close() }
}
