import type { Body } from '@bitquay/contract/call'
import type { connectOwnWallet } from '@bitquay/contract/own-keys'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { addressAt, firstAddresses, hashOfKey, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  claimWalletKeys,
  findStoreById,
  findWalletKeys,
  isAnyAddressKnown,
  lockStoreOf,
  ownWalletOf,
  type Store,
} from '../stores/index.ts'
import { countTransactions } from './ask-explorer.ts'
import { connectRequested, leaveRequested } from './facts.ts'
import { readWallet } from './read-wallet.ts'
import { insertOwnKeysChange } from './table.ts'

type Connect = Body<typeof connectOwnWallet>

const refused = (message: string) => new ApiError('own-keys-refused', { message })
const nothing = 'Nothing was changed.'

/**
 * An owner connects a wallet that only they have the keys of. It is used after a day, in which every owner can cancel it:
 * whoever stole a session and a phone must not send the shop's payments to themselves unseen.
 */
export const requestConnect = async (
  deps: Deps,
  person: MerchantPerson,
  { twoFactorToken, addresses, isUnused, ...text }: Connect,
  source: Source,
): Promise<void> => {
  const { network } = deps.config
  const { wallet } = readWallet(text, network)
  if (!wallet) throw new ApiError('own-keys-unreadable', { message: `Something is missing. ${nothing}` })
  if (firstAddresses(wallet, network).join() !== addresses.join()) {
    throw refused(`These aren’t the addresses of this wallet. Compare them again. ${nothing}`)
  }
  const reopens = await findEarlierStore(deps, person.merchantId, wallet)
  if (reopens === undefined) await requireUnused(deps, wallet, isUnused === true)
  await commitThenThrow<void>(deps.db, async (tx) => {
    // Lock the store before the person, as withdrawals do, to avoid a deadlock.
    await requireStore(tx, person.merchantId)
    const refusal = await authorizeByTotp(deps, person, twoFactorToken, source)(tx)
    if (refusal) return refusal
    if (reopens === undefined) await claimKeys(tx, deps, person.merchantId, wallet)
    const { dueAt } = await insertOwnKeysChange(tx, {
      kind: 'connect',
      merchantId: person.merchantId,
      requestedBy: person.email,
      wallet,
      reopens,
    })
    const about = { ...person, dueAt, addresses, publicUrl: deps.config.publicUrl }
    await announce(tx, connectRequested, about, { actor: person, source })
    return undefined
  })
}

/** An owner goes back to a wallet that the platform's payment server signs for. */
export const requestLeave = (
  deps: Deps,
  person: MerchantPerson,
  { twoFactorToken }: { twoFactorToken: string },
  source: Source,
): Promise<void> =>
  commitThenThrow<void>(deps.db, async (tx) => {
    const store = await requireStore(tx, person.merchantId)
    if (store.ownWallet === null) throw refused(`You don’t use a wallet of your own. ${nothing}`)
    const refusal = await authorizeByTotp(deps, person, twoFactorToken, source)(tx)
    if (refusal) return refusal
    const { dueAt } = await insertOwnKeysChange(tx, {
      kind: 'leave',
      merchantId: person.merchantId,
      requestedBy: person.email,
    })
    const about = { ...person, dueAt, publicUrl: deps.config.publicUrl }
    await announce(tx, leaveRequested, about, { actor: person, source })
    return undefined
  })

const requireStore = async (tx: Tx, merchantId: number): Promise<Store> => {
  const { closingSince } = await getMerchant(tx, merchantId)
  if (closingSince !== null) throw refused(`This account is closed. ${nothing}`)
  const store = await lockStoreOf(tx, merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  if (store.engineId === null) {
    throw refused(`Your store is on your own BTCPay Server. Set up the wallet there. ${nothing}`)
  }
  return store
}

/**
 * The merchant's own earlier store with exactly this wallet. One key never has two stores, so it is used again. Any other
 * use of a key, also by the same merchant, is refused with the same sentence as a stranger's.
 */
const findEarlierStore = async (
  { db, config: { network } }: Deps,
  merchantId: number,
  wallet: OwnWallet,
): Promise<number | undefined> => {
  const known = await findWalletKeys(db, hashesOf(wallet, network))
  const [first] = known
  if (!first) return undefined
  const { storeRef } = first
  const isOneStore = known.every((key) => key.merchantId === merchantId && key.storeRef === storeRef)
  const store = storeRef === null ? undefined : await findStoreById(db, storeRef)
  const own = store && ownWalletOf(store)
  if (!isOneStore || !store || !own || known.length !== wallet.keys.length) throw new ApiError('key-refused')
  const isSame =
    own.script === wallet.script &&
    own.required === wallet.required &&
    firstAddresses(own, network).join() === firstAddresses(wallet, network).join()
  if (!isSame) throw new ApiError('key-refused')
  if (store.standing === 'current') throw refused(`You use this wallet already. ${nothing}`)
  // One that was given up before it was ever in use can't be opened again.
  if (store.standing !== 'former' || store.apiKey === null) throw new ApiError('key-refused')
  return store.id
}

const hashesOf = ({ keys }: OwnWallet, network: Deps['config']['network']) =>
  keys.map(({ xpub }) => hashOfKey(xpub, network))

const claimKeys = async (tx: Tx, { config: { network } }: Deps, merchantId: number, wallet: OwnWallet) => {
  const isNew = await claimWalletKeys(tx, { merchantId, storeRef: null }, hashesOf(wallet, network))
  if (!isNew) throw new ApiError('key-refused')
}

/** A wallet finds payments only some addresses ahead of those that it knows to be used. */
const freshAddresses = 20

/**
 * Coins of before would be mixed with the shop's, and another shop may use the account. The addresses of each key alone
 * say whether a wallet here uses it whose key was never saved.
 */
const requireUnused = async (deps: Deps, wallet: OwnWallet, isConfirmed: boolean) => {
  const { network } = deps.config
  const alone = wallet.keys.flatMap((key) =>
    numbersTo(freshAddresses).map((index) => addressAt({ script: 'wpkh', required: 1, keys: [key] }, network, index)),
  )
  const own = firstAddresses(wallet, network, freshAddresses)
  const change = numbersTo(freshAddresses).map((index) => addressAt(wallet, network, index, 1))
  if (await isAnyAddressKnown(deps.db, [...alone, ...own, ...change])) throw new ApiError('key-refused')
  const counts = await countTransactions(deps, own)
  if (counts?.some((count) => count > 0)) {
    throw refused(`This account was used before. Add a new account in your wallet and connect that one. ${nothing}`)
  }
  if (!counts && !isConfirmed) {
    throw refused(`We can’t check whether this account was used before. Confirm that it’s new. ${nothing}`)
  }
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number)
