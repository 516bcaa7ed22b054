import { type BtcpayClient, btcToSats } from '@bitquay/btcpay'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  findStore,
  findStoreById,
  lockStore,
  markSyncDue,
  openStore,
  type ReadyStore,
  toCoin,
} from '../stores/index.ts'
import { endSend } from './end-send.ts'
import { sendResolved } from './facts.ts'
import { conflictDepth } from './read-spender.ts'
import { findReserved, findSend, findVersions, isVersion, lockSend, type Send, saveVersion } from './table.ts'

export type Resolution = {
  id: number
  /** The transaction that spent its coins instead. */
  txid: string
  /** Whether it paid the recipient, with another fee, or somebody else. */
  outcome: 'paid' | 'lost'
  twoFactorToken?: string | undefined
}

/**
 * An operator reports what became of a send whose coins were spent otherwise, where no explorer can tell. The report
 * alone is not enough: the wallet must know that transaction and not know ours, and one of our coins must be spent.
 */
export const resolveSend = async (deps: Deps, admin: Admin, resolution: Resolution, source: Source): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, resolution.twoFactorToken, source, { afterWaiting: true })
  const send = await findSend(deps.db, resolution.id)
  if (!send) throw new ApiError('not-found')
  const store = openStore(await findStoreById(deps.db, send.storeRef), deps.sealer)
  if (!store || send.finalAt !== null || !['signed', 'broadcast'].includes(send.status)) {
    throw new ApiError('send-not-resolvable', {
      message: 'Only a payment that is signed and not yet confirmed can be resolved.',
    })
  }
  const conflict = await examine(
    deps,
    deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey }),
    store,
    send,
    resolution,
  )
  const isEnded =
    resolution.outcome === 'lost' &&
    (await endSend(deps, send, 'failed', `Another transaction spent its coins: ${resolution.txid}.`, resolution.txid))
  if (resolution.outcome === 'lost' && !isEnded) throw movedOn()
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, store.id)
    if (resolution.outcome === 'paid') {
      const current = await lockSend(tx, send.id)
      if (current.finalAt !== null || current.status !== send.status || current.txid !== send.txid) throw movedOn()
      if (await isVersion(tx, resolution.txid)) throw refuse('That transaction already belongs to another payment.')
      await saveVersion(tx, send.id, {
        txid: resolution.txid,
        rawTransaction: null,
        networkFeeSats: conflict.feeSats,
        payeeSats: conflict.payeeSats,
        vbytes: 1,
        change: undefined,
      })
      await markSyncDue(tx, store.id)
    }
    const detail = { txid: resolution.txid, outcome: resolution.outcome }
    await announce(tx, sendResolved, { id: send.id, detail }, { actor: admin, source })
  })
  deps.wake('reconcile-engine')
}

const refuse = (message: string) => new ApiError('send-not-resolvable', { message })
/** Somebody else, or the chain itself, decided in the meantime. */
const movedOn = () => refuse('This payment has changed in the meantime. Reload the page and check it again.')

const examine = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  send: Send,
  { txid, outcome }: Resolution,
): Promise<{ feeSats: bigint; payeeSats: bigint }> => {
  const versions = await findVersions(deps.db, send.id)
  for (const version of versions) {
    const own = await client.wallet.getTransaction(store.storeId, version.txid)
    if (own.kind === 'ok') throw refuse('The wallet still has this payment’s own transaction, which may still confirm.')
    if (own.kind !== 'refused' || own.status !== 404) throw new ApiError('engine-unavailable')
  }
  if (await isVersion(deps.db, txid)) throw refuse('That transaction already belongs to another payment.')
  const conflict = await client.wallet.getTransaction(store.storeId, txid)
  if (conflict.kind !== 'ok') throw refuse('That transaction isn’t in the wallet.')
  const needed = outcome === 'lost' ? conflictDepth : 1
  if (conflict.value.confirmations < needed) throw refuse(`That transaction has fewer than ${needed} confirmations.`)
  const listed = await client.wallet.listUtxos(store.storeId)
  if (listed.kind !== 'ok') throw new ApiError('engine-unavailable')
  const unspent = new Set(listed.value.map((coin) => toCoin(coin).outpoint))
  const reserved = await findReserved(deps.db, send.id)
  if (reserved.every(({ outpoint }) => unspent.has(outpoint))) {
    throw refuse('None of this payment’s coins were spent, so it can still be broadcast.')
  }
  const leftSats = -btcToSats(conflict.value.amount)
  // Where the fee was deducted from the amount, a manual bump takes the difference from the change.
  const firstSats = versions.find(({ rawTransaction }) => rawTransaction !== null)?.payeeSats ?? send.amountSats
  const payeeSats =
    send.kind === 'sweep' && outcome === 'paid'
      ? await readArrived(deps, send, txid)
      : send.networkFeeFrom === 'wallet'
        ? send.amountSats
        : firstSats
  const feeSats = send.kind === 'sweep' && leftSats < payeeSats ? 0n : leftSats - payeeSats
  if (outcome === 'paid' && feeSats < 0n) throw refuse('That transaction paid less than this payment owes.')
  return { feeSats, payeeSats }
}

/** What a sweep is worth is what our own wallet received, whatever the merchant's wallet reports. */
const readArrived = async (deps: Deps, send: Send, txid: string): Promise<bigint> => {
  const platform = openStore(await findStore(deps.db, null), deps.sealer)
  if (!platform) throw new ApiError('not-configured')
  const client = deps.engines.at({ serverUrl: platform.serverUrl, apiKey: platform.openedKey })
  const arrived = await client.wallet.getTransaction(platform.storeId, txid)
  if (arrived.kind !== 'ok') throw refuse('That transaction isn’t in the platform’s wallet.')
  const arrivedSats = btcToSats(arrived.value.amount)
  if (arrivedSats <= 0n) throw refuse('That transaction paid nothing to the platform’s wallet.')
  return arrivedSats < send.amountSats ? arrivedSats : send.amountSats
}
