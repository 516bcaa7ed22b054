import { fromUsd8 } from '@bitquay/contract/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database, Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type Entry, type Owner, postTransfer, reverseTransfer } from './table.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(database.db)
})
afterAll(() => database.close())

const platform: Owner = { kind: 'platform' }
const merchant = (id: number): Owner => ({ kind: 'merchant', id })
const entry = (owner: Owner, account: Entry['account'], sats: bigint, usd8 = sats): Entry => ({
  owner,
  account,
  sats,
  usd8,
})
const fee = (merchantId: number, sats: bigint) => [
  entry(merchant(merchantId), 'fees-owed', sats),
  entry(platform, 'revenue', -sats),
]
const post = (reference: string, entries: Entry[], kind = 'test') =>
  inTransaction(database.db, (tx) => postTransfer(tx, { kind, reference, entries, priceCents: 10_800_000n }))
const balance = async (ownerId: number, kind: string) => {
  const { rows } = await sql<{ balanceSats: bigint; balanceUsd: string }>`
    select b.balance_sats, b.balance_usd from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = ${ownerId} and a.kind = ${kind}`.execute(database.db)
  return rows[0]
}
/** The name of the constraint that a statement violated. */
const constraintOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { constraint?: string }) => error.constraint,
  )

test('a transfer changes balances once per kind and reference', async () => {
  expect(await post('once', fee(1, 400n))).toBeTypeOf('bigint')
  expect(await post('once', fee(1, 400n))).toBeUndefined()
  expect(await balance(1, 'fees-owed')).toEqual({ balanceSats: 400n, balanceUsd: fromUsd8(400n) })
})

test('the same reference posted 30 times in parallel moves money once', async () => {
  const posted = await Promise.all(Array.from({ length: 30 }, () => post('parallel', fee(2, 7n))))
  expect(posted.filter((id) => id !== undefined)).toHaveLength(1)
  expect((await balance(2, 'fees-owed'))?.balanceSats).toBe(7n)
})

test('the database refuses transfers that do not sum to zero in satoshis and in dollars', async () => {
  const crooked = [entry(merchant(3), 'fees-owed', 10n), entry(platform, 'revenue', -9n)]
  expect(await constraintOf(post('crooked', crooked))).toBe('ledger_sums_to_zero')
  const dollars = [entry(merchant(3), 'fees-owed', 10n, 5n), entry(platform, 'revenue', -10n, -4n)]
  expect(await constraintOf(post('dollars', dollars))).toBe('ledger_sums_to_zero')
  expect(await balance(3, 'fees-owed')).toBeUndefined()
})

test('only a reversal can make a balance negative, and it is carried forward', async () => {
  const id = await post('owed', fee(4, 100n))
  const collect = (sats: bigint) => [entry(platform, 'wallet', sats), entry(merchant(4), 'fees-owed', -sats)]
  expect(await constraintOf(post('too-much', collect(101n)))).toBe('ledger_no_overdraft')
  await post('collected', collect(60n))
  await inTransaction(database.db, (tx) => reverseTransfer(tx, id ?? 0n, 'reorganized'))
  expect((await balance(4, 'fees-owed'))?.balanceSats).toBe(-60n)
  expect(await inTransaction(database.db, (tx) => reverseTransfer(tx, id ?? 0n, 'again'))).toBeUndefined()
  // New fees first make up for the negative balance.
  await post('next', fee(4, 100n))
  expect((await balance(4, 'fees-owed'))?.balanceSats).toBe(40n)
})

test('history cannot be edited', async () => {
  const run = (statement: string) => constraintOf(sql.raw(statement).execute(database.db))
  expect(await run('update ledger_entries set amount_sats = amount_sats + 1')).toBe('ledger_entries_append_only')
  expect(await run('delete from ledger_entries')).toBe('ledger_entries_append_only')
  expect(await run('truncate ledger_entries')).toBe('ledger_entries_append_only')
  expect(await run('update ledger_transfers set kind = $$x$$')).toBe('ledger_transfers_append_only')
  expect(await run('delete from ledger_transfers')).toBe('ledger_transfers_append_only')
  const late =
    'insert into ledger_entries select transfer_id, (select max(id) from ledger_accounts) + 0, amount_sats, amount_usd from ledger_entries limit 1'
  expect(await run(late)).not.toBe('accepted')
})

test('of 50 parallel transfers of 60 % one succeeds without an overdraft', async () => {
  await post('earned', [entry(platform, 'wallet', 100_000n), entry({ kind: 'partner', id: 9 }, 'earned', -100_000n)])
  const take = (n: number) =>
    post(`take-${n}`, [
      entry({ kind: 'partner', id: 9 }, 'earned', 60_000n),
      entry({ kind: 'partner', id: 9 }, 'payout-hold', -60_000n),
    ])
  const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => constraintOf(take(n))))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'ledger_no_overdraft')).toHaveLength(49)
  expect((await balance(9, 'payout-hold'))?.balanceSats).toBe(60_000n)
})

test('random transfers keep every balance equal to the sum of its entries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ owner: fc.integer({ min: 50, max: 55 }), sats: fc.bigInt(-500n, 500n) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.uuid(),
      async (moves, reference) => {
        const total = moves.reduce((sum, { sats }) => sum + sats, 0n)
        await post(reference, [
          ...moves.map(({ owner, sats }) => entry(merchant(owner), 'fees-owed', sats)),
          entry(platform, 'revenue', -total),
        ]).catch((error: { constraint?: string }) => {
          if (error.constraint !== 'ledger_no_overdraft') throw error
        })
      },
    ),
    { numRuns: 60 },
  )
  const { rows } = await sql<{ off: bigint }>`
    select count(*) as off from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join ledger_account_kinds k on k.kind = a.kind
    where b.balance_sats <> k.normal_sign * (select coalesce(sum(amount_sats), 0) from ledger_entries e where e.account_id = a.id)
  `.execute(database.db)
  expect(rows[0]?.off).toBe(0n)
})

test('posting a transfer reads few rows even after hundreds of others', async () => {
  const young = await openTestDatabase()
  try {
    await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(young.db)
    const readSoFar = async (db: Db) => {
      const { rows } = await sql<{ read: bigint }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read
        from pg_stat_xact_user_tables where relname like 'ledger%'`.execute(db)
      return Number(rows[0]?.read)
    }
    const readBy = (count: number) =>
      young.db.connection().execute((db) =>
        inTransaction(db, async (tx) => {
          const before = await readSoFar(tx)
          for (let n = 0; n < count; n++) {
            await postTransfer(tx, { kind: 'test', reference: crypto.randomUUID(), entries: fee(1, 5n) })
          }
          return (await readSoFar(tx)) - before
        }),
      )
    const few = await readBy(50)
    await readBy(400)
    expect(few).toBeGreaterThan(0)
    expect(await readBy(50)).toBeLessThan(2 * few)
  } finally {
    await young.close()
  }
})
