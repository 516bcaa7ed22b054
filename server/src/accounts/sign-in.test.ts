import { login, logout, verify } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  addPartner,
  ask,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let network = 0
/** An address that no other test has used. */
const newAddress = () => `10.1.0.${++network}`

const withoutRequestId = ({ status, body: { requestId, ...body } }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  body,
  hasRequestId: typeof requestId === 'string',
})

describe('who can sign in', () => {
  test('everyone signs in to the portal that they belong to', async () => {
    const merchant = await addMerchant(app)
    const people = [
      [await addAdmin(app), { type: 'admin' }],
      [merchant, { type: 'merchant', role: 'owner', merchantId: merchant.id, storeName: 'Blue Door' }],
      [await addMerchantUser(app, merchant.id, 'user'), { type: 'merchant', role: 'user', merchantId: merchant.id }],
      [await addMerchantUser(app, merchant.id, 'admin'), { type: 'merchant', role: 'admin', storeName: 'Blue Door' }],
      [await addPartner(app, '33.33'), { type: 'partner', sharePercentage: 33.33 }],
    ] as const
    for (const [person, expected] of people) {
      const signedIn = await ask(app, login, { body: { email: person.email, password }, from: newAddress() })
      expect(signedIn.status).toBe(200)
      expect(signedIn.body.user).toMatchObject({ id: person.id, email: person.email, ...expected })
      const verified = await ask(app, verify, { token: String(signedIn.body.token) })
      expect(verified.body).toEqual({ user: signedIn.body.user })
    }
  })

  test('the email address may have any case and spaces around it', async () => {
    const { email } = await addMerchant(app)
    const answer = await ask(app, login, { body: { email: `  ${email.toUpperCase()} `, password } })
    expect(answer.status).toBe(200)
  })

  test('signing out ends the session on the server', async () => {
    const token = await signInAs(app, await addMerchant(app))
    expect((await ask(app, logout, { token })).status).toBe(200)
    expect((await ask(app, verify, { token })).status).toBe(401)
    expect((await ask(app, logout, { token })).status).toBe(401)
  })

  test('only the hash of a token is stored', async () => {
    const token = await signInAs(app, await addMerchant(app))
    const sessions = await app.deps.db.selectFrom('sessions').select('tokenHash').execute()
    expect(sessions.every(({ tokenHash }) => tokenHash.length === 32)).toBe(true)
    expect(JSON.stringify(sessions.map((row) => row.tokenHash.toString('latin1')))).not.toContain(token)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })
})

describe('what a response reveals', () => {
  test('unknown, known, invited and deactivated people get the same response for the same hashing work', async () => {
    const { db } = app.deps
    const known = await addMerchant(app)
    const invited = await addMerchant(app)
    await db.updateTable('merchants').set({ passwordHash: null }).where('id', '=', invited.id).execute()
    const gone = await addMerchant(app)
    await db.updateTable('merchants').set({ isActive: false }).where('id', '=', gone.id).execute()

    const original = app.deps.passwords
    const verified: string[] = []
    app.deps.passwords = {
      ...original,
      verify: async (hash, given) => {
        verified.push(given)
        return original.verify(hash, given)
      },
    }
    const answers = []
    for (const [email, given] of [
      [known.email, 'not the password'],
      ['nobody@example.test', 'not the password'],
      [invited.email, 'not the password'],
      [gone.email, password],
    ]) {
      answers.push(withoutRequestId(await ask(app, login, { body: { email, password: given }, from: newAddress() })))
    }
    app.deps.passwords = original
    expect(verified).toHaveLength(4)
    expect(answers[0]).toEqual({
      status: 401,
      body: {
        message: 'Invalid email or password',
        error: 'Invalid email or password',
        code: 'invalid-credentials',
      },
      hasRequestId: true,
    })
    for (const answer of answers) expect(JSON.stringify(answer)).toBe(JSON.stringify(answers[0]))
  })

  test('unknown and known addresses reach the same limit after the same number of attempts', async () => {
    const { email } = await addMerchant(app)
    const statuses = async (address: string) => {
      const list = []
      const from = newAddress()
      for (let i = 0; i < 7; i++) {
        const answer = await ask(app, login, { body: { email: address, password: 'wrong one' }, from })
        list.push([answer.status, answer.headers['retry-after']])
      }
      return list
    }
    const [known, unknown] = [await statuses(email), await statuses('stranger@example.test')]
    expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(unknown.map(([status]) => status)).toEqual(known.map(([status]) => status))
    expect(Number(known[5]?.[1])).toBeGreaterThan(0)
  })
})

describe('changes while a password is being hashed', () => {
  const signInWhile = async (person: Someone, change: () => Promise<unknown>) => {
    const original = app.deps.passwords
    app.deps.passwords = {
      ...original,
      verify: async (hash, given) => {
        const right = await original.verify(hash, given)
        await change()
        return right
      },
    }
    const answer = await ask(app, login, { body: { email: person.email, password }, from: newAddress() })
    app.deps.passwords = original
    return answer
  }
  const update = (person: Someone, values: { passwordHash?: string; isActive?: boolean }) =>
    app.deps.db.updateTable('merchants').set(values).where('id', '=', person.id).execute()

  test('the old password is refused after a change of password or a deactivation', async () => {
    for (const values of [{ passwordHash: await app.deps.passwords.hash('a fresh tide 42') }, { isActive: false }]) {
      const person = await addMerchant(app)
      const answer = await signInWhile(person, () => update(person, values))
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } })
      const sessions = await app.deps.db.selectFrom('sessions').select('id').where('personId', '=', person.id).execute()
      expect(sessions).toEqual([])
    }
  })

  test('2FA that was just turned on is required', async () => {
    const person = await addMerchant(app)
    const answer = await signInWhile(person, () =>
      app.deps.db
        .updateTable('merchants')
        .set({ twoFactorEnabled: true, twoFactorSecret: 'sealed' })
        .where('id', '=', person.id)
        .execute(),
    )
    expect(answer.status).toBe(202)
  })
})

describe('emails and audit log', () => {
  test('a sign-in from a new place is emailed, but not the first one or one from a known place', async () => {
    const person = await addPartner(app)
    const subjects = async () =>
      (
        await app.deps.db.selectFrom('mailOutbox').select('subject').where('recipient', '=', person.email).execute()
      ).map(({ subject }) => subject)
    await signInAs(app, person, { from: '10.9.0.1', device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
    await signInAs(app, person, { from: '10.9.0.1', device: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
    expect(await subjects()).toEqual([])
    await signInAs(app, person, { from: '10.9.0.2', device: '<script>alert(1)</script>' })
    expect(await subjects()).toEqual(['New sign-in to your account'])
    const { bodyHtml } = await app.deps.db
      .selectFrom('mailOutbox')
      .select('bodyHtml')
      .where('recipient', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(bodyHtml).not.toContain('<script')
  })

  test('the audit log says who signed in, how and from where', async () => {
    const merchant = await addMerchant(app)
    const user = await addMerchantUser(app, merchant.id)
    await signInAs(app, user, { from: '10.9.0.3', device: 'curl/8.0' })
    const entry = await app.deps.db
      .selectFrom('actLog')
      .selectAll()
      .where('actorKind', '=', 'merchant-user')
      .where('actorId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      act: 'signed-in',
      actorEmail: user.email,
      merchantId: merchant.id,
      sourceAddress: '10.9.0.3',
      detail: { by: 'password', device: 'curl/8.0' },
    })
  })
})
