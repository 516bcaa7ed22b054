import { join } from 'node:path'
import { sql } from 'kysely'
import { ensureFirstAdmin } from './accounts/ensure-first-admin.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { claimPlatform } from './platform/db/claim-platform.ts'
import { connectDatabase, type Db } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { requireDurable } from './platform/db/require-durable.ts'
import { createSmtpSender } from './platform/mail/transport.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { projectRoot } from './platform/root.ts'
import { runWorkers } from './platform/workers/run-workers.ts'
import { ensureCapital } from './sandbox/ensure-capital.ts'
import { type DemoPerson, ensureDemoPeople } from './sandbox/ensure-demo-people.ts'
import { beginDemoHistory, makeDemoHistory } from './sandbox/make-demo-history.ts'
import { startEngine } from './start-engine.ts'
import { requireSecret } from './stores/require-secret.ts'
import { moveStores } from './stores/table.ts'
import { setEventClock } from './webhooks/table.events.ts'
import { allWorkers } from './workers.ts'

export type RunningServer = { address: string; people: DemoPerson[]; stop: () => Promise<void> }

/**
 * Starts everything in order. `adjust` is for tests. Everything is stopped in reverse order, also when a later step
 * fails.
 */
export const startServer = async (
  config: Config,
  adjust: (deps: Deps) => void = () => undefined,
): Promise<RunningServer> => {
  const stops: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo()
  }
  try {
    const folder = await takeDataFolder(config.dataDir)
    stops.push(folder.release)

    const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir)
    if (postgres) stops.push(postgres.stop)
    const database = connectDatabase(config.databaseUrl ?? postgres?.url ?? '', { maxConnections: 20 })
    stops.push(database.close)
    await requireDurable(database.pool)
    await migrate(database.pool, join(projectRoot, 'server', 'migrations'))
    await claimPlatform(database.pool, config.mode, config.network)
    await setEventClock(database.db)

    await beginDemoHistory({ db: database.db, config })
    const engine = await startEngine(config, await sandboxStart(database.db))
    stops.push(engine.stop)
    const deps = createDeps(config, database.db, engine)
    adjust(deps)
    stops.push(deps.engines.close)
    await requireSecret(deps.db, deps.sealer)
    await moveStores(deps.db, engine.url)
    await ensureFirstAdmin(deps)
    const people = await ensureDemoPeople(deps)
    await ensureCapital(deps)
    await makeDemoHistory(deps)
    const app = await createApp(deps)
    stops.push(() => app.close())

    const smtp = config.smtpUrl ? createSmtpSender(config.smtpUrl, config.mailFrom) : undefined
    if (smtp) stops.push(smtp.close)
    if (!smtp && config.mode === 'live')
      app.log.warn(
        'SMTP_URL is not set, so no emails are sent: no invitations, no notifications and no password resets',
      )
    const workers = runWorkers(database.db, allWorkers(deps, smtp?.send, app.log), (worker, error) =>
      app.log.error({ err: error, worker }, 'worker failed'),
    )
    deps.wake = workers.wake
    stops.push(workers.stop)

    const address = await app.listen({ host: config.host, port: config.port })
    return { address, people, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The platform's own time. Its sandbox uses the same time from the first start on. */
const sandboxStart = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
  return rows[0]?.now.getTime() ?? Date.now()
}
