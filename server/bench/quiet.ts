/**
 * What quiet merchants cost: many stores without any business against one counting engine, hour after hour of moved
 * clock. Prints the requests of each minute and the longest time between two syncs of a store.
 * `BENCH_MERCHANTS` and `BENCH_HOURS` change the size.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@bitquay/sandbox'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { mainEngine } from '../src/config-engines.ts'
import { createDeps } from '../src/create-deps.ts'
import { claimPlatform } from '../src/platform/db/claim-platform.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { storeUses } from '../src/store-uses.ts'
import { provisionStore } from '../src/stores/provision-store.ts'
import { registerEngines } from '../src/stores/register-engines.ts'
import { secretOf } from '../src/stores/table.ts'
import { allWorkers } from '../src/workers.ts'
import { startEngineProxy } from '../test/engine-proxy.ts'
import { atPart, exitAfter } from './part.ts'

const merchants = Number(process.env.BENCH_MERCHANTS ?? atPart(10_000, 20))
const hours = Number(process.env.BENCH_HOURS ?? atPart(7))
const limits = { requests: 200, waitHours: 6 }

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const { db, pool, close } = connectDatabase(postgres.url, { maxConnections: 20 })
await migrate(pool, sqlFolder)
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
await claimPlatform(pool, config.mode, config.network)
const sandbox = await startSandbox({ dir: join(folder, 'sandbox'), seed: 'bench' })
let template = ''
// All quiet stores are one store of the engine.
const proxy = await startEngineProxy(sandbox.url, {
  rewrite: (address) => address.replace(/quiet-\d+/, template),
})
const main = {
  url: proxy.url,
  apiKey: sandbox.adminKey,
  esploraUrl: `${proxy.url}/explorer/api`,
  sandboxUrl: sandbox.url,
}
const deps = createDeps(config, db, main, await registerEngines(db, [{ name: mainEngine, ...main }], storeUses))
await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
await sql`insert into merchants (email, store_name)
  select 'm' || n || '@example.test', 'Merchant ' || n from generate_series(0, ${merchants}::int) n`.execute(db)
const { rows: first } = await sql<{ id: number }>`select min(id) as id from merchants`.execute(db)
const firstId = first[0]?.id ?? 0
const model = await provisionStore(deps, { merchantId: firstId, name: 'Template' })
template = model.storeId

/** Quiet for long, and read at some time in the last hours. */
const addStores = async (from: number, to: number) => {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const tag = `quiet-${from + index}`
    return { tag, merchant: firstId + from + index, key: deps.sealer.seal(model.openedKey, secretOf(tag, 'api-key')) }
  })
  await sql`
    insert into stores (merchant_id, status, server_url, store_id, tag, api_key, webhook_id, webhook_url, lightning,
      history_complete, sync_pause_seconds, synced_at, sync_due_at, lightning_due_at)
    select merchant, 'ready', ${proxy.url}, tag, tag, key, 'w', ${`${config.publicUrl}/api/engine-hooks/`} || tag, 'shared', true,
      ${config.syncQuietSeconds}, app_now() - age, app_now() - age + make_interval(secs => ${config.syncQuietSeconds * 0.92}),
      app_now() + random() * interval '6 hours'
    from (select r.*, random() * make_interval(secs => ${config.syncQuietSeconds * 0.9}) as age
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (merchant integer, tag text, key text)) r`.execute(
    db,
  )
}
for (let from = 1; from <= merchants; from += 1000) await addStores(from, Math.min(from + 1000, merchants + 1))
await sql`analyze`.execute(db)

/** They ask no engine. */
const ownTablesOnly = [
  ...['update-sums', 'send-mail', 'deliver-webhooks', 'carry-earnings', 'prune', 'watch-platform', 'watch-merchants'],
  ...['care-for-accounts', 'return-stock', 'record-status', 'watch-due-dates'],
]
const app = await createApp(deps)
const workers = allWorkers(deps, undefined, app.log).filter(({ name }) => !ownTablesOnly.includes(name))
const signal = new AbortController().signal
/** As often as in a minute, but not more often than every five seconds: nothing becomes due in between. */
const runMinute = async () => {
  for (const worker of workers) {
    const runs = Math.max(1, Math.floor(60_000 / Math.max(5_000, worker.everyMs)))
    for (let run = 0; run < runs; run++) {
      if (worker.name === 'reconcile-engine' || worker.name === 'check-lightning') {
        if (run > 0) break
        while (await worker.run(signal));
      } else await worker.run(signal)
    }
  }
}
const longestWaitHours = async () => {
  const { rows } = await sql<{ hours: number }>`
    select max(extract(epoch from app_now() - synced_at))::float8 / 3600 as hours from stores where merchant_id is not null`.execute(
    db,
  )
  return rows[0]?.hours ?? Number.NaN
}

await runMinute()
const minutes: number[] = []
let longest = 0
for (let minute = 0; minute < hours * 60; minute++) {
  await sql`update platform set clock_offset = clock_offset + interval '1 minute'`.execute(db)
  longest = Math.max(longest, await longestWaitHours())
  proxy.forget()
  await runMinute()
  minutes.push(proxy.requests().length)
}
for (const worker of workers) await worker.end?.()

const sorted = minutes.toSorted((a, b) => a - b)
const mean = minutes.reduce((sum, count) => sum + count, 0) / minutes.length
const most = sorted.at(-1) ?? Number.NaN
process.stdout.write(
  `requests a minute for ${merchants} quiet merchants: ${mean.toFixed(0)} on average, ${most} at most  (at most ${limits.requests})\n`,
)
process.stdout.write(
  `longest time between two syncs of a store: ${longest.toFixed(2)} hours  (at most ${limits.waitHours})\n`,
)
await app.close()
await deps.engines.close()
await proxy.close()
await sandbox.close()
await close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(most <= limits.requests && longest <= limits.waitHours)
