import { type EntryRecord, entryId, isMature, type WalletState } from './wallet-state.ts'
import type { HistoryEntry, HistoryPage, Label, WalletBalance, WalletCoin } from './wallet-types.ts'

export const walletBalance = (state: WalletState, walletId: string): WalletBalance => {
  const { xpub, totalSats, confirmedSats } = state.account(walletId)
  const tipHeight = state.chain.tip().height
  let immatureSats = 0n
  for (const coin of state.coins.walk('coinbases', xpub, { newestFirst: true })) {
    if (isMature(coin, tipHeight)) break
    immatureSats += coin.amountSats
  }
  return { totalSats, confirmedSats, unconfirmedSats: totalSats - confirmedSats, immatureSats }
}

export const walletCoins = (state: WalletState, walletId: string): WalletCoin[] => {
  const { accountXpub } = state.wallet(walletId)
  const tipHeight = state.chain.tip().height
  const found: WalletCoin[] = []
  for (const coin of state.coins.walk('unspent', accountXpub)) {
    const address = state.addresses.get(coin.script)
    if (!address || !isMature(coin, tipHeight)) continue
    found.push({
      outpoint: coin.outpoint,
      amountSats: coin.amountSats,
      script: coin.script,
      address: address.address,
      keyPath: `${address.branch}/${address.index}`,
      confirmations: coin.height === undefined ? 0 : tipHeight - coin.height + 1,
      seenAtMs: coin.seenAtMs,
    })
  }
  return found
}

/** Newest first. The cost depends on the page, not on the history (a label's list is read completely). */
export const walletHistory = (state: WalletState, walletId: string, page: HistoryPage): HistoryEntry[] => {
  const { accountXpub } = state.wallet(walletId)
  const { status, label, skip = 0, limit: take = Number.POSITIVE_INFINITY } = page
  if (label === undefined) {
    const group = status === undefined ? accountXpub : `${accountXpub}/${status}`
    const entries = state.entries.page('byTime', group, { skip, take, newestFirst: true })
    return entries.map((entry) => describeEntry(state, walletId, entry))
  }
  return state.notes
    .page('byLabel', `${walletId}/${label}`)
    .map(({ txid }) => state.entries.get(entryId(accountXpub, txid)))
    .filter((entry) => entry !== undefined)
    .filter(({ height }) => status === undefined || (status === 'confirmed') === (height !== undefined))
    .sort((a, b) => b.seenAtMs - a.seenAtMs || b.sequence - a.sequence)
    .slice(skip, skip + take)
    .map((entry) => describeEntry(state, walletId, entry))
}

export const historyEntry = (state: WalletState, walletId: string, txid: string): HistoryEntry | undefined => {
  const entry = state.entries.get(entryId(state.wallet(walletId).accountXpub, txid))
  return entry && describeEntry(state, walletId, entry)
}

export const annotate = (
  state: WalletState,
  walletId: string,
  txid: string,
  note: { comment?: string; labels?: { readonly [name: string]: Label } },
): void => {
  const known = state.notes.get(entryId(walletId, txid)) ?? { walletId, txid, comment: '', labels: {} }
  state.notes.put({
    ...known,
    comment: note.comment ?? known.comment,
    labels: { ...known.labels, ...note.labels },
  })
}

const describeEntry = (state: WalletState, walletId: string, entry: EntryRecord): HistoryEntry => {
  const { txid, amountSats, seenAtMs, height, blockHash } = entry
  const note = state.notes.get(entryId(walletId, txid))
  return {
    walletId,
    txid,
    amountSats,
    seenAtMs,
    ...(height === undefined || blockHash === undefined ? {} : { height, blockHash }),
    confirmations: height === undefined ? 0 : state.chain.tip().height - height + 1,
    comment: note?.comment ?? '',
    labels: note?.labels ?? {},
  }
}
