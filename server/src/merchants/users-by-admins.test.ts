import { changeMerchantUser, createMerchantUser, deleteMerchantUser } from '@bitquay/contract/merchants.users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import {
  addAdmin,
  addMerchant,
  addMerchantUser,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  holdCodes,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { findWaiting } from '../accounts/index.ts'

let live: TestApp
let admin: Someone
let token: string
let secret: string
beforeAll(async () => {
  // A live server whose clock can be moved.
  live = await startTestApp({ RATE_LIMITS: 'off' })
  Object.assign(live.deps.config, { mode: 'live' })
  admin = await addAdmin(live)
  token = await signInAs(live, admin)
  ;({ secret } = await enableTwoFactor(live, admin, token))
})
afterAll(() => live.close())
beforeEach(holdCodes)

/** A used code works again, so that a test need not wait for the next one. */
const code = async () => {
  await forgetCodes(live, admin)
  return codeOf(secret)
}
const create = async (merchantId: number, role: 'admin' | 'user', email: string) =>
  ask(live, createMerchantUser, {
    token,
    params: { id: merchantId },
    body: { email, password: 'harbour light 2', name: 'X', role, twoFactorToken: await code() },
  })
const change = async ({ id }: Someone, wanted: { role?: 'admin' | 'user'; isActive?: boolean }) =>
  ask(live, changeMerchantUser, { token, params: { id }, body: { ...wanted, twoFactorToken: await code() } })
const remove = async ({ id }: Someone) =>
  ask(live, deleteMerchantUser, { token, params: { id }, query: { twoFactorToken: await code() } })

const mailsTo = async ({ email }: { email: string }) => {
  const rows = await live.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', email)
    .where('subject', '=', 'The team of Blue Door was changed')
    .orderBy('id')
    .execute()
  return rows.map(({ bodyText }) => /An administrator of the platform [^\n]*\./.exec(bodyText)?.[0])
}

test('an admin whose 2FA is new lets nobody act for a store, and can still take access away', async () => {
  const owner = await addMerchant(live)
  const user = await addMerchantUser(live, owner.id)
  const refused = { status: 403, body: { code: 'admin-waiting' } }
  expect(await create(owner.id, 'admin', 'early@example.test')).toMatchObject(refused)
  expect(await change(user, { role: 'admin' })).toMatchObject(refused)
  expect((await change(user, { isActive: false })).status).toBe(200)
  expect(await change(user, { isActive: true })).toMatchObject(refused)
  expect((await create(owner.id, 'user', 'clerk@example.test')).status).toBe(200)
  expect((await remove(user)).status).toBe(200)
})

test('the owner and the admins of a store learn what an admin of the platform changed in their team', async () => {
  await live.advance(25 * 3600)
  token = await signInAs(live, admin, { twoFactorToken: await code() })
  const owner = await addMerchant(live)
  const [manager, user] = [await addMerchantUser(live, owner.id, 'admin'), await addMerchantUser(live, owner.id)]
  expect((await create(owner.id, 'admin', 'planted@example.test')).status).toBe(200)
  for (const wanted of [{ role: 'admin' }, { isActive: false }, { isActive: true }, { isActive: true }] as const) {
    expect((await change(user, wanted)).status).toBe(200)
  }
  expect((await remove(user)).status).toBe(200)
  const expected = [
    'An administrator of the platform added planted@example.test with the role admin.',
    `An administrator of the platform changed the role of ${user.email} from user to admin.`,
    `An administrator of the platform deactivated ${user.email}.`,
    `An administrator of the platform reactivated ${user.email}.`,
    `An administrator of the platform removed ${user.email}.`,
  ]
  expect(await mailsTo(owner)).toEqual(expected)
  expect(await mailsTo(manager)).toEqual(expected)
})

test('an admin of a store who was deactivated waits a day before they can withdraw again', async () => {
  const owner = await addMerchant(live)
  const user = await addMerchantUser(live, owner.id, 'admin')
  await live.advance(25 * 3600)
  token = await signInAs(live, admin, { twoFactorToken: await code() })
  expect(await findWaiting(live.deps.db, live.deps.config, user)).toBeUndefined()
  await change(user, { isActive: false })
  await change(user, { isActive: true })
  expect(await findWaiting(live.deps.db, live.deps.config, user)).toMatchObject({ byRole: true })
})
