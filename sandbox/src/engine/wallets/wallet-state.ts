import type { Chain, Outpoint } from '../chain/chain-types.ts'
import { regtest } from '../chain/regtest.ts'
import type { Clock } from '../clock.ts'
import type { Collection, Store } from '../store-types.ts'
import { type Branch, deriveAddresses, openBranch } from './derive-account.ts'
import { WalletRefusal } from './wallet-refusal.ts'
import type { Label, Wallet } from './wallet-types.ts'

/** A watched account: one per derivation scheme, whatever number of wallets use it. */
export type AccountRecord = {
  readonly xpub: string
  readonly firstWalletId: string
  readonly totalSats: bigint
  readonly confirmedSats: bigint
  /** Counts history entries, so those of the same millisecond keep their order. */
  readonly nextSequence: number
  /** The receive address that is shown. */
  readonly receiveScript?: string
}

/** Kept for an account when a hot wallet was generated, whatever happens to that wallet. */
export type SeedRecord = {
  readonly xpub: string
  readonly mnemonic: string
  readonly passphrase: string
  readonly accountNumber: number
}

export type AddressRecord = {
  readonly xpub: string
  readonly script: string
  readonly address: string
  readonly branch: 0 | 1
  readonly index: number
  readonly isReserved: boolean
  readonly isUsed: boolean
}

/** Kept after it is spent, because a reorganization may bring it back. */
export type CoinRecord = {
  readonly outpoint: Outpoint
  readonly xpub: string
  readonly script: string
  readonly amountSats: bigint
  readonly seenAtMs: number
  readonly isCoinbase: boolean
  /** Undefined while unconfirmed. */
  readonly height?: number
  readonly spentBy?: string
  readonly spentHeight?: number
}

export type EntryRecord = {
  readonly xpub: string
  readonly txid: string
  readonly amountSats: bigint
  readonly seenAtMs: number
  readonly sequence: number
  readonly height?: number
  readonly blockHash?: string
}

export type NoteRecord = {
  readonly walletId: string
  readonly txid: string
  readonly comment: string
  readonly labels: { readonly [name: string]: Label }
}

export type WalletState = {
  readonly store: Store
  readonly clock: Clock
  readonly chain: Chain
  readonly gap: AddressGap
  readonly wallets: Collection<Wallet, 'byXpub'>
  readonly accounts: Collection<AccountRecord>
  readonly seeds: Collection<SeedRecord>
  readonly addresses: Collection<AddressRecord, 'all' | 'free'>
  readonly coins: Collection<CoinRecord, 'unspent' | 'byAmount' | 'coinbases'>
  readonly entries: Collection<EntryRecord, 'byTime' | 'byTxid'>
  readonly notes: Collection<NoteRecord, 'byLabel'>
  wallet(walletId: string): Wallet
  account(walletId: string): AccountRecord
  branch(xpub: string, branch: 0 | 1): Branch
  /** Derives up to `count` addresses of the branch, if they don't exist yet. */
  deriveUpTo(xpub: string, branch: 0 | 1, count: number): void
}

/** How many unused receive and change addresses are watched ahead. */
export type AddressGap = readonly [receive: number, change: number]

/** NBXplorer's 20, and fewer for change addresses, which only we pay to. */
export const usualGap: AddressGap = [20, 5]

export const entryId = (xpub: string, txid: string) => `${xpub}/${txid}`
export const isMature = (coin: Pick<CoinRecord, 'isCoinbase' | 'height'>, tipHeight: number) =>
  !coin.isCoinbase || (coin.height !== undefined && tipHeight + 1 - coin.height >= regtest.coinbaseMaturity)

export const openWalletState = (store: Store, clock: Clock, chain: Chain, gap: AddressGap): WalletState => {
  const branches = new Map<string, Branch>()
  const state: WalletState = {
    store,
    clock,
    chain,
    gap,
    wallets: store.collection('wallets', {
      id: ({ id }) => id,
      indexes: { byXpub: { key: ({ accountXpub }) => accountXpub } },
    }),
    accounts: store.collection('accounts', { id: ({ xpub }) => xpub }),
    seeds: store.collection('walletSeeds', { id: ({ xpub }) => xpub }),
    addresses: store.collection('addresses', {
      id: ({ script }) => script,
      indexes: {
        all: { key: ({ xpub, branch }) => `${xpub}/${branch}`, order: ({ index }) => index },
        free: {
          key: ({ xpub, branch, isReserved, isUsed }) => (isReserved || isUsed ? undefined : `${xpub}/${branch}`),
          order: ({ index }) => index,
        },
      },
    }),
    coins: store.collection('walletCoins', {
      id: ({ outpoint }) => outpoint,
      indexes: {
        unspent: {
          key: ({ xpub, spentBy }) => (spentBy === undefined ? xpub : undefined),
          order: ({ seenAtMs }) => seenAtMs,
        },
        // The number is only a sort position. It holds every possible amount of satoshis exactly.
        byAmount: {
          key: ({ xpub, spentBy, height }) =>
            spentBy === undefined ? `${xpub}/${height === undefined ? 'unconfirmed' : 'confirmed'}` : undefined,
          order: ({ amountSats }) => Number(amountSats),
        },
        coinbases: {
          key: ({ xpub, isCoinbase, spentBy }) => (isCoinbase && spentBy === undefined ? xpub : undefined),
          order: ({ height }) => height ?? 0,
        },
      },
    }),
    entries: store.collection('walletEntries', {
      id: ({ xpub, txid }) => entryId(xpub, txid),
      indexes: {
        byTime: {
          key: ({ xpub, height }) => [xpub, `${xpub}/${height === undefined ? 'unconfirmed' : 'confirmed'}`],
          order: ({ seenAtMs, sequence }) => [seenAtMs, sequence],
        },
        byTxid: { key: ({ txid }) => txid },
      },
    }),
    notes: store.collection('walletNotes', {
      id: ({ walletId, txid }) => entryId(walletId, txid),
      indexes: { byLabel: { key: ({ walletId, labels }) => Object.keys(labels).map((name) => `${walletId}/${name}`) } },
    }),
    wallet(walletId) {
      const wallet = state.wallets.get(walletId)
      if (!wallet) throw new WalletRefusal('unknown-wallet', `There is no wallet ${walletId}.`)
      return wallet
    },
    account: (walletId) => state.accounts.get(state.wallet(walletId).accountXpub) as AccountRecord,
    branch(xpub, branch) {
      const key = `${xpub}/${branch}`
      const opened = branches.get(key) ?? openBranch(xpub, branch)
      branches.set(key, opened)
      return opened
    },
    deriveUpTo(xpub, branch, count) {
      const first = state.addresses.count('all', `${xpub}/${branch}`)
      if (first >= count) return
      for (const derived of deriveAddresses(state.branch(xpub, branch), first, count - first)) {
        state.addresses.put({ ...derived, xpub, branch, isReserved: false, isUsed: false })
      }
    },
  }
  return state
}
