import { createAlarm } from '../alarm.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store-types.ts'
import { broadcastTransaction, testTransaction } from './accept-transaction.ts'
import { blockHex } from './block-hex.ts'
import { type ChainState, openChainState } from './chain-state.ts'
import type { Chain } from './chain-types.ts'
import { ancestorsOf, descendantsOf, newestEntries, removeFromPool } from './mempool-graph.ts'
import { evictBelow, expireOld, mempoolLifeMs, mineBlocks, reorganize } from './mine-blocks.ts'
import { regtest } from './regtest.ts'
import { addressToScript, dustLimitSats, scriptToAddress } from './scripts.ts'
import { submitBlock } from './submit-block.ts'
import { parseTransaction } from './transaction-bytes.ts'

const firstFeeRates = {
  1: 12_000,
  2: 9_000,
  3: 7_000,
  6: 5_000,
  12: 3_000,
  25: 2_000,
  144: 1_000,
  504: 1_000,
  1008: 1_000,
}

export type OpenedChain = Chain & {
  /** Where mined coins go by default. */
  setPayoutScript(script: string): void
  /** Mines one block with this time, if the rules allow it. */
  mineAt(timeSeconds: number): void
}

/** Opens the chain at its genesis, or in its saved state. */
export const openChain = ({ store, clock }: { store: Store; clock: Clock }): OpenedChain => {
  const state = openChainState(store, clock)
  if (!state.settings.has('settings')) found(state)
  const watchExpiry = createAlarm(
    clock,
    () => {
      const oldest = state.pool.first('bySeen', '')
      return oldest && oldest.seenAtMs + mempoolLifeMs
    },
    () => store.batch(() => expireOld(state)),
  )
  state.on('txSeen', watchExpiry)

  return {
    setPayoutScript: (payoutScript) => state.set({ payoutScript }),
    mineAt: (timeSeconds) => void mineBlocks(state, 1, { timeSeconds }),
    network: 'regtest',
    tip: state.tip,
    blockByHash: (hash) => state.blocks.get(hash),
    blockAtHeight: state.blockAt,
    isActive: (hash) => state.active.get(`${state.blocks.get(hash)?.height}`)?.hash === hash,
    blockHex: (hash) => blockHex(state, hash),
    medianTime: state.medianTime,
    blocksInOrder: () => state.blocks.walk('inOrder', ''),
    transaction: (txid) => state.transactions.get(txid),
    parsed: state.parsed,
    confirmation: (txid) => state.confirmations.get(txid),
    confirmations(txid) {
      const mined = state.confirmations.get(txid)
      if (mined) return state.tip().height - mined.height + 1
      return state.pool.has(txid) ? 0 : undefined
    },
    coin: (outpoint) => state.coins.get(outpoint),
    coins: () => state.coins.values(),
    spenderOf: (outpoint) => state.spenders.get(outpoint)?.txid ?? state.spenderInPool(outpoint)?.txid,
    spenderInMempool: (outpoint) => state.spenderInPool(outpoint)?.txid,
    output: state.output,
    mempoolEntry: (txid) => state.pool.get(txid),
    mempool: (page) => newestEntries(state, page),
    mempoolSize: () => state.pool.size,
    ancestors: (txid) => [...ancestorsOf(state, state.pool.get(txid)?.spends ?? [])],
    descendants: (txid) => [...descendantsOf(state, txid)],
    broadcast: (hex) => broadcastTransaction(state, hex),
    testAccept(hex) {
      const tested = testTransaction(state, hex)
      if ('ok' in tested) return tested
      const { transaction, feeSats } = tested
      return { ok: true, txid: transaction.txid, vsize: transaction.vsize, feeSats }
    },
    evict: (txid) => store.batch(() => removeFromPool(state, txid, 'evicted')),
    setMempoolMinimum: (satPerKvb) =>
      store.batch(() => {
        state.set({ mempoolMinimum: satPerKvb })
        return evictBelow(state, satPerKvb)
      }),
    mempoolMinimum: () => state.get().mempoolMinimum,
    mine: (blocks = 1, mining = {}) => mineBlocks(state, blocks, mining),
    reorganize: (how) => reorganize(state, how),
    submitBlock: (hex) => submitBlock(state, hex),
    feeRate(blockTarget) {
      const rates = state.get().feeRates
      const targets = Object.keys(rates).map(Number)
      const fitting = targets.filter((target) => target <= blockTarget)
      const target = fitting.length > 0 ? Math.max(...fitting) : Math.min(...targets)
      return { satPerKvb: rates[target] ?? 1000 }
    },
    setFeeRates: (feeRates) => state.set({ feeRates }),
    feeRates: () => state.get().feeRates,
    addressToScript,
    scriptToAddress,
    dustLimit: dustLimitSats,
    on: state.on,
  }
}

const found = (state: ChainState): void => {
  const { genesis, bits } = regtest
  const { coinbaseHex: hex, ...header } = genesis
  const coinbase = parseTransaction(hex)
  const { txid, weight, vsize, size } = coinbase
  state.store.batch(() => {
    // As in bitcoind, the genesis coinbase never enters the coin set.
    state.transactions.put({ txid, hex, feeSats: 0n, weight, vsize, seenAtMs: genesis.timeSeconds * 1000 })
    state.confirmations.put({ txid, blockHash: genesis.hash, height: 0, position: 0 })
    state.blocks.put({
      ...header,
      bits,
      height: 0,
      txids: [txid],
      size: 81 + size,
      weight: 324 + weight,
      feesSats: 0n,
      sequence: 0,
    })
    state.active.put({ height: 0, hash: genesis.hash })
    state.settings.put({
      id: 'settings',
      tipHash: genesis.hash,
      nextSequence: 1,
      // OP_TRUE, until there is a treasury.
      payoutScript: '51',
      mempoolMinimum: 1000,
      feeRates: firstFeeRates,
    })
  })
}
