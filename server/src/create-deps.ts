import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authenticate } from './accounts/authenticate.ts'
import { authenticateKey } from './api-keys/authenticate-key.ts'
import type { Config } from './config.ts'
import { mainEngine } from './config-engines.ts'
import type { Deps, Engine } from './deps.ts'
import { createEngines, type PlatformEngine } from './engines.ts'
import { invoiceNeighbors } from './invoice-neighbors.ts'
import { paymentTargets } from './payment-targets.ts'
import { createMac } from './platform/crypto/mac.ts'
import { createPasswords } from './platform/crypto/passwords.ts'
import { createSealer } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import { createChangeFeed } from './platform/events/change-feed.ts'
import { createAnswerOnce } from './platform/http/answer-once.ts'
import { createKeyedMutex } from './platform/keyed-mutex.ts'
import { mainEngineId } from './platform/main-engine-id.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { projectRoot } from './platform/root.ts'
import { createBrandReader } from './platform-brand/index.ts'
import { createSendKinds } from './send-kinds.ts'
import { storeUses } from './store-uses.ts'
import { authenticateDevice } from './tills/authenticate-device.ts'
import { watchEngineCalls } from './watch-engine-calls.ts'

type StartTracing = typeof import('./platform/tracing/start-tracing.ts').startTracing

/** Creates the dependencies of the server. Without a list, the main engine is the only one. */
export const createDeps = (
  config: Config,
  db: Db,
  engine: Engine,
  all: readonly PlatformEngine[] = [{ id: mainEngineId, name: mainEngine, url: engine.url, apiKey: engine.apiKey }],
  startTracing?: StartTracing,
): Deps => {
  const sealer = createSealer(config.appSecret, config.appSecretPrevious)
  const macFor = (purpose: string) => createMac(purpose, config.appSecret, config.appSecretPrevious)
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  const metrics = createMetrics({ version, role: config.role })
  const tracer = config.tracing && startTracing?.({ ...config.tracing, version })
  return {
    config,
    version,
    db,
    auditDb: db,
    engine,
    engines: createEngines(all, config.engineAllowHosts, watchEngineCalls(metrics, tracer)),
    sealer,
    macs: {
      devices: macFor('known devices'),
      proofs: macFor('proofs of work'),
      requests: macFor('request secrets'),
      lnurl: macFor('lnurl callbacks'),
      reminders: macFor('stopping reminders'),
      doctor: macFor('checking the public address'),
    },
    authenticate: authenticate(db),
    authenticateKey: authenticateKey(db, {
      mode: config.mode === 'live' ? 'live' : 'test',
      rateLimits: config.rateLimits,
    }),
    authenticateDevice: authenticateDevice(db),
    answerOnce: createAnswerOnce(db, sealer),
    passwords: createPasswords(),
    signInMutex: createKeyedMutex(),
    // A feed error is harmless: screens also poll at their own intervals.
    changeFeed: createChangeFeed(db, () => undefined),
    brand: createBrandReader(db),
    metrics,
    tracer,
    sendKinds: createSendKinds(config.publicUrl),
    storeUses,
    paymentTargets,
    invoiceNeighbors,
    wake: () => undefined,
    broadcastPatienceMs: 10_000,
    reached: () => undefined,
    draw: undefined,
    openStreams: new Set(),
    isDraining: false,
  }
}
