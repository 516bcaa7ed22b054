import type { BlockRecord, ParsedTransaction } from '../chain/chain-types.ts'
import { outpointOf } from '../chain/transaction-bytes.ts'
import { type AccountRecord, type CoinRecord, type EntryRecord, entryId, type WalletState } from './wallet-state.ts'

/** Updates coins, totals and history of every watched account as the chain changes, inside the chain's own batches. */
export const trackTransactions = (state: WalletState): void => {
  const { chain } = state
  chain.on('txSeen', ({ transaction, returned }) => {
    if (!returned) addTransaction(state, transaction)
  })
  chain.on('txRemoved', ({ transaction }) => removeTransaction(state, transaction))
  chain.on('blockConnected', ({ block, transactions }) => {
    for (const transaction of transactions) confirmTransaction(state, transaction, block)
  })
  chain.on('blockDisconnected', ({ transactions }) => {
    for (const transaction of [...transactions].reverse()) {
      if (transaction.isCoinbase) removeTransaction(state, transaction)
      else unconfirmTransaction(state, transaction)
    }
  })
}

const confirmTransaction = (
  state: WalletState,
  transaction: ParsedTransaction,
  { height, hash }: BlockRecord,
): void => {
  const { txid } = transaction
  if (state.entries.count('byTxid', txid) === 0) addTransaction(state, transaction, { height, hash })
  else setHeight(state, transaction, { height, hash })
}

const unconfirmTransaction = (state: WalletState, transaction: ParsedTransaction): void => {
  setHeight(state, transaction, undefined)
}

const addTransaction = (
  state: WalletState,
  transaction: ParsedTransaction,
  block?: { height: number; hash: string },
): void => {
  const { txid, inputs, outputs, isCoinbase } = transaction
  const nowMs = state.clock.now()
  const changes = new Map<string, Change>()
  for (const input of inputs) {
    const coin = state.coins.get(outpointOf(input))
    if (!coin) continue
    state.coins.put({ ...coin, spentBy: txid, ...(block ? { spentHeight: block.height } : {}) })
    addTo(changes, coin.xpub, -coin.amountSats, block ? -coin.amountSats : 0n)
  }
  for (const [vout, { script, amountSats }] of outputs.entries()) {
    const owner = state.addresses.get(script)
    if (!owner) continue
    state.coins.put({
      outpoint: `${txid}:${vout}`,
      xpub: owner.xpub,
      script,
      amountSats,
      seenAtMs: nowMs,
      isCoinbase,
      ...(block ? { height: block.height } : {}),
    })
    markUsed(state, script)
    addTo(changes, owner.xpub, amountSats, block ? amountSats : 0n)
  }
  for (const [xpub, change] of changes) {
    const account = state.accounts.get(xpub) as AccountRecord
    const entry: EntryRecord = {
      xpub,
      txid,
      amountSats: change.totalSats,
      seenAtMs: nowMs,
      sequence: account.nextSequence,
    }
    state.entries.put(block ? { ...entry, height: block.height, blockHash: block.hash } : entry)
    applyChange(state, xpub, change, 1)
  }
}

const removeTransaction = (state: WalletState, { txid, inputs, outputs }: ParsedTransaction): void => {
  if (state.entries.count('byTxid', txid) === 0) return
  const changes = new Map<string, Change>()
  for (const input of inputs) {
    const coin = state.coins.get(outpointOf(input))
    if (coin?.spentBy !== txid) continue
    const { spentBy: _by, spentHeight, ...unspent } = coin
    state.coins.put(unspent)
    addTo(changes, coin.xpub, coin.amountSats, spentHeight === undefined ? 0n : coin.amountSats)
  }
  for (const vout of outputs.keys()) {
    const coin = state.coins.get(`${txid}:${vout}`)
    if (!coin) continue
    state.coins.delete(coin.outpoint)
    addTo(changes, coin.xpub, -coin.amountSats, coin.height === undefined ? 0n : -coin.amountSats)
  }
  for (const [xpub, change] of changes) applyChange(state, xpub, change, 0)
  for (const { xpub } of state.entries.page('byTxid', txid)) state.entries.delete(entryId(xpub, txid))
}

/** Moves a known transaction into a block or (undefined) out of one. */
const setHeight = (
  state: WalletState,
  transaction: ParsedTransaction,
  block?: { height: number; hash: string },
): void => {
  const { txid, inputs, outputs } = transaction
  const entries = state.entries.page('byTxid', txid)
  if (entries.length === 0) return
  const changes = new Map<string, Change>()
  for (const input of inputs) {
    const coin = state.coins.get(outpointOf(input))
    if (coin?.spentBy !== txid) continue
    const { spentHeight, ...rest } = coin
    state.coins.put(block ? { ...rest, spentHeight: block.height } : rest)
    addTo(changes, coin.xpub, 0n, confirmedDelta(spentHeight !== undefined, block !== undefined, -coin.amountSats))
  }
  for (const vout of outputs.keys()) {
    const coin = state.coins.get(`${txid}:${vout}`)
    if (!coin) continue
    const { height, ...rest } = coin
    state.coins.put((block ? { ...rest, height: block.height } : rest) satisfies CoinRecord)
    addTo(changes, coin.xpub, 0n, confirmedDelta(height !== undefined, block !== undefined, coin.amountSats))
  }
  for (const [xpub, change] of changes) applyChange(state, xpub, change, 0)
  for (const entry of entries) {
    const { height: _height, blockHash: _hash, ...rest } = entry
    state.entries.put(block ? { ...rest, height: block.height, blockHash: block.hash } : rest)
  }
}

type Change = { totalSats: bigint; confirmedSats: bigint }

const confirmedDelta = (was: boolean, is: boolean, amountSats: bigint): bigint =>
  was === is ? 0n : is ? amountSats : -amountSats

const addTo = (changes: Map<string, Change>, xpub: string, totalSats: bigint, confirmedSats: bigint): void => {
  const change = changes.get(xpub) ?? { totalSats: 0n, confirmedSats: 0n }
  changes.set(xpub, {
    totalSats: change.totalSats + totalSats,
    confirmedSats: change.confirmedSats + confirmedSats,
  })
}

const applyChange = (state: WalletState, xpub: string, { totalSats, confirmedSats }: Change, entries: number): void => {
  const account = state.accounts.get(xpub) as AccountRecord
  state.accounts.put({
    ...account,
    totalSats: account.totalSats + totalSats,
    confirmedSats: account.confirmedSats + confirmedSats,
    nextSequence: account.nextSequence + entries,
  })
}

/** An address stays used, even when the payment disappears again, because it has been seen. */
const markUsed = (state: WalletState, script: string): void => {
  const address = state.addresses.get(script)
  if (!address || address.isUsed) return
  state.addresses.put({ ...address, isUsed: true })
  state.deriveUpTo(address.xpub, address.branch, address.index + 1 + state.gap[address.branch])
  const account = state.accounts.get(address.xpub)
  if (account?.receiveScript === script) {
    const { receiveScript: _used, ...rest } = account
    state.accounts.put(rest)
  }
}
