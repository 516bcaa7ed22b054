import {
  type BtcpayClient,
  type Circuit,
  createBtcpayClient,
  createGate,
  createTransport,
  type GateFigures,
  type Transport,
} from '@bitquay/btcpay'
import type { EngineSettings } from './config-engines.ts'
import { mainEngineId } from './platform/main-engine-id.ts'
import type { WatchEngineCalls } from './watch-engine-calls.ts'

/** The address of a store and the key for it. */
export type Connection = {
  serverUrl: string
  apiKey: string
  /** Aborts every call, for work with a deadline. */
  signal?: AbortSignal
}

/** One of the operator's BTCPay Servers, with its ID in the database. */
export type PlatformEngine = EngineSettings & { id: number }

/** The BTCPay clients. Connections are shared: a client is only an address and a key. */
export type Engines = {
  /** The operator's main server, with the operator's unrestricted key. */
  platform: BtcpayClient
  /** All of the operator's servers. */
  all: readonly PlatformEngine[]
  /** One of the operator's servers, with its unrestricted key. Throws if the settings don't have it. */
  of: (engineId: number) => BtcpayClient
  /** The operator's server at this address. */
  findByUrl: (serverUrl: string) => PlatformEngine | undefined
  /** The shared Lightning node at this address, if it is one of the operator's servers. */
  findNode: (serverUrl: string) => BtcpayClient['serverLightning'] | undefined
  /**
   * The shared Lightning node that issued a payment hash of our records, by the server that was saved with it: no other
   * node is asked. Without one of our servers on record, the hash is older than all engines but the main one.
   */
  getIssuer: (serverUrl: string | null) => BtcpayClient['serverLightning']
  /** How requests to one of the operator's servers go, in this process. */
  readGate: (engineId: number) => { circuit: Circuit; figures: GateFigures }
  at: (connection: Connection) => BtcpayClient
  /**
   * Like `at`, for a first check while someone waits: no retries. The key is left out until we know which server
   * answers.
   */
  probe: (connection: { serverUrl: string; apiKey?: string }) => BtcpayClient
  close: () => Promise<void>
}

/**
 * The operator's servers may have any address. Each has its own connections, limits and circuit breaker, so that one that
 * doesn't respond delays no request to another. Servers that merchants name are untrusted: they must not lead to
 * internal addresses unless the operator has allowed that host.
 */
export const createEngines = (
  all: readonly PlatformEngine[],
  allowHosts: readonly string[],
  watch: WatchEngineCalls,
): Engines => {
  const trusted = new Map(all.map((engine) => [engine.url, openServer(engine, watch)]))
  const guarded = createTransport({ policy: { allowHosts }, ...watch(undefined) })
  const transportOf = (serverUrl: string) => trusted.get(serverUrl)?.transport ?? guarded
  const serverOf = (engineId: number) => {
    const server = [...trusted.values()].find(({ engine }) => engine.id === engineId)
    if (!server) throw new Error(`the settings have no engine with the ID ${engineId}`)
    return server
  }
  const engines: Engines = {
    platform: serverOf(mainEngineId).client,
    all,
    of: (engineId) => (engineId === mainEngineId ? engines.platform : serverOf(engineId).client),
    findByUrl: (serverUrl) => trusted.get(serverUrl.replace(/\/+$/, ''))?.engine,
    findNode: (serverUrl) => {
      const engine = engines.findByUrl(serverUrl)
      return engine && engines.of(engine.id).serverLightning
    },
    getIssuer: (serverUrl) => engines.findNode(serverUrl ?? '') ?? engines.of(mainEngineId).serverLightning,
    readGate: (engineId) => {
      const { gate } = serverOf(engineId)
      return { circuit: gate.circuit(), figures: gate.figures() }
    },
    at: ({ serverUrl, apiKey, signal }) =>
      createBtcpayClient({
        url: serverUrl,
        auth: { apiKey },
        transport: transportOf(serverUrl),
        ...(signal === undefined ? {} : { signal }),
      }),
    probe: ({ serverUrl, apiKey }) =>
      createBtcpayClient({
        url: serverUrl,
        auth: apiKey === undefined ? 'anonymous' : { apiKey },
        transport: once(transportOf(serverUrl)),
      }),
    close: async () => {
      for (const { transport } of trusted.values()) await transport.close()
      await guarded.close()
    },
  }
  return engines
}

const openServer = (engine: PlatformEngine, watch: WatchEngineCalls) => {
  const { url, apiKey, maxConcurrent, maxPerSecond } = engine
  const gate = createGate({
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
    ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
  })
  const transport = createTransport({ policy: { allowPrivate: true }, gate, ...watch(engine.name) })
  return { engine, gate, transport, client: createBtcpayClient({ url, auth: { apiKey }, transport }) }
}

const once = (transport: Transport) => ({ ...transport, retry: { ...transport.retry, attempts: 1 } })
