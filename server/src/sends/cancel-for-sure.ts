import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { feeOf, toMilliRate } from '../platform/bitcoin/network-fees.ts'
import { addressAt, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  type Coin,
  findStoreById,
  handOutAddress,
  lockStore,
  openStore,
  ownWalletOf,
  type ReadyStore,
  toCoin,
} from '../stores/index.ts'
import { awaitBroadcast } from './broadcast-send.ts'
import { cancelRequested } from './facts.ts'
import { computeSize, findFeeRate } from './queries.available.ts'
import { isSignedOutside, requestSend } from './request-send.ts'
import { findCanceling, findPsbt, type Psbt } from './table.psbts.ts'
import { findSend, findTaken, lockSend, reserveCoins, type Send } from './table.ts'

/**
 * A PSBT that was handed out can be broadcast as long as its coins are unspent. This prepares one that returns such a coin
 * to its own wallet. Returns the ID of what is to be signed, the same while that is open.
 */
export const cancelForSure = async (
  deps: Deps,
  person: MerchantPerson,
  id: number,
  source: Source,
): Promise<number> => {
  const send = await findSend(deps.db, id)
  if (send?.merchantId !== person.merchantId || !isSignedOutside(send)) throw new ApiError('not-found')
  const known = await findCanceling(deps.db, id)
  if (known !== undefined) return known
  const psbt = await requireHandedOut(deps.db, send)
  const store = openStore(await findStoreById(deps.db, send.storeRef), deps.sealer)
  const wallet = store && ownWalletOf(store)
  if (!store || !wallet) throw new ApiError('not-found')
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const listed = await client.wallet.listUtxos(store.storeId)
  const address = listed.kind === 'ok' ? await handOutAddress(deps, client, store) : undefined
  if (listed.kind !== 'ok' || address?.kind !== 'ok') throw new ApiError('engine-unavailable')
  await requireOwnAddress(deps, store, wallet, address.value)
  const coins = listed.value.map(toCoin).filter(({ outpoint }) => psbt.inputs.includes(outpoint))
  const sendId = await inTransaction(deps.db, (tx) =>
    request(tx, deps, { send, psbt, wallet, coins, address: address.value, person, source }),
  )
  return (await awaitBroadcast(deps, sendId)).id
}

const requireHandedOut = async (db: Deps['db'] | Tx, { id, status }: Send): Promise<Psbt> => {
  const psbt = await findPsbt(db, id)
  if (!psbt || psbt.lostTo !== null || (status !== 'failed' && status !== 'cancelled'))
    throw new ApiError('signing-ended')
  return psbt
}

/** BTCPay may lie about the address. We derive it ourselves. */
const requireOwnAddress = async ({ db, config }: Deps, store: ReadyStore, wallet: OwnWallet, address: string) => {
  const { rows } = await sql<{ index: number | null }>`
    select receive_index as index from store_addresses
    where store_ref = ${store.id} and store_id = ${store.storeId} and address = ${address}`.execute(db)
  const index = rows[0]?.index ?? null
  if (index === null || addressAt(wallet, config.network, index) !== address) throw new ApiError('engine-refused')
}

type Order = {
  send: Send
  psbt: Psbt
  wallet: OwnWallet
  coins: readonly Coin[]
  address: string
  person: MerchantPerson
  source: Source
}

const request = async (tx: Tx, deps: Deps, order: Order): Promise<number> => {
  const { send, psbt, wallet, coins, address, person } = order
  await lockStore(tx, send.storeRef)
  const known = await findCanceling(tx, send.id)
  if (known !== undefined) return known
  await requireHandedOut(tx, await lockSend(tx, send.id))
  const taken = await findTaken(tx, send.storeRef, send.id)
  const [coin] = coins
    .filter(({ outpoint, spendable }) => spendable && !taken.has(outpoint))
    .sort((a, b) => Number(b.amountSats - a.amountSats))
  if (!coin) throw new ApiError('coins-not-free')
  const { feeRate, feeSats } = await computeFee(tx, psbt, wallet)
  const { amountSats, outpoint } = coin
  const canceling = await requestSend(tx, deps, {
    kind: 'cancel',
    storeRef: send.storeRef,
    merchantId: person.merchantId,
    cancels: send.id,
    address,
    amountSats,
    amountUsd: fromCents(centsOfSats(amountSats, toCents(send.btcPrice))),
    btcPrice: send.btcPrice,
    networkFeeFrom: 'amount',
    feeRate,
    networkFeeReserveSats: feeSats,
    description: `Cancels payment ${send.id} for sure`,
    requestedBy: person.email,
    idempotencyKey: `cancel:${send.id}:${outpoint}:${tx.now.toISOString()}`,
    inputHash: outpoint,
  })
  await reserveCoins(tx, canceling, [{ outpoint, amountSats }])
  const about = { id: send.id, merchantId: person.merchantId, partnerId: null }
  await announce(tx, cancelRequested, about, { actor: person, source: order.source })
  return canceling.id
}

/** Today's fee, and more than the other one pays, in case that one is on its way. */
const computeFee = async (tx: Tx, psbt: Psbt, wallet: OwnWallet) => {
  const vbytes = computeSize(1, wallet)
  const usualSats = feeOf(vbytes, toMilliRate(await findFeeRate(tx)))
  const higherSats = psbt.networkFeeSats + vbytes
  const feeSats = usualSats > higherSats ? usualSats : higherSats
  const milliRate = (feeSats * 1000n + vbytes - 1n) / vbytes
  return { feeSats, feeRate: `${milliRate / 1000n}.${String(milliRate % 1000n).padStart(3, '0')}` }
}
