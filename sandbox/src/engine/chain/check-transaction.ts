import { ChainRefusal } from './chain-refusal.ts'
import type { Coin, Outpoint, ParsedTransaction } from './chain-types.ts'
import { regtest } from './regtest.ts'
import { outpointOf } from './transaction-bytes.ts'

/** The amount and origin of a spent output. `height` is undefined while its transaction is unconfirmed. */
export type SpentCoin = Pick<Coin, 'amountSats' | 'script' | 'isCoinbase'> & { readonly height: number | undefined }

/** The block that a transaction would be mined in. */
export type Moment = {
  readonly height: number
  /** Median time of the previous block. Lock times are compared with it. */
  readonly medianTime: number
  /** Median time of the block before the one at this height, from which a coin's relative lock time counts. */
  readonly medianTimeBefore: (height: number) => number
}

/** Rules that need no context. */
export const checkTransaction = (transaction: ParsedTransaction): void => {
  const { inputs, outputs, isCoinbase } = transaction
  if (inputs.length === 0) throw new ChainRefusal('bad-txns-vin-empty')
  if (outputs.length === 0) throw new ChainRefusal('bad-txns-vout-empty')
  if (transaction.weight > regtest.maxBlockWeight) throw new ChainRefusal('bad-txns-oversize')
  let totalSats = 0n
  for (const { amountSats } of outputs) {
    if (amountSats > regtest.maxSats) throw new ChainRefusal('bad-txns-vout-toolarge')
    totalSats += amountSats
    if (totalSats > regtest.maxSats) throw new ChainRefusal('bad-txns-txouttotal-toolarge')
  }
  if (new Set(inputs.map(outpointOf)).size !== inputs.length) throw new ChainRefusal('bad-txns-inputs-duplicate')
  if (isCoinbase) {
    const length = (inputs[0]?.scriptSig.length ?? 0) / 2
    if (length < 2 || length > 100) throw new ChainRefusal('bad-cb-length')
  } else if (inputs.some(({ txid, vout }) => vout === 0xffff_ffff && /^0+$/.test(txid))) {
    throw new ChainRefusal('bad-txns-prevout-null')
  }
}

export const isFinal = (
  { lockTime, inputs }: ParsedTransaction,
  { height, medianTime }: Pick<Moment, 'height' | 'medianTime'>,
): boolean => {
  if (lockTime === 0 || inputs.every(({ sequence }) => sequence === 0xffff_ffff)) return true
  return lockTime < (lockTime < 500_000_000 ? height : medianTime)
}

/** BIP68: relative lock times of inputs. */
export const sequenceLocksPass = (
  transaction: ParsedTransaction,
  coins: readonly SpentCoin[],
  moment: Moment,
): boolean => {
  if (transaction.version < 2) return true
  return transaction.inputs.every(({ sequence }, i) => {
    if (sequence & 0x8000_0000) return true
    const coinHeight = coins[i]?.height ?? moment.height
    const value = sequence & 0xffff
    if (sequence & 0x0040_0000) {
      return moment.medianTime >= moment.medianTimeBefore(coinHeight) + value * 512
    }
    return moment.height >= coinHeight + value
  })
}

/** Checks amounts and maturity. Returns the fee. */
export const checkSpending = (transaction: ParsedTransaction, coins: readonly SpentCoin[], height: number): bigint => {
  let inSats = 0n
  for (const { amountSats, isCoinbase, height: minedAt } of coins) {
    if (isCoinbase && minedAt !== undefined && height - minedAt < regtest.coinbaseMaturity) {
      throw new ChainRefusal('bad-txns-premature-spend-of-coinbase')
    }
    inSats += amountSats
  }
  const outSats = transaction.outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  if (inSats < outSats) throw new ChainRefusal('bad-txns-in-belowout')
  return inSats - outSats
}

/** Finds the coins that a transaction spends. Undefined if one is missing. */
export const findCoins = (
  transaction: ParsedTransaction,
  lookUp: (outpoint: Outpoint) => SpentCoin | undefined,
): SpentCoin[] | undefined => {
  const coins: SpentCoin[] = []
  for (const input of transaction.inputs) {
    const coin = lookUp(outpointOf(input))
    if (!coin) return undefined
    coins.push(coin)
  }
  return coins
}
