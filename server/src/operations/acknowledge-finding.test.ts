import type { Answer } from '@bitquay/contract/call'
import * as system from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { canAcknowledge } from './audit-ledger.ts'
import { carryOutAudit } from './run-audit.ts'
import { beginAudit } from './table.audit-runs.ts'
import { watchPlatform } from './worker.ts'

let app: TestApp
let token: string
let email: string
let merchantId: number
beforeAll(async () => {
  app = await startTestApp()
  const admin = await addAdmin(app)
  email = admin.email
  token = await signInAs(app, admin)
  merchantId = (await addMerchant(app)).id
  await sql`insert into invoices (merchant_id, invoice_id, order_id) values (${merchantId}, 'inv', 'o')`.execute(
    app.deps.db,
  )
})
afterAll(() => app.close())

/** What an own server reported differs from what is on record. */
const differ = (sats: number) =>
  sql`update invoices set paid_sats = ${sats} where invoice_id = 'inv'`.execute(app.deps.db)
type Run = Answer<typeof system.runAudit>
const audit = async () => (await ask(app, system.runAudit, { token })).body as unknown as Run
const runOverNewEntries = async () => {
  const id = await inTransaction(app.deps.db, (tx) => beginAudit(tx, 'test'))
  await carryOutAudit(app.deps, { id, isFull: false })
}
const read = async () =>
  ((await ask(app, system.getSystem, { token })).body as unknown as Answer<typeof system.getSystem>).audit
const alerts = async () => {
  await watchPlatform(app.deps)
  const { rows } = await sql<{ kind: string }>`
    select kind from alerts where over_at is null and kind = 'audit-not-clean'`.execute(app.deps.db)
  return rows.map(({ kind }) => kind)
}
const acknowledge = (finding: Run['findings'][number], reason = 'Their server said so. Nothing was booked.') => {
  const { acknowledgeable: _shown, ...body } = finding
  return ask(app, system.acknowledgeFinding, { token, body: { ...body, reason } })
}

test('an acknowledged finding stays listed with its reason, and raises no alert', async () => {
  await differ(500)
  const { findings } = await audit()
  expect(findings).toMatchObject([{ check: 'Paid invoices have payments on record', acknowledgeable: true }])
  expect(await alerts()).toEqual(['audit-not-clean'])
  const [finding] = findings
  if (!finding) throw new Error('nothing was found')
  expect(await acknowledge(finding)).toMatchObject({ status: 200 })
  const { acknowledgeable: _shown, ...figures } = finding
  const listed = [{ ...figures, reason: 'Their server said so. Nothing was booked.', acknowledgedBy: email }]
  expect(await read()).toMatchObject({ findings: [], acknowledged: listed })
  expect(await alerts()).toEqual([])
  expect(await audit()).toMatchObject({ findings: [], acknowledged: listed })
  // A run that doesn't repeat the check lists it too.
  await runOverNewEntries()
  expect(await read()).toMatchObject({ findings: [], acknowledged: listed })
  const { rows } = await sql<{ act: string }>`select act from act_log order by id desc limit 5`.execute(app.deps.db)
  expect(rows.map(({ act }) => act)).toContain('finding-acknowledged')
})

test('any change of the figures opens it again, also when the old figures come back', async () => {
  await differ(501)
  expect(await audit()).toMatchObject({ findings: [{ found: expect.stringContaining('501') }], acknowledged: [] })
  expect(await alerts()).toEqual(['audit-not-clean'])
  await differ(500)
  expect((await audit()).findings).toHaveLength(1)
})

test('a finding that went away is open when it returns', async () => {
  const [finding] = (await audit()).findings
  if (!finding) throw new Error('nothing was found')
  await acknowledge(finding)
  await differ(0)
  expect(await audit()).toMatchObject({ findings: [], acknowledged: [] })
  await differ(500)
  expect((await audit()).findings).toHaveLength(1)
})

test('an administrator opens it again without a reason', async () => {
  const [finding] = (await audit()).findings
  if (!finding) throw new Error('nothing was found')
  await acknowledge(finding)
  const { check, subject } = finding
  expect(await ask(app, system.reopenFinding, { token, body: { check, subject } })).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ findings: [{ check, subject }], acknowledged: [] })
  expect(await ask(app, system.reopenFinding, { token, body: { check, subject } })).toMatchObject({ status: 404 })
})

test('only a finding of the last run can be acknowledged, with its figures and a reason', async () => {
  const [finding] = (await audit()).findings
  if (!finding) throw new Error('nothing was found')
  expect(await acknowledge({ ...finding, found: '1 sats' })).toMatchObject({ status: 404 })
  expect(await acknowledge(finding, ' ')).toMatchObject({ status: 400 })
  await differ(0)
})

test('sums, seals and wallets cannot be acknowledged', async () => {
  await sql`update merchants set total_deposits_usd = total_deposits_usd + 1 where id = ${merchantId}`.execute(
    app.deps.db,
  )
  const [finding] = (await audit()).findings
  expect(finding).toMatchObject({ acknowledgeable: false })
  if (!finding) throw new Error('nothing was found')
  expect(await acknowledge(finding)).toMatchObject({ status: 409, body: { code: 'finding-not-acknowledgeable' } })
  await sql`update merchants set total_deposits_usd = total_deposits_usd - 1 where id = ${merchantId}`.execute(
    app.deps.db,
  )
  for (const check of [
    'Every transfer sums to zero',
    'Balances equal the sum of their entries',
    'Sealed entries are unchanged',
    'Each seal follows from the one before it',
    'The platform wallet matches the ledger',
    'Wallet coins add up to the spendable balance',
    'The Lightning node account equals received minus sent',
    'Partners were paid no more than was collected for them',
    'Partner holds match pending payouts',
  ]) {
    expect((await audit()).checks).toContain(check)
    expect(canAcknowledge({ check }), check).toBe(false)
  }
})
