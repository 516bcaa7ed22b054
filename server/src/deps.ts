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

/** The platform's own BTCPay Server and its details. */
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
  }
  authenticate: Authenticate
  authenticateKey: AuthenticateKey
  answerOnce: AnswerOnce
  passwords: Passwords
  signInMutex: KeyedMutex
  changeFeed: ChangeFeed
  /** What each kind of send does when it confirms or ends. */
  sendKinds: SendKinds
  /** Runs a worker of this process now. If this process has no such worker, it runs at its next interval. */
  wake: (worker: string) => void
  /** How long a request waits for its send to be broadcast before it returns 202. */
  broadcastPatienceMs: number
  /** Called before and after each step of a send. Tests stop the process there. */
  reached: (step: string) => void | Promise<void>
  /** Event streams that are open in this process. A shutdown closes them, because it would otherwise wait forever. */
  openStreams: Set<() => void>
}
