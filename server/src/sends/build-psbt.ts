import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type Coin, type ReadyStore, toCoin } from '../stores/index.ts'
import { checkUnsigned } from './check-unsigned.ts'
import { endSend } from './end-send.ts'
import { describe, mostFeeOf, postpone, releaseUnsigned, takeCoins, toRequest } from './sign-send.ts'
import { findEarlierPsbts, findOwnTxids, findPsbt, findSettledOtherwise, isExpired, savePsbt } from './table.psbts.ts'
import { lockSend, releaseCoins, type Send, setDueAt } from './table.ts'

/**
 * Prepares what the merchant signs: reserves coins, lets BTCPay build the transaction and checks it. Once it is saved it
 * can be handed out, and waits for signatures without keeping others from being prepared.
 */
export const preparePsbt = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  wallet: OwnWallet,
  send: Send,
): Promise<void> => {
  const known = await findPsbt(deps.db, send.id)
  const settled = await findSettledOtherwise(deps.db, send)
  if (settled) await endSend(deps, send, 'failed', settledSentences[settled])
  else if (await isExpired(deps.db, send.id)) {
    await endSend(
      deps,
      send,
      'failed',
      known ? 'Nobody signed it within 48 hours.' : 'It couldn’t be prepared within 48 hours.',
    )
  } else if (known && !known.isReplaced) await setDueAt(deps.db, send.id, known.expiresAt)
  else await build(deps, client, store, wallet, send)
}

const settledSentences = {
  coins: 'An earlier payment was sent after all and spent its coins.',
  refund: 'An earlier payment of the same refund was sent after all.',
}

const build = async (deps: Deps, client: BtcpayClient, store: ReadyStore, wallet: OwnWallet, send: Send) => {
  const listed = await client.wallet.listUtxos(store.storeId)
  if (listed.kind !== 'ok') return postpone(deps, send, `couldn’t load the wallet: ${describe(listed)}`)
  // Whoever has one of them can still broadcast it. This one spends a coin of each, so that only one is ever paid.
  const earlier = (await findEarlierPsbts(deps.db, send)).map(({ inputs }) => inputs)
  const found = listed.value.map(toCoin)
  // A higher fee is for all coins of what was signed before: whatever makes one of both impossible, does so with the other.
  const same = (await findPsbt(deps.db, send.id))?.inputs
  const coins = same
    ? found.filter(({ outpoint }) => same.includes(outpoint))
    : await takeCoins(deps, send, await onlyOurs(deps, store, found), wallet, earlier)
  if (!coins) return
  await deps.reached('psbt-coins-reserved')

  const built = await client.wallet.createPsbt(store.storeId, toRequest(send, coins))
  if (built.kind !== 'ok') {
    if (built.kind === 'refused' && !same) await inTransaction(deps.db, (tx) => releaseUnsigned(tx, send))
    return postpone(deps, send, `BTCPay didn’t build it: ${describe(built)}`)
  }
  await deps.reached('psbt-built')
  const all = (same ?? []).map((outpoint) => [outpoint])
  return save(deps, wallet, send, { coins, earlier: [...earlier, ...all] }, built.value.psbt)
}

/** In a wallet that others spend from too, unconfirmed change may be of a transaction that is replaced. */
const onlyOurs = async ({ db }: Deps, store: ReadyStore, coins: readonly Coin[]): Promise<Coin[]> => {
  const ours = await findOwnTxids(db, store.id, [
    ...new Set(coins.filter(({ confirmed }) => !confirmed).map(({ txid }) => txid)),
  ])
  return coins.map((coin) => ({ ...coin, spendable: coin.spendable && (coin.confirmed || ours.has(coin.txid)) }))
}

type Chosen = { coins: readonly Coin[]; earlier: readonly (readonly string[])[] }

const save = async (deps: Deps, wallet: OwnWallet, send: Send, { coins, earlier }: Chosen, psbt: string) => {
  const checked = await checkUnsigned(psbt, {
    wallet,
    network: deps.config.network,
    address: send.address,
    amountSats: send.amountSats,
    networkFeeFrom: send.networkFeeFrom,
    coins: new Map(coins.map(({ outpoint, amountSats }) => [outpoint, amountSats])),
    maxFeeSats: mostFeeOf(send, coins.length, wallet),
    earlier,
  })
  if ('objection' in checked)
    return postpone(deps, send, `BTCPay built a transaction that can’t be used: ${checked.objection}`)
  await inTransaction(deps.db, async (tx) => {
    const current = await lockSend(tx, send.id)
    // It was canceled, or another process was faster.
    if (current.status !== 'requested' || (await findPsbt(tx, send.id))?.isReplaced === false) return
    await savePsbt(tx, send.id, checked)
    // BTCPay may use fewer coins than it was offered.
    await releaseCoins(tx, send.id, checked.inputs)
  })
  await deps.reached('psbt-saved')
}
