import type { AddressRecord, WalletState } from './wallet-state.ts'
import type { WalletAddress } from './wallet-types.ts'

export const describeAddress = (state: WalletState, record: AddressRecord, walletId?: string): WalletAddress => {
  const { xpub, script, address, branch, index, isReserved, isUsed } = record
  return {
    walletId: walletId ?? state.wallets.first('byXpub', xpub)?.id ?? '',
    address,
    script,
    branch,
    index,
    keyPath: `${branch}/${index}`,
    isReserved,
    isUsed,
  }
}

export const addressAt = (state: WalletState, walletId: string, branch: 0 | 1, index: number): WalletAddress => {
  const xpub = state.wallet(walletId).accountXpub
  state.store.batch(() => state.deriveUpTo(xpub, branch, index + 1))
  const [record] = state.addresses.page('all', `${xpub}/${branch}`, { skip: index, take: 1 })
  return describeAddress(state, record as AddressRecord, walletId)
}

/** The lowest index that is neither used nor reserved. */
export const reserveAddress = (state: WalletState, walletId: string, branch: 0 | 1): WalletAddress => {
  const xpub = state.wallet(walletId).accountXpub
  return state.store.batch(() => {
    const free = state.addresses.first('free', `${xpub}/${branch}`) as AddressRecord
    const reserved = { ...free, isReserved: true }
    state.addresses.put(reserved)
    state.deriveUpTo(xpub, branch, free.index + 1 + state.gap[branch])
    return describeAddress(state, reserved, walletId)
  })
}

export const unreserveAddress = (state: WalletState, walletId: string, script: string): boolean => {
  const address = state.addresses.get(script)
  if (!address?.isReserved || address.isUsed || address.xpub !== state.wallet(walletId).accountXpub) return false
  state.addresses.put({ ...address, isReserved: false })
  return true
}

export const receiveAddress = (state: WalletState, walletId: string, force: boolean): WalletAddress => {
  const account = state.account(walletId)
  const shown = account.receiveScript === undefined ? undefined : state.addresses.get(account.receiveScript)
  if (shown && !force) return describeAddress(state, shown, walletId)
  return state.store.batch(() => {
    const reserved = reserveAddress(state, walletId, 0)
    state.accounts.put({ ...account, receiveScript: reserved.script })
    return reserved
  })
}

export const dropReceiveAddress = (state: WalletState, walletId: string): boolean => {
  const { receiveScript, ...account } = state.account(walletId)
  if (receiveScript === undefined) return false
  return state.store.batch(() => {
    unreserveAddress(state, walletId, receiveScript)
    state.accounts.put(account)
    return true
  })
}
