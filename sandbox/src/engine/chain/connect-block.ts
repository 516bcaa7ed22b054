import { checkScripts } from './accept-transaction.ts'
import {
  committedWitness,
  hasTwinHashes,
  hasWork,
  heightPush,
  merkleRoot,
  type ParsedBlock,
  transactionHex,
  witnessCommitment,
} from './block-bytes.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import type { BlockRecord, Coin, ParsedTransaction } from './chain-types.ts'
import {
  checkSpending,
  checkTransaction,
  findCoins,
  isFinal,
  type Moment,
  sequenceLocksPass,
} from './check-transaction.ts'
import { nextMoment, removeFromPool } from './mempool-graph.ts'
import { blockSubsidySats, regtest } from './regtest.ts'
import { isUnspendable } from './scripts.ts'
import { outpointOf } from './transaction-bytes.ts'

/** Rules that can be checked before the block's place in the active chain is known. Throws ChainRefusal. */
export const checkBlock = (state: ChainState, block: ParsedBlock): { height: number } => {
  const { header, transactions, hash } = block
  if (!hasWork(hash)) throw new ChainRefusal('high-hash')
  const txids = transactions.map(({ txid }) => txid)
  if (merkleRoot(txids) !== header.merkleRoot) throw new ChainRefusal('bad-txnmrklroot')
  if (hasTwinHashes(txids)) throw new ChainRefusal('bad-txns-duplicate')
  const [coinbase, ...others] = transactions
  if (!coinbase?.isCoinbase) throw new ChainRefusal('bad-cb-missing')
  if (others.some(({ isCoinbase }) => isCoinbase)) throw new ChainRefusal('bad-cb-multiple')
  for (const transaction of transactions) checkTransaction(transaction)

  const previous = state.blocks.get(header.previousHash)
  if (!previous) throw new ChainRefusal('prev-blk-not-found')
  const height = previous.height + 1
  if (header.bits !== regtest.bits) throw new ChainRefusal('bad-diffbits')
  if (header.timeSeconds <= state.medianTime(previous.hash)) throw new ChainRefusal('time-too-old')
  if (header.timeSeconds > state.clock.nowSeconds() + 7200) throw new ChainRefusal('time-too-new')
  if (header.version < 4)
    throw new ChainRefusal(`bad-version(0x${(header.version >>> 0).toString(16).padStart(8, '0')})`)
  const moment = { height, medianTime: state.medianTime(previous.hash) }
  if (transactions.some((one) => !isFinal(one, moment))) throw new ChainRefusal('bad-txns-nonfinal')
  if (!coinbase.inputs[0]?.scriptSig.startsWith(heightPush(height))) throw new ChainRefusal('bad-cb-height')
  const committed = committedWitness(coinbase)
  if (committed !== undefined) {
    const [reserved, ...rest] = coinbase.inputs[0].witness
    if (reserved?.length !== 64 || rest.length > 0) throw new ChainRefusal('bad-witness-nonce-size')
    if (committed !== witnessCommitment(transactions)) throw new ChainRefusal('bad-witness-merkle-match')
  } else if (transactions.some(({ inputs }) => inputs.some(({ witness }) => witness.length > 0))) {
    throw new ChainRefusal('unexpected-witness')
  }
  if (block.weight > regtest.maxBlockWeight) throw new ChainRefusal('bad-blk-weight')
  return { height }
}

/**
 * Connects a checked block to the tip: spends and creates coins, and removes its transactions and their conflicts from
 * the mempool.
 */
export const connectBlock = (state: ChainState, block: ParsedBlock, height: number): BlockRecord => {
  const { header, transactions, hash } = block
  if (header.previousHash !== state.tip().hash) throw new Error('Only a block on the tip can be connected.')
  const moment = nextMoment(state)
  let feesSats = 0n
  for (const [position, transaction] of transactions.entries()) {
    feesSats += spend(state, transaction, moment)
    createCoins(state, transaction, height)
    state.confirmations.put({ txid: transaction.txid, blockHash: hash, height, position })
  }
  const claimedSats = transactions[0]?.outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n) ?? 0n
  if (claimedSats > blockSubsidySats(height) + feesSats) throw new ChainRefusal('bad-cb-amount')

  const known = state.blocks.get(hash)
  const record: BlockRecord = {
    ...header,
    hash,
    height,
    txids: transactions.map(({ txid }) => txid),
    size: block.size,
    weight: block.weight,
    feesSats,
    sequence: known?.sequence ?? takeSequence(state),
  }
  state.blocks.put(record)
  state.sideBlocks.delete(hash)
  state.active.put({ height, hash })
  state.set({ tipHash: hash })
  state.emit('blockConnected', { block: record, transactions })
  return record
}

export const takeSequence = (state: ChainState): number => {
  const { nextSequence } = state.get()
  state.set({ nextSequence: nextSequence + 1 })
  return nextSequence
}

/** Returns the fee. */
const spend = (state: ChainState, transaction: ParsedTransaction, moment: Moment): bigint => {
  const { txid, isCoinbase } = transaction
  const nowMs = state.clock.now()
  const record = state.transactions.get(txid)
  const hex = transactionHex(transaction)
  if (isCoinbase) {
    keep(state, transaction, hex, 0n, nowMs)
    return 0n
  }
  const coins = findCoins(transaction, (outpoint) => state.coins.get(outpoint))
  if (!coins) throw new ChainRefusal('bad-txns-inputs-missingorspent')
  const feeSats = checkSpending(transaction, coins, moment.height)
  if (!sequenceLocksPass(transaction, coins, moment)) throw new ChainRefusal('bad-txns-nonfinal')
  // The scripts of a stored transaction with the same bytes were verified before, and their result can't change.
  if (record?.hex !== hex) {
    checkScripts(transaction, coins)
    keep(state, transaction, hex, feeSats, record?.seenAtMs ?? nowMs)
  }
  for (const input of transaction.inputs) {
    const outpoint = outpointOf(input)
    const rival = state.spenderInPool(outpoint)
    if (rival && rival.txid !== txid) removeFromPool(state, rival.txid, 'conflict', txid)
    state.coins.delete(outpoint)
    state.spenders.put({ outpoint, txid })
  }
  state.pool.delete(txid)
  return feeSats
}

const keep = (
  state: ChainState,
  transaction: ParsedTransaction,
  hex: string,
  feeSats: bigint,
  seenAtMs: number,
): void => {
  const { txid, weight, vsize } = transaction
  state.remember(transaction, hex)
  state.transactions.put({ txid, hex, feeSats, weight, vsize, seenAtMs })
}

const createCoins = (state: ChainState, { txid, outputs, isCoinbase }: ParsedTransaction, height: number): void => {
  for (const [vout, { amountSats, script }] of outputs.entries()) {
    if (isUnspendable(script)) continue
    const coin: Coin = { outpoint: `${txid}:${vout}`, amountSats, script, height, isCoinbase }
    state.coins.put(coin)
  }
}
