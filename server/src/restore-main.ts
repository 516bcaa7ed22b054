import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { sortFindings } from './operations/acknowledge-finding.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { createSealer } from './platform/crypto/seal.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { readManifest, readRows, restoreBackup } from './platform/db/backup/restore-backup.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { migrateDatabase, migrationsFolder } from './platform/db/migrate-database.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { requireSecret, requireUnsealed } from './stores/require-secret.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** DATABASE_URL, or a new embedded database. An existing one is never overwritten. */
const openTarget = async ({ databaseUrl, dataDir }: Config) => {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() }
  const folder = await takeDataFolder(dataDir)
  if (existsSync(join(dataDir, 'postgres'))) {
    await folder.release()
    throw new Error(`There is already a database in ${dataDir}. Restore into an empty DATA_DIR.`)
  }
  const postgres = await startEmbeddedPostgres(dataDir)
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await folder.release()
    },
  }
}

/** A wrong secret is said before hours of loading. The secret of a sandbox is in its backup. */
const requireSecretOf = async (file: string, { appSecret, appSecretPrevious }: Config) => {
  const stores = await readRows(file, 'stores', ['tag', 'api_key'])
  const sealed = stores.map((store) => ({ tag: store.tag ?? '', apiKey: store.api_key ?? null }))
  requireUnsealed(sealed, createSealer(appSecret, appSecretPrevious))
}

/** Prints what the audit finds, and whether the secret fits. Returns whether all is well. */
const verify = async (url: string, config: Config): Promise<boolean> => {
  const database = connectDatabase(url, { maxConnections: 2, readLimitMs: 0 })
  try {
    const { checks, findings } = await sortFindings(database.db, await auditLedger(database.db))
    for (const { check, subject, expected, found } of findings)
      print(`✗ ${check}: ${subject}: expected ${expected}, found ${found}`)
    print(findings.length === 0 ? `The ledger adds up: ${checks.length} checks.` : `${findings.length} findings.`)
    await requireSecret(database.db, createSealer(config.appSecret, config.appSecretPrevious))
    return findings.length === 0
  } finally {
    await database.close()
  }
}

try {
  const [file] = process.argv.slice(2)
  if (!file || file.startsWith('-')) throw new Error('Name the file: npm run restore -- bitquay.backup')
  const { mode, network, createdAt } = await readManifest(file)
  const before = readConfig()
  if (mode !== before.mode || network !== before.network)
    throw new Error(
      `This is a backup of a ${mode} platform on ${network}, but the settings say ${before.mode} on ${before.network}.`,
    )
  const filesFolder = mode === 'sandbox' && !before.databaseUrl ? before.dataDir : undefined
  if (!filesFolder) await requireSecretOf(file, before)
  const { url, stop } = await openTarget(before)
  try {
    await restoreBackup(file, { url, migrations: migrationsFolder, filesFolder })
    await migrateDatabase(url)
    print(`Restored the backup of ${createdAt}.`)
    // Read again, because the secret of a sandbox comes from the backup.
    const isWell = await verify(url, readConfig())
    print('Withdrawals are paused. Start the server, wait until all stores are synced, run the audit, and compare')
    print('pending payments with the wallets. Then resume withdrawals on the admin page System.')
    process.exitCode = isWell ? 0 : 1
  } finally {
    await stop()
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
