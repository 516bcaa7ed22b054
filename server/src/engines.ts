import { type BtcpayClient, createBtcpayClient, createTransport, type Transport } from '@bitquay/btcpay'

/** Where a store is and with which key it is spoken to. */
export type Connection = {
  serverUrl: string
  apiKey: string
  /** Ends every call, for work with a deadline. */
  signal?: AbortSignal
}

/** The ways to speak to BTCPay. Connections are shared; a client is only an address and a key. */
export type Engines = {
  /** The platform's own server, with the operator's unrestricted key. */
  platform: BtcpayClient
  at: (connection: Connection) => BtcpayClient
  /** As `at`, for a first look while someone waits: no second tries. Without a key, before it is known who hears it. */
  probe: (connection: { serverUrl: string; apiKey?: string }) => BtcpayClient
  close: () => Promise<void>
}

/**
 * The operator's server may be anywhere. Servers that merchants name are strangers' words: they must not lead to
 * internal addresses, unless the operator has allowed that host.
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
