import { MalformedBytes } from './byte-stream.ts'
import { ChainRefusal } from './chain-refusal.ts'
import type { ChainState } from './chain-state.ts'
import type { BroadcastOutcome, BroadcastRefusal, MempoolEntry, ParsedTransaction } from './chain-types.ts'
import {
  checkSpending,
  checkTransaction,
  findCoins,
  isFinal,
  type SpentCoin,
  sequenceLocksPass,
} from './check-transaction.ts'
import { ancestorsOf, coinForPool, descendantsOf, nextMoment, removeFromPool } from './mempool-graph.ts'
import { dustLimitSats, scriptKind } from './scripts.ts'
import { outpointOf, parseTransaction } from './transaction-bytes.ts'
import { verifyInput } from './verify-input.ts'

/** bitcoind's defaults. */
const policy = {
  incrementalSatPerKvb: 1000,
  /** sendrawtransaction refuses a fee rate above this, 0.1 BTC per kvB. */
  maxSatPerKvb: 10_000_000,
  maxWeight: 400_000,
  maxAncestors: 25,
  maxDescendants: 25,
  maxFamilyVbytes: 101_000,
  maxReplaced: 100,
}

export type Accepted = {
  readonly transaction: ParsedTransaction
  readonly feeSats: bigint
  /** Conflicting transactions and all their descendants. */
  readonly replaced: ReadonlySet<string>
}

/** Runs bitcoind's checks in its order and with its error texts. Changes nothing. */
export const testTransaction = (state: ChainState, hex: string): Accepted | BroadcastRefusal => {
  let transaction: ParsedTransaction
  try {
    transaction = parseTransaction(hex)
  } catch (error) {
    if (!(error instanceof MalformedBytes)) throw error
    return { ok: false, rpcCode: -22, message: 'TX decode failed. Make sure the tx has at least one input.' }
  }
  const isMined = transaction.outputs.some((_, vout) => state.coins.has(`${transaction.txid}:${vout}`))
  if (isMined) return { ok: false, rpcCode: -27, message: 'Transaction outputs already in utxo set' }
  try {
    return check(state, transaction)
  } catch (error) {
    if (!(error instanceof ChainRefusal)) throw error
    const isMissing = error.message === 'bad-txns-inputs-missingorspent' || error.message.startsWith('Fee exceeds')
    return { ok: false, rpcCode: isMissing ? -25 : -26, message: error.message }
  }
}

export const broadcastTransaction = (state: ChainState, hex: string): BroadcastOutcome =>
  state.store.batch(() => {
    const tested = testTransaction(state, hex)
    if ('ok' in tested) return tested
    const { transaction, feeSats, replaced } = tested
    const { txid } = transaction
    if (state.pool.has(txid)) return { ok: true, txid, alreadyInMempool: true, replacedTxids: [] }
    const conflicts = transaction.inputs.map((input) => state.spenderInPool(outpointOf(input))?.txid)
    for (const conflict of conflicts) if (conflict) removeFromPool(state, conflict, 'replaced', txid)
    const entry = enterPool(state, transaction, feeSats, hex.toLowerCase())
    state.emit('txSeen', { transaction, entry, returned: false })
    return { ok: true, txid, alreadyInMempool: false, replacedTxids: [...replaced] }
  })

export const enterPool = (
  state: ChainState,
  transaction: ParsedTransaction,
  feeSats: bigint,
  hex: string,
): MempoolEntry => {
  const { txid, vsize, weight, inputs } = transaction
  const known = state.transactions.get(txid)
  const nowMs = state.clock.now()
  state.remember(transaction, hex)
  if (known?.hex !== hex)
    state.transactions.put({ txid, hex, feeSats, weight, vsize, seenAtMs: known?.seenAtMs ?? nowMs })
  const entry: MempoolEntry = {
    txid,
    feeSats,
    vsize,
    seenAtMs: nowMs,
    spends: inputs.map(outpointOf),
    signalsReplacement: inputs.some(({ sequence }) => sequence < 0xffff_fffe),
  }
  state.pool.put(entry)
  return entry
}

/** ⌈vsize · rate⌉ */
export const feeAt = (satPerKvb: number, vsize: number): bigint => BigInt(Math.ceil((satPerKvb * vsize) / 1000))

const check = (state: ChainState, transaction: ParsedTransaction): Accepted => {
  checkTransaction(transaction)
  if (transaction.isCoinbase) throw new ChainRefusal('coinbase')
  checkStandard(transaction)
  const moment = nextMoment(state)
  if (!isFinal(transaction, moment)) throw new ChainRefusal('non-final')
  if (transaction.weight < 65 * 4 && transaction.size < 65) throw new ChainRefusal('tx-size-small')
  const inPool = state.pool.get(transaction.txid)
  if (inPool) return { transaction, feeSats: inPool.feeSats, replaced: new Set() }

  const coins = findCoins(transaction, (outpoint) => coinForPool(state, outpoint))
  if (!coins) throw new ChainRefusal('bad-txns-inputs-missingorspent')
  if (!sequenceLocksPass(transaction, coins, moment)) throw new ChainRefusal('non-BIP68-final')
  const feeSats = checkSpending(transaction, coins, moment.height)
  const { vsize } = transaction
  const minimum = Math.max(1000, state.get().mempoolMinimum)
  const minimumSats = feeAt(minimum, vsize)
  if (feeSats < minimumSats) {
    const rule = minimum > 1000 ? 'mempool min fee not met' : 'min relay fee not met'
    throw new ChainRefusal(`${rule}, ${feeSats} < ${minimumSats}`)
  }
  const replaced = checkReplacement(state, transaction, feeSats)
  checkFamily(state, transaction, replaced)
  checkScripts(transaction, coins)
  if (feeSats > feeAt(policy.maxSatPerKvb, vsize)) {
    throw new ChainRefusal('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)')
  }
  return { transaction, feeSats, replaced }
}

export const checkScripts = (transaction: ParsedTransaction, coins: readonly SpentCoin[]): void => {
  for (const index of transaction.inputs.keys()) {
    const fault = verifyInput(transaction, index, coins)
    if (fault) throw new ChainRefusal(`mandatory-script-verify-flag-failed (${fault})`)
  }
}

const checkStandard = ({ version, weight, inputs, outputs }: ParsedTransaction): void => {
  if (version !== 1 && version !== 2) throw new ChainRefusal('version')
  if (weight > policy.maxWeight) throw new ChainRefusal('tx-size')
  if (inputs.some(({ scriptSig }) => scriptSig.length / 2 > 1650)) throw new ChainRefusal('scriptsig-size')
  let nullOutputs = 0
  for (const { amountSats, script } of outputs) {
    const kind = scriptKind(script)
    if (kind === 'other' || kind === 'multisig' || (kind === 'op_return' && script.length / 2 > 83)) {
      throw new ChainRefusal('scriptpubkey')
    }
    if (kind === 'op_return') nullOutputs += 1
    else if (amountSats < dustLimitSats(script)) throw new ChainRefusal('dust')
  }
  if (nullOutputs > 1) throw new ChainRefusal('multi-op-return')
}

/** BIP125's rules with full replacement: the replaced transaction need not have signaled it. */
const checkReplacement = (state: ChainState, transaction: ParsedTransaction, feeSats: bigint): Set<string> => {
  const { txid, vsize, inputs } = transaction
  const direct = new Set<string>()
  for (const input of inputs) {
    const conflict = state.spenderInPool(outpointOf(input))
    if (conflict) direct.add(conflict.txid)
  }
  const replaced = new Set<string>()
  for (const conflict of direct) {
    replaced.add(conflict)
    for (const descendant of descendantsOf(state, conflict)) replaced.add(descendant)
  }
  if (direct.size === 0) return replaced

  const spendsConflict = inputs.find((input) => replaced.has(input.txid))
  if (spendsConflict) throw new ChainRefusal('bad-txns-spends-conflicting-tx')
  if (replaced.size > policy.maxReplaced) throw new ChainRefusal('too many potential replacements')
  let replacedSats = 0n
  for (const one of replaced) replacedSats += state.pool.get(one)?.feeSats ?? 0n
  for (const one of direct) {
    const entry = state.pool.get(one) as MempoolEntry
    if (feeSats * BigInt(entry.vsize) <= entry.feeSats * BigInt(vsize)) {
      throw new ChainRefusal(`insufficient fee, rejecting replacement ${txid}; new feerate is not above that of ${one}`)
    }
  }
  const oldParents = new Set(
    [...direct].flatMap((one) => state.pool.get(one)?.spends ?? []).map((spent) => spent.slice(0, 64)),
  )
  if (inputs.some((input) => state.pool.has(input.txid) && !oldParents.has(input.txid))) {
    throw new ChainRefusal(`replacement-adds-unconfirmed, replacement ${txid} adds unconfirmed input`)
  }
  if (feeSats < replacedSats) {
    throw new ChainRefusal(
      `insufficient fee, rejecting replacement ${txid}, less fees than conflicting txs; ${feeSats} < ${replacedSats}`,
    )
  }
  const extraSats = feeSats - replacedSats
  const relaySats = feeAt(policy.incrementalSatPerKvb, vsize)
  if (extraSats < relaySats) {
    throw new ChainRefusal(
      `insufficient fee, rejecting replacement ${txid}, not enough additional fees to relay; ${extraSats} < ${relaySats}`,
    )
  }
  return replaced
}

const checkFamily = (state: ChainState, transaction: ParsedTransaction, replaced: ReadonlySet<string>): void => {
  const vsizeOf = (txid: string) => state.pool.get(txid)?.vsize ?? 0
  const ancestors = ancestorsOf(state, transaction.inputs.map(outpointOf))
  const ancestorVbytes = [...ancestors].reduce((sum, txid) => sum + vsizeOf(txid), transaction.vsize)
  if (ancestors.size + 1 > policy.maxAncestors || ancestorVbytes > policy.maxFamilyVbytes) {
    throw new ChainRefusal(`too-long-mempool-chain, too many unconfirmed ancestors [limit: ${policy.maxAncestors}]`)
  }
  for (const ancestor of ancestors) {
    const descendants = [...descendantsOf(state, ancestor)].filter((txid) => !replaced.has(txid))
    const vbytes = descendants.reduce((sum, txid) => sum + vsizeOf(txid), transaction.vsize + vsizeOf(ancestor))
    if (descendants.length + 2 > policy.maxDescendants || vbytes > policy.maxFamilyVbytes) {
      throw new ChainRefusal(
        `too-long-mempool-chain, too many descendants for tx ${ancestor} [limit: ${policy.maxDescendants}]`,
      )
    }
  }
}
