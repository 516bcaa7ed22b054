/**
 * Withdrawals up to the hold: the whole request against pgbench with its SQL, and many clients of one merchant against
 * few.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@bitquay/contract/accounts'
import { withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import pg from 'pg'
import { newTotpSecret, totpCodeOf, totpStepAt } from '../src/accounts/totp.ts'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { secretIdentity } from '../src/people/table.credentials.ts'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { claimPlatform } from '../src/platform/db/claim-platform.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { savePrice } from '../src/prices/table.ts'
import { atPart, exitAfter } from './part.ts'

const people = 32
const secondsEach = atPart(4)
const rounds = atPart(3)
const limits = { request: 0.25, crowd: 0.7 }
const password = 'quiet harbour 7'
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)
const { db, pool, close } = connectDatabase(postgres.url, { maxConnections: 40 })
await migrate(pool, sqlFolder)
const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
await claimPlatform(pool, config.mode, config.network)
const nowhere = { url: 'http://127.0.0.1:1', apiKey: 'none', esploraUrl: undefined, sandboxUrl: undefined }
const deps = createDeps(config, db, nowhere)
// Up to the hold: nothing waits for what comes after it.
deps.broadcastPatienceMs = 0
const app = await createApp(deps)
await app.ready()

const hash = await createPasswords().hash(password)
const secrets = Array.from({ length: people }, newTotpSecret)
await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(db)
for (const [index, secret] of secrets.entries()) {
  const sealed = deps.sealer.seal(secret, secretIdentity({ kind: 'merchant-user', id: index + 1 }))
  await sql`insert into merchant_users (merchant_id, email, name, role, password_hash, two_factor_enabled, two_factor_secret)
    values (1, ${`u${index}@example.test`}, 'U', 'admin', ${hash}, true, ${sealed})`.execute(db)
}
await sql`insert into stores (merchant_id, server_url, tag, status, store_id, api_key, synced_at)
  values (1, 'http://127.0.0.1:1', 'bench', 'ready', 'bench', 'sealed', app_now())`.execute(db)
await sql`insert into store_coins (store_ref, outpoint, amount_sats, address, spendable)
  select 1, n || '-0', 2000000000000, 'somewhere', true from generate_series(1, 20) n`.execute(db)
await savePrice(db, { cents: 10_000_000n, source: 'bench' })

const forget = (user: number) =>
  sql`update merchant_users set two_factor_last_step = null where id = ${user + 1}`.execute(db)
const codeOf = (user: number) => totpCodeOf(secrets[user] ?? '', totpStepAt(new Date()))
const tokens: string[] = []
for (let user = 0; user < people; user++) {
  const payload = { email: `u${user}@example.test`, password, twoFactorToken: codeOf(user) }
  const answer = await app.inject({ method: 'POST', url: login.path, payload })
  const { token } = answer.json() as { token?: string }
  if (!token) throw new Error(`sign-in: ${answer.body}`)
  tokens.push(token)
}

/** One request of one person. A code works once, so it is forgotten first, at our own cost. */
const request = async (user: number) => {
  await forget(user)
  const answer = await app.inject({
    method: 'POST',
    url: withdraw.path,
    headers: { authorization: `Bearer ${tokens[user]}` },
    payload: { address, customerAmount: '1.00', twoFactorToken: codeOf(user) },
  })
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`)
}
const rate = async (clients: number) => {
  await clear()
  const until = performance.now() + secondsEach * 1000
  let done = 0
  const work = async (user: number) => {
    while (performance.now() < until) {
      await request(user)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, user) => work(user)))
  return done / secondsEach
}
const clear = () => sql`delete from sends`.execute(db)

/** The statements of one request as they reach the database, with the values that differ made different again. */
const record = async (): Promise<string> => {
  const statements: string[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof first === 'string' ? first : first.text
    const values = typeof first === 'string' ? second : (first.values ?? second)
    statements.push(inline(text, values ?? []))
    return (original as (...given: unknown[]) => unknown).apply(this, args)
  } as typeof original
  try {
    await request(0)
  } finally {
    pg.Client.prototype.query = original
  }
  return `${statements.slice(1).join(';\n')};\n`
}
const inline = (text: string, values: unknown[]) =>
  text
    .replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
    .replace(/'((?:send:)?withdrawal:1:)[0-9a-f-]{36}'/g, "('$1' || :key)")
    .replace(/'([^']*evt_)[0-9a-f]{32}([^']*)'/g, "('$1' || md5(random()::text) || '$2')")
    .replace(/\s+/g, ' ')
const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`
  if (value instanceof Date) return `'${value.toISOString()}'`
  return `'${(Array.isArray(value) ? toArray(value) : toText(value)).replaceAll("'", "''")}'`
}
const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
/** An array as PostgreSQL reads it. Elements are quoted, because they may contain commas and braces. */
const toArray = (values: readonly unknown[]): string => `{${values.map(toElement).join(',')}}`
const toElement = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return toArray(value)
  if (typeof value === 'bigint') return String(value)
  const text = value instanceof Date ? value.toISOString() : toText(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
/** Undefined where there is no pgbench. */
const pgbench = (file: string): number | undefined => {
  const args = ['-n', '-c', '8', '-j', '2', '-T', String(secondsEach), '-f', file, postgres.url]
  const { stdout, status, error, stderr } = spawnSync('pgbench', args, { encoding: 'utf8' })
  if (error) return undefined
  if (status !== 0) throw new Error(stderr)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
let failed = false
const report = (what: string, ratio: number, least: number, detail: string) => {
  failed ||= ratio < least
  process.stdout.write(`${what}: ${ratio.toFixed(2)}  (at least ${least}; ${detail})\n`)
}

await rate(8)
await clear()
const file = join(folder, 'withdraw.sql')
await writeFile(file, `\\set key random(1, 9000000000000000)\n${await record()}`)
const [theirs, few, many]: number[][] = [[], [], []]
for (let round = 0; round < rounds; round++) {
  await clear()
  const measured = pgbench(file)
  if (measured !== undefined) theirs?.push(measured)
  few?.push(await rate(8))
  many?.push(await rate(32))
}
if (theirs?.length === 0) process.stdout.write('withdrawals / pgbench: skipped, there is no pgbench here\n')
else
  report(
    'withdrawals up to the hold with 8 clients / pgbench with the same SQL',
    median((few ?? []).map((rate, round) => rate / (theirs?.[round] ?? Number.NaN))),
    limits.request,
    `${median(few ?? []).toFixed(0)} and ${median(theirs ?? []).toFixed(0)} a second`,
  )
report(
  'withdrawals of one merchant with 32 clients / with 8',
  median((many ?? []).map((rate, round) => rate / (few?.[round] ?? Number.NaN))),
  limits.crowd,
  `${median(many ?? []).toFixed(0)} and ${median(few ?? []).toFixed(0)} a second`,
)
await app.close()
await deps.engines.close()
await close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(!failed)
