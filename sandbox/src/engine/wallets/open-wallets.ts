import type { Chain } from '../chain/chain-types.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store-types.ts'
import { buildReplacement } from './build-replacement.ts'
import { buildTransaction } from './build-transaction.ts'
import { accountOf, formatScheme, parseScheme } from './derivation-scheme.ts'
import { chooseMnemonic, deriveAccount, deriveAddresses, openBranch } from './derive-account.ts'
import { payFromTreasury } from './pay-from-treasury.ts'
import { extractPsbt, seedOf, signPsbt } from './sign-transaction.ts'
import { trackTransactions } from './track-transactions.ts'
import {
  addressAt,
  describeAddress,
  dropReceiveAddress,
  receiveAddress,
  reserveAddress,
  unreserveAddress,
} from './wallet-addresses.ts'
import { annotate, historyEntry, walletBalance, walletCoins, walletHistory } from './wallet-history.ts'
import { WalletRefusal } from './wallet-refusal.ts'
import { type AddressGap, openWalletState, usualGap, type WalletState } from './wallet-state.ts'
import type { AccountKey, Wallet, Wallets, WatchWallet } from './wallet-types.ts'

export const treasuryId = 'treasury'

type Options = { store: Store; clock: Clock; chain: Chain; addressGap?: AddressGap | undefined }

export const openWallets = ({ store, clock, chain, addressGap = usualGap }: Options): Wallets => {
  const state = openWalletState(store, clock, chain, addressGap)
  trackTransactions(state)

  const wallets: Wallets = {
    treasuryId,
    create: (options) =>
      store.batch(() => {
        const mnemonic = chooseMnemonic(options)
        const { passphrase = '', accountNumber = 0, keepKeys, id } = options
        const { xpub, keyPath, fingerprint } = deriveAccount(mnemonic, passphrase, accountNumber)
        const wallet: Wallet = {
          id,
          accountXpub: xpub,
          accountKeyPath: keyPath,
          masterFingerprint: fingerprint,
          isHot: keepKeys,
          accountNumber,
          ...(keepKeys ? { mnemonic, passphrase } : {}),
        }
        addWallet(state, wallet)
        if (keepKeys) state.seeds.put({ xpub, mnemonic, passphrase, accountNumber })
        return { wallet, mnemonic }
      }),
    watch: (options) =>
      store.batch(() => {
        const wallet = describeWatched(options)
        addWallet(state, wallet)
        return wallet
      }),
    find: (walletId) => state.wallets.get(walletId),
    canSign(walletId) {
      const wallet = state.wallets.get(walletId)
      return wallet !== undefined && seedOf(state, wallet) !== undefined
    },
    remove: (walletId) => state.wallets.delete(walletId),
    preview(scheme, offset, count) {
      return deriveAddresses(openBranch(scheme, 0), offset, count).map(({ index, address }) => ({
        index,
        keyPath: `0/${index}`,
        address,
      }))
    },
    ownerOf(script) {
      const record = state.addresses.get(script)
      return record && describeAddress(state, record)
    },
    addressAt: (walletId, branch, index) => addressAt(state, walletId, branch, index),
    reserveAddress: (walletId, branch = 0) => reserveAddress(state, walletId, branch),
    unreserveAddress: (walletId, script) => unreserveAddress(state, walletId, script),
    receiveAddress: (walletId, { force = false } = {}) => receiveAddress(state, walletId, force),
    dropReceiveAddress: (walletId) => dropReceiveAddress(state, walletId),
    balance: (walletId) => walletBalance(state, walletId),
    coins: (walletId) => walletCoins(state, walletId),
    history: (walletId, page = {}) => walletHistory(state, walletId, page),
    historyCount(walletId, status) {
      const { accountXpub } = state.wallet(walletId)
      return state.entries.count('byTime', status === undefined ? accountXpub : `${accountXpub}/${status}`)
    },
    historyEntry: (walletId, txid) => historyEntry(state, walletId, txid),
    annotate: (walletId, txid, note) => annotate(state, walletId, txid, note),
    build: (walletId, options) => buildTransaction(state, walletId, options, true),
    buildUnsigned: (walletId, options) => buildTransaction(state, walletId, options, false),
    buildReplacement: (walletId, txid, options) => buildReplacement(state, walletId, txid, options),
    extractPsbt,
    signPsbt: (walletId, psbt) => signPsbt(state, state.wallet(walletId), psbt),
    payFromTreasury: (payment) => store.batch(() => payFromTreasury(state, treasuryId, payment)),
  }
  return wallets
}

const describeWatched = ({ id, scheme: given, accountKeys = [], isHot = false }: WatchWallet): Wallet => {
  const scheme = parseScheme(given)
  const accountXpub = accountOf(scheme)
  const written = formatScheme(scheme)
  const keys = scheme.xpubs.map((xpub): AccountKey => ({ ...accountKeys.find((key) => key.xpub === xpub), xpub }))
  const { fingerprint, keyPath = '' } = keys[0] ?? {}
  return {
    id,
    accountXpub,
    ...(written === accountXpub ? {} : { scheme: written }),
    accountKeys: keys,
    accountKeyPath: keyPath,
    ...(fingerprint === undefined ? {} : { masterFingerprint: fingerprint }),
    isHot,
    accountNumber: 0,
  }
}

const addWallet = (state: WalletState, wallet: Wallet): void => {
  if (state.wallets.has(wallet.id)) throw new WalletRefusal('taken', `There is a wallet ${wallet.id} already.`)
  state.wallets.put(wallet)
  const xpub = wallet.accountXpub
  if (state.accounts.has(xpub)) return
  state.accounts.put({ xpub, firstWalletId: wallet.id, totalSats: 0n, confirmedSats: 0n, nextSequence: 0 })
  for (const branch of [0, 1] as const) state.deriveUpTo(xpub, branch, state.gap[branch])
}
