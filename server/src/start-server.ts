import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ensureFirstAdmin } from './accounts/ensure-first-admin.ts'
import { createApp, createWorkerApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps.ts'
import { setEventClock } from './facts/table.events.ts'
import { loadDrawPages } from './load-draw-pages.ts'
import { logFailure } from './log-failure.ts'
import { watchMachine } from './operations/check-servers.ts'
import { openMetricsPort } from './operations/routes.metrics.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { claimPlatform } from './platform/db/claim-platform.ts'
import { connectDatabase, type Db, writeStateOf } from './platform/db/connect.ts'
import { openDatabasePosition } from './platform/db/database-position.ts'
import { requireMigrated } from './platform/db/migrate.ts'
import { migrateDatabase, sqlFolder } from './platform/db/migrate-database.ts'
import { requireDurable } from './platform/db/require-durable.ts'
import { requireFreePort } from './platform/http/require-free-port.ts'
import { countEmails } from './platform/mail/count-emails.ts'
import { createSmtpSender } from './platform/mail/transport.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { runWorkers } from './platform/workers/run-workers.ts'
import { ensureCapital } from './sandbox/ensure-capital.ts'
import { type DemoPerson, ensureDemoPeople } from './sandbox/ensure-demo-people.ts'
import { beginDemoHistory, makeDemoHistory } from './sandbox/make-demo-history.ts'
import { startEngine } from './start-engine.ts'
import { storeUses } from './store-uses.ts'
import { registerEngines } from './stores/register-engines.ts'
import { requireSecret } from './stores/require-secret.ts'
import { allWorkers } from './workers.ts'

export type RunningServer = { address: string; people: DemoPerson[]; stop: () => Promise<void> }

const longestReadMs = 30 * 60_000

type Options = {
  /** For tests. */
  adjust?: (deps: Deps) => void
  /** Says what the first start is busy with. */
  print?: (line: string) => void
  /** The first start takes about as long as the build, so both happen at the same time. */
  pagesBuilt?: Promise<void>
}

const nothing = (): void => undefined

const lostCommits =
  'the database lacks what this server had saved in it: payouts are paused, and nobody can sign in until an admin reviews it. npm run restore -- --new-code prints the code for that.'
const otherCluster =
  'the database is in another PostgreSQL cluster than before. If it may lack something, stop all servers and run npm run restore -- --review TIME.'

/** Starts everything in order. Everything is stopped in reverse order, also when a later step fails. */
export const startServer = async (
  config: Config,
  { adjust = nothing, print = nothing, pagesBuilt = Promise.resolve() }: Options = {},
): Promise<RunningServer> => {
  // Whether it failed matters when the pages are needed.
  pagesBuilt.catch(nothing)
  const stops: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo()
  }
  try {
    const folder = await takeDataFolder(config.dataDir)
    stops.push(folder.release)
    await requireFreePort(config.port, config.host)

    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) print('Setting up PostgreSQL…')
    const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir)
    if (postgres) stops.push(postgres.stop)
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    if (config.migratesAtStart) {
      const begin = (count: number, isEmpty: boolean) =>
        print(isEmpty ? 'Creating the tables…' : `Applying ${count} migrations to the database…`)
      await migrateDatabase(databaseUrl, { begin })
    }
    let log = print
    const position = await openDatabasePosition(config.dataDir, {
      onLost: (since) => log(`${lostCommits} Something may be missing since ${since.toISOString()}.`),
      onOtherCluster: () => log(otherCluster),
    })
    stops.push(position.close)
    const database = connectDatabase(databaseUrl, { maxConnections: 20, position })
    stops.push(database.close)
    const auditDatabase = connectDatabase(databaseUrl, { maxConnections: 1, readLimitMs: longestReadMs })
    stops.push(auditDatabase.close)
    await requireDurable(database.pool)
    await position.verify(database.pool.options).catch((cause: Error) => {
      throw new Error(cause.message, { cause })
    })
    if (!config.migratesAtStart) await requireMigrated(database.pool, sqlFolder)
    await claimPlatform(database.pool, config.mode, config.network)
    await setEventClock(database.db)

    await beginDemoHistory({ db: database.db, config })
    const engine = await startEngine(config, await sandboxStart(database.db))
    stops.push(engine.stop)
    const engines = await registerEngines(database.db, [engine, ...engine.others], storeUses)
    const deps = createDeps(config, database.db, engine, engines, config.tracing && (await loadTracing()))
    deps.auditDb = auditDatabase.db
    adjust(deps)
    if (deps.tracer) stops.push(deps.tracer.close)
    stops.push(deps.engines.close)
    await requireSecret(deps.db, deps.sealer)
    await ensureFirstAdmin(deps)
    const people = await ensureDemoPeople(deps)
    await ensureCapital(deps)
    await makeDemoHistory(deps, print)
    await pagesBuilt
    deps.draw ??= await loadDrawPages()
    const app = await (config.role === 'worker' ? createWorkerApp(deps) : createApp(deps))

    log = (note) => app.log.error(note)
    writeStateOf(database.db).onChange((readOnly) =>
      readOnly
        ? app.log.error('the database takes no changes: pages are shown with their age, and workers wait')
        : app.log.info('the database takes changes again'),
    )

    const smtp = config.smtpUrl ? await createSmtpSender(config.smtpUrl, config.mailFrom) : undefined
    if (smtp) stops.push(smtp.close)
    if (!smtp && config.mode === 'live')
      app.log.warn(
        'SMTP_URL is not set, so no emails are sent: no invitations, no notifications and no password resets',
      )
    const workers = runWorkers(
      database.db,
      config.role === 'web'
        ? [watchMachine(deps)]
        : allWorkers(deps, smtp && { ...smtp, send: countEmails(smtp.send, deps.metrics) }, app.log),
      (worker, error, reqId) =>
        logFailure(app.log, error, { level: 'error', message: 'worker failed', about: { worker, reqId } }),
      deps.metrics,
    )
    deps.wake = workers.wake
    // Requests finish first, because some of them wait for a worker.
    stops.push(workers.stop, () => app.close())

    const address = await listenQuietly(app, config)
    if (config.metricsPort !== undefined) stops.push(await openMetricsPort(app, config.metricsPort))
    stops.push(() => drain(deps))
    return { address, people, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Its packages take time and memory, so only those who use them install and load them. */
const loadTracing = async () => {
  const { startTracing } = await import('./platform/tracing/start-tracing.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry isn’t installed. Run npm ci, which installs all packages.',
    )
  })
  return startTracing
}

/** Fastify's own line would repeat, as JSON, the address that `main.ts` prints. */
const listenQuietly = async (app: FastifyInstance, { host, port }: Config): Promise<string> => {
  const { level } = app.log
  if (level === 'info') app.log.level = 'warn'
  try {
    return await app.listen({ host, port })
  } finally {
    app.log.level = level
  }
}

/** Load balancers see that this server is about to stop, and get the time to send new requests to others. */
const drain = async (deps: Deps) => {
  deps.isDraining = true
  if (deps.config.drainMs > 0) await sleep(deps.config.drainMs)
}

/** The platform's own time. Its sandbox uses the same time from the first start on. */
const sandboxStart = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  return rows[0]?.now.getTime() ?? Date.now()
}
