import { login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  addPartner,
  ask,
  password,
  type Someone,
  securityCallsOf,
  signInAs,
} from '../../test/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const newPassword = 'a fresh tide 42'
const change = (person: Someone, token: string, body: object = { currentPassword: password, newPassword }) =>
  ask(app, securityCallsOf(person.kind).changePassword, { token, body })

test('everyone can change their password, which ends all their other sessions', async () => {
  const merchant = await addMerchant(app)
  for (const person of [
    merchant,
    await addMerchantUser(app, merchant.id, 'user'),
    await addPartner(app),
    await addAdmin(app),
  ]) {
    const [here, there] = [await signInAs(app, person), await signInAs(app, person)]
    const security = securityCallsOf(person.kind).security
    expect((await ask(app, security, { token: here })).body).toEqual({
      lastPasswordChange: null,
      twoFactorEnabled: false,
      recoveryCodesLeft: 0,
    })
    expect((await change(person, here)).status).toBe(200)
    expect((await ask(app, verify, { token: here })).status).toBe(200)
    expect((await ask(app, verify, { token: there })).status).toBe(401)
    expect((await ask(app, login, { body: { email: person.email, password } })).status).toBe(401)
    await signInAs(app, person, { password: newPassword })
    const { body } = await ask(app, security, { token: here })
    expect(Date.parse(String(body.lastPasswordChange))).toBeGreaterThan(0)

    const emails = await app.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', person.email)
      .execute()
    expect(emails).toEqual([{ subject: 'Your password was changed' }])
    const activity = await app.deps.db
      .selectFrom('actLog')
      .select('act')
      .where('actorEmail', '=', person.email)
      .execute()
    expect(activity.map(({ act }) => act)).toContain('password-changed')
  }
})

test('a change needs the current password and refuses common and short ones', async () => {
  const person = await addMerchant(app)
  const token = await signInAs(app, person)
  expect(await change(person, token, { currentPassword: 'not mine', newPassword })).toMatchObject({
    status: 400,
    body: { code: 'wrong-current-password', message: 'Current password is incorrect' },
  })
  expect(await change(person, token, { currentPassword: password, newPassword: 'QWERTY123' })).toMatchObject({
    status: 400,
    body: { code: 'password-too-common' },
  })
  expect(await change(person, token, { currentPassword: '', newPassword })).toMatchObject({
    status: 400,
    body: { message: 'Current password is required' },
  })
  expect(await change(person, token, { currentPassword: password, newPassword: '1234567' })).toMatchObject({
    status: 400,
    body: { message: 'Password must be at least 8 characters' },
  })
  await signInAs(app, person)
})

test('a stolen session cannot guess the current password', async () => {
  const person = await addMerchant(app)
  const token = await signInAs(app, person)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => change(person, token, { currentPassword: `guess ${i}`, newPassword })),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  expect((await change(person, token)).status).toBe(429)
  await app.advance(61)
  expect((await change(person, token)).status).toBe(200)
})

test('of two changes at the same time one succeeds', async () => {
  const person = await addMerchant(app)
  const token = await signInAs(app, person)
  const chosen = ['a fresh tide 43', 'a fresh tide 44']
  const answers = await Promise.all(
    chosen.map((next) => change(person, token, { currentPassword: password, newPassword: next })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  await signInAs(app, person, { password: String(chosen[statuses.indexOf(200)]) })
})

test('a password change invalidates an open reset link', async () => {
  const person = await addMerchant(app)
  const token = await signInAs(app, person)
  await ask(app, requestPasswordReset, { body: { email: person.email } })
  const { bodyText } = await app.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', person.email)
    .executeTakeFirstOrThrow()
  const link = String(/token=([\w-]+)/.exec(bodyText)?.[1])
  await change(person, token)
  const answer = await ask(app, resetPassword, { body: { token: link, newPassword: 'a fresh tide 45' } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'reset-token-invalid' } })
})
