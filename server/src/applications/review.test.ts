import { resetPassword } from '@bitquay/contract/accounts'
import { changeApplication, listApplications, reviewApplication } from '@bitquay/contract/applications.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addApplication } from '../../test/applications.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'
import { runWorker } from '../../test/run-worker.ts'
import { provisionStores } from '../stores/worker.ts'

let engine: TestEngine
let app: TestApp
let admin: { email: string; id: number }
let token: string
beforeAll(async () => {
  engine = await startTestEngine()
  app = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://pay.example.test' }, engine.engine)
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

const review = (id: number, body: object) => ask(app, reviewApplication, { token, params: { id }, body })
const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
const countOf = async (table: 'merchants' | 'passwordResetTokens' | 'emailAddresses', email: string) => {
  const { n } = await app.deps.db
    .selectFrom(table)
    .select(sql<bigint>`count(*)`.as('n'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('20 approvals at the same time create one merchant, one store and one invitation', async () => {
  const { id, email } = await addApplication(app, { businessName: 'Tom & Sons' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      review(id, { status: 'approved', reviewNotes: 'Looks good', markupFeePercent: 2.5 }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map(({ body }) => body.merchantId)).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({
    status: 'approved',
    reviewNotes: 'Looks good',
    reviewedBy: admin.email,
    reviewedAt: expect.any(String),
  })
  expect(await countOf('merchants', email)).toBe(1)
  expect(await countOf('passwordResetTokens', email)).toBe(1)
  const merchant = await app.deps.db
    .selectFrom('merchants')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(merchant).toMatchObject({
    storeName: 'Tom & Sons',
    passwordHash: null,
    markupFeePercent: '2.500',
    isActive: true,
  })
  const emails = await emailsTo(email)
  expect(emails.map(({ subject }) => subject)).toEqual([
    'We received your application',
    'Your application was approved',
  ])
  const activity = await app.deps.db
    .selectFrom('actLog')
    .select(['actorEmail', 'merchantId'])
    .where('act', '=', 'application-approved')
    .where('subjectId', '=', String(id))
    .execute()
  expect(activity).toEqual([{ actorEmail: admin.email, merchantId: merchant.id }])

  // Two workers at once, as with two servers, still create one store.
  const worker = provisionStores(app.deps)
  await Promise.all([runWorker(worker), runWorker(worker)])
  const { stores } = await engine.control.state()
  expect(stores.filter(({ name }) => name.startsWith('Tom & Sons'))).toHaveLength(1)
  const store = await app.deps.db
    .selectFrom('stores')
    .select(['status', 'storeId'])
    .where('merchantId', '=', merchant.id)
    .execute()
  expect(store).toEqual([{ status: 'ready', storeId: expect.any(String) }])

  // The link of the email works once.
  const link = /https:\/\/pay\.example\.test\/welcome\?token=(\S+)/.exec(emails[1]?.bodyText ?? '')?.[1] ?? ''
  const chosen = { token: decodeURIComponent(link), newPassword: 'a very own word 9' }
  expect((await ask(app, resetPassword, { body: chosen })).status).toBe(200)
  expect((await ask(app, resetPassword, { body: chosen })).body.code).toBe('reset-token-invalid')
  await expect(signInAs(app, { email }, { password: 'a very own word 9' })).resolves.toEqual(expect.any(String))
})

test('a rejection is emailed once without the notes and cannot become an approval', async () => {
  const { id, email } = await addApplication(app)
  for (let turn = 0; turn < 2; turn++) {
    const answer = await review(id, { status: 'rejected', reviewNotes: 'Sanctions list' })
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'rejected', reviewNotes: 'Sanctions list', merchantId: null },
    })
  }
  const emails = await emailsTo(email)
  expect(emails.map(({ subject }) => subject)).toEqual([
    'We received your application',
    'Your application was not approved',
  ])
  expect(emails[1]?.bodyText).not.toContain('Sanctions list')
  expect(await review(id, { status: 'approved' })).toMatchObject({ status: 409, body: { code: 'application-decided' } })
  expect(await countOf('merchants', email)).toBe(0)
})

test('of approvals and rejections at the same time only one decision counts', async () => {
  const { id, email } = await addApplication(app)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => review(id, { status: index % 2 ? 'approved' : 'rejected' })),
  )
  const statuses = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.status))
  expect(statuses.size).toBe(1)
  expect(await emailsTo(email)).toHaveLength(2)
  expect(await countOf('merchants', email)).toBe(statuses.has('approved') ? 1 : 0)
})

test('an approval with a taken email address is refused and the application stays open', async () => {
  const { id, email } = await addApplication(app)
  await addMerchant(app, email)
  expect(await review(id, { status: 'approved' })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  const { body } = await ask(app, listApplications, { token, query: { search: email } })
  expect(body).toMatchObject([{ id, status: 'pending', reviewedAt: null }])
})

test('the list has pages, filters and search, and an admin can fill in missing fields', async () => {
  const { id } = await addApplication(app, { businessName: 'Überfähre Gaming' })
  const changed = await ask(app, changeApplication, {
    token,
    params: { id },
    body: { taxId: '12-345', incorporationCountry: 'Portugal', companySize: '' },
  })
  expect(changed).toMatchObject({
    status: 200,
    body: { taxId: '12-345', incorporationCountry: 'Portugal', companySize: null, businessAddress: null },
  })
  const list = async (query: Record<string, string>) => {
    const answer = await ask(app, listApplications, { token, query })
    expect(answer.status).toBe(200)
    return { rows: answer.body as unknown as { id: number; status: string }[], next: answer.headers['x-next-cursor'] }
  }
  expect((await list({ search: 'überf gam' })).rows.map((row) => row.id)).toEqual([id])
  expect((await list({ search: "gam'); drop table x; --" })).rows).toEqual([])
  const { rows: wanted } = await sql<{ id: number }>`select id from merchant_applications order by id desc`.execute(
    app.deps.db,
  )
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) })
    seen.push(...page.rows.map((row) => row.id))
    cursor = page.next as string | undefined
  } while (cursor)
  expect(seen).toEqual(wanted.map((row) => row.id))
  const pending = await sql<{
    id: number
  }>`select id from merchant_applications where status = 'pending' order by id desc`.execute(app.deps.db)
  expect((await list({ status: 'pending' })).rows.map((row) => row.id)).toEqual(pending.rows.map((row) => row.id))
})

test('returns 400 for invalid input and 404 for unknown applications', async () => {
  const { id } = await addApplication(app)
  for (const body of [
    {},
    { status: 'pending' },
    { status: 'approved', markupFeePercent: 50.001 },
    { status: 'approved', extra: 1 },
  ]) {
    expect((await review(id, body)).status, JSON.stringify(body)).toBe(400)
  }
  expect((await review(999_999, { status: 'approved' })).status).toBe(404)
  expect((await ask(app, changeApplication, { token, params: { id: 999_999 }, body: { taxId: 'x' } })).status).toBe(404)
})
