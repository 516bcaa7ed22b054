import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { openDatabase } from './open-database.ts'
import { sortFindings } from './operations/acknowledge-finding.ts'
import { type AuditOutcome, auditLedger, blocksSealing } from './operations/audit-ledger.ts'
import { readNodeFigures } from './operations/audit-lightning.ts'
import { auditProof, compareWithProof, readProof } from './operations/audit-proof.ts'
import { findDecidedId, sealLedger } from './operations/seal-ledger.ts'
import { connectDatabase, type Db } from './platform/db/connect.ts'

const longestReadMs = 60 * 60_000

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Seals what is decided, so that the proof covers it, and writes the proof. */
const exportProof = async (db: Db, file: string, { findings }: AuditOutcome, decidedId: bigint) => {
  if (findings.some(blocksSealing)) print('The proof ends before the findings, because they aren’t sealed.')
  else await sealLedger(db, decidedId)
  const proof = await readProof(db)
  await writeFile(file, `${JSON.stringify(proof, null, 1)}\n`)
  print(`Wrote ${proof.seals.length} seals up to transfer ${proof.seals.at(-1)?.lastId ?? 0} to ${file}.`)
}

const checkProof = async (db: Db, file: string): Promise<number> => {
  const found = await compareWithProof(db, auditProof.parse(JSON.parse(await readFile(file, 'utf8'))))
  print(`${found.length === 0 ? '✓' : '✗'} The ledger matches the proof in ${file}`)
  for (const { subject, expected, found: figure } of found)
    print(`    ${subject}: expected ${expected}, found ${figure}`)
  return found.length
}

try {
  const { values: options } = parseArgs({ options: { export: { type: 'string' }, check: { type: 'string' } } })
  const { url, stop } = await openDatabase(readConfig())
  const database = connectDatabase(url, { maxConnections: 2, readLimitMs: longestReadMs })
  // The second call knows that what the first one noted is decided, unless a transaction still runs.
  if (options.export !== undefined) await findDecidedId(database.db)
  const decidedId = options.export === undefined ? 0n : await findDecidedId(database.db)
  const outcome = await sortFindings(database.db, await auditLedger(database.db))
  const { checks, findings, acknowledged, notes } = outcome
  for (const check of checks) {
    const found = findings.filter((finding) => finding.check === check)
    print(`${found.length === 0 ? '✓' : '✗'} ${check}`)
    for (const { subject, expected, found: figure } of found)
      print(`    ${subject}: expected ${expected}, found ${figure}`)
  }
  for (const { check, subject, expected, found, reason, acknowledgedBy } of acknowledged) {
    print(`i Acknowledged by ${acknowledgedBy} (${reason}): ${check}: ${subject}: expected ${expected}, found ${found}`)
  }
  for (const { name, nodeBtc, ledgerBtc } of await readNodeFigures(database.db)) {
    print(`  Lightning node of ${name}: ${nodeBtc} BTC in its channels, ${ledgerBtc} BTC in the ledger.`)
  }
  for (const { topic, subject, note } of notes) print(`i ${topic}: ${subject} ${note}`)
  print(findings.length === 0 ? 'The ledger adds up.' : `${findings.length} findings.`)
  if (options.export !== undefined) await exportProof(database.db, options.export, outcome, decidedId)
  const changed = options.check === undefined ? 0 : await checkProof(database.db, options.check)
  await database.close()
  await stop()
  process.exitCode = findings.length + changed === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
