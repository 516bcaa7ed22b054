import { erasePerson } from '@bitquay/contract/account-care'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, ask, type Someone, signInAs } from '../../test/people.ts'

let app: TestApp
let admin: string
let operator: Someone
beforeAll(async () => {
  app = await startTestApp()
  operator = await addAdmin(app)
  admin = await signInAs(app, operator)
})
afterAll(() => app.close())

const add = async (storeName: string, email?: string) => {
  const merchant = await addMerchant(app, email)
  await sql`update merchants set store_name = ${storeName} where id = ${merchant.id}`.execute(app.deps.db)
  return merchant
}

const close = ({ id }: Someone) =>
  sql`update merchants set closing_since = app_now(), closed_at = app_now() where id = ${id}`.execute(app.deps.db)

const erase = (kind: 'merchant' | 'merchant-user', { id }: Someone) =>
  ask(app, erasePerson, { token: admin, body: { kind, id } })

/** What the platform holds about others, with every word that the erased person could have chosen as a name. */
const writeAbout = async ({ id, email }: Someone) => {
  const { db } = app.deps
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html) values
    (${email}, 'Reset your password', 'https://bitquay.test/reset-password?token=abc', '<table>Reset your password</table>'),
    ('customer@example.test', 'Refund from Blue Door', 'Claim refund https://bitquay.test/r/token', '<b>refund</b>')`.execute(
    db,
  )
  await sql`insert into act_log (actor_kind, actor_id, actor_email, act, subject_kind, subject_id, merchant_id, source_address, detail)
    values ('merchant', ${id}, ${email}, 'refund-offered', 'refund', '1', ${id}, '192.0.2.1', '{"invoiceId": "x", "reason": "password refund"}')`.execute(
    db,
  )
  await sql`insert into notifications (person_kind, person_id, kind, subject, in_bell, about)
    values ('merchant', ${id}, 'refund-claimed', '1:0', true, 'password refund')`.execute(db)
  await sql`insert into alerts (kind, subject, sentence) values ('wallet-low', ${email}, 'The wallet can’t pay a refund or a password')`.execute(
    db,
  )
  await sql`insert into audit_runs (notes) values (${JSON.stringify([
    { topic: 'Fees', subject: `merchant ${id} (refund)`, note: 'password' },
  ])}::jsonb)`.execute(db)
}

const tables = ['mail_outbox', 'act_log', 'notifications', 'alerts', 'audit_runs'] as const

const readAll = async () => {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where not (${table} = 'act_log' and to_jsonb(t) ->> 'act' in ('person-erased', 'signed-in'))
      order by t.id`.execute(app.deps.db)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

test('the emails of an account to its customers are erased, also without the secret part of their links', async () => {
  const [erased, other] = [await add('Green Door'), await add('Red Door')]
  for (const { id } of [erased, other]) {
    await sql`insert into mail_outbox (recipient, subject, body_text, body_html, merchant_id, status)
      values ('buyer@example.test', 'Refund', 'Claim refund https://bitquay.test/r/…', '<b>refund</b>', ${id}, 'sent')`.execute(
      app.deps.db,
    )
  }
  await close(erased)
  expect((await erase('merchant', erased)).status).toBe(200)
  const left = await app.deps.db
    .selectFrom('mailOutbox')
    .select('merchantId')
    .where('recipient', '=', 'buyer@example.test')
    .execute()
  expect(left).toEqual([{ merchantId: other.id }])
})

test('nobody erases what is about others by the name of their store or of a person', async () => {
  const other = await add('Blue Door')
  await writeAbout(other)
  const named = await add('refund')
  const user = await addMerchantUser(app, named.id, 'user')
  await sql`update merchant_users set name = 'password', is_active = false where id = ${user.id}`.execute(app.deps.db)
  await close(named)
  const before = await readAll()
  expect((await erase('merchant-user', user)).status).toBe(200)
  expect((await erase('merchant', named)).status).toBe(200)
  expect(await readAll()).toEqual(before)
})

test('an address that is a part of someone else’s erases nothing of theirs', async () => {
  await writeAbout(await add('Blue Door', 'anna@example.test.invalid'))
  await writeAbout(await add('Blue Door', 'joanna@example.test'))
  const named = await add('Red Door', 'anna@example.test')
  await close(named)
  const before = await readAll()
  expect((await erase('merchant', named)).status).toBe(200)
  expect(await readAll()).toEqual(before)
})

test('what is about an erased account is gone, with any signs in its name', async () => {
  const { db } = app.deps
  const name = 'C++ (Tea) \\ "House"'
  const named = await add(name)
  const { rows } = await sql<{ id: number }>`
    insert into audit_runs (notes) values (${JSON.stringify([
      { topic: 'Fees', subject: `merchant ${named.id} (${name})`, note: 'owes 7 sats' },
    ])}::jsonb) returning id`.execute(db)
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, status) values
    (${operator.email}, ${`About ${name}.`}, ${`Write to ${named.email}.`}, ${name}, 'sent')`.execute(db)
  await sql`insert into act_log (actor_kind, actor_id, act, detail) values
    ('admin', ${operator.id}, 'merchant-added', ${JSON.stringify({ email: named.email, plan: 'kept' })}::jsonb)`.execute(
    db,
  )
  await close(named)
  expect((await erase('merchant', named)).status).toBe(200)
  const after = await readAll()
  expect(after.audit_runs).toContainEqual(
    expect.objectContaining({
      id: rows[0]?.id,
      notes: [{ topic: 'Fees', subject: `merchant ${named.id}`, note: 'owes 7 sats' }],
    }),
  )
  expect(after.mail_outbox?.at(-1)).toMatchObject({
    subject: 'About Erased.',
    bodyText: 'Write to Erased.',
    bodyHtml: '',
  })
  expect(after.act_log?.at(-1)).toMatchObject({ detail: { email: 'Erased', plan: 'kept' } })
})
