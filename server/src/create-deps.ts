import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authenticate } from './accounts/authenticate.ts'
import { authenticateKey } from './api-keys/authenticate-key.ts'
import type { Config } from './config.ts'
import type { Deps, Engine } from './deps.ts'
import { createEngines } from './engines.ts'
import { createMac } from './platform/crypto/mac.ts'
import { createPasswords } from './platform/crypto/passwords.ts'
import { createSealer } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import { createChangeFeed } from './platform/events/change-feed.ts'
import { createAnswerOnce } from './platform/http/answer-once.ts'
import { createKeyedMutex } from './platform/keyed-mutex.ts'
import { projectRoot } from './platform/root.ts'
import { createSendKinds } from './send-kinds.ts'

/** Creates the dependencies of the server. */
export const createDeps = (config: Config, db: Db, engine: Engine): Deps => {
  const sealer = createSealer(config.appSecret, config.appSecretPrevious)
  const macFor = (purpose: string) => createMac(purpose, config.appSecret, config.appSecretPrevious)
  return {
    config,
    version: (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version,
    db,
    engine,
    engines: createEngines(engine, config.engineAllowHosts),
    sealer,
    macs: { devices: macFor('known devices'), proofs: macFor('proofs of work'), requests: macFor('request secrets') },
    authenticate: authenticate(db),
    authenticateKey: authenticateKey(db, {
      mode: config.mode === 'live' ? 'live' : 'test',
      rateLimits: config.rateLimits,
    }),
    answerOnce: createAnswerOnce(db, sealer),
    passwords: createPasswords(),
    signInMutex: createKeyedMutex(),
    // A feed error is harmless: screens also poll at their own intervals.
    changeFeed: createChangeFeed(db, () => undefined),
    sendKinds: createSendKinds(config.publicUrl),
    wake: () => undefined,
    broadcastPatienceMs: 10_000,
    reached: () => undefined,
    openStreams: new Set(),
  }
}
