import { testedForBlock } from './accept-for-block.ts'
import { assembleBlock } from './assemble-block.ts'
import { blockSizes, createCoinbase, findNonce, merkleRoot } from './block-bytes.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import type { BlockRecord, MineOptions, ParsedTransaction, ReorganizeOptions } from './chain-types.ts'
import { connectBlock } from './connect-block.ts'
import { disconnectTip, dropWhatCannotReturn } from './disconnect-tip.ts'
import { newestEntries, removeFromPool } from './mempool-graph.ts'
import { blockSubsidySats, regtest } from './regtest.ts'
import { outpointOf } from './transaction-bytes.ts'

/** bitcoind drops transactions that weren't mined within two weeks. */
export const mempoolLifeMs = 336 * 3_600_000

export type MineBlockOptions = MineOptions & {
  readonly payoutScript?: string
  /** Requested block time. Never earlier than the rules allow. */
  readonly timeSeconds?: number
}

export const mineBlocks = (state: ChainState, blocks: number, options: MineBlockOptions = {}): BlockRecord[] =>
  state.store.batch(() => {
    const mined: BlockRecord[] = []
    for (let i = 0; i < blocks; i += 1) {
      const { includeHexes: _first, ...later } = options
      mined.push(mineBlock(state, i === 0 ? options : later))
    }
    expireOld(state)
    return mined
  })

export const reorganize = (state: ChainState, options: ReorganizeOptions) => {
  const { depth, newBlocks = depth + 1, ...mining } = options
  if (depth < 1 || depth > state.tip().height) throw new ChainRefusal('There are not that many blocks to undo.')
  if (newBlocks <= depth) throw new ChainRefusal('The new branch must be longer than the old one.')
  return state.store.batch(() => {
    const disconnected: BlockRecord[] = []
    for (let i = 0; i < depth; i += 1) disconnected.push(disconnectTip(state))
    const connected = mineBlocks(state, newBlocks, mining)
    dropWhatCannotReturn(state)
    return { disconnected, connected }
  })
}

/** Drops transactions that have waited too long. */
export const expireOld = (state: ChainState): void => {
  const limitMs = state.clock.now() - mempoolLifeMs
  for (
    let oldest = state.pool.first('bySeen', '');
    oldest && oldest.seenAtMs <= limitMs;
    oldest = state.pool.first('bySeen', '')
  ) {
    removeFromPool(state, oldest.txid, 'expired')
  }
}

/** Evicts transactions below the minimum rate, lowest first, children with their parents. */
export const evictBelow = (state: ChainState, satPerKvb: number): string[] => {
  const evicted: string[] = []
  for (const { txid, feeSats, vsize } of newestEntries(state)) {
    if (feeSats * 1000n < BigInt(satPerKvb) * BigInt(vsize)) evicted.push(...removeFromPool(state, txid, 'evicted'))
  }
  return evicted
}

const mineBlock = (state: ChainState, options: MineBlockOptions): BlockRecord => {
  const { excludeTxids = [], includeHexes = [], empty = false } = options
  const { hash: previousHash, height: tipHeight } = state.tip()
  const height = tipHeight + 1
  const forced = testedForBlock(state, includeHexes)
  const rivals = forced.flatMap(({ txid, inputs }) =>
    inputs.map((input) => state.spenderInPool(outpointOf(input))?.txid ?? '').filter((rival) => rival !== txid),
  )
  const forcedIds = new Set(forced.map(({ txid }) => txid))
  const usedWeight = forced.reduce((sum, { weight }) => sum + weight, 0)
  const picked = empty
    ? []
    : assembleBlock(state, { excludeTxids: [...excludeTxids, ...rivals], usedWeight }).filter(
        ({ txid }) => !forcedIds.has(txid),
      )
  const others = [...forced, ...picked]
  const inBlock = new Map(others.map((transaction) => [transaction.txid, transaction]))
  const feesSats = others.reduce((sum, transaction) => sum + feeOf(state, transaction, inBlock), 0n)
  const coinbase = createCoinbase({
    height,
    extraNonce: state.get().nextSequence,
    payoutScript: options.payoutScript ?? state.get().payoutScript,
    rewardSats: blockSubsidySats(height) + feesSats,
    transactions: others,
  })
  const transactions = [coinbase, ...others]
  const { header, hash } = findNonce({
    version: regtest.blockVersion,
    previousHash,
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
    timeSeconds: Math.max(options.timeSeconds ?? state.clock.nowSeconds(), state.medianTime(previousHash) + 1),
    bits: regtest.bits,
  })
  return connectBlock(state, { header, hash, transactions, ...blockSizes(transactions) }, height)
}

const feeOf = (
  state: ChainState,
  transaction: ParsedTransaction,
  inBlock: ReadonlyMap<string, ParsedTransaction>,
): bigint => {
  const known = state.transactions.get(transaction.txid)
  if (known) return known.feeSats
  const inSats = transaction.inputs.reduce((sum, input) => {
    const spent = inBlock.get(input.txid)?.outputs[input.vout] ?? state.output(outpointOf(input))
    if (!spent) throw new ChainRefusal('bad-txns-inputs-missingorspent')
    return sum + spent.amountSats
  }, 0n)
  return inSats - transaction.outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n)
}
