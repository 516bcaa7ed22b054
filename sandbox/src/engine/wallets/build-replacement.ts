import { feeAt } from '../chain/accept-transaction.ts'
import { dustLimitSats } from '../chain/scripts.ts'
import { outpointOf } from '../chain/transaction-bytes.ts'
import { notEnough, refuse } from './build-transaction.ts'
import { estimateVsize, finishTransaction, freeChangeScript, type PlannedOutput, seedOf } from './sign-transaction.ts'
import type { CoinRecord, WalletState } from './wallet-state.ts'
import type { BuildRefusal, BuiltTransaction, ReplacePayment } from './wallet-types.ts'

/**
 * Spends the same coins again with a higher fee, enough to replace the old transaction and all its descendants. More of
 * the wallet's coins are added when the change can't pay for it. They must be confirmed, because the rules forbid
 * others.
 */
export const buildReplacement = (
  state: WalletState,
  walletId: string,
  txid: string,
  options: ReplacePayment,
): BuiltTransaction | BuildRefusal => {
  const wallet = state.wallet(walletId)
  const { chain } = state
  const xpub = wallet.accountXpub
  const old = chain.parsed(txid)
  const entry = chain.mempoolEntry(txid)
  if (!old || !entry) return refuse('unknown-input', 'The transaction is not in the mempool.')
  if (!seedOf(state, wallet)) return refuse('no-keys', 'The wallet has no keys to sign with.')
  const coins = old.inputs.map((input) => state.coins.get(outpointOf(input)))
  if (!coins.every((coin): coin is CoinRecord => coin?.xpub === xpub)) {
    return refuse('unknown-input', 'The wallet did not make this transaction.')
  }

  const isChange = (script: string) => {
    const address = state.addresses.get(script)
    return address?.xpub === xpub && address.branch === 1
  }
  const changeScript = old.outputs.find(({ script }) => isChange(script))?.script ?? freeChangeScript(state, xpub)
  const kept: PlannedOutput[] = []
  for (const { script, amountSats } of old.outputs) {
    if (options.outputs === 'cancel' || isChange(script)) continue
    const requestedSats = typeof options.outputs === 'object' ? (options.outputs[script] ?? amountSats) : amountSats
    if (requestedSats > 0n) kept.push({ script, amountSats: requestedSats, isChange: false })
  }
  if (kept.some(({ script, amountSats }) => amountSats < dustLimitSats(script))) {
    return refuse('output-too-small', 'An output is too small to be relayed.')
  }

  const replacedSats = [txid, ...chain.descendants(txid)].reduce(
    (sum, one) => sum + (chain.mempoolEntry(one)?.feeSats ?? 0n),
    0n,
  )
  const spare = spareCoins(state, xpub)
  const { scheme } = state.branch(xpub, 1)
  const how = { sign: true, replaceable: true, lockTime: 0 }
  const sumSats = (list: readonly { amountSats: bigint }[]) =>
    list.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  for (;;) {
    const vsize = estimateVsize(scheme, coins.length, [...kept.map(({ script }) => script), changeScript])
    const least = [
      replacedSats + BigInt(vsize),
      (entry.feeSats * BigInt(vsize)) / BigInt(entry.vsize) + 1n + BigInt(vsize),
      feeAt(options.satPerKvb ?? 1000, vsize),
    ]
    const feeSats = least.reduce((most, one) => (one > most ? one : most))
    const changeSats = sumSats(coins) - sumSats(kept) - feeSats
    if (changeSats >= dustLimitSats(changeScript)) {
      const change = { script: changeScript, amountSats: changeSats, isChange: true }
      return finishTransaction(state, wallet, coins, [...kept, change], how)
    }
    if (changeSats >= 0n && kept.length > 0) return finishTransaction(state, wallet, coins, kept, how)
    const next = spare.next()
    if (next.done) return notEnough(-changeSats)
    coins.push(next.value)
  }
}

function* spareCoins(state: WalletState, xpub: string): Generator<CoinRecord> {
  for (const coin of state.coins.walk('byAmount', `${xpub}/confirmed`, { newestFirst: true })) {
    if (!coin.isCoinbase || state.chain.tip().height + 1 - (coin.height ?? 0) >= 100) yield coin
  }
}
