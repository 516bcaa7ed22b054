import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { sortFindings } from './operations/acknowledge-finding.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { newRestoreCode } from './platform/crypto/restore-code.ts'
import { createSealer } from './platform/crypto/seal.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { readManifest, readRows, restoreBackup } from './platform/db/backup/restore-backup.ts'
import { connectDatabase, type Db } from './platform/db/connect.ts'
import { migrateDatabase, sqlFolder } from './platform/db/migrate-database.ts'
import { openRestore, replaceRestoreCode } from './platform/db/restore-row.ts'
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

const printCode = (code: string) => {
  print('All payouts are paused, and nobody can sign in. An admin signs in with password, 2FA and this code, which')
  print('works once, and reviews the restore on the admin page “After the restore”:')
  print(`  ${code}`)
}

/** Loads a backup into an empty database. */
const restore = async (file: string) => {
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
    const code = newRestoreCode()
    await restoreBackup(file, { url, sqlFolder, filesFolder, code })
    // The backup may be older than any database that a server still upgrades.
    await migrateDatabase(url, { replay: () => true })
    print(`Restored the backup of ${createdAt}.`)
    // Read again, because the secret of a sandbox comes from the backup.
    const isWell = await verify(url, readConfig())
    printCode(code)
    process.exitCode = isWell ? 0 : 1
  } finally {
    await stop()
  }
}

/** Changes the database in use, which is not overwritten. */
const changeDatabase = async (change: (db: Db, code: string) => Promise<void>) => {
  const { url, stop } = await openDatabase(readConfig())
  try {
    await migrateDatabase(url)
    const { db, close } = connectDatabase(url, { maxConnections: 1 })
    const code = newRestoreCode()
    try {
      await change(db, code)
    } finally {
      await close()
    }
    printCode(code)
  } finally {
    await stop()
  }
}

/** After a failover to a standby that had not received everything, the same is unknown as after a restore. */
const review = (since: string | undefined) => {
  const at = new Date(since ?? '')
  if (Number.isNaN(at.getTime()) || at > new Date())
    throw new Error('Name the time since when something may be missing: npm run restore -- --review 2026-11-18T06:00Z')
  return changeDatabase((db, code) => openRestore(db, at, code))
}

const renewCode = () =>
  changeDatabase(async (db, code) => {
    if (!(await replaceRestoreCode(db, code))) throw new Error('No restore is under review.')
  })

try {
  const [first, second] = process.argv.slice(2)
  if (first === '--review') await review(second)
  else if (first === '--new-code') await renewCode()
  else if (!first || first.startsWith('-')) throw new Error('Name the file: npm run restore -- bitquay.backup')
  else await restore(first)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
