import type { DrawPages } from '@bitquay/contract/checkout.pages'
import type { Config } from './config.ts'
import type { Engines } from './engines.ts'
import type { InvoiceNeighbors } from './invoices/invoice-neighbors.ts'
import type { PaymentTargets } from './payments/payment-target.ts'
import type { Mac } from './platform/crypto/mac.ts'
import type { Passwords } from './platform/crypto/passwords.ts'
import type { Sealer } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import type { ChangeFeed } from './platform/events/change-feed.ts'
import type { AnswerOnce } from './platform/http/answer-once.ts'
import type { Authenticate, AuthenticateDevice, AuthenticateKey } from './platform/http/route.ts'
import type { KeyedMutex } from './platform/keyed-mutex.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Tracer } from './platform/tracing/tracer.ts'
import type { BrandReader } from './platform-brand/index.ts'
import type { SendKinds } from './sends/send-kind.ts'
import type { StoreUses } from './stores/store-use.ts'

export type { Engines, PlatformEngine } from './engines.ts'
export { mainEngineId } from './platform/main-engine-id.ts'

/** The workers that operations give something to do. */
export const wokenWorkers = [
  'check-lightning',
  'deliver-webhooks',
  'fetch-prices',
  'loop-outs',
  'provision-stores',
  'reconcile-engine',
  'return-stock',
  'send-mail',
  'send-merchant-mail',
  'send-money',
  'watch-platform',
] as const
export type WokenWorker = (typeof wokenWorkers)[number]

/** The operator's main BTCPay Server, which has the platform's own store, and what belongs to it. */
export type Engine = {
  url: string
  apiKey: string
  esploraUrl: string | undefined
  /** The address of the sandbox controls, in sandbox mode. */
  sandboxUrl: string | undefined
}

/** The dependencies of routes, operations and workers, created once in create-deps.ts. */
export type Deps = {
  config: Config
  version: string
  db: Db
  /** For a full audit, whose reads take as long as all history needs. */
  auditDb: Db
  engine: Engine
  engines: Engines
  sealer: Sealer
  macs: {
    /** Signs the cookies of known devices. */
    devices: Mac
    /** Signs proof-of-work challenges. */
    proofs: Mac
    /** Hashes secret fields of requests that carry an Idempotency-Key. */
    requests: Mac
    /** Signs what a Lightning Address offered, so that its callback is bound to it. */
    lnurl: Mac
    /** Signs the links in reminders that stop them. */
    reminders: Mac
    /** Signs what the check of the public address asks through the proxy. */
    doctor: Mac
  }
  authenticate: Authenticate
  authenticateKey: AuthenticateKey
  authenticateDevice: AuthenticateDevice
  answerOnce: AnswerOnce
  passwords: Passwords
  signInMutex: KeyedMutex
  changeFeed: ChangeFeed
  /** What this process counts for Prometheus. */
  metrics: Metrics
  /** The platform's own name, addresses and figures. */
  brand: BrandReader
  /** Undefined unless a collector is configured. */
  tracer: Tracer | undefined
  /** What each kind of send does when it confirms or ends. */
  sendKinds: SendKinds
  /** What other nouns have in a store. */
  storeUses: StoreUses
  /** Whom a payment may belong to besides an invoice. */
  paymentTargets: PaymentTargets
  /** What nouns above invoices say of them. */
  invoiceNeighbors: InvoiceNeighbors
  /** Runs a worker of this process now. If this process has no such worker, it runs at its next interval. */
  wake: (worker: WokenWorker) => void
  /** How long a request waits for its send to be broadcast before it returns 202. */
  broadcastPatienceMs: number
  /** Called before and after each step of a send. Tests stop the process there. */
  reached: (step: string) => void | Promise<void>
  /** Draws the pages of customers. Undefined where the browser's code isn't built. */
  draw: DrawPages | undefined
  /** Event streams that are open in this process. A shutdown closes them, because it would otherwise wait forever. */
  openStreams: Set<() => void>
  /** Whether this process is about to stop: load balancers should send requests elsewhere. */
  isDraining: boolean
}
