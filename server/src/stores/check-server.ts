import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Asking = { client: BtcpayClient; storeId: string; serverUrl: string; options: { timeoutMs: number } }

/**
 * Whose Lightning node a store uses. Only the nodes of the operator's own servers are shared with us: payments to them
 * are in our ledger. The internal node of another server counts as the merchant's own, since we do not hold its money.
 */
export const readLightningKind = async (
  deps: Deps,
  { client, storeId, serverUrl, options }: Asking,
): Promise<'none' | 'shared' | 'own' | 'unavailable' | 'not-allowed'> => {
  const methods = await client.paymentMethods.list(storeId, { onlyEnabled: true }, options)
  if (methods.kind !== 'ok')
    throw new ApiError('store-not-usable', {
      message: 'Couldn’t read the store’s payment methods. Try again in a minute.',
    })
  if (!methods.value.some(({ paymentMethodId }) => paymentMethodId === 'BTC-LN')) return 'none'
  const node = await client.lightning.node(storeId, options)
  // Any server can claim that its node is ours, whose name is public. Only our own servers are believed.
  const engine = deps.engines.findByUrl(serverUrl)
  if (node.kind === 'ok') return engine && (await isOurs(deps, engine.id, node.value.nodeURIs)) ? 'shared' : 'own'
  if (node.kind !== 'refused') return 'unavailable'
  if (node.status === 404) return 'none'
  if (node.status !== 403) return 'unavailable'
  // The internal node is visible to administrators only, which is how it is recognized.
  if (node.missingPermission !== 'btcpay.server.canuseinternallightningnode') return 'not-allowed'
  return engine ? readEngineNode(deps, engine.id) : 'own'
}

/** Whether one of our servers has a node that answers: "Internal Node" can be set on a store without one. */
export const readEngineNode = async (
  { engines }: Pick<Deps, 'engines'>,
  engineId: number,
): Promise<'none' | 'shared' | 'unavailable'> => {
  const node = await engines.of(engineId).serverLightning.node()
  if (node.kind === 'ok') return 'shared'
  return node.kind === 'refused' && node.status === 404 ? 'none' : 'unavailable'
}

const isOurs = async ({ engines }: Deps, engineId: number, uris: readonly string[]) => {
  const ours = await engines.of(engineId).serverLightning.node()
  if (ours.kind !== 'ok') return false
  const keys = new Set(ours.value.nodeURIs.map(publicKeyOf))
  return uris.some((uri) => keys.has(publicKeyOf(uri)))
}

const publicKeyOf = (uri: string) => uri.split('@')[0]

/**
 * Normalizes a server's address, so that the same store is not connected twice under two spellings. Keys must not cross
 * the internet unencrypted: plain http is only for hosts that the operator has allowed.
 */
export const requireServerUrl = ({ config, engines }: Pick<Deps, 'config' | 'engines'>, text: string): string => {
  const refuse = (message: string): never => {
    throw new ApiError('store-not-usable', { message })
  }
  const trimmed = text.trim()
  const url = URL.canParse(trimmed)
    ? new URL(trimmed)
    : refuse('The server address must be a URL like https://btcpay.example.com.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('The server address must start with https://.')
  if (url.username !== '' || url.password !== '') refuse('The server address can’t contain a user name or password.')
  if (url.search !== '' || url.hash !== '') refuse('The server address can’t contain ? or #.')
  const spelled = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  const named = config.engineAllowHosts.some((host) => host === url.hostname || host === url.host)
  if (url.protocol === 'http:' && !engines.findByUrl(spelled) && !named) {
    refuse('The server address must start with https://, so that the API key is sent encrypted.')
  }
  return spelled
}

/** Why a BTCPay Server could not be reached, in one sentence for the person who typed its address. */
export const formatConnectionError = (host: string, outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>): string => {
  if (outcome.kind === 'refused') return `${host} isn’t a BTCPay Server (status ${outcome.status}).`
  switch (outcome.reason) {
    case 'dns':
      return `Couldn’t find a server named ${host}. Check the address for typos.`
    case 'connection-refused':
      return `Couldn’t connect to ${host}. The connection was refused.`
    case 'tls':
      return `The certificate of ${host} isn’t valid, so the connection isn’t secure.`
    case 'connect-timeout':
    case 'timeout':
    case 'busy':
    case 'circuit-open':
      return `The server at ${host} didn’t respond in time. Try again later.`
    case 'blocked-address':
      return `${host} is an internal address. Use a public address, or ask the operator to allow this one.`
    case 'bad-url':
      return `The server address can’t be used: ${outcome.message}.`
    case 'redirect':
      return `The server at ${host} can’t be used: ${outcome.message}. Enter that address instead.`
    case 'server-error':
      return `The server at ${host} returned an error (status ${outcome.status ?? 500}). Try again later.`
    case 'not-json':
    case 'unexpected-shape':
    case 'too-large':
      return `${host} isn’t a BTCPay Server.`
    case 'connection-lost':
    case 'network':
    case 'aborted':
    case 'bad-request':
      return `The connection to ${host} was lost. Try again.`
  }
}
