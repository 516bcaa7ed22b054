import { type BtcpayClient, missingPermissions, type Outcome, type Refused, storesOfKey } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { formatConnectionError, readLightningKind, requireServerUrl } from './check-server.ts'

/** What someone enters to connect a merchant's own BTCPay. */
export type StoreDetails = { btcpayServerUrl: string; btcpayStoreId: string; btcpayApiKey: string }

/** Details that work, and what the check found. */
export type VerifiedStore = {
  serverUrl: string
  storeId: string
  apiKey: string
  storeName: string
  lightning: 'none' | 'shared' | 'own'
}

/** What we do in a store: create and mark invoices, receive webhooks, read the wallet and send from it. */
export const neededRights = [
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.webhooks.canmodifywebhooks',
  'btcpay.store.canviewwallet',
  'btcpay.store.cancreatetransactions',
  'btcpay.store.cansigntransactions',
  'btcpay.store.canbroadcasttransactions',
]

const defaultTimeoutMs = 8000

type Target = { client: BtcpayClient; storeId: string; host: string; options: { timeoutMs: number } }

/**
 * Checks whether a merchant's own BTCPay can be used: reachable, a key with the needed permissions and no others of the
 * server, and a store with a wallet on our network that may sign. Each problem has its own message
 * (`store-not-usable`). Changes nothing on either side.
 */
export const verifyStore = async (
  deps: Deps,
  details: StoreDetails,
  { timeoutMs = defaultTimeoutMs } = {},
): Promise<VerifiedStore> => {
  const serverUrl = requireServerUrl(deps, details.btcpayServerUrl)
  const storeId = details.btcpayStoreId.trim()
  const apiKey = details.btcpayApiKey.trim()
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(storeId)) throw notUsable('The store ID can only contain letters and digits.')
  if (!/^[\x21-\x7e]{1,200}$/.test(apiKey))
    throw notUsable('The API key contains characters that aren’t valid in a BTCPay key.')
  const client = deps.engines.probe({ serverUrl, apiKey })
  const target: Target = { client, storeId, host: new URL(serverUrl).host, options: { timeoutMs } }

  await requireBtcpay({ ...target, client: deps.engines.probe({ serverUrl }) })
  await requireKey(target)
  const store = await requireStore(target)
  await requireWallet(target, deps.config.network)
  await requireRole(target)
  await requireSigning(target)
  const lightning = await readLightningKind(deps, { ...target, serverUrl })
  if (lightning === 'unavailable') {
    throw notUsable('Couldn’t reach the Lightning node of this store. Start it, or turn off Lightning in the store.')
  }
  if (lightning === 'not-allowed') throw notUsable(lacking(['btcpay.store.canuselightningnode']))
  return { serverUrl, storeId, apiKey, storeName: store.name, lightning }
}

export const notUsable = (message: string) => new ApiError('store-not-usable', { message })

const lacking = (rights: readonly string[]) =>
  `The API key is missing ${rights.length === 1 ? 'a permission' : 'permissions'} in this store: ${rights.join(', ')}.`

const requireBtcpay = async ({ client, host, options }: Target) => {
  const health = await client.server.health(options)
  if (health.kind !== 'ok') throw notUsable(formatConnectionError(host, health))
  if (!health.value.synchronized) {
    throw notUsable(`The BTCPay Server at ${host} is still syncing with the Bitcoin network. Try again later.`)
  }
}

const requireKey = async (target: Target) => {
  const { client, storeId, host } = target
  const key = await client.keys.current(target.options)
  if (key.kind === 'refused' && key.status === 401) {
    throw notUsable(`The BTCPay Server at ${host} doesn’t recognize this API key.`)
  }
  const { permissions } = answered(target, key)
  if (permissions.some((each) => each.startsWith('unrestricted') || each.startsWith('btcpay.server.'))) {
    throw notUsable('This API key can administer the whole server. Create one that is limited to this store.')
  }
  const stores = storesOfKey(permissions)
  if (stores !== undefined && stores.length > 0 && !stores.includes(storeId)) {
    throw notUsable('This API key belongs to another store.')
  }
  const missing = missingPermissions(permissions, neededRights, storeId)
  if (missing.length > 0) throw notUsable(lacking(missing))
}

/** At this point the key has every permission, so a refusal is about the store or the role of the key's user in it. */
const requireStore = async (target: Target) => {
  const store = await target.client.stores.get(target.storeId, target.options)
  if (store.kind === 'refused' && store.status === 403) {
    throw notUsable('This store doesn’t exist on the server, or the owner of the API key doesn’t have access to it.')
  }
  const found = answered(target, store)
  if (found.archived) throw notUsable('This store is archived.')
  return found
}

const requireWallet = async (target: Target, network: Parameters<typeof isAddressOf>[1]) => {
  const { client, storeId, options } = target
  const address = await client.wallet.address(storeId, {}, options)
  if (address.kind === 'refused' && address.code === 'not-available') {
    throw notUsable('This store has no Bitcoin wallet. Set up a hot wallet in the store first.')
  }
  if (!isAddressOf(answered(target, address).address, network)) {
    throw notUsable(`The wallet of this store is on another Bitcoin network. It must be on ${network}.`)
  }
  // Only users who may change the store see this. For others, a wallet that cannot sign shows only when it is used.
  const method = await client.paymentMethods.get(storeId, 'BTC-CHAIN', { includeConfig: true }, options)
  const config = method.kind === 'ok' ? method.value.config : undefined
  if (typeof config === 'object' && config !== null && 'isHotWallet' in config && config.isHotWallet === false) {
    throw notUsable('This wallet is watch-only: the server doesn’t have its keys. Set up a hot wallet in the store.')
  }
}

/**
 * A key only narrows what its user may do. Requests without an effect show what is left: 422 means allowed, 403 means
 * refused.
 */
const requireRole = async (target: Target) => {
  const { client, storeId, options } = target
  const invoice = await client.invoices.create(storeId, { amount: '-1', currency: 'USD' }, options)
  const webhooks = await client.webhooks.list(storeId, options)
  const broadcast = await client.wallet.broadcast(storeId, 'nothing', options)
  const tried: [string, Outcome<unknown>][] = [
    ['btcpay.store.canmodifyinvoices', invoice],
    ['btcpay.store.webhooks.canmodifywebhooks', webhooks],
    ['btcpay.store.canbroadcasttransactions', broadcast],
  ]
  const refused = tried.flatMap(([right, outcome]) =>
    outcome.kind === 'refused' && outcome.status === 403 ? [right] : [],
  )
  if (refused.length > 0) {
    throw notUsable(`The owner of the API key is missing permissions in this store: ${refused.join(', ')}.`)
  }
  answered(target, webhooks)
}

/** When asked to pay nobody, BTCPay first checks whether the caller may sign at all. */
const requireSigning = async (target: Target) => {
  const signed = await target.client.wallet.signTransaction(target.storeId, { destinations: [] }, target.options)
  if (signed.kind === 'refused' && signed.status === 422) return
  if (signed.kind === 'refused' && signed.status === 403) {
    throw notUsable(lacking(['btcpay.store.cancreatetransactions', 'btcpay.store.cansigntransactions']))
  }
  if (signed.kind === 'refused' && signed.status === 503) {
    throw notUsable(
      'This server doesn’t let the API key sign. Turn on "Non-admins can create hot wallets" in the server’s policies.',
    )
  }
  answered(target, signed)
}

/** The server answered a moment ago, so an error now is reported as it is. */
const answered = <T>({ host }: Target, outcome: Outcome<T>): T => {
  if (outcome.kind === 'ok') return outcome.value
  if (outcome.kind === 'refused') {
    throw notUsable(`The BTCPay Server at ${host} rejected a request (${describeRefusal(outcome)}).`)
  }
  throw notUsable(formatConnectionError(host, outcome))
}

/** Only status and code: the rest is untrusted text of that server. */
const describeRefusal = ({ status, code }: Refused) =>
  code !== null && /^[a-z0-9-]{1,60}$/.test(code) ? `status ${status}, ${code}` : `status ${status}`

type Given = { [name in keyof StoreDetails]?: string | undefined }

/**
 * The details of a BTCPay store that were entered: all of them or none. Without an address the store is on our own
 * server.
 */
export const toStoreDetails = ({ engine }: Pick<Deps, 'engine'>, given: Given): StoreDetails | undefined => {
  const { btcpayServerUrl, btcpayStoreId, btcpayApiKey } = given
  if (btcpayServerUrl === undefined && btcpayStoreId === undefined && btcpayApiKey === undefined) return undefined
  if (btcpayStoreId === undefined || btcpayApiKey === undefined) {
    const path = btcpayStoreId === undefined ? 'btcpayStoreId' : 'btcpayApiKey'
    const message = 'Enter both the BTCPay store ID and its API key, or leave all fields empty.'
    throw new ApiError('invalid-request', { message, fields: [{ path, message }] })
  }
  return { btcpayServerUrl: btcpayServerUrl ?? engine.url, btcpayStoreId, btcpayApiKey }
}

export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest'

const beginnings: Record<Network, RegExp> = {
  mainnet: /^(bc1|[13])/,
  testnet: /^(tb1|[mn2])/,
  signet: /^(tb1|[mn2])/,
  regtest: /^(bcrt1|[mn2])/,
}

/** Tells networks apart by the beginning of an address. It does not check that the address is valid. */
export const isAddressOf = (address: string, network: Network): boolean => beginnings[network].test(address)
