import {
  acceptInvitation,
  requestPasswordReset,
  resetPassword,
  verify,
  viewInvitation,
} from '@bitquay/contract/accounts'
import { createAdmin } from '@bitquay/contract/accounts.admins'
import { getSettings } from '@bitquay/contract/merchants'
import { createMerchant } from '@bitquay/contract/merchants.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  type Someone,
  securityCallsOf,
  signInAs,
} from '../../test/people.ts'
import { tableOf } from '../people/table.credentials.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { invitePerson } from './invite-person.ts'

const url = 'https://pay.example.test'
let sandbox: TestApp
let live: TestApp
let limited: TestApp
beforeAll(async () => {
  sandbox = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: url })
  live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
    PUBLIC_URL: url,
  })
  limited = await startTestApp({ PUBLIC_URL: url })
})
afterAll(async () => {
  for (const app of [sandbox, live, limited]) await app.close()
})

const newPassword = 'harbour light 1'
const emailOf = async ({ deps }: TestApp, email: string) =>
  (await deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()).at(-1)
const tokenIn = (text = '') => decodeURIComponent(/\/(?:welcome|reset-password)\?token=(\S+)/.exec(text)?.[1] ?? '')

/** Someone who has an account and no password yet, and the token of their invitation. */
const invite = async (app: TestApp, person: Someone) => {
  await app.deps.db.updateTable(tableOf(person.kind)).set({ passwordHash: null }).where('id', '=', person.id).execute()
  await inTransaction(app.deps.db, (tx) => invitePerson(tx, app.deps.config, { ...person, accountName: 'Blue Door' }))
  return tokenIn((await emailOf(app, person.email))?.bodyText)
}
const view = (app: TestApp, token: string) => ask(app, viewInvitation, { body: { token } })
const accept = (app: TestApp, token: string, password = newPassword) =>
  ask(app, acceptInvitation, { body: { token, newPassword: password } })

test('every invitation email leads to the welcome page', async () => {
  const admin = await signInAs(sandbox, await addAdmin(sandbox))
  await ask(sandbox, createAdmin, { token: admin, body: { name: 'Kim', email: 'kim@example.test' } })
  expect((await emailOf(sandbox, 'kim@example.test'))?.bodyText).toContain(`${url}/welcome?token=`)
  await ask(sandbox, createMerchant, {
    token: admin,
    body: { email: 'shop@example.test', storeName: 'Shop', password: newPassword },
  })
  const merchant = await addMerchant(sandbox)
  await invite(sandbox, merchant)
  expect((await emailOf(sandbox, merchant.email))?.bodyText).toContain(`${url}/welcome?token=`)
})

test('an invitation names the business, signs in with the chosen password, and works once', async () => {
  const owner = await addMerchant(sandbox)
  for (const person of [
    owner,
    await addMerchantUser(sandbox, owner.id),
    await addPartner(sandbox),
    await addAdmin(sandbox),
  ]) {
    const token = await invite(sandbox, person)
    const name = person.kind === 'partner' ? 'North Pier' : person.kind === 'admin' ? 'Operator' : 'Blue Door'
    expect((await view(sandbox, token)).body, person.kind).toEqual({
      accountName: name,
      email: person.email,
      needsTwoFactor: false,
    })
    const accepted = await accept(sandbox, token)
    expect(accepted, person.kind).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    expect((await ask(sandbox, verify, { token: String(accepted.body.token) })).status).toBe(200)
    expect((await view(sandbox, token)).body.code).toBe('reset-token-invalid')
    expect((await accept(sandbox, token, 'another tide 42')).body.code).toBe('reset-token-invalid')
    await signInAs(sandbox, person, { password: newPassword })
  }
})

test('of 10 simultaneous acceptances one counts', async () => {
  const person = await addMerchant(sandbox)
  const token = await invite(sandbox, person)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => accept(sandbox, token, `harbour light ${turn}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ sessions: bigint }>`
    select count(*) as sessions from sessions where person_kind = 'merchant' and person_id = ${person.id}`.execute(
    sandbox.deps.db,
  )
  expect(rows[0]?.sessions).toBe(1n)
})

test('outside the sandbox who can move money does nothing before they set up 2FA, and then is signed in', async () => {
  const owner = await addMerchant(live)
  for (const person of [owner, await addMerchantUser(live, owner.id, 'admin')]) {
    const link = await invite(live, person)
    expect((await view(live, link)).body).toMatchObject({ needsTwoFactor: true })
    const { body } = await accept(live, link)
    expect(body).toMatchObject({ user: { mustEnroll: true } })
    const token = String(body.token)
    expect((await ask(live, getSettings, { token })).body.code).toBe('enrollment-needed')
    const calls = securityCallsOf(person.kind)
    const secret = String((await ask(live, calls.setupTwoFactor, { token, body: {} })).body.secret)
    await ask(live, calls.verifyTwoFactor, { token, body: { secret, token: codeOf(secret) } })
    expect((await ask(live, getSettings, { token })).status).toBe(200)
  }
  const cashier = await addMerchantUser(live, owner.id, 'user')
  const link = await invite(live, cashier)
  expect((await view(live, link)).body).toMatchObject({ needsTwoFactor: false })
  const { body } = await accept(live, link)
  expect((await ask(live, getSettings, { token: String(body.token) })).status).toBe(200)
})

test('a password reset never signs in through an invitation, and invitation links still work as resets', async () => {
  const person = await addMerchant(sandbox)
  await enableTwoFactor(sandbox, person, await signInAs(sandbox, person))
  await ask(sandbox, requestPasswordReset, { body: { email: person.email } })
  const reset = tokenIn((await emailOf(sandbox, person.email))?.bodyText)
  expect(reset).not.toBe('')
  expect((await view(sandbox, reset)).body.code).toBe('reset-token-invalid')
  expect((await accept(sandbox, reset)).body.code).toBe('reset-token-invalid')
  expect((await ask(sandbox, resetPassword, { body: { token: reset, newPassword } })).status).toBe(200)

  const other = await addMerchant(sandbox)
  const link = await invite(sandbox, other)
  expect((await ask(sandbox, resetPassword, { body: { token: link, newPassword } })).status).toBe(200)
  await signInAs(sandbox, other, { password: newPassword })
})

test('an invitation of someone who joined otherwise, was deactivated or waited too long is refused', async () => {
  const [joined, inactive, late] = [await addMerchant(sandbox), await addMerchant(sandbox), await addMerchant(sandbox)]
  const links = [await invite(sandbox, joined), await invite(sandbox, inactive), await invite(sandbox, late)]
  // Who has a password and 2FA must not be signed in by a link that was never used.
  await sql`update merchants set password_hash = 'set otherwise' where id = ${joined.id}`.execute(sandbox.deps.db)
  await sql`update merchants set is_active = false where id = ${inactive.id}`.execute(sandbox.deps.db)
  await sql`update password_reset_tokens set expires_at = app_now() where email = ${late.email}`.execute(
    sandbox.deps.db,
  )
  for (const link of links) {
    expect((await view(sandbox, link)).body.code).toBe('reset-token-invalid')
    expect((await accept(sandbox, link)).body.code).toBe('reset-token-invalid')
  }
  expect((await accept(sandbox, 'x'.repeat(43))).body).toMatchObject({
    code: 'reset-token-invalid',
    message: 'This invitation is invalid or has expired. Ask for a new one.',
  })
  const person = await addMerchant(sandbox)
  const link = await invite(sandbox, person)
  expect((await accept(sandbox, link, 'short')).status).toBe(400)
  expect((await accept(sandbox, link, 'password1')).body.code).toBe('password-too-common')
  expect((await accept(sandbox, link)).status).toBe(200)
})

test('guessing tokens is limited', async () => {
  const statuses = new Set<number>()
  for (let turn = 0; turn < 31; turn++) statuses.add((await view(limited, `guess-${turn}`)).status)
  expect(statuses).toEqual(new Set([400, 429]))
})
