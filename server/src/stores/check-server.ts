import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'

type Asking = { client: BtcpayClient; storeId: string; serverUrl: string; options: { timeoutMs: number } }

/**
 * Whose Lightning node a store uses. Only the node of the platform's own server is shared with us: what is paid there
 * is in our ledger. The internal node of another server is as good as the merchant's own, since its money is not with us.
 */
export const readLightningKind = async (
  deps: Deps,
  { client, storeId, serverUrl, options }: Asking,
): Promise<'none' | 'shared' | 'own' | 'unavailable' | 'not-allowed'> => {
  const methods = await client.paymentMethods.list(storeId, { onlyEnabled: true }, options)
  if (methods.kind !== 'ok') throw new ApiError('store-not-usable', { message: 'The store could not be read.' })
  if (!methods.value.some(({ paymentMethodId }) => paymentMethodId === 'BTC-LN')) return 'none'
  const node = await client.lightning.node(storeId, options)
  // Any server can say that its node is ours, whose name is public: only our own is believed.
  const onOurServer = serverUrl === deps.engine.url.replace(/\/+$/, '')
  if (node.kind === 'ok') return onOurServer && (await isOurs(deps, node.value.nodeURIs)) ? 'shared' : 'own'
  if (node.kind !== 'refused') return 'unavailable'
  if (node.status === 404) return 'none'
  if (node.status !== 403) return 'unavailable'
  // The internal node tells itself to administrators only, which is how it is recognised.
  if (node.missingPermission !== 'btcpay.server.canuseinternallightningnode') return 'not-allowed'
  return onOurServer ? readPlatformNode(deps) : 'own'
}

/** Whether the platform's own server has a node that answers: "Internal Node" can be set on a store without one. */
export const readPlatformNode = async ({ engines }: Deps): Promise<'none' | 'shared' | 'unavailable'> => {
  const node = await engines.platform.serverLightning.node()
  if (node.kind === 'ok') return 'shared'
  return node.kind === 'refused' && node.status === 404 ? 'none' : 'unavailable'
}

const isOurs = async ({ engines }: Deps, uris: readonly string[]) => {
  const ours = await engines.platform.serverLightning.node()
  if (ours.kind !== 'ok') return false
  const keys = new Set(ours.value.nodeURIs.map(publicKeyOf))
  return uris.some((uri) => keys.has(publicKeyOf(uri)))
}

const publicKeyOf = (uri: string) => uri.split('@')[0]
