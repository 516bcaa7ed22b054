import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { type Owner, postTransfer } from '../ledger/table.ts'
import { bookPayment } from '../payments/book-payment.ts'
import type { Database, Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { projectRoot } from '../platform/root.ts'
import { saveIncoming } from '../transactions/table.ts'
import { auditLedger, auditNewEntries } from './audit-ledger.ts'
import { auditProof, compareWithProof, readProof } from './audit-proof.ts'
import { findAudit } from './queries.audit.ts'
import { carryOutAudit } from './run-audit.ts'
import { hashRange } from './seal-hashes.ts'
import { findDecidedId, sealLedger } from './seal-ledger.ts'
import { beginAudit, beginDueAudit } from './table.audit-runs.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await openTestDatabase()
  db = database.db
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
  await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(db)
  await sql`insert into partners (email, name) values ('p@example.test', 'P')`.execute(db)
  await sql`insert into invoices (merchant_id, invoice_id, order_id) values (1, 'inv', 'o')`.execute(db)
})
afterAll(() => database.close())

/** What the script prints that checks a proof without the database. */
const checkAlone = async (proof: unknown) => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-proof-'))
  const file = join(folder, 'proof.json')
  await writeFile(file, JSON.stringify(proof))
  const { status, stdout } = spawnSync(process.execPath, [join(projectRoot, 'scripts/check-audit-proof.mjs'), file])
  await rm(folder, { recursive: true })
  return { status, text: stdout.toString() }
}

let count = 0
const payIn = async (tx: Tx) => {
  const key = `payment-${++count}`
  const { row } = await saveIncoming(tx, 1, {
    ...{ key, txid: key, method: 'on-chain', purpose: 'invoice', amountSats: 123_456n, priceCents: 10_812_345n },
    ...{ address: undefined, invoiceId: 'inv', seenAt: new Date() },
  })
  await bookPayment(tx, row, true)
}
const pay = async (payments: number) => {
  for (let paid = 0; paid < payments; paid++) await inTransaction(db, payIn)
}
const sealAll = async () => {
  await findDecidedId(db)
  await sealLedger(db, await findDecidedId(db))
}
const seals = async () => await db.selectFrom('ledgerSeals').selectAll().orderBy('id').execute()
const lastTransfer = async () =>
  (await sql<{ id: bigint }>`select max(id) as id from ledger_transfers`.execute(db)).rows[0]?.id ?? 0n
const checksOf = ({ findings }: { findings: { check: string }[] }) => [...new Set(findings.map(({ check }) => check))]
/** Bypasses the guards, as someone with access to the database can. */
const bypass = (statement: string) =>
  sql.raw(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`).execute(db)
const full = async () => checksOf(await auditLedger(db))
const slice = async () => checksOf(await auditNewEntries(db))

test('a run seals what was decided before it started, and the next one reads only what is newer', async () => {
  await pay(3)
  expect(await findDecidedId(db)).toBe(0n)
  const decided = await findDecidedId(db)
  expect(decided).toBe(await lastTransfer())
  await pay(2)
  await sealLedger(db, decided)
  expect(await seals()).toMatchObject([{ id: 1n, afterId: 0n, lastId: decided, transfers: 3n }])
  expect(await full()).toEqual([])
  expect(await slice()).toEqual([])
})

test('nothing is sealed below a running transaction, and what it posts is sealed after it ends', async () => {
  await sealAll()
  const before = (await seals()).at(-1)?.lastId
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let posted = () => {}
  const hasPosted = new Promise<void>((resolve) => {
    posted = resolve
  })
  const running = inTransaction(db, async (tx) => {
    await sql`insert into ledger_transfers (kind, reference) values ('test', 'slow')`.execute(tx)
    posted()
    await ended
    throw new Error('back')
  }).catch(() => undefined)
  await hasPosted
  // Its ID is taken, and later payments have higher ones.
  await pay(2)
  for (let turn = 0; turn < 3; turn++) await sealAll()
  expect((await seals()).at(-1)?.lastId).toBe(before)
  end()
  await running
  await sealAll()
  expect((await seals()).at(-1)?.lastId).toBe(await lastTransfer())
  expect(await full()).toEqual([])
})

test('several processes seal each range once', async () => {
  await pay(4)
  await findDecidedId(db)
  const decided = await findDecidedId(db)
  await Promise.all(Array.from({ length: 6 }, () => sealLedger(db, decided)))
  const rows = await seals()
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => BigInt(index + 1)))
  expect(rows.map(({ afterId }) => afterId)).toEqual([0n, ...rows.slice(0, -1).map(({ lastId }) => lastId)])
  expect(await full()).toEqual([])
})

test.each([
  [
    'a new entry',
    'update ledger_entries set amount_sats = amount_sats + SIGN 1 where transfer_id = (select max(id) from ledger_transfers) and account_id = 1',
    'Every transfer sums to zero',
  ],
  [
    'a balance',
    'update ledger_balances set balance_sats = balance_sats + SIGN 1 where account_id = 1',
    'Balances equal the sum of their entries',
  ],
  [
    'a sealed sum',
    'update ledger_sealed_sums set amount_sats = amount_sats + SIGN 1 where account_id = 1',
    'Sealed sums match the last seal',
  ],
  [
    'a seal',
    'update ledger_seals set transfers = transfers + SIGN 1 where id = 1',
    'Each seal follows from the one before it',
  ],
  [
    'what a partner earned',
    'select carry_earnings(); update carried_sums set amount_sats = amount_sats + SIGN 1; select carry_earnings()',
    'Earnings match the sums of their accounts',
  ],
  [
    'a new fee',
    'update fee_transactions set fee_btc = fee_btc + SIGN 0.00000001 where transfer_id = (select max(id) from ledger_transfers)',
    'Fee records match their transfers',
  ],
])('a run over new entries finds a manual change of %s', async (_what, statement, check) => {
  await pay(1)
  await bypass(statement.replace('SIGN', ''))
  expect(await slice()).toContain(check)
  await bypass(statement.replace('SIGN', '-1 *'))
  expect(await slice()).toEqual([])
})

test('a full run finds an old entry that was changed with its counterpart and all balances', async () => {
  await sealAll()
  const change = (sats: number) =>
    bypass(`
      update ledger_entries set amount_sats = amount_sats + ${sats} where transfer_id = 2 and account_id = 1;
      update ledger_entries set amount_sats = amount_sats - ${sats} where transfer_id = 2 and account_id = 2;
      update ledger_balances set balance_sats = balance_sats + ${sats} where account_id = 1`)
  await change(1)
  expect(await full()).toContain('Sealed entries are unchanged')
  await change(-1)
  expect(await full()).toEqual([])
})

test('new transfers with a finding are not sealed until it is resolved', async () => {
  await pay(1)
  await findDecidedId(db)
  const before = (await seals()).length
  const run = async () => {
    const id = await inTransaction(db, (tx) => beginAudit(tx, 'test'))
    await carryOutAudit({ db, auditDb: db, engines: silentNode, wake: () => undefined } as never, { id, isFull: false })
    return findAudit(db, id)
  }
  const change = (sats: number) =>
    bypass(`update ledger_entries set amount_sats = amount_sats + ${sats} where account_id = 1
      and transfer_id = (select max(id) from ledger_transfers)`)
  await change(1)
  expect((await run())?.findings.length).toBeGreaterThan(0)
  expect(await seals()).toHaveLength(before)
  await change(-1)
  expect((await run())?.findings).toEqual([])
  expect(await seals()).toHaveLength(before + 1)
})
const silentNode = {
  all: [{ id: 1 }],
  of: () => ({ serverLightning: { balance: async () => ({ kind: 'unreachable' }) } }),
}

test('runs are full at first, once a night, and until a full one is clean', async () => {
  await sql`delete from audit_runs`.execute(db)
  const begin = (at: string) => inTransaction(db, (tx) => beginDueAudit(tx, 900), { at: new Date(at) })
  const end = (findings: string) =>
    sql`update audit_runs set finished_at = started_at, findings = ${findings}::jsonb where finished_at is null`.execute(
      db,
    )
  const runAt = async (at: string, findings = '[]') => {
    const due = await begin(at)
    await end(findings)
    return due?.isFull
  }
  expect(await runAt('2030-05-01T10:00:00Z')).toBe(true)
  expect(await runAt('2030-05-01T10:05:00Z')).toBeUndefined()
  expect(await runAt('2030-05-01T10:20:00Z')).toBe(false)
  expect(await runAt('2030-05-02T01:59:00Z')).toBe(false)
  expect(await runAt('2030-05-02T02:15:00Z', '[{}]')).toBe(true)
  expect(await runAt('2030-05-02T02:31:00Z')).toBe(true)
  expect(await runAt('2030-05-02T02:47:00Z')).toBe(false)
  // A full run may take longer than the interval.
  await sql`update audit_runs set is_full = true, finished_at = null where id = (select max(id) from audit_runs)`.execute(
    db,
  )
  expect((await begin('2030-05-02T03:30:00Z'))?.isFull).toBeUndefined()
  expect((await begin('2030-05-02T03:48:00Z'))?.isFull).toBe(false)
  await sql`delete from audit_runs`.execute(db)
})

test('an earlier proof finds an old entry that was changed with all later hashes', async () => {
  await pay(2)
  await sealAll()
  const proof = await readProof(db)
  expect(proof.seals.length).toBeGreaterThan(2)
  expect(await checkAlone(proof)).toMatchObject({
    status: 0,
    text: expect.stringContaining(proof.seals.at(-1)?.hash ?? '?'),
  })
  expect(await compareWithProof(db, proof)).toEqual([])

  await bypass(`
    update ledger_entries set amount_sats = amount_sats + 1 where transfer_id = 2 and account_id = 1;
    update ledger_entries set amount_sats = amount_sats - 1 where transfer_id = 2 and account_id = 2;
    update ledger_balances set balance_sats = balance_sats + 1 where account_id = 1;
    delete from ledger_seal_people; delete from ledger_seals; delete from ledger_sealed_sums`)
  for (const { lastId } of proof.seals) await sealLedger(db, BigInt(lastId))
  // The forged chain is whole, so no check of it finds anything.
  expect((await checkAlone(await readProof(db))).status).toBe(0)
  const forged = await full()
  for (const check of [
    'Sealed entries are unchanged',
    'Each seal follows from the one before it',
    'Sealed sums match the last seal',
  ]) {
    expect(forged).not.toContain(check)
  }
  const found = (await compareWithProof(db, proof)).map(({ subject }) => subject)
  expect(found[1]).toMatch(/^seal 1, transfers 1 to/)
  expect(found).toContain(`seal ${proof.seals.length}`)
})

/** Two merchants with Lightning money. Swapping the owners of their accounts moves it to the other one. */
const fillTwo = async () => {
  await sql`insert into merchants (email, store_name) values ('n@example.test', 'N') on conflict do nothing`.execute(db)
  const entry = (owner: Owner, account: 'lightning' | 'outside-world', sats: bigint) => ({
    ...{ owner, account, sats, usd8: sats },
  })
  await inTransaction(db, (tx) =>
    postTransfer(tx, {
      ...{ kind: 'test', reference: `owners-${++count}` },
      entries: [
        entry({ kind: 'platform' }, 'outside-world', 500n),
        entry({ kind: 'merchant', id: 1 }, 'lightning', -400n),
        entry({ kind: 'merchant', id: 2 }, 'lightning', -100n),
      ],
    }),
  )
  await sealAll()
}
const swapOwners = `
  update ledger_accounts set owner_id = -owner_id where owner_kind = 'merchant' and kind = 'lightning';
  update ledger_accounts set owner_id = 3 + owner_id where owner_kind = 'merchant' and kind = 'lightning'`

test('an earlier proof finds accounts that changed their owners, although a new seal has the new ones', async () => {
  await fillTwo()
  const proof = await readProof(db)
  const before = await slice()
  await expect(sql`update ledger_accounts set owner_id = 9 where id = 1`.execute(db)).rejects.toThrow()
  await bypass(swapOwners)
  // The next seal has sums with the new owners, so the chain fits together again.
  await pay(1)
  await sealAll()
  expect(await slice()).toEqual(before)
  expect((await checkAlone(await readProof(db))).status).toBe(0)
  const subjects = (await compareWithProof(db, proof)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('account '))).toHaveLength(2)
  expect(subjects.some((subject) => subject.startsWith('seal '))).toBe(true)
  // Without a proof, the entries of the seals of this format find it too.
  expect(await full()).toContain('Sealed entries are unchanged')
  await bypass(swapOwners)
  expect(await compareWithProof(db, proof)).toEqual([])
})

/** The seals and the proof as the release before format 2 wrote them. */
const sealAsBefore = async () => {
  await bypass(`
    delete from ledger_seal_people; delete from ledger_seals; delete from ledger_sealed_sums`)
  await sealLedger(db, await lastTransfer())
  const [seal] = await seals()
  if (!seal) throw new Error('nothing is sealed')
  const { rows } = await hashRange(1, seal.afterId, seal.lastId).execute(db)
  await bypass(`
    update ledger_seals set format = 1, entries_hash = '\\x${rows[0]?.hash.toString('hex')}';
    update ledger_seals s set hash = sha256(convert_to(concat_ws('|', 1, s.id, s.after_id, s.last_id, s.transfers, s.entries,
      encode(s.entries_hash, 'hex'), encode(s.people_hash, 'hex'), encode(s.sums_hash, 'hex'), encode(s.previous_hash, 'hex')), 'UTF8'))`)
  const { seals: all, ...proof } = await readProof(db)
  return { ...proof, format: 1, seals: all.map(({ format: _format, ...each }) => each) }
}

test('a proof of the format before can still be checked, and finds changed owners', async () => {
  await fillTwo()
  const proof = await sealAsBefore()
  expect(await checkAlone(proof)).toMatchObject({ status: 0 })
  expect(await compareWithProof(db, auditProof.parse(proof))).toEqual([])
  await pay(1)
  await sealAll()
  expect((await seals()).map(({ format }) => format)).toEqual([1, 2])
  expect(await checkAlone(await readProof(db))).toMatchObject({ status: 0 })
  await bypass(swapOwners)
  await pay(1)
  await sealAll()
  expect(await compareWithProof(db, auditProof.parse(proof))).toHaveLength(2)
  // Seals of that format bind owners by their sums only.
  expect(await full()).toContain('Owners of sealed accounts are unchanged')
  await bypass(swapOwners)
})

test('a proof that was edited does not pass', async () => {
  const proof = await readProof(db)
  const [first, ...others] = proof.seals
  const [sum, ...sums] = proof.sums
  if (!first || !sum) throw new Error('nothing is sealed')
  const edited = [
    { ...proof, seals: [{ ...first, transfers: '99' }, ...others] },
    { ...proof, seals: others },
    { ...proof, sums },
    { ...proof, sums: [{ ...sum, sats: String(BigInt(sum.sats) + 1n) }, ...sums] },
    { ...proof, format: 3 },
  ]
  for (const each of edited) expect((await checkAlone(each)).status).toBe(1)
})
