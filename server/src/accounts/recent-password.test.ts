import { listSessions, login, reauthenticate, resetPassword, verify } from '@bitquay/contract/accounts'
import { changeAdmin, createAdmin, resetTwoFactor } from '@bitquay/contract/accounts.admins'
import { changeApiKey, createApiKey, listApiKeys } from '@bitquay/contract/api-keys'
import { reviewApplication } from '@bitquay/contract/applications.admin'
import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { setCheckoutOrigins } from '@bitquay/contract/checkout'
import { executeLoopOut } from '@bitquay/contract/loop-out'
import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { cancelMove, changeMerchant, createMerchant, moveMerchant } from '@bitquay/contract/merchants.admin'
import { pauseWithdrawals } from '@bitquay/contract/operations'
import { changeWebhook, createWebhook } from '@bitquay/contract/webhooks'
import { withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
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
  holdCodes,
  password,
  type Someone,
  securityCallsOf,
  signInAs,
} from '../../test/people.ts'
import { tableOf } from '../people/table.credentials.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { invitePerson } from './invite-person.ts'

const liveSettings = {
  BTCPAY_URL: 'http://127.0.0.1:1',
  BTCPAY_API_KEY: 'none',
  APP_SECRET: 'a secret of more than 32 characters, kept',
}
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

let live: TestApp
let sandbox: TestApp
beforeAll(async () => {
  live = await startTestApp(liveSettings)
  sandbox = await startTestApp()
})
afterAll(async () => {
  await live.close()
  await sandbox.close()
})

/** Lets time pass for the people of one platform: outside the sandbox the clock cannot be moved. */
const age = async ({ deps: { db } }: TestApp, seconds: number) => {
  const past = sql`make_interval(secs => ${seconds})`
  await sql`update sessions set password_checked_at = password_checked_at - ${past}`.execute(db)
  await sql`update admins set two_factor_changed_at = two_factor_changed_at - ${past}`.execute(db)
}

/** A token as a thief has it: the password was entered too long ago. */
const stolenToken = async (app: TestApp, person: Someone) => {
  const token = await signInAs(app, person)
  await age(app, 10 * 60 + 1)
  return token
}

const emailsTo = async (app: TestApp, email: string) => {
  const rows = await app.deps.db
    .selectFrom('mailOutbox')
    .select(['subject', 'bodyText'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

const isEnrolled = async (app: TestApp, { kind, id }: Someone) => {
  const row = await app.deps.db
    .selectFrom(tableOf(kind))
    .select(['twoFactorEnabled', 'twoFactorPendingSecret'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.twoFactorEnabled || row.twoFactorPendingSecret !== null
}

const body = { name: 'Shop', scopes: ['read'] }

describe('a stolen session token', () => {
  test('cannot set up 2FA for anyone, in the sandbox or outside', async () => {
    for (const app of [live, sandbox]) {
      const merchant = await addMerchant(app)
      for (const person of [
        merchant,
        await addMerchantUser(app, merchant.id, 'admin'),
        await addPartner(app),
        await addAdmin(app),
      ]) {
        const token = await stolenToken(app, person)
        const setUp = await ask(app, securityCallsOf(person.kind).setupTwoFactor, { token, body: {} })
        expect(setUp, person.kind).toMatchObject({ status: 403, body: { code: 'password-needed' } })
        expect(await isEnrolled(app, person)).toBe(false)
      }
    }
  })

  test('cannot move money and cannot finish a 2FA setup that the owner started', async () => {
    const merchant = await addMerchant(live)
    const token = await signInAs(live, merchant)
    const { setupTwoFactor, verifyTwoFactor } = securityCallsOf('merchant')
    const { body: setup } = await ask(live, setupTwoFactor, { token, body: {} })
    await age(live, 10 * 60 + 1)
    const finished = await ask(live, verifyTwoFactor, {
      token,
      body: { secret: setup.secret, token: codeOf(String(setup.secret)) },
    })
    expect(finished.body.code).toBe('password-needed')
    await sql`update merchants set created_at = created_at - interval '2 days'`.execute(live.deps.db)
    await sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats)
      values (${merchant.id}, 'ready', 'http://127.0.0.1:1', 's', 'k', 't', 100000000)`.execute(live.deps.db)
    const sent = await ask(live, withdraw, {
      token,
      body: { address, customerAmount: '10.00', twoFactorToken: codeOf(String(setup.secret)) },
    })
    expect(sent).toMatchObject({ status: 403, body: { code: 'second-factor-needed' } })
    expect(await live.deps.db.selectFrom('sends').select('id').execute()).toEqual([])
  })

  test('cannot turn 2FA off or create new recovery codes', async () => {
    holdCodes()
    const partner = await addPartner(sandbox)
    const token = await signInAs(sandbox, partner)
    const { secret } = await enableTwoFactor(sandbox, partner, token)
    await age(sandbox, 10 * 60 + 1)
    const { disableTwoFactor, renewRecoveryCodes } = securityCallsOf('partner')
    for (const call of [disableTwoFactor, renewRecoveryCodes]) {
      const answer = await ask(sandbox, call, { token, body: { token: codeOf(secret) } })
      expect(answer, call.path).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    }
    expect(await isEnrolled(sandbox, partner)).toBe(true)
  })

  test('cannot create API keys or webhooks or change a webhook URL, but can disable a webhook', async () => {
    const merchant = await addMerchant(sandbox)
    const token = await signInAs(sandbox, merchant)
    const { body: created } = await ask(sandbox, createWebhook, {
      token,
      body: { url: 'https://shop.example.com/hook', events: ['*'] },
    })
    expect(created.id, JSON.stringify(created)).toBeDefined()
    await age(sandbox, 10 * 60 + 1)
    const params = { id: Number(created.id) }
    const refused = [
      await ask(sandbox, createApiKey, { token, body }),
      await ask(sandbox, changeApiKey, { token, params: { id: 999 }, body: { dailyRefundLimitUsd: '1000' } }),
      await ask(sandbox, createWebhook, { token, body: { url: 'https://evil.example.com/', events: ['*'] } }),
      await ask(sandbox, changeWebhook, { token, params, body: { url: 'https://evil.example.com/' } }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    expect((await ask(sandbox, listApiKeys, { token })).body).toEqual([])
    expect((await ask(sandbox, changeWebhook, { token, params, body: { enabled: false } })).status).toBe(200)
  })

  test('cannot accept unconfirmed payments or let other sites show the checkout', async () => {
    const token = await signInAs(sandbox, await addMerchant(sandbox))
    await age(sandbox, 10 * 60 + 1)
    const refused = [
      await ask(sandbox, changeSettings, { token, body: { zeroConfirmationLimitUsd: '100000' } }),
      await ask(sandbox, setCheckoutOrigins, { token, body: { origins: ['https://evil.example.com'] } }),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    const renamed = await ask(sandbox, changeSettings, { token, body: { storeName: 'Still open' } })
    expect(renamed).toMatchObject({ status: 200, body: { storeName: 'Still open', zeroConfirmationLimitUsd: '0.00' } })
  })

  test('is refused by every call that requires a recent password', async () => {
    const guarded = calls.filter(({ recentPassword }) => recentPassword === true)
    expect(guarded.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        createMerchant.path,
        changeMerchant.path,
        moveMerchant.path,
        createAdmin.path,
        changeAdmin.path,
        reviewApplication.path,
        executeLoopOut.path,
      ]),
    )
    const admin = await addAdmin(sandbox)
    const token = await stolenToken(sandbox, admin)
    const merchant = await addMerchant(sandbox)
    const requests: [Call, { params?: Record<string, string | number>; body?: object }][] = [
      [createMerchant, { body: { email: 'thief@example.test', storeName: 'Thief' } }],
      [changeMerchant, { params: { id: merchant.id }, body: { isActive: false } }],
      [moveMerchant, { params: { id: merchant.id }, body: { engine: 'second' } }],
      [cancelMove, { params: { id: merchant.id }, body: {} }],
      [createAdmin, { body: { name: 'Thief', email: 'thief@example.test' } }],
      [changeAdmin, { params: { id: 999 }, body: { isActive: false } }],
      [resetTwoFactor, { params: { kind: 'merchant', id: merchant.id }, body: {} }],
      [reviewApplication, { params: { id: 999 }, body: { status: 'approved' } }],
      [executeLoopOut, { body: { requestId: 999 } }],
    ]
    for (const [call, request] of requests) {
      const answer = await ask(sandbox, call, { token, ...request })
      expect(answer, call.path).toMatchObject({ status: 403, body: { code: 'password-needed' } })
    }
  })
})

describe('entering the password again', () => {
  test('unlocks only this session, for 10 minutes', async () => {
    const merchant = await addMerchant(sandbox)
    const [here, there] = [await signInAs(sandbox, merchant), await stolenToken(sandbox, merchant)]
    expect((await ask(sandbox, createApiKey, { token: here, body })).body.code).toBe('password-needed')
    const confirmed = await ask(sandbox, reauthenticate, { token: here, body: { password } })
    expect(confirmed).toMatchObject({ status: 200, body: { message: 'Password confirmed' } })
    expect((await ask(sandbox, createApiKey, { token: here, body })).status).toBe(200)
    expect((await ask(sandbox, createApiKey, { token: there, body })).body.code).toBe('password-needed')
    await age(sandbox, 10 * 60 + 1)
    expect((await ask(sandbox, createApiKey, { token: here, body })).body.code).toBe('password-needed')
  })

  test('is limited per session, so a guessing thief does not lock out the owner', async () => {
    const merchant = await addMerchant(sandbox)
    const [owner, thief] = [await signInAs(sandbox, merchant), await signInAs(sandbox, merchant)]
    const guess = (token: string, given: string) => ask(sandbox, reauthenticate, { token, body: { password: given } })
    const answers = []
    for (let i = 0; i < 8; i++) answers.push((await guess(thief, `guess ${i}`)).status)
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    expect((await guess(thief, password)).status).toBe(429)
    expect((await guess(owner, password)).status).toBe(200)
    const { changePassword } = securityCallsOf('merchant')
    const changed = await ask(sandbox, changePassword, {
      token: owner,
      body: { currentPassword: password, newPassword: 'another tide 42' },
    })
    expect(changed.status).toBe(200)
  })
})

test('the person and everyone else who can act for the store are emailed when a second factor changes', async () => {
  holdCodes()
  const owner = await addMerchant(sandbox)
  const manager = await addMerchantUser(sandbox, owner.id, 'admin')
  const cashier = await addMerchantUser(sandbox, owner.id, 'user')
  const stranger = await addMerchant(sandbox)
  const token = await signInAs(sandbox, manager)
  const { secret } = await enableTwoFactor(sandbox, manager, token)
  const off = await ask(sandbox, securityCallsOf('merchant').disableTwoFactor, {
    token,
    body: { token: codeOf(secret) },
  })
  expect(off.status).toBe(200)
  expect(await emailsTo(sandbox, manager.email)).toEqual([
    'Two-factor authentication is on',
    'Two-factor authentication is off',
  ])
  const subject = `Two-factor authentication changed for ${manager.email}`
  expect(await emailsTo(sandbox, owner.email)).toEqual([subject, subject])
  for (const { email } of [cashier, stranger]) expect(await emailsTo(sandbox, email)).toEqual([])
})

describe('outside the sandbox', () => {
  test('an admin who sets up 2FA later waits 24 hours before moving money or letting others move it', async () => {
    holdCodes()
    const admin = await addAdmin(live)
    const merchant = await addMerchant(live)
    let token = await signInAs(live, admin)
    const { secret } = await enableTwoFactor(live, admin, token)
    const submit = async (call: Call, request: { params?: Record<string, string | number>; body: object }) => {
      await forgetCodes(live, admin)
      return ask(live, call, { token, ...request, body: { ...request.body, twoFactorToken: codeOf(secret) } })
    }
    const requests: [Call, { params?: Record<string, string | number>; body: object }][] = [
      [executeLoopOut, { body: { requestId: 999 } }],
      [createAdmin, { body: { name: 'Second', email: 'second-admin@example.test' } }],
      [resetTwoFactor, { params: { kind: 'merchant', id: merchant.id }, body: {} }],
      [changeMerchant, { params: { id: merchant.id }, body: { btcpayServerUrl: 'https://evil.example.com' } }],
    ]
    for (const [call, request] of requests) {
      const answer = await submit(call, request)
      expect(answer, call.path).toMatchObject({ status: 403, body: { code: 'admin-waiting' } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    }
    expect((await submit(pauseWithdrawals, { body: { paused: true } })).status, 'a pause never waits').toBe(200)
    expect((await submit(pauseWithdrawals, { body: { paused: false } })).status).toBe(200)

    await age(live, 24 * 3600 + 1)
    await forgetCodes(live, admin)
    token = await signInAs(live, admin, { twoFactorToken: codeOf(secret) })
    expect((await submit(executeLoopOut, { body: { requestId: 999 } })).body.code).toBe('not-found')
    expect((await submit(createAdmin, { body: { name: 'Second', email: 'second-admin@example.test' } })).status).toBe(
      200,
    )
  })

  const invite = async (app: TestApp, person: Someone) => {
    await app.deps.db
      .updateTable(tableOf(person.kind))
      .set({ passwordHash: null })
      .where('id', '=', person.id)
      .execute()
    await inTransaction(app.deps.db, (tx) => invitePerson(tx, app.deps.config, { ...person, accountName: 'X' }))
    return linkTo(app, person)
  }

  /** The token of the newest email to someone. */
  const linkTo = async (app: TestApp, { email }: Someone) => {
    const { bodyText } = await app.deps.db
      .selectFrom('mailOutbox')
      .select('bodyText')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return decodeURIComponent(/token=([^\s&]+)/.exec(bodyText)?.[1] ?? '')
  }

  const freshCode = async (person: Someone, secret: string) => {
    await forgetCodes(live, person)
    return codeOf(secret)
  }

  test('admins and store admins set up 2FA with the invitation and can do nothing before', async () => {
    holdCodes()
    const merchant = await addMerchant(live)
    for (const person of [await addAdmin(live), merchant, await addMerchantUser(live, merchant.id, 'admin')]) {
      const link = await invite(live, person)
      const accepted = await ask(live, resetPassword, { body: { token: link, newPassword: 'another tide 42' } })
      expect(accepted.body, person.kind).toMatchObject({ token: expect.any(String), user: { mustEnroll: true } })
      let token = String(accepted.body.token)
      const reads = person.kind === 'admin' ? pauseWithdrawals : getSettings
      const request = person.kind === 'admin' ? { body: { paused: true } } : {}
      expect(await ask(live, reads, { token, ...request })).toMatchObject({
        status: 403,
        body: { code: 'enrollment-needed' },
      })
      // Signing in again with the password changes nothing.
      token = await signInAs(live, person, { password: 'another tide 42' })
      expect((await ask(live, reads, { token, ...request })).body.code).toBe('enrollment-needed')
      expect((await ask(live, listSessions, { token })).status).toBe(200)

      const { secret } = await enableTwoFactor(live, person, token)
      expect((await ask(live, verify, { token })).body.user).not.toHaveProperty('mustEnroll')
      if (person.kind !== 'admin') {
        expect((await ask(live, getSettings, { token })).status).toBe(200)
        continue
      }
      const answer = await ask(live, executeLoopOut, {
        token,
        body: { requestId: 999, twoFactorToken: codeOf(secret) },
      })
      expect(answer.body.code, 'enrolling with the invitation is not enrolling later').toBe('not-found')
    }
  })

  test('an admin whose 2FA was reset sets it up with a new password and waits a day', async () => {
    holdCodes()
    const [helper, person] = [await addAdmin(live), await addAdmin(live)]
    await enableTwoFactor(live, person, await signInAs(live, person))
    const { secret } = await enableTwoFactor(live, helper, await signInAs(live, helper))
    await age(live, 24 * 3600 + 1)
    const reset = await ask(live, resetTwoFactor, {
      token: await signInAs(live, helper, { twoFactorToken: codeOf(secret) }),
      params: { kind: 'admin', id: person.id },
      body: { twoFactorToken: await freshCode(helper, secret) },
    })
    expect(reset.status).toBe(200)
    expect((await ask(live, login, { body: { email: person.email, password } })).status).toBe(401)
    const accepted = await ask(live, resetPassword, {
      body: { token: await linkTo(live, person), newPassword: 'another tide 42' },
    })
    expect(accepted.body.user).toMatchObject({ mustEnroll: true })
    const token = String(accepted.body.token)
    const own = await enableTwoFactor(live, person, token)
    const answer = await ask(live, executeLoopOut, {
      token,
      body: { requestId: 999, twoFactorToken: codeOf(own.secret) },
    })
    expect(answer.body.code).toBe('admin-waiting')
  })

  test('a password reset does not bypass the 2FA setup, which cashiers and partners do not need', async () => {
    const merchant = await addMerchant(live)
    const owner = await addMerchant(live)
    await invite(live, owner)
    await live.app.inject({ method: 'POST', url: '/api/auth/request-password-reset', payload: { email: owner.email } })
    const { bodyText } = await live.deps.db
      .selectFrom('mailOutbox')
      .select('bodyText')
      .where('recipient', '=', owner.email)
      .where('subject', '=', 'Reset your password')
      .executeTakeFirstOrThrow()
    const link = decodeURIComponent(/token=([^\s&]+)/.exec(bodyText)?.[1] ?? '')
    const reset = await ask(live, resetPassword, { body: { token: link, newPassword: 'another tide 42' } })
    expect(reset.body.user).toMatchObject({ mustEnroll: true })
    for (const person of [await addMerchantUser(live, merchant.id, 'user'), await addPartner(live)]) {
      const accepted = await ask(live, resetPassword, {
        body: { token: await invite(live, person), newPassword: 'another tide 42' },
      })
      expect(accepted.status).toBe(200)
      expect(accepted.body).not.toHaveProperty('token')
    }
  })
})
