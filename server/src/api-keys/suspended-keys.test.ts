import { confirmApiKey, createApiKey, listApiKeys } from '@bitquay/contract/api-keys'
import { changeTeamUser, removeTeamUser } from '@bitquay/contract/merchants.team'
import { getBalances } from '@bitquay/contract/v1/balances'
import { getKey } from '@bitquay/contract/v1/key'
import { createRefund } from '@bitquay/contract/v1/refunds'
import { createWithdrawal } from '@bitquay/contract/v1/withdrawals'
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
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { changeMerchantUser, removeMerchantUser } from '../merchants/manage-users.ts'
import { setEmail } from '../people/table.credentials.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isKeyWaiting, requireWithdrawalsOpenForKey } from './require-key-open.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => app.close())

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const ready = async (person: Someone) => {
  const token = await signInAs(app, person)
  const { secret } = await enableTwoFactor(app, person, token)
  const code = async () => {
    await forgetCodes(app, person)
    return codeOf(secret)
  }
  return { ...person, token, code }
}
type Ready = Awaited<ReturnType<typeof ready>>

/** A store with an owner, another admin, and one who has created a key that moves money. */
const newTeam = async (scopes: string[] = ['read', 'refunds', 'withdrawals']) => {
  const owner = await ready(await addMerchant(app))
  const admin = await ready(await addMerchantUser(app, owner.id, 'admin'))
  const creator = await ready(await addMerchantUser(app, owner.id, 'admin'))
  const create = async (by: Ready) => {
    const body = {
      name: 'Web shop',
      scopes,
      ...(scopes.includes('withdrawals') ? { withdrawalAddresses: [address] } : {}),
      twoFactorToken: await by.code(),
    }
    const { status, body: created } = await ask(app, createApiKey, { token: by.token, body })
    expect(status, JSON.stringify(created)).toBe(200)
    return { id: Number(created.id), key: String(created.key) }
  }
  const statusOf = async (id: number) => {
    const { body } = await ask(app, listApiKeys, { token: owner.token })
    return (body as unknown as { id: number; status: string }[]).find((each) => each.id === id)?.status
  }
  const confirm = async (by: Ready, id: number) =>
    ask(app, confirmApiKey, { token: by.token, params: { id }, body: { twoFactorToken: await by.code() } })
  const remove = async () =>
    ask(app, removeTeamUser, {
      token: owner.token,
      params: { id: creator.id },
      query: { twoFactorToken: await owner.code() },
    })
  const demote = async () =>
    ask(app, changeTeamUser, {
      token: owner.token,
      params: { id: creator.id },
      body: { role: 'user', twoFactorToken: await owner.code() },
    })
  return { owner, admin, creator, create, statusOf, confirm, remove, demote }
}
const withdraw = (key: string) =>
  ask(app, createWithdrawal, { token: key, body: { address, amountUsd: '1.00' }, once: 'order-1' })
const refund = (key: string) => ask(app, createRefund, { token: key, body: { invoiceId: 'none' }, once: 'refund-1' })
const isSuspended = { status: 403, body: { code: 'scope-missing', message: expect.stringContaining('suspended') } }

test('a removed person’s key moves no money until the owner confirms it with 2FA', async () => {
  const { owner, admin, creator, create, statusOf, confirm, remove } = await newTeam()
  const { id, key } = await create(creator)
  const others = await create(admin)
  expect((await withdraw(key)).body.code).not.toBe('scope-missing')
  expect((await remove()).status).toBe(200)

  expect(await withdraw(key)).toMatchObject(isSuspended)
  expect(await refund(key)).toMatchObject(isSuspended)
  expect((await ask(app, getBalances, { token: key })).status).toBe(200)
  expect((await ask(app, getKey, { token: key })).body).toMatchObject({ scopes: ['read'] })
  expect([await statusOf(id), await statusOf(others.id)]).toEqual(['suspended', 'active'])
  expect(await isKeyWaiting(app.deps.db, app.deps.config, id), 'claims of its refunds wait for a person').toBe(true)
  const emails = await app.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('subject', '=', 'API keys suspended')
    .execute()
  expect(emails).toMatchObject([{ recipient: owner.email, bodyText: expect.stringContaining('Web shop (bq_test_') }])

  expect((await confirm(admin, id)).status).toBe(403)
  expect(
    (await ask(app, confirmApiKey, { token: owner.token, params: { id }, body: { twoFactorToken: '000000' } })).status,
  ).toBe(400)
  expect((await ask(app, confirmApiKey, { token: owner.token, params: { id }, body: {} })).status).toBe(400)
  expect(await withdraw(key)).toMatchObject(isSuspended)
  expect(await confirm(owner, id)).toMatchObject({ status: 200, body: { id, status: 'active' } })
  expect((await withdraw(key)).body.code).not.toBe('scope-missing')
  expect(await isKeyWaiting(app.deps.db, app.deps.config, id)).toBe(false)
  expect((await confirm(owner, id)).status, 'it is not suspended anymore').toBe(404)
})

test('so is the key of a demoted person, and a confirmed one stays confirmed when they leave', async () => {
  const { owner, creator, create, statusOf, confirm, remove, demote } = await newTeam()
  const { id, key } = await create(creator)
  expect((await demote()).status).toBe(200)
  expect(await withdraw(key)).toMatchObject(isSuspended)
  await confirm(owner, id)
  await remove()
  expect(await statusOf(id)).toBe('active')
})

test('an admin of the platform, a deactivation or a new email address is no way around it', async () => {
  const source = { address: '127.0.0.1', device: 'test' }
  const administrator = { ...(await addAdmin(app)), kind: 'admin' } as unknown as Parameters<
    typeof removeMerchantUser
  >[1]
  const ways = [
    (id: number) => removeMerchantUser(app.deps, administrator, id, source),
    (id: number) => changeMerchantUser(app.deps, administrator, id, { isActive: false }, source),
    async (id: number) => {
      const email = `moved-${id}@example.test`
      await inTransaction(app.deps.db, (tx) => setEmail(tx, { kind: 'merchant-user', id }, email))
      await removeMerchantUser(app.deps, administrator, id, source)
    },
  ]
  for (const way of ways) {
    const { creator, create, statusOf } = await newTeam()
    const { id, key } = await create(creator)
    await way(creator.id)
    expect(await statusOf(id)).toBe('suspended')
    expect(await withdraw(key)).toMatchObject(isSuspended)
  }
})

test('a key that moves no money keeps working', async () => {
  const { creator, create, statusOf, remove } = await newTeam(['read', 'invoices'])
  const { id, key } = await create(creator)
  await remove()
  expect(await statusOf(id)).toBe('active')
  expect((await ask(app, getBalances, { token: key })).status).toBe(200)
})

test('the check after the lock sees that a key was suspended meanwhile', async () => {
  const { creator, create } = await newTeam()
  const { id, key } = await create(creator)
  await sql`update api_keys set suspended_at = app_now() where id = ${id}`.execute(app.deps.db)
  const ref = { id, merchantId: 0, createdBy: creator.email }
  await expect(requireWithdrawalsOpenForKey(app.deps.db, app.deps, ref)).rejects.toMatchObject({
    code: 'scope-missing',
  })
  expect(await withdraw(key)).toMatchObject(isSuspended)
})
