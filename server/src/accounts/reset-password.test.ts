import { login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  password,
  signInAs,
} from '../../test/people.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { issueResetToken } from './table.reset-tokens.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'https://pay.example.test/' })
})
afterAll(() => app.close())

let network = 0
const newAddress = () => `10.2.0.${++network}`
const newPassword = 'a fresh tide 42'

const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()

const request = (email: string, from = newAddress()) => ask(app, requestPasswordReset, { body: { email }, from })

/** Requests a link and returns the token from the email. */
const emailedToken = async (email: string) => {
  await request(email)
  const message = (await emailsTo(email)).at(-1)
  const token = /\/reset-password\?token=([\w-]+)/.exec(message?.bodyText ?? '')?.[1]
  if (!token) throw new Error('no link was mailed')
  return token
}

const reset = (token: string, chosen = newPassword) =>
  ask(app, resetPassword, { body: { token, newPassword: chosen }, from: newAddress() })

const refused = { status: 400, body: { code: 'reset-token-invalid' } }

describe('requesting a link', () => {
  test('everyone gets a working link on the public URL', async () => {
    const merchant = await addMerchant(app)
    for (const person of [
      merchant,
      await addMerchantUser(app, merchant.id),
      await addPartner(app),
      await addAdmin(app),
    ]) {
      const token = await emailedToken(person.email)
      const [message] = await emailsTo(person.email)
      expect(message?.subject).toBe('Reset your password')
      const link = `https://pay.example.test/reset-password?token=${token}`
      expect(message?.bodyText).toContain(link)
      expect(message?.bodyHtml).toContain(`href="${link}"`)
      expect((await reset(token)).body).toEqual({
        message: 'Your password has been reset. You can now log in with your new password.',
      })
      await signInAs(app, person, { password: newPassword })
    }
  })

  test('the response is the same for every address, and only people who can sign in get an email', async () => {
    const known = await addMerchant(app)
    const gone = await addMerchant(app)
    await app.deps.db.updateTable('merchants').set({ isActive: false }).where('id', '=', gone.id).execute()
    const answers = [await request(known.email), await request('nobody@example.test'), await request(gone.email)]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toBe(JSON.stringify(answers[0]?.body))
    }
    expect(await emailsTo(known.email)).toHaveLength(1)
    expect(await emailsTo('nobody@example.test')).toEqual([])
    expect(await emailsTo(gone.email)).toEqual([])
    const tokens = await app.deps.db
      .selectFrom('passwordResetTokens')
      .select('id')
      .where('email', 'in', ['nobody@example.test', gone.email])
      .execute()
    expect(tokens).toEqual([])
  })

  test('only the hash of a token is stored', async () => {
    const { email } = await addMerchant(app)
    const token = await emailedToken(email)
    const rows = await app.deps.db.selectFrom('passwordResetTokens').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('each account gets at most three emails an hour, without an error', async () => {
    const { email } = await addMerchant(app)
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(email)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await emailsTo(email)).toHaveLength(3)
    await app.advance(3601)
    await request(email)
    expect(await emailsTo(email)).toHaveLength(4)
  })

  test('requests from one source are limited', async () => {
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => request(`someone-${i}@example.test`, from)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const over = answers.find(({ status }) => status === 429)
    expect(over).toMatchObject({ body: { code: 'too-many-attempts' } })
    expect(Number(over?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('setting the new password', () => {
  test('ends all sessions and invalidates the old password', async () => {
    const person = await addMerchant(app)
    const tokens = [await signInAs(app, person), await signInAs(app, person, { from: newAddress() })]
    await reset(await emailedToken(person.email))
    for (const token of tokens) expect((await ask(app, verify, { token })).status).toBe(401)
    const old = await ask(app, login, { body: { email: person.email, password }, from: newAddress() })
    expect(old.status).toBe(401)
    await signInAs(app, person, { password: newPassword, from: newAddress() })
    const subjects = (await emailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your password was changed')
  })

  test('neither removes nor bypasses 2FA', async () => {
    const person = await addMerchant(app)
    const { secret } = await enableTwoFactor(app, person, await signInAs(app, person))
    const answer = await reset(await emailedToken(person.email))
    expect(Object.keys(answer.body)).toEqual(['message'])
    const body = { email: person.email, password: newPassword }
    expect((await ask(app, login, { body, from: newAddress() })).status).toBe(202)
    const signedIn = await ask(app, login, { body: { ...body, twoFactorToken: codeOf(secret) }, from: newAddress() })
    expect(signedIn.status).toBe(200)
  })

  test('a token works once, even when sent 20 times at the same time', async () => {
    const person = await addMerchant(app)
    const token = await emailedToken(person.email)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(token, `${newPassword} ${i}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'reset-token-invalid')).toHaveLength(19)
    const winner = answers.findIndex(({ status }) => status === 200)
    await signInAs(app, person, { password: `${newPassword} ${winner}` })
    const activity = await app.deps.db
      .selectFrom('actLog')
      .select('act')
      .where('actorEmail', '=', person.email)
      .execute()
    expect(activity.filter(({ act }) => act === 'password-reset')).toHaveLength(1)
  })

  test('a newer link invalidates older ones, and a reset invalidates all', async () => {
    const { id, email } = await addMerchant(app)
    const [first, second] = [await emailedToken(email), await emailedToken(email)]
    const invitation = await inTransaction(app.deps.db, (tx) =>
      issueResetToken(tx, { kind: 'merchant', id, email }, 'invitation'),
    )
    expect(await reset(first)).toMatchObject(refused)
    expect((await reset(second)).status).toBe(200)
    expect(await reset(invitation)).toMatchObject(refused)
  })

  test('a link is valid for 30 minutes and an invitation for 7 days, by the database’s clock', async () => {
    const person = await addMerchant(app)
    const token = await emailedToken(person.email)
    const invited = await addMerchant(app)
    await app.deps.db.updateTable('merchants').set({ passwordHash: null }).where('id', '=', invited.id).execute()
    const invite = () => inTransaction(app.deps.db, (tx) => issueResetToken(tx, invited, 'invitation'))
    const invitation = await invite()

    await app.advance(30 * 60 + 1)
    expect(await reset(token)).toMatchObject(refused)
    await app.advance(7 * 24 * 3600 - 30 * 60 - 60)
    expect((await reset(invitation)).status).toBe(200)
    await signInAs(app, invited, { password: newPassword })
    const activity = await app.deps.db
      .selectFrom('actLog')
      .select('act')
      .where('actorEmail', '=', invited.email)
      .orderBy('id')
      .execute()
    expect(activity.map(({ act }) => act)).toEqual(['invitation-accepted', 'signed-in'])

    const late = await invite()
    await app.advance(7 * 24 * 3600 + 1)
    expect(await reset(late)).toMatchObject(refused)
  })

  test('common and short passwords are refused and the link stays valid', async () => {
    const person = await addMerchant(app)
    const token = await emailedToken(person.email)
    expect(await reset(token, 'Password123')).toMatchObject({ status: 400, body: { code: 'password-too-common' } })
    expect(await reset(token, 'short')).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', message: 'Password must be at least 8 characters' },
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('a person who was deactivated after the request is refused', async () => {
    const person = await addPartner(app)
    const token = await emailedToken(person.email)
    await app.deps.db.updateTable('partners').set({ isActive: false }).where('id', '=', person.id).execute()
    expect(await reset(token)).toMatchObject(refused)
  })

  test('made-up tokens are not hashed and run into a limit', async () => {
    const original = app.deps.passwords
    app.deps.passwords = { ...original, hash: () => Promise.reject(new Error('hashed for nothing')) }
    const from = newAddress()
    const answers = []
    for (let i = 0; i < 31; i++) {
      answers.push(await ask(app, resetPassword, { body: { token: `made-up-${i}`, newPassword }, from }))
    }
    app.deps.passwords = original
    expect(answers.slice(0, 30).every(({ body }) => body.code === 'reset-token-invalid')).toBe(true)
    expect(answers[30]?.status).toBe(429)
  })
})
