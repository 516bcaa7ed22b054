import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { parseBlock, serializeBlock } from './block-bytes.ts'
import { openTwoPayers } from './two-payers.ts'

const network = await openTwoPayers()
const { engine, build, send, record } = network
afterAll(() => network.close())
// No test sees what another test left in the mempool.
beforeEach(() => void engine.chain.mine())

describe('the chain', () => {
  it('starts at the regtest genesis with a funded, mature treasury', () => {
    const { chain, wallets } = engine
    expect(chain.blockAtHeight(0)?.hash).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206')
    const { totalSats, immatureSats } = wallets.balance(wallets.treasuryId)
    expect(totalSats - immatureSats).toBeGreaterThan(7000n * 100_000_000n)
    const times = [1, 100, 250].map((height) => chain.blockAtHeight(height)?.timeSeconds ?? 0)
    expect(times[0]).toBeLessThan(times[1] as number)
    expect(times[2]).toBeLessThanOrEqual(engine.clock.nowSeconds())
  })

  it('halves its subsidy every 150 blocks', () => {
    const { chain } = engine
    const reward = (height: number) => {
      const block = chain.blockAtHeight(height)
      return (chain.parsed(block?.txids[0] ?? '')?.outputs[0]?.amountSats ?? 0n) - (block?.feesSats ?? 0n)
    }
    expect(reward(149)).toBe(5_000_000_000n)
    expect(reward(150)).toBe(2_500_000_000n)
  })

  it('leaves out excluded transactions and mines a double spend over the mempool', () => {
    const { chain, wallets } = engine
    const kept = send()
    const doomed = send()
    const rival = wallets.buildReplacement('ann', doomed.txid, { outputs: 'cancel' })
    if (!rival.ok) throw new Error(rival.message)
    const { received, stop } = record()
    const [block] = chain.mine(1, { excludeTxids: [kept.txid], includeHexes: [rival.hex ?? ''] })
    stop()
    expect(block?.txids.slice(1)).toEqual([rival.txid])
    expect(received).toEqual([`conflict ${doomed.txid}`, `blockConnected ${block?.height}`])
    expect(chain.confirmations(kept.txid)).toBe(0)
    expect(chain.broadcast(doomed.hex)).toMatchObject({ ok: false, rpcCode: -25 })
    chain.mine()
  })

  it('returns transactions to the mempool in a reorganization unless a double spend wins', () => {
    const { chain, wallets } = engine
    const first = send()
    const second = send()
    chain.mine()
    chain.mine(2)
    const stale = chain.tip()
    chain.reorganize({ depth: 3, newBlocks: 4, excludeTxids: [first.txid, second.txid] })
    expect(chain.confirmations(first.txid)).toBe(0)
    const rival = wallets.buildReplacement('ann', second.txid, { outputs: 'cancel' })
    if (!rival.ok) throw new Error(rival.message)
    const { received, stop } = record()
    const { connected, disconnected } = chain.reorganize({
      depth: 2,
      includeHexes: [rival.hex ?? ''],
      excludeTxids: [first.txid],
    })
    stop()
    expect(disconnected.map(({ height }) => height)).toEqual([stale.height + 1, stale.height])
    expect(connected).toHaveLength(3)
    expect(received).toContain(`conflict ${second.txid}`)
    expect(chain.confirmations(rival.txid)).toBe(3)
    expect(chain.confirmations(first.txid)).toBe(0)
    expect(chain.isActive(stale.hash)).toBe(false)
    expect(chain.blockByHash(stale.hash)).toBeDefined()
    chain.mine()
    expect(chain.confirmations(first.txid)).toBe(1)
    expect(() => chain.reorganize({ depth: 1, newBlocks: 1 })).toThrow('longer')
  })

  it('drops spends of a coinbase that a reorganization undid, and their descendants', () => {
    const { chain, wallets } = engine
    const script = wallets.addressAt('ann', 0, 3).script
    const [mined] = chain.mine(1, { payoutScript: script })
    const coinbase = mined?.txids[0] ?? ''
    chain.mine(100)
    const spend = wallets.build('ann', {
      outputs: [{ script: wallets.addressAt('bob', 0, 1).script, amountSats: 100_000n }],
      satPerKvb: 2000,
      selectedOutpoints: [`${coinbase}:0`],
    })
    if (!spend.ok) throw new Error(spend.message)
    expect(chain.broadcast(spend.hex ?? '').ok).toBe(true)
    chain.mine()
    const { received, stop } = record()
    chain.reorganize({ depth: 102 })
    stop()
    expect(received).toContain(`reorg ${spend.txid}`)
    expect(chain.confirmations(spend.txid)).toBeUndefined()
    expect(wallets.historyEntry('ann', coinbase)).toBeUndefined()
    expect(wallets.historyEntry('bob', spend.txid)).toBeUndefined()
  })

  it('rolls back a reorganization whose double spend is invalid', () => {
    const { chain } = engine
    const before = { tip: chain.tip(), size: chain.mempoolSize() }
    const good = build()
    const forged = good.hex.replace(/.{8}00000000$/, 'deadbeef00000000')
    expect(() => chain.reorganize({ depth: 2, includeHexes: [forged] })).toThrow('script-verify')
    expect({ tip: chain.tip(), size: chain.mempoolSize() }).toEqual(before)
  })

  it('refuses blocks that break a rule', () => {
    const { chain } = engine
    send()
    chain.mine()
    const { hash } = chain.tip()
    const hex = chain.blockHex(hash) ?? ''
    expect(chain.submitBlock(hex)).toBe('duplicate')
    const { header, transactions } = parseBlock(hex)
    const mined = (change: Partial<typeof header>) => {
      for (let nonce = 0; ; nonce += 1) {
        const tried = serializeBlock(
          { ...header, ...change, nonce },
          transactions.map(({ txid }) => chain.transaction(txid)?.hex ?? ''),
        )
        if (chain.submitBlock(tried) !== 'high-hash') return chain.submitBlock(tried)
      }
    }
    expect(mined({ timeSeconds: 1_300_000_000 })).toBe('time-too-old')
    expect(mined({ timeSeconds: engine.clock.nowSeconds() + 8000 })).toBe('time-too-new')
    expect(mined({ merkleRoot: '11'.repeat(32) })).toBe('bad-txnmrklroot')
    expect(mined({ previousHash: '22'.repeat(32) })).toBe('prev-blk-not-found')
    expect(mined({ bits: 0x1d00ffff })).toBe('bad-diffbits')
    // The same transactions again on top of the tip: the height in the coinbase is wrong.
    expect(mined({ previousHash: hash, timeSeconds: header.timeSeconds + 1 })).toBe('bad-cb-height')
    expect(chain.submitBlock('00')).toBe('Block decode failed')
  })

  it('estimates fees by the targets that were set', () => {
    const { chain } = engine
    chain.setFeeRates({ 1: 20_000, 6: 4000, 144: 1000 })
    expect([1, 2, 6, 100, 1000].map((target) => chain.feeRate(target).satPerKvb)).toEqual([
      20_000, 20_000, 4000, 4000, 1000,
    ])
  })
})
