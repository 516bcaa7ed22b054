import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { feeOf, toMilliRate } from '../platform/bitcoin/network-fees.ts'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { readTransaction } from '../platform/bitcoin/read-transaction.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type Coin, type ReadyStore, toCoin } from '../stores/index.ts'
import { checkSigned } from './check-signed.ts'
import { endSend } from './end-send.ts'
import { computeSize } from './queries.available.ts'
import { mostDeductible } from './request-send.ts'
import {
  findReserved,
  findTaken,
  findVersions,
  getSend,
  lockSend,
  markSigned,
  releaseCoins,
  reserveCoins,
  type Send,
  saveProblem,
  saveVersion,
  setDue,
  staysInWallet,
} from './table.ts'

const freeCoinsPauseSeconds = 60

/** A fee this many times above its rate is a mistake of the signer. */
const feeTolerance = 3n

/**
 * Chooses and reserves coins, has BTCPay sign without broadcasting, checks the bytes and saves them. Until they are
 * saved nothing has happened: a crash or a lost answer starts again with the same coins, and unsaved bytes are never
 * broadcast. Returns the current send, or undefined when it cannot continue now.
 */
export const signSend = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  send: Send,
): Promise<Send | undefined> => {
  const listed = await client.wallet.listUtxos(store.storeId)
  if (listed.kind !== 'ok') return postpone(deps, send, `couldn’t load the wallet: ${describe(listed)}`)
  const coins = await takeCoins(deps, send, listed.value.map(toCoin), null)
  if (!coins) return undefined
  await deps.reached('coins-reserved')

  const signed = await client.wallet.signTransaction(store.storeId, toRequest(send, coins))
  if (signed.kind !== 'ok') {
    // Nothing was signed that could be broadcast. Other coins may work next time.
    if (signed.kind === 'refused') await inTransaction(deps.db, (tx) => releaseUnsigned(tx, send))
    return postpone(deps, send, `BTCPay didn’t sign: ${describe(signed)}`)
  }
  await deps.reached('signed')
  return save(deps, send, coins, signed.value)
}

/** What BTCPay signs, or builds for others to sign. */
export const toRequest = (send: Send, coins: readonly Coin[]) => ({
  destinations: [
    {
      destination: send.address,
      amount: fromSats(send.amountSats),
      subtractFromAmount: send.networkFeeFrom === 'amount',
    },
  ],
  feeRate: Number(send.feeRate),
  selectedInputs: coins.map(({ outpoint }) => outpoint),
})

const save = async (deps: Deps, send: Send, coins: readonly Coin[], raw: string): Promise<Send | undefined> => {
  const versions = await findVersions(deps.db, send.id)
  const checked = checkSigned(raw, {
    address: send.address,
    amountSats: send.amountSats,
    networkFeeFrom: send.networkFeeFrom,
    network: deps.config.network,
    coins: new Map(coins.map(({ outpoint, amountSats }) => [outpoint, amountSats])),
    maxFeeSats: mostFeeOf(send, coins.length, null),
    earlier: versions.map(({ rawTransaction }) => readTransaction(rawTransaction ?? '')?.inputs ?? []),
  })
  if ('objection' in checked)
    return postpone(deps, send, `BTCPay signed a transaction that can’t be used: ${checked.objection}`)
  await inTransaction(deps.db, async (tx) => {
    const current = await lockSend(tx, send.id)
    // It was canceled, or another process was faster: these bytes are dropped.
    if (current.status !== send.status || current.txid !== send.txid) return
    await saveVersion(tx, send.id, {
      txid: checked.txid,
      rawTransaction: raw,
      networkFeeSats: checked.feeSats,
      payeeSats: checked.payeeSats,
      vbytes: checked.vbytes,
      change: checked.change,
    })
    // BTCPay may use fewer coins than it was offered. Those of an earlier version stay reserved.
    if (versions.length === 0) await releaseCoins(tx, send.id, checked.inputs)
    await markSigned(tx, send.id, { txid: checked.txid, networkFeeSats: checked.feeSats })
  })
  await deps.reached('saved')
  const current = await getSend(deps.db, send.id)
  return current.status === 'signed' ? current : undefined
}

/** The recipient's part is protected too. A child pays the same wallet, which bears its fee either way. */
export const mostFeeOf = (send: Send, coins: number, wallet: OwnWallet | null): bigint => {
  const tolerableSats = feeTolerance * feeOf(computeSize(coins, wallet), toMilliRate(send.feeRate))
  if (send.networkFeeFrom === 'wallet' || staysInWallet(send)) return tolerableSats
  const deductibleSats = mostDeductible(send)
  return deductibleSats < tolerableSats ? deductibleSats : tolerableSats
}

/** The coins to sign with: those reserved before if they are still there, otherwise a new choice. */
export const takeCoins = async (
  deps: Deps,
  send: Send,
  listed: readonly Coin[],
  wallet: OwnWallet | null,
  /** The coins of each earlier PSBT of the same refund. One of each is taken. */
  earlier: readonly (readonly string[])[] = [],
): Promise<Coin[] | undefined> => {
  const reserved = new Map(
    (await findReserved(deps.db, send.id)).map(({ outpoint, amountSats }) => [outpoint, amountSats]),
  )
  const kept = listed.filter(({ outpoint }) => reserved.has(outpoint))
  const isFirst = send.status === 'requested'
  if (isFirst && reserved.size > 0 && kept.length === reserved.size) {
    // A merchant's own server may declare other amounts than before.
    const changed = kept.filter(({ outpoint, amountSats }) => reserved.get(outpoint) !== amountSats)
    if (changed.length > 0) await inTransaction(deps.db, (tx) => reserveCoins(tx, send, changed))
    return kept
  }
  // Only while nothing of it is signed: existing bytes could still confirm.
  if (staysInWallet(send) && isFirst) {
    await endSend(deps, send, 'failed', 'The coin that it spends is already spent.')
    return undefined
  }
  if (!isFirst && kept.length === 0) {
    await postpone(deps, send, 'none of its coins are available to sign again')
    return undefined
  }
  const taken = await findTaken(deps.db, send.storeRef, send.id)
  const free = listed.filter((coin) => coin.spendable && !taken.has(coin.outpoint))
  // A second version must spend a coin of the first.
  const including = isFirst ? oneOfEach(earlier, free) : kept.map(({ outpoint }) => outpoint)
  const choice =
    including &&
    chooseCoins(free, {
      amountSats: send.amountSats,
      networkFeeFrom: send.networkFeeFrom,
      milliRate: toMilliRate(send.feeRate),
      sizeOf: (coins) => computeSize(coins, wallet),
      including,
    })
  if (!choice) {
    if (isFirst && including && taken.size === 0)
      await endSend(deps, send, 'failed', 'The wallet doesn’t have enough for this payment.')
    // Other payments wait for their owner’s signature, which no operator can speed up.
    else if (wallet) await setDue(deps.db, send.id, freeCoinsPauseSeconds)
    else await postpone(deps, send, 'the wallet doesn’t have enough free coins right now')
    return undefined
  }
  const reservedNow = await inTransaction(deps.db, async (tx) => {
    const current = await lockSend(tx, send.id)
    if (current.status !== send.status) return false
    if (isFirst) await releaseCoins(tx, send.id)
    await reserveCoins(tx, send, choice.coins)
    return true
  }).catch((error: { constraint?: string }) => {
    if (error.constraint === 'reserved_coins_once') return false
    throw error
  })
  return reservedNow ? choice.coins : undefined
}

/** A coin of each earlier PSBT, the largest. Undefined while one of them has none left: its end must be waited for. */
const oneOfEach = (earlier: readonly (readonly string[])[], free: readonly Coin[]): string[] | undefined => {
  const chosen: string[] = []
  for (const inputs of earlier) {
    if (inputs.some((input) => chosen.includes(input))) continue
    const [largest] = free
      .filter(({ outpoint }) => inputs.includes(outpoint))
      .sort((a, b) => Number(b.amountSats - a.amountSats))
    if (!largest) return undefined
    chosen.push(largest.outpoint)
  }
  return chosen
}

export const releaseUnsigned = async (tx: Parameters<typeof lockSend>[0], send: Send) => {
  const current = await lockSend(tx, send.id)
  if (current.status === 'requested') await releaseCoins(tx, send.id)
}

export const postpone = async (deps: Deps, send: Send, problem: string) => {
  await saveProblem(deps.db, send.id, problem)
  return undefined
}

export const describe = (outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>) =>
  outcome.kind === 'refused'
    ? `${outcome.code ?? outcome.status} ${outcome.validation.map(({ message }) => message ?? '').join('; ') || outcome.message}`
    : `${outcome.reason} ${outcome.message}`

type Wish = {
  amountSats: bigint
  /** Who pays the network fee: it is added to the amount or deducted from it. */
  networkFeeFrom: 'wallet' | 'amount'
  milliRate: bigint
  /** Of a transaction with so many coins, in virtual bytes. */
  sizeOf: (coins: number) => bigint
  /** Coins that must be among the chosen. */
  including?: readonly string[]
}

export type Choice = { coins: Coin[]; feeSats: bigint }

/**
 * Chooses coins for a send: few and large, and confirmed ones before our own change, since long chains of unconfirmed
 * transactions are not relayed. Undefined when all of them together are not enough.
 */
export const chooseCoins = (coins: readonly Coin[], wish: Wish): Choice | undefined => {
  const must = new Set(wish.including ?? [])
  const order = [...coins].sort(
    (a, b) =>
      Number(must.has(b.outpoint)) - Number(must.has(a.outpoint)) ||
      Number(b.confirmed) - Number(a.confirmed) ||
      Number(b.amountSats > a.amountSats) - Number(b.amountSats < a.amountSats) ||
      (a.outpoint < b.outpoint ? -1 : 1),
  )
  const chosen: Coin[] = []
  let sumSats = 0n
  for (const coin of order) {
    chosen.push(coin)
    sumSats += coin.amountSats
    const feeSats = feeOf(wish.sizeOf(chosen.length), wish.milliRate)
    const neededSats = wish.networkFeeFrom === 'wallet' ? wish.amountSats + feeSats : wish.amountSats
    if (chosen.length >= must.size && sumSats >= neededSats) return { coins: chosen, feeSats }
  }
  return undefined
}
