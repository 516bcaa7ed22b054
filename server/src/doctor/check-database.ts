import { requireSecret } from '../stores/index.ts'
import { type Finding, findingsOf, messageOf } from './finding.ts'
import type { Patient } from './patient.ts'
import { type DatabaseFacts, readDatabase } from './read-database.ts'

const { ok, warning, failed } = findingsOf('database')

const oldestVersion = 150_000
/** What one server opens. */
const connectionsOfServer = 21

/** `isUsable` says whether other checks can ask the database. */
export const checkDatabase = async (patient: Patient): Promise<{ findings: Finding[]; isUsable: boolean }> => {
  const facts = patient.databaseProblem ?? (await readDatabase(patient.db).catch((error: unknown) => messageOf(error)))
  if (typeof facts === 'string') {
    const action = 'Check that PostgreSQL runs, and DATABASE_URL. Checks that need it are left out.'
    return { findings: [failed(`Couldn’t use the database: ${facts.replace(/\.$/, '')}.`, action)], isUsable: false }
  }
  const isUsable = facts.platform !== undefined && facts.missing.length === 0
  const findings = [...judgeDatabase(facts, patient.config), ...(isUsable ? await checkSecret(patient) : [])]
  return {
    findings: findings.length > 0 ? findings : [ok(`PostgreSQL ${facts.version} keeps what it acknowledges.`)],
    isUsable,
  }
}

type Wanted = { mode: string; network: string }

export const judgeDatabase = (facts: DatabaseFacts, wanted: Wanted): Finding[] => [
  ...judgeServer(facts),
  ...judgePlatform(facts, wanted),
]

const judgeServer = (facts: DatabaseFacts): Finding[] => {
  const unsafe = [
    ['fsync', facts.fsync],
    ['full_page_writes', facts.fullPageWrites],
    ['synchronous_commit', facts.synchronousCommit],
  ].filter(([, value]) => value === 'off')
  return [
    ...(facts.versionNumber < oldestVersion
      ? [failed(`PostgreSQL ${facts.version} is too old.`, 'Upgrade it to 15 or newer.')]
      : []),
    ...unsafe.map(([name]) =>
      failed(
        `${name} is off, so a crash can lose money.`,
        `Set ${name} = on in postgresql.conf and restart PostgreSQL.`,
      ),
    ),
    ...(facts.encoding === 'UTF8'
      ? []
      : [failed(`The database has the encoding ${facts.encoding}.`, 'Create it with the encoding UTF8.')]),
    ...(facts.isStandby
      ? [failed('DATABASE_URL leads to a standby, which can’t be written to.', 'Let it lead to the primary.')]
      : facts.isReadOnly
        ? [failed('The database is read-only.', 'Remove default_transaction_read_only.')]
        : []),
    ...(facts.connections < connectionsOfServer
      ? [
          warning(
            `The database gives us ${facts.connections} connections, and each server uses up to ${connectionsOfServer}.`,
            'Raise the limit, or put PgBouncer in between.',
          ),
        ]
      : []),
  ]
}

const judgePlatform = ({ platform, missing, unknown }: DatabaseFacts, wanted: Wanted): Finding[] => {
  if (!platform) return [warning('The database is empty.', 'The first start creates the tables. Then run this again.')]
  const isOther = platform.mode !== wanted.mode || platform.network !== wanted.network
  return [
    ...(isOther
      ? [
          failed(
            `The database belongs to a ${platform.mode} platform on ${platform.network}, but the settings say ${wanted.mode} on ${wanted.network}.`,
            'Use a new database, or the settings that it was created with.',
          ),
        ]
      : []),
    ...(missing.length > 0
      ? [
          failed(
            `The database lacks ${missing.length === 1 ? '1 migration' : `${missing.length} migrations`}, such as ${missing[0]}.`,
            'Run npm run migrate, or start a server with MIGRATE=on.',
          ),
        ]
      : []),
    ...(unknown.length > 0
      ? [
          failed(
            `A newer version has used the database: this one doesn’t know ${unknown[0]}.`,
            'Install the newer version.',
          ),
        ]
      : []),
  ]
}

const checkSecret = async ({ db, sealer }: Patient): Promise<Finding[]> => {
  try {
    await requireSecret(db, sealer)
    return []
  } catch {
    const action = 'Set the secret that encrypted it as APP_SECRET or APP_SECRET_PREVIOUS.'
    return [failed('APP_SECRET doesn’t match the database: no store’s key can be decrypted.', action)]
  }
}
