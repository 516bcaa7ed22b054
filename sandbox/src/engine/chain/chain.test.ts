import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltTransaction, type ChainEvents, type Engine, openEngine } from '../engine.ts'
import { parseBlock, serializeBlock } from './block-bytes.ts'

let dir: string
let engine: Engine
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'chain-'))
  engine = await openEngine({ dir })
  for (const id of ['ann', 'bob']) engine.wallets.create({ id, keepKeys: true })
  for (let i = 0; i < 30; i += 1) fund('ann', 1_000_000n)
  fund('ann', 50_000_000n)
  engine.chain.mine()
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const outside = `0014${'42'.repeat(20)}`

function fund(id: string, amountSats: bigint) {
  return engine.wallets.payFromTreasury({
    outputs: [{ script: engine.wallets.addressAt(id, 0, 0).script, amountSats }],
    satPerKvb: 1000,
  })
}
/** Ann pays Bob, from one coin of hers if it is named. */
function build(
  options: { amountSats?: bigint; satPerKvb?: number; coin?: string } = {},
): BuiltTransaction & { hex: string } {
  const { amountSats = 100_000n, satPerKvb = 2000, coin } = options
  const built = engine.wallets.build('ann', {
    outputs: [{ script: engine.wallets.addressAt('bob', 0, 0).script, amountSats }],
    satPerKvb,
    ...(coin ? { selectedOutpoints: [coin] } : { confirmedOnly: true }),
  })
  if (!built.ok || built.hex === undefined) throw new Error('not built')
  return { ...built, hex: built.hex }
}
function send(options: Parameters<typeof build>[0] = {}) {
  const built = build(options)
  const sent = engine.chain.broadcast(built.hex)
  if (!sent.ok) throw new Error(sent.message)
  return built
}
function record() {
  const heard: string[] = []
  const offs = (['txSeen', 'txRemoved', 'blockConnected', 'blockDisconnected'] as const).map((name) =>
    engine.chain.on(name, (event: ChainEvents[typeof name]) => {
      if ('reason' in event) heard.push(`${event.reason} ${event.transaction.txid}`)
      else if ('entry' in event) heard.push(`${event.returned ? 'returned' : 'seen'} ${event.transaction.txid}`)
      else heard.push(`${name} ${event.block.height}`)
    }),
  )
  return { heard, stop: () => offs.forEach((off) => off()) }
}

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

  it('takes a transaction once, and not again when it is mined', () => {
    const { chain } = engine
    const { hex, txid } = send()
    expect(chain.confirmations(txid)).toBe(0)
    expect(chain.broadcast(hex)).toMatchObject({ ok: true, alreadyInMempool: true })
    chain.mine(2)
    expect(chain.confirmations(txid)).toBe(2)
    expect(chain.broadcast(hex)).toEqual({
      ok: false,
      rpcCode: -27,
      message: 'Transaction outputs already in utxo set',
    })
  })

  it('keeps conflicting spends out unless they pay more, and then replaces with all that stood on them', () => {
    const { chain, wallets } = engine
    const first = send({ satPerKvb: 5000 })
    const coin = first.inputs[0] as string
    const child = wallets.build('bob', {
      outputs: [{ script: wallets.addressAt('ann', 0, 1).script, amountSats: 20_000n }],
      satPerKvb: 3000,
      selectedOutpoints: [`${first.txid}:0`],
    })
    if (!child.ok) throw new Error(child.message)
    expect(chain.broadcast(child.hex ?? '').ok).toBe(true)

    expect(chain.coin(coin)).toBeDefined()
    const rival = wallets.buildReplacement('ann', first.txid, { outputs: 'keep', satPerKvb: 1000 })
    if (!rival.ok) throw new Error(rival.message)
    const { heard, stop } = record()
    const sent = chain.broadcast(rival.hex ?? '')
    stop()
    expect(sent).toMatchObject({ ok: true, replacedTxids: [first.txid, child.txid] })
    expect(heard).toEqual([`replaced ${child.txid}`, `replaced ${first.txid}`, `seen ${rival.txid}`])
    expect(chain.confirmations(first.txid)).toBeUndefined()
    // The old ones now conflict with the new one and pay less.
    expect(chain.broadcast(first.hex)).toMatchObject({
      ok: false,
      rpcCode: -26,
      message: expect.stringContaining('insufficient fee'),
    })
    expect(chain.broadcast(child.hex ?? '')).toMatchObject({
      ok: false,
      rpcCode: -25,
      message: 'bad-txns-inputs-missingorspent',
    })
  })

  it('replaces only for a higher rate, more fee in all, and enough on top to be relayed', () => {
    const { chain, wallets } = engine
    const coin = bigCoin()
    const [low, old, little, enough] = [2000, 5000, 5500, 6100].map((satPerKvb) => build({ satPerKvb, coin }))
    // Spends two coins: more fee than the old one, at a lower rate.
    const wide = wallets.build('ann', {
      outputs: [{ script: outside, amountSats: 50_900_000n }],
      satPerKvb: 4500,
      confirmedOnly: true,
    })
    if (!low || !old || !little || !enough || !wide.ok) throw new Error('not built')
    expect(wide.inputs).toHaveLength(2)
    expect(wide.feeSats).toBeGreaterThan(old.feeSats)
    expect(chain.broadcast(old.hex).ok).toBe(true)
    const reason = (hex: string) => {
      const outcome = chain.broadcast(hex)
      return outcome.ok ? 'taken' : outcome.message
    }
    expect(reason(low.hex)).toContain('new feerate is not above')
    expect(reason(wide.hex ?? '')).toContain('new feerate is not above')
    expect(reason(little.hex)).toContain('not enough additional fees to relay')
    expect(reason(enough.hex)).toBe('taken')
    expect(chain.confirmations(old.txid)).toBeUndefined()
    chain.mine()
  })

  it('refuses a replacement that pays less than all it would throw out, or that adds an unconfirmed coin', () => {
    const { chain, wallets } = engine
    const parent = send({ satPerKvb: 1000 })
    const child = wallets.build('bob', {
      outputs: [{ script: outside, amountSats: 10_000n }],
      satPerKvb: 50_000,
      selectedOutpoints: [`${parent.txid}:0`],
    })
    if (!child.ok) throw new Error(child.message)
    const unconfirmed = send({ satPerKvb: 1000 })
    const coin = parent.inputs[0] as string
    chain.evict(parent.txid)
    const cheaper = build({ satPerKvb: 5000, coin })
    const mixed = wallets.build('ann', {
      outputs: [{ script: outside, amountSats: 1_500_000n }],
      satPerKvb: 90_000,
      selectedOutpoints: [coin, `${unconfirmed.txid}:1`],
    })
    if (!mixed.ok) throw new Error(mixed.message)
    expect(mixed.inputs).toHaveLength(2)
    for (const hex of [parent.hex, child.hex ?? '']) expect(chain.broadcast(hex).ok).toBe(true)
    expect(chain.broadcast(cheaper.hex)).toMatchObject({
      ok: false,
      message: expect.stringContaining('less fees than conflicting'),
    })
    expect(chain.broadcast(mixed.hex ?? '')).toMatchObject({
      ok: false,
      message: expect.stringContaining('adds unconfirmed'),
    })
    chain.mine()
  })

  it('refuses forgeries, dust, too high fees and what a full mempool cannot take', () => {
    const { chain, wallets } = engine
    const good = build({ amountSats: 50_000n })
    const low = good.hex.replace('50c3000000000000', '51c3000000000000')
    expect(chain.broadcast(low)).toMatchObject({
      ok: false,
      rpcCode: -26,
      message: expect.stringContaining('script-verify'),
    })
    expect(chain.broadcast('00')).toMatchObject({ ok: false, rpcCode: -22 })
    expect(
      wallets.build('ann', { outputs: [{ script: '0014' + '11'.repeat(20), amountSats: 200n }], satPerKvb: 1000 }),
    ).toMatchObject({
      reason: 'output-too-small',
    })
    const dear = build({ satPerKvb: 2_000_000 })
    expect(chain.broadcast(dear.hex).ok).toBe(true)
    chain.evict(dear.txid)
    expect(chain.broadcast(build({ satPerKvb: 10_100_000, amountSats: 1000n, coin: bigCoin() }).hex)).toMatchObject({
      rpcCode: -25,
      message: expect.stringContaining('Fee exceeds'),
    })
    chain.setMempoolMinimum(3000)
    expect(chain.broadcast(good.hex)).toMatchObject({
      ok: false,
      message: expect.stringContaining('mempool min fee not met'),
    })
    chain.setMempoolMinimum(1000)
    expect(chain.broadcast(good.hex).ok).toBe(true)
  })

  it('refuses the 26th of an unconfirmed chain and mines the 25 before it in order', () => {
    const { chain, wallets } = engine
    const start = send({ amountSats: 900_000n, satPerKvb: 1000 })
    let last = start.txid
    let sent: ReturnType<typeof chain.broadcast> | undefined
    for (let i = 2; i <= 26; i += 1) {
      const built = wallets.build('bob', {
        outputs: [{ script: wallets.addressAt('bob', 0, 0).script, amountSats: 10_000n }],
        satPerKvb: 1000 + i * 100,
        selectedOutpoints: [last === start.txid ? `${last}:0` : `${last}:1`],
      })
      if (!built.ok) throw new Error(built.message)
      sent = chain.broadcast(built.hex ?? '')
      if (!sent.ok) break
      last = built.txid
    }
    expect(sent).toMatchObject({ ok: false, message: expect.stringContaining('too-long-mempool-chain') })
    expect(chain.ancestors(last)).toHaveLength(24)
    const [block] = chain.mine()
    expect(block?.txids.indexOf(last)).toBeGreaterThan(block?.txids.indexOf(start.txid) ?? 0)
    expect(chain.mempoolSize()).toBe(0)
  })

  it('prefers what pays best, a child paying for its parent', () => {
    const { chain, wallets } = engine
    const poor = send({ satPerKvb: 1000, amountSats: 300_000n })
    const middle = send({ satPerKvb: 5000 })
    const rich = wallets.build('bob', {
      outputs: [{ script: wallets.addressAt('ann', 0, 2).script, amountSats: 50_000n }],
      satPerKvb: 60_000,
      selectedOutpoints: [`${poor.txid}:0`],
    })
    if (!rich.ok) throw new Error(rich.message)
    chain.broadcast(rich.hex ?? '')
    const [block] = chain.mine()
    expect(block?.txids.slice(1)).toEqual([poor.txid, rich.txid, middle.txid])
    expect(block?.feesSats).toBe(poor.feeSats + rich.feeSats + middle.feeSats)
  })

  it('leaves out what it is told to, and mines a double spend over the mempool', () => {
    const { chain, wallets } = engine
    const kept = send()
    const doomed = send()
    const rival = wallets.buildReplacement('ann', doomed.txid, { outputs: 'cancel' })
    if (!rival.ok) throw new Error(rival.message)
    const { heard, stop } = record()
    const [block] = chain.mine(1, { excludeTxids: [kept.txid], includeHexes: [rival.hex ?? ''] })
    stop()
    expect(block?.txids.slice(1)).toEqual([rival.txid])
    expect(heard).toEqual([`conflict ${doomed.txid}`, `blockConnected ${block?.height}`])
    expect(chain.confirmations(kept.txid)).toBe(0)
    expect(chain.broadcast(doomed.hex)).toMatchObject({ ok: false, rpcCode: -25 })
    chain.mine()
  })

  it('reorganises: transactions return, or lose to a double spend', () => {
    const { chain, wallets } = engine
    const first = send()
    const second = send()
    chain.mine()
    chain.mine(2)
    const stale = chain.tip()
    chain.reorganise({ depth: 3, newBlocks: 4, excludeTxids: [first.txid, second.txid] })
    expect(chain.confirmations(first.txid)).toBe(0)
    const rival = wallets.buildReplacement('ann', second.txid, { outputs: 'cancel' })
    if (!rival.ok) throw new Error(rival.message)
    const { heard, stop } = record()
    const { connected, disconnected } = chain.reorganise({
      depth: 2,
      includeHexes: [rival.hex ?? ''],
      excludeTxids: [first.txid],
    })
    stop()
    expect(disconnected.map(({ height }) => height)).toEqual([stale.height + 1, stale.height])
    expect(connected).toHaveLength(3)
    expect(heard).toContain(`conflict ${second.txid}`)
    expect(chain.confirmations(rival.txid)).toBe(3)
    expect(chain.confirmations(first.txid)).toBe(0)
    expect(chain.isActive(stale.hash)).toBe(false)
    expect(chain.blockByHash(stale.hash)).toBeDefined()
    chain.mine()
    expect(chain.confirmations(first.txid)).toBe(1)
    expect(() => chain.reorganise({ depth: 1, newBlocks: 1 })).toThrow('longer')
  })

  it('drops spends of a coinbase that a reorganisation undid, and of what stands on them', () => {
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
    const { heard, stop } = record()
    chain.reorganise({ depth: 102 })
    stop()
    expect(heard).toContain(`reorg ${spend.txid}`)
    expect(chain.confirmations(spend.txid)).toBeUndefined()
    expect(wallets.historyEntry('ann', coinbase)).toBeUndefined()
    expect(wallets.historyEntry('bob', spend.txid)).toBeUndefined()
  })

  it('takes back a reorganisation whose double spend is not valid', () => {
    const { chain } = engine
    const before = { tip: chain.tip(), size: chain.mempoolSize() }
    const good = build()
    const forged = good.hex.replace(/.{8}00000000$/, 'deadbeef00000000')
    expect(() => chain.reorganise({ depth: 2, includeHexes: [forged] })).toThrow('script-verify')
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
    // The same transactions once more on top of the tip: the height in the coinbase is wrong.
    expect(mined({ previousHash: hash, timeSeconds: header.timeSeconds + 1 })).toBe('bad-cb-height')
    expect(chain.submitBlock('00')).toBe('Block decode failed')
  })

  it('forgets what waited for two weeks', async () => {
    const { chain, clock } = engine
    const { txid } = send({ satPerKvb: 1000 })
    await clock.advance(13 * 86_400_000)
    chain.mine(1, { empty: true })
    expect(chain.confirmations(txid)).toBe(0)
    await clock.advance(2 * 86_400_000)
    expect(chain.confirmations(txid)).toBeUndefined()
  })

  it('estimates fees by target, as told', () => {
    const { chain } = engine
    chain.setFeeRates({ 1: 20_000, 6: 4000, 144: 1000 })
    expect([1, 2, 6, 100, 1000].map((target) => chain.feeRate(target).satPerKvb)).toEqual([
      20_000, 20_000, 4000, 4000, 1000,
    ])
  })
})

function bigCoin(): string {
  const coins = engine.wallets.coins('ann').filter(({ confirmations }) => confirmations > 0)
  coins.sort((a, b) => (a.amountSats < b.amountSats ? 1 : -1))
  const [coin] = coins
  if (!coin) throw new Error('no coin')
  return coin.outpoint
}
