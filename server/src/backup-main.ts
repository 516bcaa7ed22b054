import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { type BackupFile, writeBackup } from './platform/db/backup/write-backup.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { saveBackupTime } from './platform/db/platform-row.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * The sandbox in this folder is part of the backup, with the secret: its money isn't real. It is read after the
 * database, so that it knows at least what the database knows. A last line that was cut off is ignored at the start.
 */
const listSandboxFiles = async ({ mode, dataDir, databaseUrl, sandboxUrl }: Config): Promise<BackupFile[]> => {
  if (mode !== 'sandbox' || databaseUrl || sandboxUrl) return []
  const folder = join(dataDir, 'sandbox', 'engine')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^(snapshot|journal)-\d+$/.test(name))
  return [
    { name: 'app-secret', path: join(dataDir, 'app-secret') },
    { name: 'sandbox.port', path: join(dataDir, 'sandbox.port') },
    ...names.map((name) => ({ name: `sandbox/engine/${name}`, path: join(folder, name) })),
  ]
}

/** So that a missing backup is noticed. A database of an older version can't keep the time. */
const recordBackup = async (url: string) => {
  const { db, close } = connectDatabase(url, { maxConnections: 1 })
  await saveBackupTime(db).catch(() => print('The time of this backup couldn’t be saved in the database.'))
  await close()
}

try {
  const [file] = process.argv.slice(2)
  if (!file || file.startsWith('-')) throw new Error('Name the file: npm run backup -- bitquay.backup')
  const config = readConfig()
  const { url, stop } = await openDatabase(config)
  try {
    const { tables } = await writeBackup(url, file, () => listSandboxFiles(config))
    await recordBackup(url)
    print(`Saved ${tables} tables to ${file} (${(await stat(file)).size} bytes).`)
  } finally {
    await stop()
  }
  if (config.mode === 'live' || config.databaseUrl)
    print('APP_SECRET isn’t in it. Keep it somewhere else: without it, nobody can decrypt keys and recovery phrases.')
  else print('It contains the sandbox and its secret, because the money isn’t real.')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
