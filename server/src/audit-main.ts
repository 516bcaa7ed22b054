import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { readNodeFigures } from './operations/audit-lightning.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The database of the running server, or the embedded one started for this run. */
const openDatabase = async () => {
  const config = readConfig()
  if (config.databaseUrl) return { url: config.databaseUrl, stop: () => Promise.resolve() }
  if (!existsSync(join(config.dataDir, 'postgres'))) throw new Error(`There is no database in ${config.dataDir} yet.`)
  const running = await findRunningPostgres(config.dataDir)
  return running ? { url: running, stop: () => Promise.resolve() } : startEmbeddedPostgres(config.dataDir)
}

try {
  const { url, stop } = await openDatabase()
  const database = connectDatabase(url, { maxConnections: 2 })
  const { checks, findings, notes } = await auditLedger(database.db)
  for (const check of checks) {
    const found = findings.filter((finding) => finding.check === check)
    print(`${found.length === 0 ? '✓' : '✗'} ${check}`)
    for (const { subject, expected, found: figure } of found)
      print(`    ${subject}: expected ${expected}, found ${figure}`)
  }
  const node = await readNodeFigures(database.db)
  if (node) print(`  Lightning node: ${node.nodeBtc} BTC in its channels, ${node.ledgerBtc} BTC in the ledger.`)
  for (const { topic, subject, note } of notes) print(`i ${topic}: ${subject} ${note}`)
  print(findings.length === 0 ? 'The ledger adds up.' : `${findings.length} findings.`)
  await database.close()
  await stop()
  process.exitCode = findings.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
