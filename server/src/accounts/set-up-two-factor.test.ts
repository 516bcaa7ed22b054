import { createRequire } from 'node:module'
import { login } from '@bitquay/contract/accounts'
import decodeQr from 'qr/decode.js'
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
  forgetCodes,
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

type Pixels = { width: number; height: number; data: Uint8Array }
// The PNG reader of the QR code library.
const { PNG } = createRequire(createRequire(import.meta.url).resolve('qrcode'))('pngjs') as {
  PNG: { sync: { read: (bytes: Buffer) => Pixels } }
}

const setUp = async (person: Someone, token: string) =>
  (await ask(app, securityCallsOf(person.kind).setupTwoFactor, { token, body: {} })).body as {
    secret: string
    manualKey: string
    qrCodeImage: string
  }
const verifyCode = (person: Someone, token: string, body: { secret: string; token: string }) =>
  ask(app, securityCallsOf(person.kind).verifyTwoFactor, { token, body })
const disable = (person: Someone, token: string, code: string) =>
  ask(app, securityCallsOf(person.kind).disableTwoFactor, { token, body: { token: code } })
const renew = (person: Someone, token: string, code: string) =>
  ask(app, securityCallsOf(person.kind).renewRecoveryCodes, { token, body: { token: code } })
const securityOf = async (person: Someone, token: string) =>
  (await ask(app, securityCallsOf(person.kind).security, { token })).body

const signedIn = async () => {
  const person = await addMerchant(app)
  return { person, token: await signInAs(app, person) }
}

describe('setup', () => {
  test('everyone can turn 2FA on and off', async () => {
    const merchant = await addMerchant(app)
    for (const person of [
      merchant,
      await addMerchantUser(app, merchant.id, 'user'),
      await addPartner(app),
      await addAdmin(app),
    ]) {
      const token = await signInAs(app, person)
      const { secret, recoveryCodes } = await enableTwoFactor(app, person, token)
      expect(recoveryCodes).toHaveLength(10)
      expect(await securityOf(person, token)).toMatchObject({ twoFactorEnabled: true, recoveryCodesLeft: 10 })
      expect((await ask(app, login, { body: { email: person.email, password } })).status).toBe(202)
      expect((await disable(person, token, codeOf(secret))).status).toBe(200)
      expect(await securityOf(person, token)).toMatchObject({ twoFactorEnabled: false, recoveryCodesLeft: 0 })
      await signInAs(app, person)
      const activity = await app.deps.db
        .selectFrom('actLog')
        .select('act')
        .where('actorEmail', '=', person.email)
        .execute()
      expect(activity.map(({ act }) => act)).toEqual(
        expect.arrayContaining(['two-factor-enabled', 'two-factor-disabled']),
      )
    }
  })

  test('the QR code contains the secret and the email address', async () => {
    const { person, token } = await signedIn()
    const { secret, manualKey, qrCodeImage } = await setUp(person, token)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(manualKey.replaceAll(' ', '')).toBe(secret)
    const [, base64 = ''] = /^data:image\/png;base64,(.+)$/.exec(qrCodeImage) ?? []
    const { width, height, data } = PNG.sync.read(Buffer.from(base64, 'base64'))
    const uri = new URL(decodeQr({ width, height, data }, { timeLimit: 5000 }))
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect(uri.searchParams.get('issuer')).toBe('Bitquay')
    expect(decodeURIComponent(uri.pathname)).toContain(person.email)
  })

  test('the pending secret is sealed and changes nothing before it is verified', async () => {
    const { person, token } = await signedIn()
    const { secret } = await setUp(person, token)
    const row = await app.deps.db.selectFrom('merchants').selectAll().where('id', '=', person.id).executeTakeFirst()
    expect(JSON.stringify({ ...row, twoFactorLastStep: null })).not.toContain(secret)
    await signInAs(app, person)
  })

  test('only the latest pending secret is accepted', async () => {
    const { person, token } = await signedIn()
    const pending = { status: 409, body: { code: 'second-factor-not-pending' } }
    const own = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    expect(await verifyCode(person, token, { secret: own, token: codeOf(own) })).toMatchObject(pending)
    const { secret: older } = await setUp(person, token)
    const { secret } = await setUp(person, token)
    expect(await verifyCode(person, token, { secret: own, token: codeOf(own) })).toMatchObject(pending)
    expect(await verifyCode(person, token, { secret: older, token: codeOf(older) })).toMatchObject(pending)
    expect(await verifyCode(person, token, { secret, token: codeOf(secret, 500) })).toMatchObject({
      status: 400,
      body: { code: 'invalid-verification-code', message: 'Invalid verification code' },
    })
    expect((await verifyCode(person, token, { secret, token: codeOf(secret) })).status).toBe(200)
  })

  test('of 20 verifications at the same time one turns 2FA on and gets the recovery codes', async () => {
    const { person, token } = await signedIn()
    const { secret } = await setUp(person, token)
    const body = { secret, token: codeOf(secret) }
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyCode(person, token, body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: refused }) => refused.code === 'second-factor-already-on')).toHaveLength(19)
  })

  test('the code of the setup cannot be used again', async () => {
    const { person, token } = await signedIn()
    const { secret } = await setUp(person, token)
    const code = codeOf(secret)
    await verifyCode(person, token, { secret, token: code })
    const answer = await ask(app, login, { body: { email: person.email, password, twoFactorToken: code } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'code-already-used' } })
  })

  test('guessing the code of a pending secret is limited', async () => {
    const { person, token } = await signedIn()
    const { secret } = await setUp(person, token)
    const wrong = { secret, token: codeOf(secret, 500) }
    const answers = await Promise.all(Array.from({ length: 8 }, () => verifyCode(person, token, wrong)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  test('2FA that is on cannot be set up again', async () => {
    const { person, token } = await signedIn()
    await enableTwoFactor(app, person, token)
    const answer = await ask(app, securityCallsOf(person.kind).setupTwoFactor, { token, body: {} })
    expect(answer).toMatchObject({ status: 409, body: { code: 'second-factor-already-on' } })
  })
})

describe('turning 2FA off and renewing recovery codes', () => {
  test('returns 400 for wrong, used and malformed codes', async () => {
    const { person, token } = await signedIn()
    expect(await disable(person, token, '123456')).toMatchObject({
      status: 409,
      body: { code: 'second-factor-not-on' },
    })
    expect(await renew(person, token, '123456')).toMatchObject({ status: 409, body: { code: 'second-factor-not-on' } })
    const { secret } = await enableTwoFactor(app, person, token)
    const refused = { status: 400, body: { code: 'invalid-verification-code' } }
    expect(await disable(person, token, codeOf(secret, 500))).toMatchObject(refused)
    const used = codeOf(secret)
    await ask(app, login, { body: { email: person.email, password, twoFactorToken: used } })
    expect(await disable(person, token, used)).toMatchObject(refused)
    expect(await disable(person, token, '12345')).toMatchObject({
      status: 400,
      body: { message: 'Token must be 6 digits' },
    })
    expect(await securityOf(person, token)).toMatchObject({ twoFactorEnabled: true })
  })

  test('wrong codes in a session and at sign-in count apart, each until it is paused', async () => {
    const { person, token } = await signedIn()
    const { secret } = await enableTwoFactor(app, person, token)
    const wrong = codeOf(secret, 500)
    for (let i = 0; i < 3; i++) expect((await disable(person, token, wrong)).status).toBe(400)
    const signIn = () => ask(app, login, { body: { email: person.email, password, twoFactorToken: wrong } })
    for (let i = 0; i < 5; i++) expect((await signIn()).status).toBe(401)
    expect((await signIn()).status).toBe(429)
    for (let i = 0; i < 2; i++) expect((await disable(person, token, wrong)).status).toBe(400)
    expect((await disable(person, token, codeOf(secret))).status).toBe(429)
  })

  test('wrong codes during the setup are reported by email when they are paused', async () => {
    const { person, token } = await signedIn()
    const { secret } = await setUp(person, token)
    const enter = () => verifyCode(person, token, { secret, token: codeOf(secret, 500) })
    for (let i = 0; i < 5; i++) expect((await enter()).status).toBe(400)
    expect((await enter()).status).toBe(429)
    const mails = await app.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', person.email)
      .where('subject', '=', 'Too many wrong 2FA codes')
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('a used recovery code updates the number of codes on open screens', async () => {
    const { person, token } = await signedIn()
    const { recoveryCodes } = await enableTwoFactor(app, person, token)
    const readChanges = () =>
      app.deps.db
        .selectFrom('changes')
        .select('topic')
        .where('audience', '=', `person:merchant:${person.id}`)
        .where('topic', '=', 'account')
        .execute()
    const before = await readChanges()
    const used = { email: person.email, password, twoFactorToken: recoveryCodes[0] }
    expect((await ask(app, login, { body: used })).status).toBe(200)
    expect(await readChanges()).toHaveLength(before.length + 1)
  })

  test('a recovery code turns 2FA off, so that a lost phone can be replaced', async () => {
    const { person, token } = await signedIn()
    const { recoveryCodes } = await enableTwoFactor(app, person, token)
    expect((await disable(person, token, String(recoveryCodes[3]))).status).toBe(200)
    await enableTwoFactor(app, person, token)
  })

  test('new recovery codes need a code from the app and replace the old ones', async () => {
    const { person, token } = await signedIn()
    const { secret, recoveryCodes } = await enableTwoFactor(app, person, token)
    expect((await renew(person, token, String(recoveryCodes[0]))).status).toBe(400)
    const renewed = await renew(person, token, codeOf(secret))
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const signInWith = (code: unknown) =>
      ask(app, login, { body: { email: person.email, password, twoFactorToken: code } })
    expect((await signInWith(recoveryCodes[1])).status).toBe(401)
    expect((await signInWith((renewed.body.recoveryCodes as string[])[1])).status).toBe(200)
    expect(await securityOf(person, token)).toMatchObject({ recoveryCodesLeft: 9 })
    await forgetCodes(app, person)
  })

  test('a code of the old secret is refused after 2FA was turned off and on again', async () => {
    const { person, token } = await signedIn()
    const { secret: old } = await enableTwoFactor(app, person, token)
    await disable(person, token, codeOf(old))
    await enableTwoFactor(app, person, token)
    expect((await disable(person, token, codeOf(old, 1))).status).toBe(400)
  })
})
