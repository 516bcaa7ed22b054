import { acceptInvitation, resetPassword, verify, viewInvitation } from '@bitquay/contract/accounts'
import { createAdmin } from '@bitquay/contract/accounts.admins'
import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { createMerchant } from '@bitquay/contract/merchants.admin'
import * as calls from '@bitquay/contract/merchants.team'
import { createPartner } from '@bitquay/contract/partners.admin'
import { withdraw } from '@bitquay/contract/withdrawals'
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
  forgetCodes,
  type Someone,
  signInAs,
} from '../../test/people.ts'

const liveSettings = {
  BTCPAY_URL: 'http://127.0.0.1:1',
  BTCPAY_API_KEY: 'none',
  APP_SECRET: 'a secret of more than 32 characters, kept',
}

let app: TestApp
let limited: TestApp
let live: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://pay.example.test' })
  limited = await startTestApp()
  live = await startTestApp(liveSettings)
})
afterAll(async () => {
  await app.close()
  await limited.close()
  await live.close()
})

/** Someone who is signed in and has 2FA, and the code that they enter next. */
const ready = async (person: Someone, at = app) => {
  const token = await signInAs(at, person)
  const { secret } = await enableTwoFactor(at, person, token)
  const code = async () => {
    await forgetCodes(at, person)
    return codeOf(secret)
  }
  return { ...person, token, code }
}
type Ready = Awaited<ReturnType<typeof ready>>

let count = 0
const newEmail = () => `invited-${++count}@example.test`

const invite = async (by: Ready, body: object = {}, at = app) =>
  ask(at, calls.inviteTeamUser, {
    token: by.token,
    body: { email: newEmail(), name: 'Kim Clerk', twoFactorToken: await by.code(), ...body },
  })
const change = async (by: Ready, id: number, role: string, at = app) =>
  ask(at, calls.changeTeamUser, {
    token: by.token,
    params: { id },
    body: { role, twoFactorToken: await by.code() },
  })
const remove = async (by: Ready, id: number, at = app) =>
  ask(at, calls.removeTeamUser, { token: by.token, params: { id }, query: { twoFactorToken: await by.code() } })
const list = async (by: { token: string }) =>
  (await ask(app, calls.listTeam, { token: by.token })).body as unknown as calls.TeamMember[]
const emailsTo = (email: string, at = app) =>
  at.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
const tokenIn = (text = '') => decodeURIComponent(/welcome\?token=(\S+)/.exec(text)?.[1] ?? '')
const actsOn = (id: number) =>
  app.deps.db
    .selectFrom('actLog')
    .select(['act', 'actorEmail', 'merchantId'])
    .where('subjectKind', '=', 'merchant-user')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()

test('an owner invites a user by email, who chooses a password and can do what the role allows', async () => {
  const owner = await ready(await addMerchant(app))
  const manager = await addMerchantUser(app, owner.id, 'admin')
  const invited = await invite(owner, { email: 'Clerk@Example.test', name: ' Kim \n Clerk ' })
  expect(invited).toMatchObject({
    status: 200,
    body: {
      name: 'Kim Clerk',
      email: 'clerk@example.test',
      role: 'user',
      status: 'invited',
      twoFactorEnabled: false,
      isYou: false,
      lastSeenAt: null,
      invitedUntil: expect.any(String),
    },
  })
  const id = Number(invited.body.id)
  expect(await list(owner)).toMatchObject([
    { id: null, role: 'owner', isYou: true, status: 'active', email: owner.email },
    { id, role: 'user', status: 'invited' },
    { id: manager.id, role: 'admin', isYou: false },
  ])
  const [email] = await emailsTo('clerk@example.test')
  expect(email?.subject).toBe('You’re invited to Blue Door')
  // A stranger reads nothing that the inviter has typed.
  expect(email?.bodyText).not.toContain('Kim')
  for (const to of [owner.email, manager.email]) {
    const [told] = (await emailsTo(to)).filter(({ subject }) => subject.startsWith('The team of'))
    expect(told?.bodyText, to).toContain('invited clerk@example.test with the role user')
  }
  const accepted = await ask(app, resetPassword, {
    body: { token: tokenIn(email?.bodyText), newPassword: 'harbour light 1' },
  })
  expect(accepted.status).toBe(200)
  const token = await signInAs(app, { email: 'clerk@example.test' }, { password: 'harbour light 1' })
  expect((await ask(app, verify, { token })).body).toMatchObject({ user: { role: 'user', merchantId: owner.id } })
  expect((await ask(app, changeSettings, { token, body: { storeName: 'Mine' } })).status).toBe(403)
  expect((await ask(app, withdraw, { token, body: { address: 'x', customerAmount: 1 } })).status).toBe(403)
  expect((await list(owner)).find((each) => each.id === id)).toMatchObject({
    status: 'active',
    invitedUntil: null,
    lastSeenAt: expect.any(String),
  })
  expect(await actsOn(id)).toEqual([{ act: 'team-user-invited', actorEmail: owner.email, merchantId: owner.id }])
})

test('a user of the role user reaches no team call, also with a recent password and a code', async () => {
  const owner = await addMerchant(app)
  const user = await ready(await addMerchantUser(app, owner.id, 'user'))
  const other = await addMerchantUser(app, owner.id, 'user')
  expect((await ask(app, calls.listTeam, { token: user.token })).status).toBe(403)
  expect((await invite(user, { role: 'admin' })).status).toBe(403)
  expect((await change(user, user.id, 'admin')).status).toBe(403)
  expect((await remove(user, other.id)).status).toBe(403)
  const resend = { token: user.token, params: { id: other.id }, body: {} }
  expect((await ask(app, calls.resendTeamInvitation, resend)).status).toBe(403)
})

test('nobody changes the owner, themselves or people of another store', async () => {
  const owner = await ready(await addMerchant(app))
  const manager = await ready(await addMerchantUser(app, owner.id, 'admin'))
  const other = await addMerchant(app)
  const stranger = await addMerchantUser(app, other.id, 'user')
  const partner = await addPartner(app)
  // The owner has no number among the users, and the numbers of other tables name nobody here.
  const taken = (await list(owner)).map((each) => each.id)
  for (const id of [owner.id, other.id, stranger.id, partner.id, 999_999].filter((each) => !taken.includes(each))) {
    expect((await change(manager, id, 'user')).status, `change ${id}`).toBe(404)
    expect((await remove(manager, id)).status, `remove ${id}`).toBe(404)
    const resend = { token: manager.token, params: { id }, body: { twoFactorToken: await manager.code() } }
    expect((await ask(app, calls.resendTeamInvitation, resend)).status, `resend ${id}`).toBe(404)
  }
  for (const role of ['user', 'admin']) {
    expect((await change(manager, manager.id, role)).body.code).toBe('not-yourself')
  }
  expect((await remove(manager, manager.id)).body.code).toBe('not-yourself')
  expect((await change(owner, manager.id, 'owner')).status).toBe(400)
  expect((await invite(manager, { role: 'owner' })).status).toBe(400)
  expect((await ask(app, verify, { token: owner.token })).body).toMatchObject({ user: { role: 'owner' } })
  expect((await ask(app, verify, { token: manager.token })).body).toMatchObject({ user: { role: 'admin' } })
})

test('every change needs a second factor, a fresh code and a recent password', async () => {
  const owner = await addMerchant(app)
  const token = await signInAs(app, owner)
  const user = await addMerchantUser(app, owner.id)
  const tries = (body: object) => [
    ask(app, calls.inviteTeamUser, { token, body: { email: newEmail(), name: 'Kim', ...body } }),
    ask(app, calls.changeTeamUser, { token, params: { id: user.id }, body: { role: 'admin', ...body } }),
    ask(app, calls.removeTeamUser, { token, params: { id: user.id }, query: body as Record<string, string> }),
    ask(app, calls.resendTeamInvitation, { token, params: { id: user.id }, body }),
  ]
  const codes = async (body: object) => {
    const found: unknown[] = []
    for (const attempt of tries(body)) found.push((await attempt).body.code)
    return new Set(found)
  }
  expect(await codes({ twoFactorToken: '123456' })).toEqual(new Set(['second-factor-needed']))
  const { secret, recoveryCodes } = await enableTwoFactor(app, owner, token)
  expect(await codes({})).toEqual(new Set(['second-factor-missing']))
  expect(await codes({ twoFactorToken: '000000' })).toEqual(new Set(['invalid-verification-code']))
  expect(recoveryCodes[0]).toBeDefined()
  // A code works once.
  const used = codeOf(secret)
  const removal = { token, params: { id: user.id }, query: { twoFactorToken: used } }
  const promote = { token, params: { id: user.id }, body: { role: 'admin', twoFactorToken: used } }
  expect((await ask(app, calls.changeTeamUser, promote)).status).toBe(200)
  expect((await ask(app, calls.removeTeamUser, removal)).body.code).toBe('invalid-verification-code')
  await sql`update sessions set password_checked_at = password_checked_at - interval '11 minutes'`.execute(app.deps.db)
  expect(await codes({ twoFactorToken: codeOf(secret, 1) })).toEqual(new Set(['password-needed']))
  const { rows } = await sql`select role from merchant_users where id = ${user.id}`.execute(app.deps.db)
  expect(rows).toEqual([{ role: 'admin' }])
})

test('a removed person loses their sessions and invitations at once, and the address can be invited again', async () => {
  const owner = await ready(await addMerchant(app))
  const manager = await ready(await addMerchantUser(app, owner.id, 'admin'))
  expect((await remove(owner, manager.id)).status).toBe(200)
  expect((await ask(app, verify, { token: manager.token })).status).toBe(401)
  // The removed admin is told too.
  expect((await emailsTo(manager.email)).at(-1)?.bodyText).toContain(`removed ${manager.email}`)
  const email = newEmail()
  const invited = await invite(owner, { email })
  const first = tokenIn((await emailsTo(email))[0]?.bodyText)
  expect((await remove(owner, Number(invited.body.id))).status).toBe(200)
  const use = (token: string) => ask(app, resetPassword, { body: { token, newPassword: 'harbour light 1' } })
  expect((await use(first)).body.code).toBe('reset-token-invalid')
  expect((await invite(owner, { email })).status).toBe(200)
  expect((await use(first)).body.code).toBe('reset-token-invalid')
  expect((await use(tokenIn((await emailsTo(email))[1]?.bodyText))).status).toBe(200)
})

test('an invitation is sent again with a new link, and not to someone who has joined', async () => {
  const owner = await ready(await addMerchant(app))
  const email = newEmail()
  const { body } = await invite(owner, { email })
  const resend = async (id: number) =>
    ask(app, calls.resendTeamInvitation, {
      token: owner.token,
      params: { id },
      body: { twoFactorToken: await owner.code() },
    })
  expect(await resend(Number(body.id))).toMatchObject({ status: 200, body: { status: 'invited' } })
  const [first, second] = (await emailsTo(email)).map(({ bodyText }) => tokenIn(bodyText))
  const use = (token = '') => ask(app, resetPassword, { body: { token, newPassword: 'harbour light 1' } })
  expect((await use(first)).status).toBe(400)
  expect((await use(second)).status).toBe(200)
  expect((await resend(Number(body.id))).body.code).toBe('already-joined')
})

test('an address of the team is refused, and any other one is invited alike, whether it has an account or not', async () => {
  const owner = await ready(await addMerchant(app))
  for (const { email } of [await addMerchantUser(app, owner.id), owner]) {
    expect((await invite(owner, { email })).body.code).toBe('email-taken')
  }
  for (const { email } of [await addMerchant(app), await addPartner(app), { email: newEmail() }]) {
    expect(await invite(owner, { email })).toMatchObject({ status: 200, body: { email, status: 'invited' } })
    expect((await emailsTo(email)).at(-1)?.subject).toContain('You’re invited to')
  }
  const email = newEmail()
  await forgetCodes(app, owner)
  const answers = await Promise.all([invite(owner, { email }), invite(owner, { email }), invite(owner, { email })])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await emailsTo(email)).toHaveLength(1)
})

const lastToken = async (email: string) =>
  tokenIn((await emailsTo(email)).findLast(({ subject }) => subject.startsWith('You’re invited'))?.bodyText)
const view = (token: string) => ask(app, viewInvitation, { body: { token } })
const accept = (token: string, newPassword = 'harbour light 1') =>
  ask(app, acceptInvitation, { body: { token, newPassword } })

test('an invitation doesn’t keep its address from anyone else, whatever account they want', async () => {
  const squatter = await ready(await addMerchant(app))
  const admin = await signInAs(app, await addAdmin(app))
  const accounts: ((email: string) => Promise<{ status: number }>)[] = [
    (email) => ask(app, createMerchant, { token: admin, body: { email, storeName: 'Red Door' } }),
    (email) =>
      ask(app, createMerchant, { token: admin, body: { email, storeName: 'Red Door', password: 'harbour light 1' } }),
    (email) => ask(app, createAdmin, { token: admin, body: { email, name: 'Ada' } }),
    (email) => ask(app, createPartner, { token: admin, body: { email, name: 'Pat', sharePercentage: 1 } }),
  ]
  for (const create of accounts) {
    const email = newEmail()
    expect((await invite(squatter, { email })).status).toBe(200)
    const token = await lastToken(email)
    expect((await create(email)).status).toBe(200)
    // Only who has the link is told.
    const taken = {
      status: 409,
      body: { code: 'email-taken', message: expect.stringContaining('already has an account') },
    }
    expect(await view(token)).toMatchObject(taken)
    expect(await accept(token)).toMatchObject(taken)
    expect(await ask(app, resetPassword, { body: { token, newPassword: 'harbour light 1' } })).toMatchObject(taken)
    expect((await list(squatter)).find((user) => user.email === email)).toMatchObject({ status: 'invited' })
    const { id } = (await list(squatter)).find((user) => user.email === email) ?? {}
    expect((await remove(squatter, Number(id))).status).toBe(200)
    const [held] = await app.deps.db.selectFrom('emailAddresses').selectAll().where('email', '=', email).execute()
    expect(held?.personKind).not.toBe('merchant-user')
  }
})

test('two stores invite one address: both links work until one is accepted, and neither ends the other', async () => {
  const [first, second] = [await ready(await addMerchant(app)), await ready(await addMerchant(app))]
  const email = newEmail()
  expect((await invite(first, { email })).status).toBe(200)
  const firstToken = await lastToken(email)
  expect((await invite(second, { email })).status).toBe(200)
  const secondToken = await lastToken(email)
  expect((await view(firstToken)).status).toBe(200)
  expect((await view(secondToken)).status).toBe(200)
  const answers = await Promise.all([accept(firstToken), accept(secondToken)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  const token = await signInAs(app, { email }, { password: 'harbour light 1' })
  const { body } = await ask(app, verify, { token })
  const joined = answers[0]?.status === 200 ? first : second
  const other = joined === first ? second : first
  expect(body).toMatchObject({ user: { merchantId: joined.id } })
  // The other store can remove its invitation without touching the account.
  const { id } = (await list(other)).find((user) => user.email === email) ?? {}
  expect((await remove(other, Number(id))).status).toBe(200)
  await signInAs(app, { email }, { password: 'harbour light 1' })
})

test('a removed invitation doesn’t end the links of somebody else with the same address', async () => {
  const [owner, squatter] = [await ready(await addMerchant(app)), await ready(await addMerchant(app))]
  const email = newEmail()
  const invited = await invite(owner, { email })
  const token = await lastToken(email)
  const { body } = await invite(squatter, { email })
  expect((await remove(squatter, Number(body.id))).status).toBe(200)
  expect(await list(owner)).toContainEqual(expect.objectContaining({ email, invitedUntil: expect.any(String) }))
  expect((await accept(token)).status).toBe(200)
  expect((await list(owner)).find(({ id }) => id === invited.body.id)).toMatchObject({ status: 'active' })
})

test('of two admins who remove each other at once one stays, and nobody gets a server error', async () => {
  const owner = await ready(await addMerchant(app))
  for (let round = 0; round < 5; round++) {
    const a = await ready(await addMerchantUser(app, owner.id, 'admin'))
    const b = await ready(await addMerchantUser(app, owner.id, 'admin'))
    const answers = await Promise.all([remove(a, b.id), remove(b, a.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const left = (await list(owner)).filter((each) => each.id === a.id || each.id === b.id)
    expect(left).toHaveLength(1)
    await remove(owner, left[0]?.id ?? 0)
  }
})

test('an admin who was demoted a moment ago changes nobody', async () => {
  const owner = await ready(await addMerchant(app))
  for (let round = 0; round < 5; round++) {
    const admin = await ready(await addMerchantUser(app, owner.id, 'admin'))
    const user = await addMerchantUser(app, owner.id, 'user')
    const [demoted, raised] = await Promise.all([change(owner, admin.id, 'user'), change(admin, user.id, 'admin')])
    expect(demoted.status).toBe(200)
    // Either the promotion came first, or it was refused.
    expect([200, 403]).toContain(raised.status)
    const after = (await list(owner)).find((each) => each.id === user.id)
    expect(after?.role).toBe(raised.status === 200 ? 'admin' : 'user')
    expect((await change(admin, user.id, 'user')).status).toBe(403)
  }
})

test('a team has at most 50 users, also when invitations come at once', async () => {
  const owner = await ready(await addMerchant(app))
  await sql`insert into merchant_users (merchant_id, email, name)
    select ${owner.id}, 'many-' || n || '@example.test', 'Many' from generate_series(1, 49) n`.execute(app.deps.db)
  await forgetCodes(app, owner)
  const answers = await Promise.all([invite(owner), invite(owner), invite(owner), invite(owner)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ users: bigint }>`
    select count(*) as users from merchant_users where merchant_id = ${owner.id}`.execute(app.deps.db)
  expect(rows[0]?.users).toBe(50n)
  expect((await invite(owner)).body.code).toBe('team-full')
})

test('a store sends 20 invitations a day, taken addresses count too, and an address gets 5', async () => {
  const owner = await ready(await addMerchant(limited), limited)
  const taken = await addMerchant(limited)
  const victim = newEmail()
  for (let turn = 0; turn < 5; turn++) {
    const { body } = await invite(owner, { email: victim }, limited)
    expect(body.status).toBe('invited')
    expect((await remove(owner, Number(body.id), limited)).status).toBe(200)
  }
  expect(await invite(owner, { email: victim }, limited)).toMatchObject({
    status: 429,
    body: { code: 'invitation-limit' },
  })
  for (let turn = 6; turn < 20; turn++) {
    const { body } = await invite(owner, { email: taken.email }, limited)
    expect(body.code ?? body.status).toBe(turn === 6 ? 'invited' : turn < 11 ? 'email-taken' : 'invitation-limit')
  }
  expect((await invite(owner, {}, limited)).body.code).toBe('invitation-limit')
  expect(await emailsTo(victim, limited)).toHaveLength(5)
  // Another store is not affected, except for the address that has had enough.
  const other = await ready(await addMerchant(limited), limited)
  expect((await invite(other, { email: victim }, limited)).body.code).toBe('invitation-limit')
  expect((await invite(other, {}, limited)).status).toBe(200)
})

test('outside the sandbox who may not withdraw yet can’t raise anybody, and a raised user waits for a day', async () => {
  const owner = await addMerchant(live)
  const user = await addMerchantUser(live, owner.id, 'user')
  const old = () =>
    sql`update merchant_users set created_at = created_at - interval '2 days' where id = ${user.id}`.execute(
      live.deps.db,
    )
  await old()
  const by = await ready(owner, live)
  expect((await change(by, user.id, 'admin', live)).body.code).toBe('withdrawals-closed')
  expect((await invite(by, { role: 'admin' }, live)).body.code).toBe('withdrawals-closed')
  // Someone who only creates invoices can be invited at once, and removing never waits.
  const clerk = await invite(by, {}, live)
  expect(clerk.status).toBe(200)
  expect((await remove(by, Number(clerk.body.id), live)).status).toBe(200)
  await sql`update merchants set created_at = created_at - interval '2 days',
    two_factor_changed_at = two_factor_changed_at - interval '2 days' where id = ${owner.id}`.execute(live.deps.db)
  expect((await change(by, user.id, 'admin', live)).status).toBe(200)
  const raised = await ready(user, live)
  await sql`update merchant_users set two_factor_changed_at = null where id = ${user.id}`.execute(live.deps.db)
  const closed = async () => (await ask(live, getSettings, { token: raised.token })).body.withdrawalsClosed
  expect(await closed()).toMatchObject({ reason: 'security-change' })
  await sql`update merchant_users set raised_at = raised_at - interval '1 day' where id = ${user.id}`.execute(
    live.deps.db,
  )
  expect(await closed()).toBeNull()
})
