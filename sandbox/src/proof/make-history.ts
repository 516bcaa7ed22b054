import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { regtest } from '../engine/chain/regtest.ts'
import type { BroadcastRefusal, Engine } from '../engine/engine.ts'

/** How often each thing happened, so a test can check that nothing was left out. */
export type History = { readonly counts: { readonly [what: string]: number } }

export type HistoryOptions = {
  readonly rounds: number
  readonly seed: number
  /** A node's mempool can't be told to evict: set to false where a node must follow. */
  readonly evictions?: boolean
  readonly onRefused?: (hex: string, refusal: BroadcastRefusal) => void
  readonly afterRound?: () => void
}

/**
 * A small busy network: wallets that pay each other, every type of output, long unconfirmed chains, replacements,
 * evictions, double spends by the miner, reorganizations of several depths, an advancing clock. Seeded, so that it can
 * be repeated.
 */
export const makeHistory = async (engine: Engine, options: HistoryOptions): Promise<History> => {
  const { chain, wallets, clock } = engine
  const random = seededRandom(options.seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const amount = (most: number) => BigInt(1000 + Math.floor(random() * most))
  const counts: { [what: string]: number } = {}
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const foreign = foreignScripts()
  const shops = Array.from({ length: 6 }, (_, i) => `shop-${i}`)
  for (const id of shops) if (!wallets.find(id)) wallets.create({ id, keepKeys: true })
  const recent: string[] = []

  const send = (built: ReturnType<typeof wallets.build>, what: string) => {
    if (!built.ok) return count(`${what}: ${built.reason}`)
    const sent = chain.broadcast(built.hex ?? '')
    if (!sent.ok) {
      options.onRefused?.(built.hex ?? '', sent)
      return count(`${what}: ${sent.message.split(/[,;[(]/)[0]}`)
    }
    recent.push(built.txid)
    return count(what)
  }
  const acts: (() => void)[] = [
    () => {
      const outputs = shops.slice(0, 1 + Math.floor(random() * 6)).map((id) => ({
        script: wallets.reserveAddress(id).script,
        amountSats: amount(5_000_000),
      }))
      recent.push(wallets.payFromTreasury({ outputs, satPerKvb: 1000 + Math.floor(random() * 20_000) }).txid)
      count('paid by the treasury')
    },
    () => {
      const outputs = [{ script: pick(foreign), amountSats: amount(50_000) }]
      if (random() < 0.3) outputs.push({ script: `6a04${'cafe'.repeat(2)}`, amountSats: 0n })
      send(
        wallets.build(pick(shops), { outputs, satPerKvb: 1000 + Math.floor(random() * 9000) }),
        'paid to a foreign script',
      )
    },
    () => {
      const to = wallets.receiveAddress(pick(shops), { force: random() < 0.5 }).script
      send(
        wallets.build(pick(shops), { outputs: [{ script: to, amountSats: amount(200_000) }], satPerKvb: 3000 }),
        'paid among shops',
      )
    },
    () => {
      const shop = pick(shops)
      const named = wallets.coins(shop).slice(0, 8)
      if (named.length === 0) return
      const totalSats = named.reduce((sum, { amountSats }) => sum + amountSats, 0n)
      const outputs = [{ script: wallets.reserveAddress(shop, 1).script, amountSats: totalSats, subtractFee: true }]
      send(
        wallets.build(shop, { outputs, satPerKvb: 1500, selectedOutpoints: named.map(({ outpoint }) => outpoint) }),
        'swept',
      )
    },
    () => {
      const from = pick(shops)
      for (let i = 0; i < 4; i += 1) {
        const outputs = [{ script: wallets.addressAt(from, 0, i).script, amountSats: amount(20_000) }]
        send(wallets.build(from, { outputs, satPerKvb: 1000 + i * 2000 }), 'chained')
      }
    },
    () => {
      const txid = recent.findLast((one) => chain.mempoolEntry(one))
      if (!txid) return
      for (const id of ['treasury', ...shops]) {
        const built = wallets.buildReplacement(id, txid, { outputs: random() < 0.3 ? 'cancel' : 'keep' })
        if (built.ok) return send(built, 'replaced')
      }
    },
    () => {
      const entry = pick(chain.mempool({ take: 20 }))
      const mayEvict = options.evictions ?? true
      if (mayEvict && entry && chain.evict(entry.txid).length > 0) count('evicted')
    },
    () => {
      chain.mine(1 + Math.floor(random() * 3), random() < 0.1 ? { empty: true } : {})
      count('mined')
    },
    () => {
      // Broadcasts old transactions again: mined, replaced, evicted or pending ones.
      for (let i = 0; i < 3; i += 1) {
        const hex = chain.transaction(recent.length > 0 ? pick(recent) : '')?.hex
        const sent = hex === undefined ? undefined : chain.broadcast(hex)
        if (sent && !sent.ok) options.onRefused?.(hex ?? '', sent)
        if (sent) count(sent.ok ? 'sent again' : 'refused to send again')
      }
    },
    () => {
      // Two payments from one coin, built before either was broadcast.
      const from = pick(shops)
      const rates = [1000 + Math.floor(random() * 4000), 1000 + Math.floor(random() * 4000)]
      const rivals = rates.map((satPerKvb) =>
        wallets.build(from, { outputs: [{ script: pick(foreign), amountSats: amount(9000) }], satPerKvb }),
      )
      for (const rival of rivals) send(rival, 'rival')
    },
    () => {
      const depth = Math.min(1 + Math.floor(random() * random() * 9), chain.tip().height - 250)
      if (depth < 1) return
      const excludeTxids = recent.filter(() => random() < 0.2).slice(-10)
      chain.reorganize({ depth, newBlocks: depth + 1 + Math.floor(random() * 2), excludeTxids })
      count(`reorganized ${depth} deep`)
    },
    () => {
      const entry = pick(chain.mempool({ take: 20 }))
      if (!entry) return
      for (const id of ['treasury', ...shops]) {
        const rival = wallets.buildReplacement(id, entry.txid, { outputs: 'cancel' })
        if (!rival.ok) continue
        chain.mine(1, { includeHexes: [rival.hex ?? ''] })
        return count('double spent in a block')
      }
    },
  ]
  for (let round = 0; round < options.rounds; round += 1) {
    pick(acts)()
    options.afterRound?.()
    if (random() < 0.2) await clock.advance(Math.floor(random() * 1_200_000))
  }
  chain.mine(1)
  await engine.store.synced()
  return { counts }
}

/** Outputs of every standard type, to keys that nobody here has. */
export const foreignScripts = (): string[] => {
  const network = regtest.addresses
  const key = Buffer.alloc(32, 0x42)
  const wpkh = p2wpkh(pubECDSA(key), network)
  const kinds = [
    p2pkh(pubECDSA(key), network),
    p2sh(wpkh, network),
    wpkh,
    p2wsh(p2pkh(pubECDSA(key), network), network),
    p2tr(pubSchnorr(key), undefined, network),
  ]
  return kinds.map(({ script }) => Buffer.from(script).toString('hex'))
}

/** mulberry32: small, and deterministic everywhere. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
