import type { Config } from './config.ts'
import type { Engines } from './engines.ts'
import type { Mac } from './platform/crypto/mac.ts'
import type { Passwords } from './platform/crypto/passwords.ts'
import type { Sealer } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import type { ChangeFeed } from './platform/events/change-feed.ts'
import type { AnswerOnce } from './platform/http/answer-once.ts'
import type { Authenticate, AuthenticateKey } from './platform/http/route.ts'
import type { KeyedMutex } from './platform/keyed-mutex.ts'
import type { SendKinds } from './sends/send-kind.ts'

/** The platform's own BTCPay Server, and what belongs to it. */
export type Engine = {
  url: string
  apiKey: string
  esploraUrl: string | undefined
  /** Where the sandboxControls are, in sandbox mode. */
  sandboxUrl: string | undefined
}

/** What routes, flows and workers are given; made once, in create-deps.ts. */
export type Deps = {
  config: Config
  version: string
  db: Db
  engine: Engine
  engines: Engines
  sealer: Sealer
  macs: {
    /** Signs the cookies of known devices. */
    devices: Mac
    /** Signs challenges for proofs of work. */
    proofs: Mac
    /** Hashes secret fields of requests that carry an Idempotency-Key. */
    requests: Mac
  }
  authenticate: Authenticate
  authenticateKey: AuthenticateKey
  answerOnce: AnswerOnce
  passwords: Passwords
  signInMutex: KeyedMutex
  changeFeed: ChangeFeed
  /** What ending and confirming a send means to whoever asked for it. */
  sendKinds: SendKinds
  /** Runs a worker of this process now. Where there is none, its time will come. */
  wake: (worker: string) => void
  /** How long a request waits for its send to be broadcast before it answers 202. */
  broadcastPatienceMs: number
  /** Told before and after each step of a send; tests stop the process there. */
  reached: (step: string) => void | Promise<void>
  /** Event streams that are open in this process; a stop ends them, or it would wait for ever. */
  openStreams: Set<() => void>
}
