/**
 * An audit of the last hour with 5,000,000 entries in the ledger against 50,000, in turns within one run. History is sealed
 * before it is measured. `ENTRIES=500000 npm run bench -- audit` measures with another number.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { auditLedger, auditNewEntries } from '../src/operations/audit-ledger.ts'
import { findDecidedId, sealLedger } from '../src/operations/seal-ledger.ts'
import { bookPayment } from '../src/payments/book-payment.ts'
import { connectDatabase, type Database, type Db } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { saveIncoming } from '../src/transactions/table.ts'
import { createDatabase } from './open-world.ts'
import { atPart, exitAfter } from './part.ts'

const few = atPart(50_000, 1_000)
const many = Number(process.env.ENTRIES ?? atPart(5_000_000, 2_000))
const entriesPerPayment = 5
const merchants = 500
const lastHour = atPart(300, 5)
const rounds = atPart(15)
const moreRounds = atPart(30)
const limit = 1.5
const batch = 50_000
const longestReadMs = 30 * 60_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)

/** Payments of the last year, written in bulk as the product would have booked them. */
const fillHistory = async (pool: pg.Pool, payments: number) => {
  const client = await pool.connect()
  const run = (statement: string, values: unknown[] = []) => client.query(statement, values)
  await run(`set session_replication_role = replica`)
  await run(`
    insert into ledger_accounts (kind, owner_kind, owner_id)
    select 'revenue', 'platform', 0 union all select 'earned', 'partner', id from partners
    union all select 'fees-owed', 'merchant', id from merchants`)
  for (let first = 1; first <= payments; first += batch) {
    const values = [first, Math.min(first + batch - 1, payments), payments, merchants]
    await run(
      `insert into ledger_transfers (id, kind, reference, btc_price, posted_at) overriding system value
       select n, 'payment', 1 + n % $4 || ':old-' || n || '#1', 100000, app_now() - interval '1 year' * (1.01 - n::numeric / $3)
       from generate_series($1::bigint, $2::bigint) n`,
      values,
    )
    await run(
      `insert into ledger_entries (transfer_id, account_id, amount_sats, amount_usd)
       select n, a.id, x.sats, x.usd from generate_series($1::bigint, $2::bigint) n
         join lateral (
           select 'merchant' as owner_kind, 1 + n % $4 as owner, 'fees-owed' as kind, 4000 as sats, 4.0 as usd
           union all select 'platform', 0, 'revenue', -3001, -3.001
           union all select 'partner', p.id, 'earned', -333, -0.333 from partners p
         ) x on $3::bigint > 0
         join ledger_accounts a on a.owner_kind = x.owner_kind and a.owner_id = x.owner and a.kind = x.kind`,
      values,
    )
    await run(
      `insert into transactions (id, merchant_id, txid, engine_key, type, method, purpose, status, confirmations, amount, amount_usd, btc_price,
         booked, bookings, transfer_id, final, seen_at, confirmed_at, told_at) overriding system value
       select n, 1 + n % $4, 'old-' || n, 'old-' || n, 'incoming', 'on-chain', 'invoice', 'confirmed', 100, 0.001, 100, 100000,
         true, 1, n, true, t.posted_at, t.posted_at, t.posted_at
       from generate_series($1::bigint, $2::bigint) n join ledger_transfers t on t.id = n where $3::bigint > 0`,
      values,
    )
    await run(
      `insert into fee_transactions (id, merchant_id, transaction_id, transaction_type, original_amount_btc, original_amount_usd,
         fee_percentage, fee_btc, fee_usd, btc_price_at_time, partner_sats, transfer_id, created_at) overriding system value
       select n, 1 + n % $4, n, 'deposit', 0.001, 100, 4, 0.00004, 4, 100000, 999, n, t.posted_at
       from generate_series($1::bigint, $2::bigint) n join ledger_transfers t on t.id = n where $3::bigint > 0`,
      values,
    )
  }
  await run(`
    insert into ledger_balances (account_id, balance_sats, balance_usd)
    select e.account_id, sum(e.amount_sats), sum(e.amount_usd) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.kind = 'fees-owed' group by 1`)
  await run(`
    update merchants m set total_deposits_usd = s.usd
    from (select merchant_id, sum(amount_usd) as usd from transactions group by 1) s where s.merchant_id = m.id`)
  for (const table of ['ledger_transfers', 'transactions', 'fee_transactions']) {
    await run(`select setval(pg_get_serial_sequence('${table}', 'id'), ${payments})`)
  }
  await run('set session_replication_role = origin')
  client.release()
  // Counted from the start, as after a restore: the workers would take many turns.
  await pool.query(`update carried_through set before = '9000000000000000'`)
  await pool.query(`update revenue_through set before = '9000000000000000'`)
  await pool.query('select carry_earnings(), carry_revenue()')
  await pool.query('analyze')
}

let count = 0
const pay = (db: Db) =>
  inTransaction(db, async (tx) => {
    const key = `new-${++count}`
    const { row } = await saveIncoming(tx, (count % merchants) + 1, {
      ...{ key, txid: key, method: 'on-chain', purpose: 'invoice', amountSats: 100_000n, priceCents: 10_000_000n },
      ...{ address: undefined, invoiceId: undefined, seenAt: new Date() },
    })
    await bookPayment(tx, row, false)
  })

const open = async (name: string, entries: number): Promise<Database> => {
  const url = await createDatabase(postgres.url, name)
  const database = connectDatabase(url, { maxConnections: 4, readLimitMs: longestReadMs })
  const { db } = database
  const bulk = new pg.Pool({ connectionString: url, max: 2 }).on('error', () => undefined)
  await migrate(bulk, sqlFolder)
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
  await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, ${merchants}::int) n`.execute(
    db,
  )
  await sql`insert into partners (email, name, share_percentage) select 'p' || n || '@example.test', 'P', 33.33 from generate_series(1, 3) n`.execute(
    db,
  )
  const started = performance.now()
  await fillHistory(bulk, entries / entriesPerPayment)
  await bulk.end()
  const filled = performance.now()
  await findDecidedId(db)
  await sealLedger(db, await findDecidedId(db))
  const sealed = performance.now()
  const { rows } = await sql<{ seals: bigint }>`select count(*) as seals from ledger_seals`.execute(db)
  print(
    `${entries} entries: written in ${Math.round((filled - started) / 1000)} s, ${rows[0]?.seals} seals in ${Math.round((sealed - filled) / 1000)} s`,
  )
  for (let paid = 0; paid < lastHour; paid++) await pay(db)
  return database
}

const time = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const small = await open('small', few)
const large = await open('large', many)
for (const [name, { db }] of Object.entries({ small, large })) {
  const { findings } = await auditNewEntries(db)
  if (findings.length > 0) throw new Error(`the ${name} ledger has findings: ${JSON.stringify(findings.slice(0, 3))}`)
}
const times = { small: [] as number[], large: [] as number[] }
const measure = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) {
    times.small.push(await time(() => auditNewEntries(small.db)))
    times.large.push(await time(() => auditNewEntries(large.db)))
  }
  return median(times.large) / median(times.small)
}
let ratio = await measure(rounds)
if (ratio > limit) ratio = await measure(moreRounds)
print(
  `audit of the last hour (${lastHour} payments): ${median(times.large).toFixed(0)} ms with ${many} entries, ${median(times.small).toFixed(0)} ms with ${few}, ratio ${ratio.toFixed(2)} (at most ${limit})`,
)
const full = await time(() => auditLedger(large.db)).catch((error: unknown) => String(error))
print(`full run with ${many} entries: ${typeof full === 'number' ? `${(full / 1000).toFixed(1)} s` : full}`)
exitAfter(ratio <= limit)
await small.close()
await large.close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
