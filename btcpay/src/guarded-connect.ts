import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { isInternalAddress } from './internal-address.ts'

/**
 * Which addresses may be connected to. The check runs on connect, on the address that the socket gets, because a name
 * can point elsewhere by then (DNS rebinding).
 */
export type AddressPolicy = {
  /** For URLs that the operator set. Everything may be reached. */
  allowPrivate?: boolean
  /** `host` or `host:port`, exactly as in the URL. These may be internal although the URL is untrusted. */
  allowHosts?: readonly string[]
  /** The resolver. Only tests replace it. */
  lookup?: LookupFunction
}

export type GuardedConnectOptions = {
  policy: AddressPolicy
  connectTimeoutMs: number
  maxConnectionsPerOrigin?: number
}

export type NotConnectedReason =
  | 'blocked-address'
  | 'connection-refused'
  | 'connect-timeout'
  | 'dns'
  | 'network'
  | 'tls'

/** The connection failed, so no byte of a request was sent. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError'
  readonly reason: NotConnectedReason

  constructor(reason: NotConnectedReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/**
 * A dispatcher for the `request` of the undici package (Node's own fetch uses another version) that connects only where
 * the policy allows. `request` follows no redirects. If it did, each would be checked here again.
 */
export const createGuardedAgent = (options: GuardedConnectOptions): Agent => {
  const { policy, connectTimeoutMs } = options
  return new Agent({
    connect: guardedConnector(policy, connectTimeoutMs),
    connections: options.maxConnectionsPerOrigin ?? 64,
    pipelining: 1,
  })
}

/** Checks a URL before any name is resolved. Returns the reason for refusing it, or undefined. */
export const objectToUrl = (text: string, policy: AddressPolicy): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return 'not a URL'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https are allowed'
  if (url.username !== '' || url.password !== '') return 'a URL with a user name or password isn’t allowed'
  const host = bareHost(url.hostname)
  if (host === '') return 'the URL has no host'
  // URL has already turned decimal, octal and hexadecimal hosts into dotted ones.
  if (isIP(host) !== 0 && !mayBeInternal(policy, host, portOf(url)) && isInternalAddress(host)) {
    return 'the address is internal'
  }
  return undefined
}

const guardedConnector = (policy: AddressPolicy, timeoutMs: number): buildConnector.connector => {
  const resolve: LookupFunction = policy.lookup ?? systemLookup
  const free = buildConnector({ timeout: timeoutMs, lookup: resolve })
  const guarded = buildConnector({ timeout: timeoutMs, lookup: refuseInternal(resolve) })
  return (options, callback) => {
    const host = bareHost(options.hostname)
    const trusted = mayBeInternal(policy, host, options.port || (options.protocol === 'https:' ? '443' : '80'))
    // A literal address needs no lookup, so the guarded lookup would not see it.
    if (!trusted && isIP(host) !== 0 && isInternalAddress(host)) {
      return queueMicrotask(() => callback(blockedAddress(host), null))
    }
    const connect = trusted ? free : guarded
    return connect(options, (error, socket) => {
      if (error !== null) return callback(asNotConnected(error), null)
      if (!trusted && isInternalAddress(socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(blockedAddress(host), null)
      }
      return callback(null, socket)
    })
  }
}

/** A name with even one internal address is refused, because we don't choose which one a socket takes. */
const refuseInternal =
  (resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found, family) => {
      if (error !== null) return callback(error, found, family)
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }]
      const first = addresses[0]
      if (first === undefined || addresses.some((one) => isInternalAddress(one.address))) {
        return callback(blockedAddress(hostname), [])
      }
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
  }

const blockedAddress = (host: string): NotConnectedError & NodeJS.ErrnoException =>
  new NotConnectedError('blocked-address', `${host} is an internal address`)

const asNotConnected = (error: Error): NotConnectedError => {
  if (error instanceof NotConnectedError) return error
  const codes = errorCodes(error)
  const reason = CODE_REASONS.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? 'network'
  return new NotConnectedError(reason, `no connection (${codes.join(', ') || error.message})`, error)
}

const CODE_REASONS: readonly (readonly [RegExp, NotConnectedReason])[] = [
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'connect-timeout'],
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/, 'tls'],
]

/** Trying several addresses of a name fails with an AggregateError whose own code says little. */
const errorCodes = (error: Error): string[] => {
  const all: unknown[] = error instanceof AggregateError ? [error, ...error.errors] : [error]
  return all.flatMap((one) => {
    const code = one instanceof Error && 'code' in one ? one.code : undefined
    return typeof code === 'string' ? [code] : []
  })
}

const mayBeInternal = (policy: AddressPolicy, host: string, port: string): boolean => {
  if (policy.allowPrivate === true) return true
  return (policy.allowHosts ?? []).some((entry) => {
    const allowed = entry.trim().toLowerCase()
    return (
      allowed === host || allowed === `[${host}]` || allowed === `${host}:${port}` || allowed === `[${host}]:${port}`
    )
  })
}

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')
