import {
  closeMerchant,
  getAccountChange,
  startEmailChange,
  startRecovery,
  stopAccountChange,
  stopByLink,
  viewStopLink,
} from '@bitquay/contract/account-care'
import { acceptInvitation, login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import { withdraw } from '@bitquay/contract/withdrawals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addAdmin,
  addMerchantUser,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  holdCodes,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { applyChanges } from './apply-changes.ts'

const hour = 3600
const day = 24 * hour

let money: Money
let admin: Someone
beforeAll(async () => {
  money = await startMoney()
  admin = await addAdmin(money.server)
})
afterAll(() => money.close())
beforeEach(holdCodes)

let count = 0
const newShop = async () => {
  const name = `care-${++count}`
  const { id, owner, secret } = await openShop(money, name, 1_000_000n)
  const manager = await addMerchantUser(money.server, id, 'admin')
  return { id, name, owner, secret, manager }
}
type Shop = Awaited<ReturnType<typeof newShop>>

/** Sessions end within the days that these tests take, so everyone signs in each time. */
const byAdmin = async () => signInAs(money.server, admin)
const byOwner = async ({ owner, secret }: Shop) => {
  await forgetCodes(money.server, owner)
  const token = await signInAs(money.server, owner, { twoFactorToken: codeOf(secret) })
  await forgetCodes(money.server, owner)
  return token
}
const identityCheck = 'Passport and a video call with the owner'
const recover = async ({ id }: Shop) =>
  ask(money.server, startRecovery, { token: await byAdmin(), params: { id }, body: { identityCheck } })
const renameTo = async ({ id }: Shop, newEmail: string) =>
  ask(money.server, startEmailChange, {
    token: await byAdmin(),
    params: { id },
    body: { newEmail, reason: 'The owner moved to another domain' },
  })

const mails = (to: string) =>
  money.deps.db.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', to).execute()
const linkOf = async (to: string, path: string): Promise<string> => {
  const texts = (await mails(to)).map(({ bodyText }) => bodyText).reverse()
  const found = texts.map((text) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean)
  if (!found) throw new Error(`no link to ${path} for ${to}`)
  return found
}
const rowOf = ({ id }: Shop) =>
  money.deps.db
    .selectFrom('merchants')
    .select(['email', 'passwordHash', 'twoFactorEnabled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const changesOf = ({ id }: Shop) =>
  money.deps.db.selectFrom('accountChanges').select(['kind', 'status']).where('merchantId', '=', id).execute()
const actsOf = async ({ id }: Shop) =>
  (await money.deps.db.selectFrom('actLog').select('act').where('merchantId', '=', id).execute()).map(({ act }) => act)
const send = async (shop: Shop, token: string) =>
  ask(money.server, withdraw, {
    token,
    body: { address: await money.strangersAddress(), customerAmount: 10, twoFactorToken: codeOf(shop.secret) },
  })
/** Time passes, and the worker runs in two processes at once. */
const wait = async (seconds: number) => {
  await money.pass(seconds)
  await Promise.all([applyChanges(money.deps), applyChanges(money.deps)])
}

test('a recovery changes nothing for 7 days and pauses withdrawals, then resets password and 2FA once', async () => {
  const shop = await newShop()
  const before = await rowOf(shop)
  expect(await recover(shop)).toMatchObject({ status: 200, body: { change: { kind: 'recovery' } } })
  expect((await send(shop, await byOwner(shop))).body.code).toBe('withdrawals-closed')
  await wait(7 * day - hour)
  expect(await rowOf(shop)).toEqual(before)
  expect((await send(shop, await byOwner(shop))).body.code).toBe('withdrawals-closed')
  const session = await byOwner(shop)

  await wait(hour + 60)
  expect(await rowOf(shop)).toEqual({ email: before.email, passwordHash: null, twoFactorEnabled: false })
  expect(await changesOf(shop)).toEqual([{ kind: 'recovery', status: 'applied' }])
  expect((await actsOf(shop)).filter((act) => act === 'recovery-completed')).toHaveLength(1)
  expect((await ask(money.server, verify, { token: session })).status).toBe(401)
  // Without 2FA the old password would be enough, so it must not work.
  const { email } = shop.owner
  expect((await ask(money.server, login, { body: { email, password } })).status).toBe(401)

  const token = await linkOf(email, '/welcome')
  const body = { token, newPassword: 'a new quiet harbour 8' }
  const accepted = await Promise.all([1, 2, 3].map(() => ask(money.server, acceptInvitation, { body })))
  expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await ask(money.server, acceptInvitation, { body })).status).toBe(400)
})

test('the owner and every admin of the store are notified, and any of them stops a recovery with their link, once', async () => {
  const shop = await newShop()
  const cashier = await addMerchantUser(money.server, shop.id, 'user')
  await recover(shop)
  const subject = `Account recovery started for ${shop.name}`
  for (const { email } of [shop.owner, shop.manager]) {
    expect((await mails(email)).map((mail) => mail.subject)).toContain(subject)
  }
  expect(await mails(cashier.email)).toEqual([])
  const [token, other] = [
    await linkOf(shop.manager.email, '/stop-change'),
    await linkOf(shop.owner.email, '/stop-change'),
  ]
  expect(token).not.toBe(other)
  // Only hashes are stored.
  const stored = await money.deps.db.selectFrom('accountChangeLinks').select('tokenHash').execute()
  expect(stored.map(({ tokenHash }) => tokenHash.toString())).not.toContain(token)
  // Opening the link stops nothing.
  expect(await ask(money.server, viewStopLink, { body: { token } })).toMatchObject({
    status: 200,
    body: { kind: 'recovery', storeName: shop.name },
  })
  expect(await changesOf(shop)).toEqual([{ kind: 'recovery', status: 'open' }])

  const answers = await Promise.all([token, token, other, token].map((each) => stop(each)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const replayed = [await stop(token), await stop(other), await stop('never-issued')]
  for (const { status, body } of replayed) {
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'This link isn’t valid anymore.' })
  }
  expect((await actsOf(shop)).filter((act) => act === 'recovery-stopped')).toHaveLength(1)
  await wait(8 * day)
  expect(await rowOf(shop)).toMatchObject({ twoFactorEnabled: true, passwordHash: expect.any(String) })
  expect((await send(shop, await byOwner(shop))).status).toBe(200)
  // A link of the first recovery doesn't stop a second one.
  await recover(shop)
  expect((await stop(token)).status).toBe(404)
  expect((await changesOf(shop)).map(({ status }) => status)).toEqual(['stopped', 'open'])
})
const stop = (token: string) => ask(money.server, stopByLink, { body: { token } })

test('someone signed in as owner or admin of the store stops it, and nobody of another store does', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  await recover(shop)
  const stranger = await byOwner(other)
  expect(await ask(money.server, getAccountChange, { token: stranger })).toMatchObject({ body: { change: null } })
  expect((await ask(money.server, stopAccountChange, { token: stranger, body: {} })).status).toBe(404)
  const token = await signInAs(money.server, shop.manager)
  expect(await ask(money.server, stopAccountChange, { token, body: {} })).toMatchObject({
    status: 200,
    body: { change: null },
  })
  expect(await changesOf(shop)).toEqual([{ kind: 'recovery', status: 'stopped' }])
})

test('a mailbox or a password alone starts nothing and doesn’t shorten the wait', async () => {
  const shop = await newShop()
  const { email } = shop.owner
  const body = { identityCheck }
  const params = { id: shop.id }
  expect((await ask(money.server, startRecovery, { params, body })).status).toBe(401)
  expect((await ask(money.server, startRecovery, { token: await byOwner(shop), params, body })).status).toBe(403)
  // An admin's session whose password was entered long ago, and one without an identity check.
  const stale = await byAdmin()
  await money.pass(11 * 60)
  expect((await ask(money.server, startRecovery, { token: stale, params, body })).body.code).toBe('password-needed')
  const blank = { token: await byAdmin(), params, body: { identityCheck: '         ' } }
  expect((await ask(money.server, startRecovery, blank)).status).toBe(400)
  expect(await changesOf(shop)).toEqual([])

  await recover(shop)
  // The mailbox: a password reset during the wait leaves 2FA and the pause as they are.
  await ask(money.server, requestPasswordReset, { body: { email } })
  const token = await linkOf(email, '/reset-password')
  const newPassword = 'stolen mailbox 9'
  expect((await ask(money.server, resetPassword, { body: { token, newPassword } })).status).toBe(200)
  expect((await ask(money.server, login, { body: { email, password: newPassword } })).body).not.toHaveProperty('token')
  await applyChanges(money.deps)
  expect(await rowOf(shop)).toMatchObject({ twoFactorEnabled: true })
  expect(await changesOf(shop)).toEqual([{ kind: 'recovery', status: 'open' }])
  // A reset link from before the end doesn't survive it.
  await wait(7 * day - 60)
  await ask(money.server, requestPasswordReset, { body: { email } })
  const late = await linkOf(email, '/reset-password')
  await wait(120)
  const reset = await ask(money.server, resetPassword, { body: { token: late, newPassword } })
  expect(reset.body.code).toBe('reset-token-invalid')
})

test('of many starts at once one is accepted, whatever its kind', async () => {
  const shop = await newShop()
  const token = await byAdmin()
  const params = { id: shop.id }
  const answers = await Promise.all([
    ...[1, 2, 3].map(() => ask(money.server, startRecovery, { token, params, body: { identityCheck } })),
    ...[1, 2, 3].map((each) =>
      ask(money.server, startEmailChange, {
        token,
        params,
        body: { newEmail: `${shop.name}-${each}@example.test`, reason: 'A new address' },
      }),
    ),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  expect(answers.filter(({ body }) => body.code === 'change-open')).toHaveLength(5)
  expect(await changesOf(shop)).toHaveLength(1)
})

test('an email change waits 24 hours, is applied once and ends all sessions', async () => {
  const shop = await newShop()
  const { email: old } = shop.owner
  const newEmail = `new-${old}`
  expect((await renameTo(shop, newEmail)).status).toBe(200)
  expect((await mails(old)).map(({ subject }) => subject)).toContain('Your email address will be changed')
  expect(await mails(newEmail)).toEqual([])
  await wait(day - hour)
  expect((await rowOf(shop)).email).toBe(old)
  const session = await byOwner(shop)

  await wait(hour + 60)
  expect(await rowOf(shop)).toMatchObject({ email: newEmail, twoFactorEnabled: true })
  expect((await ask(money.server, verify, { token: session })).status).toBe(401)
  expect((await actsOf(shop)).filter((act) => act === 'email-changed')).toHaveLength(1)
  for (const to of [old, newEmail]) {
    const subjects = (await mails(to)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Your email address was changed')).toHaveLength(1)
  }
  expect((await ask(money.server, login, { body: { email: old, password } })).status).toBe(401)
  await forgetCodes(money.server, shop.owner)
  await signInAs(money.server, { email: newEmail }, { twoFactorToken: codeOf(shop.secret) })
  // The link in the old mailbox is worth nothing afterwards.
  expect((await stop(await linkOf(old, '/stop-change'))).status).toBe(404)
})

test('the old address stops an email change, and a taken address is never used', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  expect((await renameTo(shop, other.owner.email)).body.code).toBe('email-taken')
  await renameTo(shop, 'free@example.test')
  expect((await stop(await linkOf(shop.owner.email, '/stop-change'))).status).toBe(200)
  await wait(2 * day)
  expect((await rowOf(shop)).email).toBe(shop.owner.email)

  // Somebody takes the address during the wait.
  await renameTo(shop, 'soon-taken@example.test')
  await money.deps.db
    .updateTable('merchants')
    .set({ email: 'soon-taken@example.test' })
    .where('id', '=', other.id)
    .execute()
  await wait(2 * day)
  expect((await rowOf(shop)).email).toBe(shop.owner.email)
  expect((await changesOf(shop)).map(({ status }) => status)).toEqual(['stopped', 'failed'])
})

test('the admins of the store learn of an email change of its owner, and can stop it', async () => {
  const shop = await newShop()
  await renameTo(shop, 'hijacked@example.test')
  const subjects = (await mails(shop.manager.email)).map(({ subject }) => subject)
  expect(subjects).toContain(`The email address of the owner of ${shop.name} will be changed`)
  expect((await stop(await linkOf(shop.manager.email, '/stop-change'))).status).toBe(200)
  await wait(2 * day)
  expect((await rowOf(shop)).email).toBe(shop.owner.email)
})

test('a closed account can still be recovered', async () => {
  const shop = await newShop()
  const body = { reason: 'The owner asked us' }
  await ask(money.server, closeMerchant, { token: await byAdmin(), params: { id: shop.id }, body })
  expect((await recover(shop)).status).toBe(200)
  await wait(8 * day)
  expect(await rowOf(shop)).toMatchObject({ passwordHash: null, twoFactorEnabled: false })
})

test('outside the sandbox nobody of the store withdraws for a day after a recovery', async () => {
  const shop = await newShop()
  const { secret } = await enableTwoFactor(money.server, shop.manager, await signInAs(money.server, shop.manager))
  await recover(shop)
  await wait(7 * day + 60)
  const { config } = money.deps
  money.deps.config = { ...config, mode: 'live' }
  try {
    const sendAsManager = async () => {
      await forgetCodes(money.server, shop.manager)
      const token = await signInAs(money.server, shop.manager, { twoFactorToken: codeOf(secret) })
      await forgetCodes(money.server, shop.manager)
      return send({ ...shop, secret }, token)
    }
    await money.pass(23 * hour)
    const early = await sendAsManager()
    expect(early.body.code).toBe('withdrawals-closed')
    expect(early.body.message).toContain('while the owner’s access is recovered')
    await money.pass(hour)
    expect((await sendAsManager()).status).toBe(200)
  } finally {
    money.deps.config = config
  }
})
