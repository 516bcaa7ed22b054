import { hasWork, headerHash, merkleRoot } from '../engine/chain/block-bytes.ts'
import { blockSubsidySats } from '../engine/chain/regtest.ts'
import { isUnspendable } from '../engine/chain/scripts.ts'
import { outpointOf } from '../engine/chain/transaction-bytes.ts'
import type { Engine, ParsedTransaction } from '../engine/engine.ts'

/**
 * Computes everything again from the blocks' bytes and compares it with the sandbox's state: coins, spenders, wallet
 * balances and histories, the mempool. Throws at the first difference. Scripts aren't verified again: a real node does
 * that.
 */
export const checkEngine = (engine: Engine): { blocks: number; transactions: number; coins: number } => {
  const { chain, wallets } = engine
  const coins = new Map<string, bigint>()
  const owned = new Map<string, bigint>()
  const history = new Map<string, number>()
  let transactions = 0

  for (let height = 0; height <= chain.tip().height; height += 1) {
    const block = must(chain.blockAtHeight(height), `block ${height}`)
    same(headerHash(block), block.hash, `hash of block ${height}`)
    if (!hasWork(block.hash)) throw new Error(`Block ${height} has no work.`)
    same(merkleRoot(block.txids), block.merkleRoot, `merkle root of block ${height}`)
    if (height > 0) same(block.previousHash, chain.blockAtHeight(height - 1)?.hash, `parent of block ${height}`)
    let feesSats = 0n
    for (const [position, txid] of block.txids.entries()) {
      const transaction = must(chain.parsed(txid), `transaction ${txid}`)
      same(transaction.txid, txid, 'txid')
      same(chain.confirmation(txid)?.position, position, `place of ${txid}`)
      same(chain.confirmation(txid)?.blockHash, block.hash, `block of ${txid}`)
      if (height === 0) continue
      feesSats += apply(transaction)
      transactions += 1
    }
    const claimed = sum(chain.parsed(block.txids[0] ?? '')?.outputs ?? [])
    if (height > 0 && claimed > blockSubsidySats(height) + feesSats)
      throw new Error(`Block ${height} pays itself too much.`)
  }
  const kept = [...chain.coins()]
  same(kept.length, coins.size, 'number of coins')
  for (const { outpoint, amountSats } of kept) same(coins.get(outpoint), amountSats, `coin ${outpoint}`)

  checkMempool(engine)
  checkWallets()
  return { blocks: chain.tip().height, transactions, coins: coins.size }

  function apply(transaction: ParsedTransaction): bigint {
    const touched = new Set<string>()
    let inSats = 0n
    for (const input of transaction.isCoinbase ? [] : transaction.inputs) {
      const outpoint = outpointOf(input)
      inSats += must(coins.get(outpoint), `spent coin ${outpoint}`)
      coins.delete(outpoint)
      same(chain.spenderOf(outpoint), transaction.txid, `spender of ${outpoint}`)
      const owner = wallets.ownerOf(chain.output(outpoint)?.script ?? '')
      if (owner) touched.add(owner.walletId)
    }
    for (const [vout, { script, amountSats }] of transaction.outputs.entries()) {
      if (!isUnspendable(script)) coins.set(`${transaction.txid}:${vout}`, amountSats)
      const owner = wallets.ownerOf(script)
      if (owner) touched.add(owner.walletId)
    }
    for (const id of touched) history.set(id, (history.get(id) ?? 0) + 1)
    return transaction.isCoinbase ? 0n : inSats - sum(transaction.outputs)
  }

  function checkWallets(): void {
    for (const { amountSats, script } of chain.coins()) {
      const id = wallets.ownerOf(script)?.walletId
      if (id !== undefined) owned.set(id, (owned.get(id) ?? 0n) + amountSats)
    }
    for (const id of new Set([...owned.keys(), ...history.keys()])) {
      const balance = wallets.balance(id)
      same(balance.confirmedSats, owned.get(id) ?? 0n, `confirmed balance of ${id}`)
      same(wallets.historyCount(id, 'confirmed'), history.get(id) ?? 0, `history of ${id}`)
      const listed = wallets.history(id)
      same(
        listed.reduce((total, { amountSats }) => total + amountSats, 0n),
        balance.totalSats,
        `sum of the history of ${id}`,
      )
      for (const { txid, confirmations } of listed)
        same(confirmations, chain.confirmations(txid), `confirmations of ${txid}`)
      const spendable = wallets.coins(id).reduce((total, { amountSats }) => total + amountSats, 0n)
      same(spendable + balance.immatureSats, balance.totalSats, `coins of ${id}`)
    }
  }
}

/** No transaction in it is mined, spends a missing coin, or spends the same coin as another. */
const checkMempool = ({ chain }: Engine): void => {
  const spent = new Set<string>()
  for (const { txid, spends, feeSats } of chain.mempool()) {
    if (chain.confirmation(txid)) throw new Error(`${txid} is in the mempool and in a block.`)
    let inSats = 0n
    for (const outpoint of spends) {
      if (spent.has(outpoint)) throw new Error(`${outpoint} is spent twice in the mempool.`)
      spent.add(outpoint)
      same(chain.spenderInMempool(outpoint), txid, `spender of ${outpoint}`)
      const isThere = chain.coin(outpoint) ?? chain.mempoolEntry(outpoint.slice(0, 64))
      if (!isThere) throw new Error(`${txid} spends ${outpoint}, which is not there.`)
      inSats += must(chain.output(outpoint), outpoint).amountSats
    }
    same(inSats - sum(chain.parsed(txid)?.outputs ?? []), feeSats, `fee of ${txid}`)
  }
}

const sum = (list: readonly { readonly amountSats: bigint }[]): bigint =>
  list.reduce((total, { amountSats }) => total + amountSats, 0n)

const must = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`Missing: ${what}.`)
  return value
}

const same = (actual: unknown, expected: unknown, what: string): void => {
  if (actual !== expected) throw new Error(`Different: ${what} is ${String(actual)}, should be ${String(expected)}.`)
}
