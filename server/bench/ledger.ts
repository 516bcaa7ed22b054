/** Postings to the ledger: several merchants' payments at once against one after the other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { bookPayment } from '../src/flows/book-payment.ts'
import { saveIncoming } from '../src/modules/transactions/save-incoming.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { projectRoot } from '../src/platform/root.ts'

const merchants = 64
const secondsEach = 4

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)
const { db, pool, close } = connectDatabase(postgres.url, { maxConnections: 40 })
await migrate(pool, join(projectRoot, 'server', 'migrations'))
await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, ${merchants}::int) n`.execute(
  db,
)
await sql`insert into partners (email, name) select 'p' || n || '@example.test', 'P' from generate_series(1, 3) n`.execute(
  db,
)

let count = 0
const settle = (merchantId: number) =>
  inTransaction(db, async (tx) => {
    const key = `payment-${++count}`
    const { row } = await saveIncoming(tx, merchantId, {
      key,
      txid: key,
      method: 'on-chain',
      purpose: 'invoice',
      amountSats: 123_456n,
      priceCents: 10_800_000n,
      address: undefined,
      invoiceId: undefined,
      seenAt: new Date(),
    })
    await bookPayment(tx, row, false)
  })

/** Settlements in a second with so many clients, each for a merchant of its own. */
const rate = async (clients: number) => {
  const until = performance.now() + secondsEach * 1000
  let done = 0
  const work = async (client: number) => {
    while (performance.now() < until) {
      await settle((client % merchants) + 1)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return done / secondsEach
}

await rate(8)
const one = await rate(1)
const many = await rate(32)
process.stdout.write(
  `settlements with 32 clients / with 1: ${(many / one).toFixed(2)}  (${many.toFixed(0)} and ${one.toFixed(0)} a second)\n`,
)
await close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
