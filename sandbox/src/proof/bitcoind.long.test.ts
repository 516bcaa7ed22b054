import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openEngine } from '../engine/engine.ts'
import { forgeBlocks } from './forge-blocks.ts'
import { makeHistory } from './make-history.ts'
import { type Bitcoind, findBitcoind, startBitcoind, toSats } from './start-bitcoind.ts'

const dir = await mkdtemp(join(tmpdir(), 'proof-'))
const found = await findBitcoind(join(dir, 'bitcoind'))
if ('reason' in found) {
  process.stderr.write(`The chain proof is skipped: ${found.reason}.\n`)
  await rm(dir, { recursive: true, force: true })
}

describe.skipIf('reason' in found)('the whole chain, judged by a real bitcoind', () => {
  let engine: Engine
  let bitcoind: Bitcoind
  beforeAll(async () => {
    engine = await openEngine({ dir: join(dir, 'engine') })
    bitcoind = await startBitcoind('path' in found ? found.path : '')
    for (let i = 0; i < 6; i += 1) {
      engine.wallets.create({ id: `shop-${i}`, keepKeys: true })
      const script = engine.wallets.addressAt(`shop-${i}`, 0, 0).script
      for (let coin = 0; coin < 4; coin += 1) {
        engine.wallets.payFromTreasury({ outputs: [{ script, amountSats: 1_000_000n }] })
      }
    }
    engine.chain.mine()
  })
  afterAll(async () => {
    await bitcoind?.stop()
    await engine?.close()
    await rm(dir, { recursive: true, force: true })
  })

  let fed = 0
  /**
   * Submits every block to bitcoind that it hasn't seen, in order of arrival. Returns how many were on a side branch.
   */
  const feed = async () => {
    const { chain, clock } = engine
    await bitcoind.call('setmocktime', [clock.nowSeconds() + 60])
    let stale = 0
    for (const block of chain.blocksInOrder()) {
      if (block.sequence <= fed) continue
      const answer = await bitcoind.call<string | null>('submitblock', [chain.blockHex(block.hash)])
      if (answer === 'inconclusive') stale += 1
      else expect(answer, `block ${block.height} ${block.hash}`).toBeNull()
      fed = block.sequence
    }
    expect(await bitcoind.call('getbestblockhash')).toBe(chain.tip().hash)
    return stale
  }

  it('every block is accepted and both end on the same tip with the same coins', { timeout: 600_000 }, async () => {
    const { chain, wallets } = engine
    const { counts } = await makeHistory(engine, { rounds: 1500, seed: 20_260_723 })
    for (const what of [
      'paid to a foreign script',
      'chained',
      'swept',
      'replaced',
      'evicted',
      'double spent in a block',
    ]) {
      expect(counts[what], what).toBeGreaterThan(10)
    }
    expect(Object.keys(counts).filter((what) => what.startsWith('reorganized')).length).toBeGreaterThan(4)

    const stale = await feed()
    expect(stale).toBeGreaterThan(20)
    expect(await bitcoind.call('getbestblockhash')).toBe(chain.tip().hash)
    expect(await bitcoind.call('getblockcount')).toBe(chain.tip().height)

    const total = await bitcoind.call<{ txouts: number; total_amount: string }>('gettxoutsetinfo', ['none'])
    const coins = [...chain.coins()]
    expect(total.txouts).toBe(coins.length)
    expect(toSats(total.total_amount)).toBe(coins.reduce((sum, { amountSats }) => sum + amountSats, 0n))
    for (const id of ['treasury', ...Array.from({ length: 6 }, (_, i) => `shop-${i}`)]) {
      const { accountXpub } = wallets.find(id) ?? { accountXpub: '' }
      const scanned = await bitcoind.call<{ unspents: { txid: string; vout: number; amount: string }[] }>(
        'scantxoutset',
        ['start', [0, 1].map((branch) => ({ desc: `wpkh(${accountXpub}/${branch}/*)`, range: 3000 }))],
      )
      const sats = scanned.unspents.reduce((sum, { amount }) => sum + toSats(amount), 0n)
      expect(sats, id).toBe(wallets.balance(id).confirmedSats)
    }
  })

  it('agrees on which transactions may enter the mempool, their size and their fee', { timeout: 120_000 }, async () => {
    const { chain, wallets } = engine
    // bitcoind has only the blocks, so it can't judge transactions that spend unconfirmed coins.
    chain.mine(1)
    await feed()
    let compared = 0
    for (const id of ['treasury', 'shop-0', 'shop-1', 'shop-2', 'shop-3']) {
      for (const satPerKvb of [1000, 1234, 5000]) {
        const script = wallets.addressAt('shop-5', 0, compared).script
        const built = wallets.build(id, { outputs: [{ script, amountSats: 30_000n }], satPerKvb, confirmedOnly: true })
        if (!built.ok) continue
        const [verdict] = await bitcoind.call<
          { txid: string; allowed: boolean; vsize: number; fees: { base: string } }[]
        >('testmempoolaccept', [[built.hex]])
        expect(verdict).toMatchObject({ txid: built.txid, allowed: true, vsize: built.vsize })
        expect(toSats(verdict?.fees.base ?? '')).toBe(built.feeSats)
        expect(chain.testAccept(built.hex ?? '')).toEqual({
          ok: true,
          txid: built.txid,
          vsize: built.vsize,
          feeSats: built.feeSats,
        })
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(8)
  })

  it('refuses for the same reasons', { timeout: 120_000 }, async () => {
    const { chain, wallets } = engine
    const script = wallets.addressAt('shop-5', 0, 0).script
    const good = wallets.build('treasury', {
      outputs: [{ script, amountSats: 50_000n }],
      satPerKvb: 2000,
      confirmedOnly: true,
    })
    if (!good.ok) throw new Error(good.message)
    await feed()
    const mined = chain.blockAtHeight(chain.tip().height)
    const cases = {
      'a changed amount': (good.hex ?? '').replace('50c3000000000000', '51c3000000000000'),
      dust: (good.hex ?? '').replace('50c3000000000000', '0a00000000000000'),
      'missing inputs': (good.hex ?? '').replace(/^(.{12})(.{64})/, `$1${'ab'.repeat(32)}`),
      'more out than in': (good.hex ?? '').replace('50c3000000000000', '50c3000000000100'),
      'already mined': chain.transaction(mined?.txids.at(-1) ?? '')?.hex ?? '',
      garbage: 'abcdef',
    }
    for (const [what, hex] of Object.entries(cases)) {
      const ours = chain.broadcast(hex)
      const theirs = await bitcoind
        .call('sendrawtransaction', [hex])
        .catch((error: { code: number; message: string }) => error)
      const { code, message } = theirs as { code: number; message: string }
      expect(ours, `${what}: ${code} ${message}`).toMatchObject({ ok: false, rpcCode: code })
      if (!ours.ok && !message.includes('script-verify')) expect(message, what).toContain(ours.message.split(',')[0])
    }
  })

  it('refuses the same forged blocks for the same reasons', { timeout: 120_000 }, async () => {
    const { chain, wallets } = engine
    const script = wallets.addressAt('shop-5', 0, 0).script
    const good = wallets.build('treasury', {
      outputs: [{ script, amountSats: 50_000n }],
      satPerKvb: 2000,
      confirmedOnly: true,
    })
    if (!good.ok) throw new Error(good.message)
    await feed()
    for (const [fault, hex] of Object.entries(forgeBlocks(engine, good.hex ?? ''))) {
      const theirs = await bitcoind.call<string | null>('submitblock', [hex])
      const ours = chain.submitBlock(hex)
      // The details of a script error are in the node's own words.
      expect(ours?.replace(/ \(.*/, ''), `${fault}: ${theirs}`).toBe(theirs?.replace(/ \(.*/, ''))
      if (fault !== 'no fault') expect(ours, fault).not.toBeNull()
    }
    expect(await bitcoind.call('getbestblockhash')).toBe(chain.tip().hash)
  })
})
