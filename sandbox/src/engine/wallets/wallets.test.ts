import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hash160 } from '../chain/digests.ts'
import { type Engine, openEngine } from '../engine.ts'
import { deriveAddresses, openBranch } from './derive-account.ts'

let dir: string
let engine: Engine
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wallets-'))
  engine = await openEngine({ dir })
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

const abandon = `${'abandon '.repeat(11)}about`
const outside = `0014${'42'.repeat(20)}`
let created = 0
const shop = (coins: readonly bigint[] = []): string => {
  created += 1
  const id = `shop-${created}`
  engine.wallets.create({ id, keepKeys: true })
  for (const amountSats of coins) pay(id, amountSats)
  if (coins.length > 0) engine.chain.mine()
  return id
}
const pay = (id: string, amountSats: bigint, index?: number) => {
  const { wallets } = engine
  const { script } = index === undefined ? wallets.reserveAddress(id) : wallets.addressAt(id, 0, index)
  return wallets.payFromTreasury({ outputs: [{ script, amountSats }] }).txid
}
const built = (result: ReturnType<Engine['wallets']['build']>) => {
  if (!result.ok) throw new Error(result.message)
  return { ...result, hex: result.hex ?? '' }
}
const outputsOf = (hex: string) => {
  const tested = engine.chain.broadcast(hex)
  if (!tested.ok) throw new Error(tested.message)
  return engine.chain.parsed(tested.txid)?.outputs ?? []
}

describe('recovery phrases and addresses', () => {
  it('derives BIP84 on a test network', () => {
    const { wallet, mnemonic } = engine.wallets.create({ id: 'bip84', mnemonic: abandon, keepKeys: true })
    expect(mnemonic).toBe(abandon)
    expect(wallet).toMatchObject({ accountKeyPath: "84'/1'/0'", masterFingerprint: '73c5da0a', isHot: true })
    // The test network's account of BIP84's example seed, as other wallets derive it.
    expect(wallet.accountXpub).toMatch(/^tpub/)
    expect(engine.wallets.addressAt('bip84', 0, 0)).toMatchObject({
      address: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
      keyPath: '0/0',
    })
    expect(engine.wallets.addressAt('bip84', 1, 0).address).toBe('bcrt1q9u62588spffmq4dzjxsr5l297znf3z6jkgnhsw')
  })

  it('derives the keys that the BIP32 library derives', () => {
    const { wallet } = engine.wallets.create({ id: 'library', keepKeys: false })
    const branch = openBranch(wallet.accountXpub, 0)
    const expected = Array.from({ length: 30 }, (_, index) =>
      hash160(branch.keys[0]?.deriveChild(index).publicKey ?? Buffer.alloc(0)).toString('hex'),
    )
    const scripts = [...deriveAddresses(branch, 0, 29), ...deriveAddresses(branch, 29, 1)].map(({ script }) => script)
    expect(scripts).toEqual(expected.map((hash) => `0014${hash}`))
  })

  it('creates a phrase of the requested language and length, and accepts its own phrases', () => {
    const { wallets } = engine
    expect(wallets.create({ id: 'twelve', wordCount: 12, keepKeys: false }).mnemonic.split(' ')).toHaveLength(12)
    const japanese = wallets.create({ id: 'japanese', wordList: 'Japanese', wordCount: 24, keepKeys: true })
    expect(japanese.mnemonic.split('\u3000')).toHaveLength(24)
    const again = wallets.create({
      id: 'again',
      mnemonic: japanese.mnemonic.replaceAll('\u3000', ' '),
      wordList: 'Japanese',
      keepKeys: true,
    })
    expect(again.wallet.accountXpub).toBe(japanese.wallet.accountXpub)
    const salted = wallets.create({ id: 'salted', mnemonic: abandon, passphrase: 'TREZOR', keepKeys: true })
    const second = wallets.create({ id: 'second', mnemonic: abandon, accountNumber: 1, keepKeys: true })
    const xpubs = new Set([salted, second].map(({ wallet }) => wallet.accountXpub)).add(
      wallets.find('bip84')?.accountXpub ?? '',
    )
    expect(xpubs.size).toBe(3)
    expect(() => wallets.create({ id: 'bad', mnemonic: 'abandon '.repeat(12), keepKeys: true })).toThrow(
      'The recovery phrase isn’t valid.',
    )
    expect(() => wallets.create({ id: 'again', keepKeys: true })).toThrow('already')
    expect(wallets.find('twelve')).not.toHaveProperty('mnemonic')
  })

  it('shows one receive address until it is paid, replaced or released', () => {
    const { wallets } = engine
    const id = shop()
    const first = wallets.receiveAddress(id)
    expect(wallets.receiveAddress(id).address).toBe(first.address)
    const forced = wallets.receiveAddress(id, { force: true })
    expect(forced.index).toBe(first.index + 1)
    expect(wallets.dropReceiveAddress(id)).toBe(true)
    expect(wallets.dropReceiveAddress(id)).toBe(false)
    expect(wallets.receiveAddress(id, { force: true }).address).toBe(forced.address)
    pay(id, 5000n, forced.index)
    expect(wallets.receiveAddress(id).index).toBe(forced.index + 1)
    expect(wallets.ownerOf(forced.script)).toMatchObject({ walletId: id, isUsed: true, keyPath: `0/${forced.index}` })
  })

  it('detects payments within the gap, and beyond it once the gap has moved', () => {
    const { wallets } = engine
    const id = shop()
    pay(id, 10_000n, 19)
    expect(wallets.balance(id).totalSats).toBe(10_000n)
    expect(wallets.reserveAddress(id).index).toBe(0)
    const foreign = wallets.preview(wallets.find(id)?.accountXpub ?? '', 35, 1)
    expect(foreign).toMatchObject([{ index: 35, keyPath: '0/35' }])
    const script = engine.chain.addressToScript(foreign[0]?.address ?? '') ?? ''
    wallets.payFromTreasury({ outputs: [{ script, amountSats: 10_000n }] })
    expect(wallets.balance(id).totalSats).toBe(20_000n)
  })
})

it('with a smaller gap, detects payments within it, and beyond it once it has moved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallets-gap-'))
  const small = await openEngine({ dir: folder, addressGap: [3, 2] })
  const { wallets, chain } = small
  const { wallet } = wallets.create({ id: 'small', keepKeys: true })
  const payTo = (index: number) => {
    const [next] = wallets.preview(wallet.accountXpub, index, 1)
    const script = chain.addressToScript(next?.address ?? '') ?? ''
    wallets.payFromTreasury({ outputs: [{ script, amountSats: 10_000n }] })
    return wallets.balance('small').totalSats
  }
  expect([payTo(3), payTo(2), payTo(5)]).toEqual([0n, 10_000n, 20_000n])
  await small.close()
  await rm(folder, { recursive: true, force: true })
})

describe('balances and history', () => {
  it('counts coins as BTCPay does: confirmed includes what the mempool spends', () => {
    const { wallets, chain } = engine
    const id = shop([100_000n])
    expect(wallets.balance(id)).toEqual({
      totalSats: 100_000n,
      confirmedSats: 100_000n,
      unconfirmedSats: 0n,
      immatureSats: 0n,
    })
    const spend = built(wallets.build(id, { outputs: [{ script: outside, amountSats: 30_000n }], satPerKvb: 1000 }))
    expect(wallets.balance(id).totalSats).toBe(100_000n)
    chain.broadcast(spend.hex)
    const leftSats = 70_000n - spend.feeSats
    expect(wallets.balance(id)).toMatchObject({
      totalSats: leftSats,
      confirmedSats: 100_000n,
      unconfirmedSats: leftSats - 100_000n,
    })
    expect(wallets.historyEntry(id, spend.txid)).toMatchObject({
      amountSats: -30_000n - spend.feeSats,
      confirmations: 0,
    })
    expect(wallets.coins(id)).toMatchObject([{ amountSats: leftSats, keyPath: '1/0', confirmations: 0 }])
    chain.mine()
    expect(wallets.balance(id)).toMatchObject({ totalSats: leftSats, confirmedSats: leftSats, unconfirmedSats: 0n })
  })

  it('pages newest first, by status and by label', async () => {
    const { wallets, chain, clock } = engine
    const id = shop()
    const txids: string[] = []
    for (let i = 0; i < 12; i += 1) {
      txids.push(pay(id, BigInt(10_000 + i), 0))
      if (i % 3 === 0) await clock.advance(1000)
      if (i === 7) chain.mine()
    }
    const newest = [...txids].reverse()
    const page = (options: Parameters<typeof wallets.history>[1]) =>
      wallets.history(id, options).map(({ txid }) => txid)
    expect(page({})).toEqual(newest)
    expect(page({ skip: 3, limit: 4 })).toEqual(newest.slice(3, 7))
    expect(page({ status: 'unconfirmed' })).toEqual(newest.slice(0, 4))
    expect(page({ status: 'confirmed', skip: 1, limit: 2 })).toEqual(newest.slice(5, 7))
    expect(wallets.historyCount(id, 'confirmed')).toBe(8)
    wallets.annotate(id, txids[2] ?? '', { labels: { invoice: { type: 'invoice', text: 'invoice', id: 'abc' } } })
    wallets.annotate(id, txids[2] ?? '', { comment: 'first order', labels: { blue: { type: 'label', text: 'blue' } } })
    wallets.annotate(id, txids[9] ?? '', { labels: { blue: { type: 'label', text: 'blue' } } })
    expect(page({ label: 'blue' })).toEqual([txids[9], txids[2]])
    expect(page({ label: 'blue', status: 'confirmed' })).toEqual([txids[2]])
    expect(wallets.historyEntry(id, txids[2] ?? '')).toMatchObject({
      comment: 'first order',
      labels: { invoice: { id: 'abc' }, blue: {} },
    })
  })

  it('drops a replaced payment and follows reorganizations', () => {
    const { wallets, chain } = engine
    const id = shop()
    const txid = pay(id, 50_000n, 0)
    const script = wallets.addressAt(id, 0, 0).script
    const replacement = built(wallets.buildReplacement('treasury', txid, { outputs: { [script]: 20_000n } }))
    expect(chain.broadcast(replacement.hex).ok).toBe(true)
    expect(wallets.history(id).map((entry) => [entry.txid, entry.amountSats])).toEqual([[replacement.txid, 20_000n]])
    expect(wallets.balance(id).totalSats).toBe(20_000n)
    const away = built(wallets.buildReplacement('treasury', replacement.txid, { outputs: 'cancel' }))
    chain.broadcast(away.hex)
    expect(wallets.history(id)).toEqual([])
    expect(wallets.balance(id)).toMatchObject({ totalSats: 0n, confirmedSats: 0n })

    const stays = pay(id, 7000n, 0)
    chain.mine(3)
    expect(wallets.historyEntry(id, stays)).toMatchObject({ confirmations: 3 })
    chain.reorganize({ depth: 3, excludeTxids: [stays] })
    expect(wallets.historyEntry(id, stays)).toMatchObject({ confirmations: 0 })
    expect(wallets.historyEntry(id, stays)).not.toHaveProperty('blockHash')
    expect(wallets.balance(id)).toMatchObject({ totalSats: 7000n, confirmedSats: 0n, unconfirmedSats: 7000n })
    chain.mine()
    expect(wallets.balance(id)).toMatchObject({ confirmedSats: 7000n })
  })

  it('wallets with the same phrase share one account', () => {
    const { wallets } = engine
    const id = shop([40_000n])
    const words = wallets.find(id)?.mnemonic ?? ''
    wallets.create({ id: `${id}-twin`, mnemonic: words, keepKeys: true })
    expect(wallets.balance(`${id}-twin`)).toEqual(wallets.balance(id))
    wallets.remove(id)
    expect(wallets.find(id)).toBeUndefined()
    expect(wallets.history(`${id}-twin`)).toHaveLength(1)
  })
})

describe('building transactions', () => {
  it('reserves nothing: two builds use the same coin and only one can be broadcast', () => {
    const { wallets, chain } = engine
    const id = shop([100_000n])
    const [one, two] = [10_000n, 20_000n].map((amountSats) =>
      built(wallets.build(id, { outputs: [{ script: outside, amountSats }], satPerKvb: 1000 })),
    )
    expect(one?.inputs).toEqual(two?.inputs)
    expect(chain.broadcast(one?.hex ?? '').ok).toBe(true)
    expect(chain.broadcast(two?.hex ?? '')).toMatchObject({ ok: false, rpcCode: -26 })
  })

  it('pays at least the requested fee rate', () => {
    const { wallets, chain } = engine
    const id = shop([60_000n, 70_000n, 80_000n])
    for (const satPerKvb of [1000, 1100, 2345, 25_000]) {
      const { feeSats, hex } = built(
        wallets.build(id, { outputs: [{ script: outside, amountSats: 190_000n - BigInt(satPerKvb * 2) }], satPerKvb }),
      )
      const tested = chain.testAccept(hex)
      if (!tested.ok) throw new Error(tested.message)
      expect(tested.feeSats).toBe(feeSats)
      const rate = Number((feeSats * 1000n) / BigInt(tested.vsize))
      expect(rate).toBeGreaterThanOrEqual(satPerKvb)
      expect(rate).toBeLessThan(satPerKvb * 1.02 + 10)
    }
  })

  it('subtracts the fee, sweeps, leaves no change, and uses only the named coins', () => {
    const { wallets } = engine
    const id = shop([50_000n, 60_000n, 70_000n])
    const coins = wallets.coins(id)
    const named = coins.filter(({ amountSats }) => amountSats !== 70_000n).map(({ outpoint }) => outpoint)

    const sweep = built(
      wallets.build(id, { outputs: [{ script: outside, amountSats: 180_000n, subtractFee: true }], satPerKvb: 1000 }),
    )
    expect(engine.chain.testAccept(sweep.hex)).toMatchObject({ ok: true, feeSats: sweep.feeSats })
    expect(sweep).toMatchObject({ changeSats: 0n })
    expect(sweep.inputs).toHaveLength(3)
    const subset = built(
      wallets.build(id, {
        outputs: [{ script: outside, amountSats: 20_000n }],
        satPerKvb: 1000,
        selectedOutpoints: named,
      }),
    )
    expect(subset.inputs).toHaveLength(1)
    expect(named).toContain(subset.inputs[0])
    const tooMuch = wallets.build(id, {
      outputs: [{ script: outside, amountSats: 115_000n }],
      satPerKvb: 1000,
      selectedOutpoints: named,
    })
    expect(tooMuch).toMatchObject({ ok: false, reason: 'not-enough-funds' })
    const whole = built(
      wallets.build(id, { outputs: [{ script: outside, amountSats: 30_000n }], satPerKvb: 1000, noChange: true }),
    )
    const outputs = outputsOf(whole.hex)
    expect(outputs).toHaveLength(1)
    expect(outputs[0]?.amountSats).toBeGreaterThan(49_000n)
    expect(
      wallets.build(id, { outputs: [{ script: outside, amountSats: 10_000_000n }], satPerKvb: 1000 }),
    ).toMatchObject({
      reason: 'not-enough-funds',
    })
    expect(wallets.build(id, { outputs: [], satPerKvb: 1000 })).toMatchObject({ reason: 'no-outputs' })
    expect(wallets.build(id, { outputs: [{ script: outside, amountSats: 5000n }], satPerKvb: 999 })).toMatchObject({
      reason: 'fee-too-low',
    })
    expect(
      wallets.build(id, {
        outputs: [{ script: outside, amountSats: 5000n }],
        satPerKvb: 1000,
        selectedOutpoints: [`${'00'.repeat(32)}:0`],
      }),
    ).toMatchObject({ reason: 'unknown-input' })
  })

  it('adds change below the dust limit to the fee', () => {
    const { wallets } = engine
    const id = shop([50_000n])
    const { hex, feeSats } = built(
      wallets.build(id, { outputs: [{ script: outside, amountSats: 49_700n }], satPerKvb: 1000 }),
    )
    expect(outputsOf(hex)).toHaveLength(1)
    expect(feeSats).toBe(300n)
  })

  it('a PSBT of a watch-only wallet can be signed elsewhere', () => {
    const { wallets, chain } = engine
    const id = shop([90_000n])
    const { accountXpub, mnemonic = '', masterFingerprint = '' } = wallets.find(id) ?? { accountXpub: '' }
    wallets.remove(id)
    wallets.watch({
      id: `${id}-watch`,
      scheme: accountXpub,
      accountKeys: [{ xpub: accountXpub, fingerprint: masterFingerprint, keyPath: "84'/1'/0'" }],
    })
    const order = { outputs: [{ script: outside, amountSats: 10_000n }], satPerKvb: 1500 }
    expect(wallets.build(`${id}-watch`, order)).toMatchObject({ ok: false, reason: 'no-keys' })
    const unsigned = wallets.buildUnsigned(`${id}-watch`, order)
    if (!unsigned.ok) throw new Error(unsigned.message)
    expect(unsigned).not.toHaveProperty('hex')
    expect(wallets.extractPsbt(unsigned.psbt)).toBeUndefined()
    expect(wallets.extractPsbt('garbage')).toBeUndefined()
    expect(wallets.signPsbt(`${id}-watch`, unsigned.psbt)).toBeUndefined()
    wallets.create({ id: `${id}-hot`, mnemonic, keepKeys: true })
    const signed = wallets.signPsbt(`${id}-hot`, unsigned.psbt) ?? ''
    const hex = wallets.extractPsbt(signed) ?? ''
    expect(chain.broadcast(hex)).toMatchObject({ ok: true, txid: unsigned.txid })
    const hot = built(wallets.build(`${id}-hot`, order))
    expect(wallets.extractPsbt(hot.psbt)).toBe(hot.hex)
  })

  it('signals replacement by default', () => {
    const { wallets, chain } = engine
    const id = shop()
    const outputs = [{ script: wallets.addressAt(id, 0, 0).script, amountSats: 10_000n }]
    const usual = wallets.payFromTreasury({ outputs })
    const forGood = wallets.payFromTreasury({ outputs, replaceable: false })
    expect(chain.mempoolEntry(usual.txid)?.signalsReplacement).toBe(true)
    expect(chain.mempoolEntry(forGood.txid)?.signalsReplacement).toBe(false)
  })

  it('the treasury pays repeatedly without a block, beyond its confirmed coins', () => {
    const { wallets, chain } = engine
    const id = shop()
    chain.mine()
    // Merges all confirmed coins into one, so the next payments spend unconfirmed change.
    const all = wallets.coins(wallets.treasuryId)
    const totalSats = all.reduce((sum, { amountSats }) => sum + amountSats, 0n)
    const halves = [totalSats / 2n, totalSats / 2n].map((amountSats, index) => ({
      script: wallets.addressAt(wallets.treasuryId, 0, index).script,
      amountSats,
    }))
    const first = built(
      wallets.build(wallets.treasuryId, {
        outputs: halves.map((output, i) => ({ ...output, subtractFee: i === 0 })),
        satPerKvb: 1000,
      }),
    )
    expect(chain.broadcast(first.hex).ok).toBe(true)
    for (let i = 0; i < 23; i += 1) pay(id, 1000n, 0)
    expect(wallets.balance(id).totalSats).toBe(23_000n)
    expect(() => {
      for (let i = 0; i < 40; i += 1) pay(id, 1000n, 0)
    }).toThrow('too-long-mempool-chain')
    chain.mine()
    pay(id, 1000n, 0)
  })
})
