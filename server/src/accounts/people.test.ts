import { acceptInvitation, login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import * as admins from '@bitquay/contract/accounts.admins'
import { changeSettings } from '@bitquay/contract/merchants'
import * as users from '@bitquay/contract/merchants.users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  addPartner,
  ask,
  enableTwoFactor,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'

let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://pay.example.test' })
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const activityOn = (kind: string, id: number) =>
  app.deps.db
    .selectFrom('actLog')
    .select(['act', 'actorEmail'])
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
const tokenIn = (text = '') => decodeURIComponent(/welcome\?token=(\S+)/.exec(text)?.[1] ?? '')

test('adding, changing and deleting merchant users is recorded in the audit log', async () => {
  const merchant = await addMerchant(app)
  const params = { id: merchant.id }
  const list = async () => (await ask(app, users.listMerchantUsers, { token, params })).body
  expect(await list()).toEqual([])
  const form = { merchantId: merchant.id, email: 'Clerk@Example.test', password: 'harbour light 1', name: 'Kim Clerk' }
  const created = await ask(app, users.createMerchantUser, { token, params, body: form })
  expect(created).toMatchObject({
    status: 200,
    body: { name: 'Kim Clerk', email: 'clerk@example.test', role: 'user', isActive: true, merchantId: merchant.id },
  })
  const id = Number(created.body.id)
  expect(await list()).toEqual([created.body])
  const own = await signInAs(app, { email: 'clerk@example.test' }, { password: 'harbour light 1' })
  const rename = () => ask(app, changeSettings, { token: own, body: { storeName: 'Other' } })
  expect((await rename()).status).toBe(403)
  const promoted = await ask(app, users.changeMerchantUser, { token, params: { id }, body: { role: 'admin' } })
  expect(promoted.body).toMatchObject({ role: 'admin' })
  expect((await rename()).status).toBe(200)
  await ask(app, users.changeMerchantUser, { token, params: { id }, body: { isActive: false } })
  expect((await ask(app, verify, { token: own })).status).toBe(401)
  await ask(app, users.changeMerchantUser, { token, params: { id }, body: { isActive: true } })
  const again = await signInAs(app, { email: 'clerk@example.test' }, { password: 'harbour light 1' })
  expect((await ask(app, users.deleteMerchantUser, { token, params: { id } })).status).toBe(200)
  expect((await ask(app, verify, { token: again })).status).toBe(401)
  expect(await list()).toEqual([])
  expect((await ask(app, users.deleteMerchantUser, { token, params: { id } })).status).toBe(404)
  expect(await activityOn('merchant-user', id)).toEqual(
    [
      'merchant-user-created',
      'merchant-user-changed',
      'merchant-user-changed',
      'merchant-user-changed',
      'merchant-user-removed',
    ].map((act) => ({ act, actorEmail: admin.email })),
  )
  // The email address can be used again.
  expect((await ask(app, users.createMerchantUser, { token, params, body: form })).status).toBe(200)
})

test('invalid input creates no user', async () => {
  const merchant = await addMerchant(app)
  const good = { email: 'new@example.test', password: 'harbour light 1', name: 'New' }
  for (const [wrong, message] of [
    [{ email: 'no' }, 'Invalid email address'],
    [{ password: '1234567' }, 'Password must be at least 8 characters'],
    [{ name: '' }, 'Name is required'],
    [{ merchantId: merchant.id + 1 }, 'The merchant in the body doesn’t match the one in the path.'],
  ] as const) {
    const answer = await ask(app, users.createMerchantUser, {
      token,
      params: { id: merchant.id },
      body: { ...good, ...wrong },
    })
    expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { message } })
  }
  const owner = await ask(app, users.createMerchantUser, {
    token,
    params: { id: merchant.id },
    body: { ...good, role: 'owner' },
  })
  expect(owner.status).toBe(400)
  const taken = await ask(app, users.createMerchantUser, {
    token,
    params: { id: merchant.id },
    body: { ...good, email: merchant.email },
  })
  expect(taken.body).toMatchObject({ code: 'email-taken' })
  expect((await ask(app, users.createMerchantUser, { token, params: { id: 999_999 }, body: good })).status).toBe(404)
  expect((await ask(app, users.listMerchantUsers, { token, params: { id: merchant.id } })).body).toEqual([])
})

test('an admin is invited, joins once with the newest link and can be deactivated by another', async () => {
  const created = await ask(app, admins.createAdmin, {
    token,
    body: { name: 'Second Operator', email: 'second@example.test' },
  })
  expect(created).toMatchObject({ status: 200, body: { invited: true, isActive: true, isYou: false } })
  const person = { kind: 'admin', id: Number(created.body.id) }
  const resend = () => ask(app, admins.sendInvitation, { token, params: person, body: {} })
  const answers = await Promise.all([resend(), resend(), resend()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const emails = await emailsTo('second@example.test')
  expect(emails).toHaveLength(4)
  const links = emails.map(({ bodyText }) => tokenIn(bodyText))
  const open = await app.deps.db
    .selectFrom('passwordResetTokens')
    .select('token')
    .where('email', '=', 'second@example.test')
    .where('used', '=', false)
    .execute()
  expect(open).toHaveLength(1)
  expect(JSON.stringify(open)).not.toContain(links[0])
  const join = (link = '') => ask(app, resetPassword, { body: { token: link, newPassword: 'harbour light 2' } })
  const joined = await Promise.all(links.map(join))
  expect(joined.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await resend()).body).toMatchObject({ code: 'already-joined' })

  const theirs = await signInAs(app, { email: 'second@example.test' }, { password: 'harbour light 2' })
  const setActive = (by: string, id: number, isActive: boolean) =>
    ask(app, admins.changeAdmin, { token: by, params: { id }, body: { isActive } })
  expect((await setActive(token, admin.id, false)).body).toMatchObject({ code: 'not-yourself' })
  expect((await setActive(token, person.id, false)).body).toMatchObject({ isActive: false })
  expect((await ask(app, verify, { token: theirs })).status).toBe(401)
  expect((await setActive(token, person.id, true)).body).toMatchObject({ isActive: true })
  expect((await setActive(token, 999_999, true)).status).toBe(404)
  expect((await activityOn('admin', person.id)).map(({ act }) => act)).toEqual([
    'admin-invited',
    'invitation-sent',
    'invitation-sent',
    'invitation-sent',
    'admin-deactivated',
    'admin-activated',
  ])
  const { body } = await ask(app, admins.listAdmins, { token })
  expect(body).toMatchObject([
    { id: admin.id, isYou: true },
    { id: person.id, isYou: false, invited: false },
  ])
})

test('an expired invitation is refused', async () => {
  await ask(app, admins.createAdmin, { token, body: { name: 'Late', email: 'late@example.test' } })
  const [email] = await emailsTo('late@example.test')
  await app.deps.db
    .updateTable('passwordResetTokens')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('email', '=', 'late@example.test')
    .execute()
  const answer = await ask(app, resetPassword, {
    body: { token: tokenIn(email?.bodyText), newPassword: 'harbour light 3' },
  })
  expect(answer.body).toMatchObject({ code: 'reset-token-invalid' })
})

test('of two admins who deactivate each other at once one remains active', async () => {
  const [one, two] = [await addAdmin(app), await addAdmin(app)]
  const tokens = [await signInAs(app, one), await signInAs(app, two)]
  const answers = await Promise.all([
    ask(app, admins.changeAdmin, { token: tokens[0] ?? '', params: { id: two.id }, body: { isActive: false } }),
    ask(app, admins.changeAdmin, { token: tokens[1] ?? '', params: { id: one.id }, body: { isActive: false } }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await app.deps.db
    .selectFrom('admins')
    .select('id')
    .where('id', 'in', [one.id, two.id])
    .where('isActive', '=', true)
    .execute()
  expect(left).toHaveLength(1)
})

test('resetting 2FA works for everyone but owners, signs them out and emails them a link to choose a new password', async () => {
  const merchant = await addMerchant(app)
  const others = [await addMerchantUser(app, merchant.id), await addPartner(app), await addAdmin(app)]
  for (const someone of others) {
    const { kind, id, email } = someone
    const params = { kind, id }
    expect((await ask(app, admins.resetTwoFactor, { token, params, body: {} })).body).toMatchObject({
      code: 'second-factor-not-on',
    })
    const own = await signInAs(app, someone)
    await enableTwoFactor(app, someone, own)
    await expect(signInAs(app, someone)).rejects.toThrow('202')
    expect((await ask(app, admins.resetTwoFactor, { token, params, body: {} })).status, kind).toBe(200)
    expect((await ask(app, verify, { token: own })).status).toBe(401)
    // Somebody who stole the password and talked the admin into this must not get in with it.
    expect((await ask(app, login, { body: { email, password } })).body).toMatchObject({ code: 'invalid-credentials' })
    expect((await activityOn(kind, id)).at(-1)).toEqual({ act: 'two-factor-reset', actorEmail: admin.email })
    const sent = await emailsTo(email)
    const reset = sent.find(({ subject }) => subject === 'Your two-factor authentication was reset')
    const joined = await ask(app, acceptInvitation, {
      body: { token: tokenIn(reset?.bodyText), newPassword: 'harbour light 4' },
    })
    expect(joined.status, kind).toBe(200)
    await expect(signInAs(app, someone, { password: 'harbour light 4' })).resolves.toBeTruthy()
    const codes = await app.deps.db
      .selectFrom('recoveryCodes')
      .select('id')
      .where('personKind', '=', kind)
      .where('personId', '=', id)
      .execute()
    expect(codes).toEqual([])
  }
  expect(
    (await ask(app, admins.resetTwoFactor, { token, params: { kind: 'admin', id: admin.id }, body: {} })).body,
  ).toMatchObject({ code: 'not-yourself' })
  await enableTwoFactor(app, merchant, await signInAs(app, merchant))
  expect(
    (await ask(app, admins.resetTwoFactor, { token, params: { kind: 'merchant', id: merchant.id }, body: {} })).body,
  ).toMatchObject({ code: 'recovery-needed' })
  await expect(signInAs(app, merchant)).rejects.toThrow('202')
  expect(
    (await ask(app, admins.resetTwoFactor, { token, params: { kind: 'partner', id: 999_999 }, body: {} })).status,
  ).toBe(404)
})

test('a link to reset the password that was emailed before a reset of 2FA stops working', async () => {
  const someone = await addPartner(app)
  await enableTwoFactor(app, someone, await signInAs(app, someone))
  await ask(app, requestPasswordReset, { body: { email: someone.email } })
  const link = (await emailsTo(someone.email)).find(({ subject }) => subject === 'Reset your password')
  const earlier = decodeURIComponent(/token=(\S+)/.exec(link?.bodyText ?? '')?.[1] ?? '')
  const params = { kind: someone.kind, id: someone.id }
  expect((await ask(app, admins.resetTwoFactor, { token, params, body: {} })).status).toBe(200)
  expect(
    (await ask(app, resetPassword, { body: { token: earlier, newPassword: 'harbour light 5' } })).body,
  ).toMatchObject({ code: 'reset-token-invalid' })
})
