import type { StorePaymentMethod } from '@bitquay/btcpay/wire/payment-methods'
import { LIGHTNING, LNURL, type MethodId, ON_CHAIN, parseMethodId } from '../../engine/invoices/payment-method-ids.ts'
import type { ShopStore } from '../../engine/stores/store.ts'
import type { Btcpay } from '../btcpay.ts'
import { type Caller, canInStore, canOnServer } from '../caller.ts'
import { GreenfieldError, invalidField, missingPermission, notFound, unsupportedInV2 } from '../errors.ts'
import { wireName } from '../permissions.ts'
import { authenticated, type Call, inStore, type Route } from '../route.ts'
import { onChainConfig, putOnChain } from './on-chain-config.ts'

const VIEW = 'store.canviewstoresettings'
const MODIFY = 'store.canmodifystoresettings'
const INTERNAL_NODE = 'Internal Node'
const USE_INTERNAL_NODE = 'server.canuseinternallightningnode'

export const paymentMethodRoutes: Route[] = [
  inStore('GET', '/payment-methods', VIEW, ({ btcpay, query }, store, caller) => {
    const includeConfig = mayIncludeConfig(query.flag('includeConfig', false), caller, store)
    const onlyEnabled = query.flag('onlyEnabled', false)
    return [ON_CHAIN, LIGHTNING, LNURL]
      .flatMap((methodId) => toView(btcpay, store, methodId as MethodId, includeConfig) ?? [])
      .filter((method) => !onlyEnabled || method.enabled)
  }),

  inStore('GET', '/payment-methods/:paymentMethodId', VIEW, ({ btcpay, query, params }, store, caller) => {
    const includeConfig = mayIncludeConfig(query.flag('includeConfig', false), caller, store)
    const methodId = parseMethodId(params['paymentMethodId'] ?? '')
    const view = methodId && toView(btcpay, store, methodId, includeConfig)
    if (!view) throw missing()
    return view
  }),

  inStore('PUT', '/payment-methods/:paymentMethodId', MODIFY, (call, store, caller) => {
    const methodId = parseMethodId(call.params['paymentMethodId'] ?? '')
    if (!methodId) throw missing()
    return call.btcpay.engine.store.batch(() => {
      const changed = put(call, store, caller, methodId)
      call.btcpay.stores.put(changed)
      return toView(call.btcpay, changed, methodId, true)
    })
  }),

  inStore('DELETE', '/payment-methods/:paymentMethodId', MODIFY, ({ btcpay, params }, store) => {
    const methodId = parseMethodId(params['paymentMethodId'] ?? '')
    if (!methodId || !toView(btcpay, store, methodId, false)) throw missing()
    btcpay.engine.store.batch(() => {
      if (methodId === ON_CHAIN) btcpay.engine.wallets.remove(store.id)
      const field = methodId === ON_CHAIN ? 'onChain' : methodId === LIGHTNING ? 'lightning' : 'lnurl'
      btcpay.stores.put({ ...store, [field]: null })
    })
  }),

  // Routes that v1 clients still use.
  ...(['GET', 'PUT', 'DELETE'] as const).flatMap((method) =>
    ['LightningNetwork', 'LNURLPay'].map((old) =>
      authenticated(method, `/stores/:storeId/payment-methods/${old}/:cryptoCode`, () => {
        throw unsupportedInV2()
      }),
    ),
  ),
]

function mayIncludeConfig(isAsked: boolean, caller: Caller, store: ShopStore): boolean {
  if (isAsked && !canInStore(caller, MODIFY, store)) throw missingPermission(wireName(MODIFY))
  return isAsked
}

function put(call: Call, store: ShopStore, caller: Caller, methodId: MethodId): ShopStore {
  const body = call.fields()
  const enabled = body.flag('enabled')
  const config = body.raw('config')
  body.check()
  const isGiven = config !== undefined && config !== null
  if (methodId === ON_CHAIN) {
    if (isGiven) return putOnChain(call.btcpay, store, config, enabled)
    if (!store.onChain) throw invalidField('Config', 'Config is required')
    return { ...store, onChain: { ...store.onChain, enabled: enabled ?? store.onChain.enabled } }
  }
  if (methodId === LIGHTNING) {
    if (isGiven) return putLightning(call.btcpay, store, caller, config, enabled)
    if (!store.lightning) throw invalidField('Config', 'Config is required')
    return { ...store, lightning: { ...store.lightning, enabled: enabled ?? store.lightning.enabled } }
  }
  const before = store.lnurl ?? { enabled: true, useBech32Scheme: true, lud12Enabled: true, lud21Enabled: true }
  const flags = typeof config === 'object' && config !== null ? config : {}
  const read = (name: string, kept: boolean) => {
    const value = Object.entries(flags).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    return typeof value === 'boolean' ? value : kept
  }
  return {
    ...store,
    lnurl: {
      enabled: enabled ?? before.enabled,
      useBech32Scheme: read('useBech32Scheme', before.useBech32Scheme),
      lud12Enabled: read('lud12Enabled', before.lud12Enabled),
      lud21Enabled: read('lud21Enabled', before.lud21Enabled),
    },
  }
}

/** `type=sandbox;node=ID` is the sandbox's own connection string. Anyone who knows the id may use the node. */
const putLightning = (
  btcpay: Btcpay,
  store: ShopStore,
  caller: Caller,
  config: unknown,
  enabled: boolean | undefined,
): ShopStore => {
  const connectionString = connectionOf(config)
  if (!connectionString) {
    throw invalidField('ConnectionString', 'The connection string or setting the internal node is required')
  }
  const isEnabled = enabled ?? store.lightning?.enabled ?? true
  if (connectionString.toLowerCase() === INTERNAL_NODE.toLowerCase()) {
    const isNew = store.lightning?.connectionString !== INTERNAL_NODE
    if (isNew && !btcpay.settings().internalNodeForAll && !canOnServer(caller, USE_INTERNAL_NODE)) {
      throw missingInternalNode()
    }
    const nodeId = btcpay.engine.lightning.sharedNodeId
    return { ...store, lightning: { enabled: isEnabled, nodeId, connectionString: INTERNAL_NODE } }
  }
  const nodeId = /^type=sandbox;node=([A-Za-z0-9._-]{1,60});?$/.exec(connectionString)?.[1]
  if (nodeId !== undefined && btcpay.engine.lightning.node(nodeId)) {
    return { ...store, lightning: { enabled: isEnabled, nodeId, connectionString } }
  }
  const isLocal = /(localhost|127\.|10\.|192\.168\.|\.local|\.internal|\.lan|macaroonfilepath|cookiefilepath)/i
  if (isLocal.test(connectionString) && !canOnServer(caller, 'server.canmodifyserversettings')) {
    throw invalidField(
      'ConnectionString',
      "You do not have 'btcpay.server.canmodifyserversettings' rights, so the connection string should not point to a local ip",
    )
  }
  throw invalidField('ConnectionString', 'Invalid connection string')
}

const missingInternalNode = (): GreenfieldError => {
  const permission = wireName(USE_INTERNAL_NODE)
  return new GreenfieldError(403, {
    code: 'missing-permission',
    message: `You are not authorized to use the internal lightning node. Either add '${permission}' to an API Key, or allow non-admin users to use the internal lightning node in the server settings.`,
    missingPermission: permission,
  })
}

const connectionOf = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config
  if (typeof config !== 'object' || config === null) return undefined
  for (const [key, value] of Object.entries(config)) {
    if (/^(connectionString|internalNodeRef)$/i.test(key) && typeof value === 'string') return value
  }
  return undefined
}

export function toView(
  btcpay: Btcpay,
  store: ShopStore,
  methodId: MethodId,
  includeConfig: boolean,
): StorePaymentMethod | undefined {
  const method = methodId === ON_CHAIN ? store.onChain : methodId === LIGHTNING ? store.lightning : store.lnurl
  if (!method) return undefined
  const view: StorePaymentMethod = { paymentMethodId: methodId, enabled: method.enabled, config: null }
  if (!includeConfig) return view
  if (methodId === ON_CHAIN) return { ...view, config: onChainConfig(btcpay, store) }
  if (methodId === LNURL) {
    const { useBech32Scheme, lud12Enabled, lud21Enabled } = store.lnurl ?? {}
    return { ...view, config: { useBech32Scheme, lud12Enabled, lud21Enabled } }
  }
  const connection = store.lightning?.connectionString
  return {
    ...view,
    config: connection === INTERNAL_NODE ? { internalNodeRef: INTERNAL_NODE } : { connectionString: connection },
  }
}

function missing() {
  return notFound('paymentmethod-not-found', 'The payment method was not found')
}
