import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTwoPayers, outside } from './two-payers.ts'

const network = await openTwoPayers()
const { engine, build, send, record } = network
afterAll(() => network.close())
// No test sees what another test left in the mempool.
beforeEach(() => void engine.chain.mine())

describe('the mempool', () => {
  it('accepts a transaction once, and not again when it is mined', () => {
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

  it('refuses conflicting spends unless they pay more, and then replaces them with all their descendants', () => {
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
    const { received, stop } = record()
    const sent = chain.broadcast(rival.hex ?? '')
    stop()
    expect(sent).toMatchObject({ ok: true, replacedTxids: [first.txid, child.txid] })
    expect(received).toEqual([`replaced ${child.txid}`, `replaced ${first.txid}`, `seen ${rival.txid}`])
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

  it('replaces only for a higher rate, a higher total fee, and enough extra to be relayed', () => {
    const { chain, wallets } = engine
    const coin = network.largestCoin()
    const [low, old, little, enough] = [2000, 5000, 5500, 6100].map((satPerKvb) => build({ satPerKvb, coin }))
    // Spends two coins: a higher fee than the old one, at a lower rate.
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

  it('refuses a replacement that pays less than everything it evicts, or that adds an unconfirmed coin', () => {
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

  it("refuses forged signatures, dust, excessive fees and rates below a full mempool's minimum", () => {
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
    expect(
      chain.broadcast(build({ satPerKvb: 10_100_000, amountSats: 1000n, coin: network.largestCoin() }).hex),
    ).toMatchObject({
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

  it('refuses the 26th transaction of an unconfirmed chain and mines the 25 before it in order', () => {
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

  it('mines the highest fee rate first, with a child paying for its parent', () => {
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

  // In satoshis per thousand. Parent and child have the same size, so together they pay the average rate.
  it.each([
    ['a child is worth no more than with the parent that it needs', 1000, 7000, 10_000, 'rival parent child'],
    ['a parent’s own fee counts for its child', 4000, 5000, 8000, 'parent child rival'],
    ['a child pays for its parent', 1000, 5000, 10_000, 'parent child rival'],
    ['a parent pays for itself only: its child waits', 10_000, 5000, 3000, 'parent rival child'],
    ['a child whose parent is in the block is ranked by its own fee rate', 10_000, 5000, 6000, 'parent child rival'],
  ] as const)('%s', (_, parentRate, rivalRate, childRate, order) => {
    const { chain, wallets } = engine
    const parent = send({ satPerKvb: parentRate, amountSats: 300_000n })
    const rival = send({ satPerKvb: rivalRate })
    const child = wallets.build('bob', {
      outputs: [{ script: wallets.addressAt('ann', 0, 2).script, amountSats: 50_000n }],
      satPerKvb: childRate,
      selectedOutpoints: [`${parent.txid}:0`],
    })
    if (!child.ok) throw new Error(child.message)
    expect(chain.broadcast(child.hex ?? '').ok).toBe(true)
    expect(chain.ancestors(rival.txid)).toEqual([])
    const [block] = chain.mine()
    const names = new Map([
      [parent.txid, 'parent'],
      [rival.txid, 'rival'],
      [child.txid, 'child'],
    ])
    expect(
      block?.txids
        .slice(1)
        .map((txid) => names.get(txid))
        .join(' '),
    ).toBe(order)
  })

  it('drops transactions after two weeks', async () => {
    const { chain, clock } = engine
    const { txid } = send({ satPerKvb: 1000 })
    await clock.advance(13 * 86_400_000)
    chain.mine(1, { empty: true })
    expect(chain.confirmations(txid)).toBe(0)
    await clock.advance(2 * 86_400_000)
    expect(chain.confirmations(txid)).toBeUndefined()
  })
})
