import { createAdmin } from '@bitquay/contract/accounts.admins'
import { type EmailDetail, getEmail, listEmails, showRecipient } from '@bitquay/contract/mail'
import { dismissMail, retryMail } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { maskAddress, reasonOf } from './describe-unsent.ts'
import { claimEmails, markSent, markUnsent } from './table.ts'

let app: TestApp
let token: string
let colleague: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  colleague = await signInAs(app, await addAdmin(app))
})
afterAll(() => app.close())

const secret = 'k'.repeat(43)

const insertEmail = async (given: { recipient?: string; status?: string; attempts?: number; error?: string } = {}) => {
  const { recipient = 'nora@northlight.test', status = 'failed', attempts = 12, error = null } = given
  const { rows } = await sql<{ id: bigint }>`
    insert into mail_outbox (recipient, subject, body_text, body_html, status, attempts, last_error)
    values (${recipient}, 'You’re invited', ${`Join: https://x.test/welcome#token=${secret}`}, 'text', ${status}, ${attempts}, ${error})
    returning id`.execute(app.deps.db)
  return Number(rows[0]?.id)
}

const detailOf = async (id: number) =>
  (await ask(app, getEmail, { token, params: { id } })).body as unknown as EmailDetail

test.each([
  ['nora@northlight.shop', 'n•••@northlight.shop'],
  ['a@b.test', 'a•••@b.test'],
  ['åsa.berg+till@b.test', 'å•••@b.test'],
])('%s is shown as %s', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})

test.each([
  ['Error: Can’t send mail - all recipients were rejected: 550 5.1.1 User unknown', true, 'no-mailbox'],
  ['552 5.2.2 Mailbox full', true, 'mailbox-full'],
  ['554 5.7.1 Message rejected as spam', true, 'spam'],
  ['Error: connect ECONNREFUSED 127.0.0.1:25', false, 'no-server'],
  ['Error: Invalid login: 535 Authentication failed', false, 'sign-in'],
  ['451 4.7.1 Greylisted, try again later', true, 'busy'],
  ['554 No', true, 'refused'],
  ['Error: something else', false, 'other'],
])('the answer %s has a reason in plain words', (error, refused, reason) => {
  expect(reasonOf('failed', error, refused)).toBe(reason)
  expect(reasonOf('sent', error, refused)).toBeNull()
})

test('the list and the details of an email have neither its text nor the address, and showing the address is logged', async () => {
  const id = await insertEmail({ error: '550 5.1.1 <nora@northlight.test>: User unknown' })
  const listed = await ask(app, listEmails, { token, query: { search: 'nora@northlight.test' } })
  const detail = await detailOf(id)
  for (const shown of [JSON.stringify(listed.body), JSON.stringify(detail)]) {
    expect(shown).toContain('n•••@northlight.test')
    expect(shown).not.toContain('nora')
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain('Join')
  }
  expect(JSON.stringify(listed.body)).not.toContain('User unknown')
  expect(detail).toMatchObject({
    reason: 'no-mailbox',
    answer: '550 5.1.1 <n•••@northlight.test>: User unknown',
    hasSecretLink: true,
  })

  const whole = await ask(app, showRecipient, { token, params: { id } })
  expect(whole.body).toEqual({ recipient: 'nora@northlight.test' })
  const { rows } = await sql<{ detail: object }>`
    select detail from act_log where act = 'email-address-shown' and subject_id = ${String(id)}`.execute(app.deps.db)
  expect(rows).toEqual([{ detail: { subject: 'You’re invited' } }])
  expect((await ask(app, showRecipient, { token, params: { id: 999_999 } })).status).toBe(404)
  expect((await ask(app, getEmail, { token, params: { id: 999_999 } })).status).toBe(404)
})

test('of two admins who send an email again at once, one does', async () => {
  const id = await insertEmail()
  const answers = await Promise.all(
    [token, colleague].map((each) => ask(app, retryMail, { token: each, params: { id } })),
  )
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '404'])
})

test('an email that a worker sends at this moment is neither sent again nor discarded', async () => {
  const { db } = app.deps
  await sql`update mail_outbox set status = 'dropped'`.execute(db)
  const id = await insertEmail({ status: 'waiting', attempts: 0 })
  const claimed = await Promise.all([claimEmails(db, 'own', 2), claimEmails(db, 'own', 2)])
  expect(claimed.flat().map((email) => Number(email.id))).toEqual([id])
  for (const call of [retryMail, dismissMail])
    expect((await ask(app, call, { token, params: { id } })).status).toBe(404)
  expect(await detailOf(id)).toMatchObject({ state: 'delayed', isUnsent: false })
  expect((await claimEmails(db, 'own', 2)).length).toBe(0)

  await markUnsent(db, BigInt(id), 'waiting', { error: 'busy', refused: false })
  expect(await detailOf(id)).toMatchObject({ isUnsent: true, reason: 'busy' })
  expect((await ask(app, retryMail, { token, params: { id } })).status).toBe(200)
  expect((await claimEmails(db, 'own', 2)).map((email) => Number(email.id))).toEqual([id])
  await markSent(db, BigInt(id))
  expect(await detailOf(id)).toMatchObject({ state: 'sent', isUnsent: false, hasSecretLink: true, nextTryAt: null })
})

test('a sent invitation names whom to invite again, until they have joined', async () => {
  const email = 'ilse@platform.test'
  await ask(app, createAdmin, { token, body: { name: 'Ilse', email } })
  const { rows } = await sql<{ id: number }>`select id from admins where email = ${email}`.execute(app.deps.db)
  const id = await insertEmail({ recipient: email, status: 'sent' })
  expect(await detailOf(id)).toMatchObject({ invited: { kind: 'admin', id: rows[0]?.id }, isUnsent: false })
  await sql`update admins set password_hash = 'x' where email = ${email}`.execute(app.deps.db)
  expect(await detailOf(id)).toMatchObject({ invited: null })
})
