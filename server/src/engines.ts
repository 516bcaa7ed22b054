import { type BtcpayClient, createBtcpayClient, createTransport, type Transport } from '@bitquay/btcpay'

/** The address of a store and the key for it. */
export type Connection = {
  serverUrl: string
  apiKey: string
  /** Aborts every call, for work with a deadline. */
  signal?: AbortSignal
}

/** The BTCPay clients. Connections are shared: a client is only an address and a key. */
export type Engines = {
  /** The platform's own server, with the operator's unrestricted key. */
  platform: BtcpayClient
  at: (connection: Connection) => BtcpayClient
  /**
   * Like `at`, for a first check while someone waits: no retries. The key is left out until we know which server
   * answers.
   */
  probe: (connection: { serverUrl: string; apiKey?: string }) => BtcpayClient
  close: () => Promise<void>
}

/**
 * The operator's server may have any address. Servers that merchants name are untrusted: they must not lead to internal
 * addresses unless the operator has allowed that host.
 */
export const createEngines = (own: { url: string; apiKey: string }, allowHosts: readonly string[]): Engines => {
  const trusted = createTransport({ policy: { allowPrivate: true } })
  const guarded = createTransport({ policy: { allowHosts } })
  const once = (transport: Transport) => ({ ...transport, retry: { ...transport.retry, attempts: 1 } })
  return {
    platform: createBtcpayClient({ url: own.url, auth: { apiKey: own.apiKey }, transport: trusted }),
    at: ({ serverUrl, apiKey, signal }) =>
      createBtcpayClient({
        url: serverUrl,
        auth: { apiKey },
        transport: serverUrl === own.url ? trusted : guarded,
        ...(signal === undefined ? {} : { signal }),
      }),
    probe: ({ serverUrl, apiKey }) =>
      createBtcpayClient({
        url: serverUrl,
        auth: apiKey === undefined ? 'anonymous' : { apiKey },
        transport: once(serverUrl === own.url ? trusted : guarded),
      }),
    close: async () => {
      await trusted.close()
      await guarded.close()
    },
  }
}
