import { changeAdmin, createAdmin, resetTwoFactor, sendInvitation } from '@bitquay/contract/accounts.admins'
import { reviewApplication } from '@bitquay/contract/applications.admin'
import type { Call } from '@bitquay/contract/call'
import { cancelMove, createMerchant, moveMerchant } from '@bitquay/contract/merchants.admin'
import { createMerchantUser, deleteMerchantUser } from '@bitquay/contract/merchants.users'
import { createPromoCode } from '@bitquay/contract/promo-codes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

let live: TestApp
let merchant: Someone
let user: Someone
beforeAll(async () => {
  live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
  })
  merchant = await addMerchant(live)
  user = await addMerchantUser(live, merchant.id)
})
afterAll(() => live.close())

const newMerchant = () => ({ email: `m-${Math.random()}@example.test`, password: 'harbour light 1', storeName: 'New' })

test('outside the sandbox an admin needs their own 2FA and a fresh code to change people', async () => {
  const admin = await addAdmin(live)
  const token = await signInAs(live, admin)
  const without = await ask(live, createMerchant, { token, body: newMerchant() })
  expect(without).toMatchObject({ status: 403, body: { code: 'admin-second-factor-needed' } })

  holdCodes()
  const { secret } = await enableTwoFactor(live, admin, token)
  expect((await ask(live, createMerchant, { token, body: newMerchant() })).body).toMatchObject({
    code: 'second-factor-missing',
    message: 'Enter your 2FA code.',
  })
  const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
  const refused = await ask(live, createMerchant, { token, body: { ...newMerchant(), twoFactorToken: wrong } })
  // An invalid form field, not the end of the session.
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  const body = { ...newMerchant(), twoFactorToken: codeOf(secret) }
  expect((await ask(live, createMerchant, { token, body })).status).toBe(200)
  const replayed = await ask(live, createMerchant, {
    token,
    body: { ...newMerchant(), twoFactorToken: codeOf(secret) },
  })
  expect(replayed).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  const created = await live.deps.db.selectFrom('actLog').select('id').where('act', '=', 'merchant-created').execute()
  expect(created).toHaveLength(1)
  await forgetCodes(live, admin)
})

test('an admin who set up 2FA a moment ago cannot create promo codes, which waive and forgive fees', async () => {
  const admin = await addAdmin(live)
  const token = await signInAs(live, admin)
  const { secret } = await enableTwoFactor(live, admin, token)
  const create = () =>
    ask(live, createPromoCode, {
      token,
      body: { description: 'Gift', expiresInDays: 7, twoFactorToken: codeOf(secret) },
    })
  expect(await create()).toMatchObject({ status: 403, body: { code: 'admin-waiting' } })
  await sql`update admins set two_factor_changed_at = app_now() - interval '25 hours' where id = ${admin.id}`.execute(
    live.deps.db,
  )
  expect((await create()).status).toBe(200)
  await forgetCodes(live, admin)
})

test('every admin call that changes people needs 2FA', async () => {
  const admin = await addAdmin(live)
  const other = await addAdmin(live)
  const { id: applicationId } = await live.deps.db
    .insertInto('merchantApplications')
    .values({
      businessName: 'Corner Shop',
      businessType: 'E-commerce',
      businessDescription: 'Sells useful things',
      contactName: 'Sam',
      email: 'corner@example.test',
      phone: '555 010 0200',
      monthlyVolume: 'Less than $10,000',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await signInAs(live, admin)
  const requests: [Call, { params?: Record<string, string | number>; body?: object }][] = [
    [reviewApplication, { params: { id: applicationId }, body: { status: 'approved' } }],
    [
      createMerchantUser,
      { params: { id: merchant.id }, body: { email: 'x@example.test', password: 'harbour light 2', name: 'X' } },
    ],
    [deleteMerchantUser, { params: { id: user.id } }],
    [moveMerchant, { params: { id: merchant.id }, body: { engine: 'second' } }],
    [cancelMove, { params: { id: merchant.id }, body: {} }],
    [createAdmin, { body: { name: 'Y', email: 'y@example.test' } }],
    [changeAdmin, { params: { id: other.id }, body: { isActive: false } }],
    [resetTwoFactor, { params: { kind: 'merchant', id: merchant.id }, body: {} }],
    [sendInvitation, { params: { kind: 'merchant', id: merchant.id }, body: {} }],
  ]
  for (const [call, request] of requests) {
    const answer = await ask(live, call, { token, ...request })
    expect(answer, call.path).toMatchObject({ status: 403, body: { code: 'admin-second-factor-needed' } })
  }
})

test('in the sandbox the code is optional, but a wrong code is refused', async () => {
  const sandbox = await startTestApp()
  try {
    const admin = await addAdmin(sandbox)
    const token = await signInAs(sandbox, admin)
    expect((await ask(sandbox, createMerchant, { token, body: newMerchant() })).status).toBe(200)
    holdCodes()
    const { secret } = await enableTwoFactor(sandbox, admin, token)
    expect((await ask(sandbox, createMerchant, { token, body: newMerchant() })).status).toBe(200)
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    const answer = await ask(sandbox, createMerchant, { token, body: { ...newMerchant(), twoFactorToken: wrong } })
    expect(answer.body).toMatchObject({ code: 'invalid-verification-code' })
  } finally {
    await sandbox.close()
  }
})
