import { login } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addMerchant,
  ask,
  awayFromStepEnd,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  password,
  securityCallsOf,
  signInAs,
} from '../../test/people.ts'
import { cookieOf } from '../../test/proof.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { takeTotp } from './check-second-factor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // As if every request went to another process: only the database decides.
  app.deps.signInMutex = (_, work) => work()
})
afterAll(() => app.close())

let network = 0
/** An address that no other test has used. */
const newAddress = () => `10.1.0.${++network}`

describe('the second step', () => {
  const withTwoFactor = async () => {
    const person = await addMerchant(app)
    const token = await signInAs(app, person)
    return { person, ...(await enableTwoFactor(app, person, token)) }
  }
  const attempt = (email: string, body: object, from = newAddress()) =>
    ask(app, login, { body: { email, ...body }, from })

  test('returns 202 without a code and 200 with a code and the password or the token of the first step', async () => {
    const { person, secret } = await withTwoFactor()
    const first = await attempt(person.email, { password })
    expect(first).toMatchObject({ status: 202, body: { message: 'Please enter your 2FA code to continue' } })
    expect(Object.keys(first.body).sort()).toEqual(['message', 'tempToken'])

    const { tempToken } = first.body
    const second = await attempt(person.email, { tempToken, twoFactorToken: codeOf(secret) })
    expect(second.status).toBe(200)
    await forgetCodes(app, person)
    expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret) })).status).toBe(200)
  })

  test('returns 202 for an empty code and 401 for a wrong password with a right code', async () => {
    const { person, secret } = await withTwoFactor()
    expect((await attempt(person.email, { password, twoFactorToken: '' })).status).toBe(202)
    const answer = await attempt(person.email, { password: 'wrong one', twoFactorToken: codeOf(secret) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } })
  })

  test('the token of the first step works for its person only, for 5 minutes and until the password changes', async () => {
    const { person, secret } = await withTwoFactor()
    const other = await withTwoFactor()
    const { tempToken } = (await attempt(person.email, { password })).body
    const twoFactorToken = codeOf(secret)
    const refused = { status: 401, body: { code: 'sign-in-expired' } }
    expect(await attempt(other.person.email, { tempToken, twoFactorToken: codeOf(other.secret) })).toMatchObject(
      refused,
    )
    expect(await attempt('nobody@example.test', { tempToken, twoFactorToken })).toMatchObject(refused)
    expect(await attempt(person.email, { tempToken: 'v1.00000000.AAAA', twoFactorToken })).toMatchObject(refused)

    await app.advance(5 * 60 + 1)
    expect(await attempt(person.email, { tempToken, twoFactorToken })).toMatchObject(refused)

    const fresh = (await attempt(person.email, { password })).body.tempToken
    const passwordHash = await app.deps.passwords.hash('another harbour 8')
    await app.deps.db.updateTable('merchants').set({ passwordHash }).where('id', '=', person.id).execute()
    expect(await attempt(person.email, { tempToken: fresh, twoFactorToken })).toMatchObject(refused)
  })

  test('a code sent 20 times at the same time signs in once and does not count as wrong', async () => {
    const { person, secret } = await withTwoFactor()
    const { tempToken } = (await attempt(person.email, { password })).body
    const twoFactorToken = codeOf(secret)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        // Some with the password and the others with the token of the first step.
        attempt(person.email, i % 5 === 0 ? { password, twoFactorToken } : { tempToken, twoFactorToken }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'code-already-used')).toHaveLength(19)
    const sessions = await app.deps.db.selectFrom('sessions').select('id').where('personId', '=', person.id).execute()
    expect(sessions).toHaveLength(2)
    expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret, 1) })).status).toBe(200)
  })

  test('the codes of the previous and the next step are accepted, those further away are not', async () => {
    await awayFromStepEnd()
    const { person, secret } = await withTwoFactor()
    for (const [away, status] of [
      [-1, 200],
      [1, 200],
      [-3, 401],
      [3, 401],
    ] as const) {
      await forgetCodes(app, person)
      const answer = await attempt(person.email, { password, twoFactorToken: codeOf(secret, away) })
      expect([away, answer.status]).toEqual([away, status])
    }
  })

  test('a code older than a used one is refused', async () => {
    const { person, secret } = await withTwoFactor()
    expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret, 1) })).status).toBe(200)
    const answer = await attempt(person.email, { password, twoFactorToken: codeOf(secret, 0) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'code-already-used' } })
  })

  test('five wrong codes block 2FA for a while, even for correct codes', async () => {
    const { person, secret } = await withTwoFactor()
    const wrong = codeOf(secret, 500)
    const { tempToken } = (await attempt(person.email, { password })).body
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attempt(person.email, { tempToken, twoFactorToken: wrong })),
    )
    expect(answers.filter(({ body }) => body.code === 'invalid-second-factor')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
    const paused = await attempt(person.email, { password, twoFactorToken: codeOf(secret) })
    expect(paused).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(14 * 60)
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)

    const activity = await app.deps.db.selectFrom('actLog').select('act').where('actorId', '=', person.id).execute()
    expect(activity.filter(({ act }) => act === 'two-factor-paused')).toHaveLength(1)

    await app.advance(15 * 60 + 1)
    expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret) })).status).toBe(200)
  })

  test('wrong codes of a stolen session do not pause the owner, in a session or on a known device', async () => {
    const { person, secret } = await withTwoFactor()
    const sessionOf = async () => {
      await forgetCodes(app, person)
      const from = newAddress()
      const signedIn = await ask(app, login, {
        body: { email: person.email, password, twoFactorToken: codeOf(secret) },
        from,
      })
      return { token: String(signedIn.body.token), cookie: cookieOf(signedIn) }
    }
    const [stolen, own] = [await sessionOf(), await sessionOf()]
    const renew = (token: string, code: string) =>
      ask(app, securityCallsOf(person.kind).renewRecoveryCodes, { token, body: { token: code } })
    for (let round = 0; round < 8; round++) await renew(stolen.token, codeOf(secret, 500 + round))
    await forgetCodes(app, person)
    expect((await renew(stolen.token, codeOf(secret))).status).toBe(429)
    expect((await renew(own.token, codeOf(secret))).status).toBe(200)

    // Somebody who knows the password guesses codes elsewhere: that pauses sign-ins from unknown devices only.
    for (let round = 0; round < 6; round++)
      await attempt(person.email, { password, twoFactorToken: codeOf(secret, 500 + round) })
    await forgetCodes(app, person)
    const body = { email: person.email, password, twoFactorToken: codeOf(secret) }
    expect((await ask(app, login, { body, from: newAddress() })).status).toBe(429)
    expect((await ask(app, login, { body, from: newAddress(), headers: { cookie: own.cookie } })).status).toBe(200)
  })

  test('a correct code clears the wrong ones', async () => {
    const { person, secret } = await withTwoFactor()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) {
        expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret, 500) })).status).toBe(401)
      }
      await forgetCodes(app, person)
      expect((await attempt(person.email, { password, twoFactorToken: codeOf(secret) })).status).toBe(200)
    }
  })

  test('a recovery code works once in any spelling, even in parallel, and its owner is emailed', async () => {
    const { person, recoveryCodes } = await withTwoFactor()
    expect(new Set(recoveryCodes).size).toBe(10)
    const code = String(recoveryCodes[0]).toUpperCase().replaceAll('-', ' ')
    const { tempToken } = (await attempt(person.email, { password })).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => attempt(person.email, { tempToken, twoFactorToken: code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9)
    expect((await attempt(person.email, { password, twoFactorToken: recoveryCodes[1] })).status).toBe(200)
    expect((await attempt(person.email, { password, twoFactorToken: 'aaaaa-bbbbb-ccccc' })).status).toBe(401)

    const emails = await app.deps.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where('recipient', '=', person.email)
      .orderBy('id')
      .execute()
    const used = emails.filter(({ subject }) => subject === 'A recovery code was used')
    expect(used.map(({ bodyText }) => /(\d+ codes?) left/.exec(bodyText)?.[1])).toEqual(['9 codes', '8 codes'])
  })

  test('a recovery code of someone else is refused', async () => {
    const [mine, other] = [await withTwoFactor(), await withTwoFactor()]
    const answer = await attempt(mine.person.email, { password, twoFactorToken: other.recoveryCodes[0] })
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid-second-factor' } })
  })

  test('a secret that was moved into another row cannot be opened', async () => {
    const [mine, other] = [await withTwoFactor(), await withTwoFactor()]
    const stolen = await app.deps.db
      .selectFrom('merchants')
      .select('twoFactorSecret')
      .where('id', '=', mine.person.id)
      .executeTakeFirstOrThrow()
    expect(stolen.twoFactorSecret).not.toContain(mine.secret)
    await app.deps.db.updateTable('merchants').set(stolen).where('id', '=', other.person.id).execute()
    const answer = await attempt(other.person.email, { password, twoFactorToken: codeOf(mine.secret) })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer.body)).not.toContain('token')
  })

  test('sending money needs an unused code and accepts no recovery codes', async () => {
    const { person, secret, recoveryCodes } = await withTwoFactor()
    const source = { address: '10.1.9.9', device: 'test' }
    const take = (code: string) => commitThenThrow(app.deps.db, (tx) => takeTotp(tx, app.deps, person, code, source))
    const signedIn = await attempt(person.email, { password, twoFactorToken: codeOf(secret) })
    expect(signedIn.status).toBe(200)
    await expect(take(codeOf(secret))).rejects.toMatchObject({ code: 'code-already-used' })
    await forgetCodes(app, person)
    const code = codeOf(secret)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => take(code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await attempt(person.email, { password, twoFactorToken: code })).body.code).toBe('code-already-used')
    for (let i = 0; i < 5; i++) {
      await expect(take(String(recoveryCodes[i]))).rejects.toMatchObject({ code: 'invalid-second-factor' })
    }
    await expect(take(codeOf(secret, 1))).rejects.toMatchObject({ code: 'too-many-attempts' })
  })
})
