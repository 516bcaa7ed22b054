import { createHash } from 'node:crypto'
import { merchantSecurity } from '@bitquay/contract/accounts.security'
import { createApiKey, listApiKeys } from '@bitquay/contract/api-keys'
import { createMerchant } from '@bitquay/contract/merchants.admin'
import { createPromoCode, listPromoCodes } from '@bitquay/contract/promo-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, ask, password, type Someone, signInAs } from '../test/people.ts'
import { createApp } from './app.ts'
import { createDeps } from './create-deps.ts'

let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const create = (description: string, once: string, by = token) =>
  ask(app, createPromoCode, { token: by, once, body: { description } })
const countCodes = async (description: string) => {
  const { body } = await ask(app, listPromoCodes, { token })
  return (body as unknown as { description: string }[]).filter((code) => code.description === description).length
}

test('20 simultaneous requests with one key take effect once and all get the same answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('Spring', 'spring')))
  expect(await countCodes('Spring')).toBe(1)
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
})

test('a key belongs to one person and one request', async () => {
  expect((await create('Summer', 'mine')).status).toBe(200)
  expect((await create('Autumn', 'mine')).body).toMatchObject({ code: 'idempotency-key-reused' })
  const other = await signInAs(app, await addAdmin(app))
  expect((await create('Autumn', 'mine', other)).status).toBe(200)
  expect(await countCodes('Autumn')).toBe(1)
})

test('a refused request does not use up the key', async () => {
  const taken = await addMerchant(app)
  const open = (email: string) =>
    ask(app, createMerchant, { token, once: 'shop', body: { email, password: 'quiet harbour 7', storeName: 'Shop' } })
  expect((await open(taken.email)).body).toMatchObject({ code: 'email-taken' })
  const first = await open('shop@example.test')
  expect(first.status).toBe(200)
  const again = await open('shop@example.test')
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
})

test('a key reused with another password is refused, and no password is stored readably', async () => {
  const merchant = await addMerchant(app)
  const bearer = await signInAs(app, merchant)
  const change = (newPassword: string) =>
    ask(app, merchantSecurity.changePassword, {
      token: bearer,
      once: 'change',
      body: { currentPassword: password, newPassword },
    })
  expect((await change('loud harbour 8')).status).toBe(200)
  const second = await change('other harbour 9')
  expect(second).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } })
  expect((await change('loud harbour 8')).headers['idempotent-replayed']).toBe('true')
  await signInAs(app, merchant, { password: 'loud harbour 8' })

  const [row] = await app.deps.db.selectFrom('idempotencyKeys').selectAll().where('key', '=', 'change').execute()
  const guess = ['POST', '/api/merchant/change-password', undefined, undefined]
  for (const fields of [{}, { currentPassword: password, newPassword: 'loud harbour 8' }]) {
    const hash = createHash('sha256')
      .update(JSON.stringify([...guess, fields]))
      .digest()
    expect(row?.inputHash.equals(hash)).toBe(false)
  }
})

test('a repeat is recognized with a newer code, with a new application secret and from earlier versions', async () => {
  const body = { email: 'again@example.test', password: 'quiet harbour 7', storeName: 'Again' }
  const open = (at: TestApp, more: object = {}) =>
    ask(at, createMerchant, { token, once: 'again', body: { ...body, ...more } })
  const first = await open(app)
  expect(first.status).toBe(200)
  expect((await open(app, { twoFactorToken: '123456' })).headers['idempotent-replayed']).toBe('true')

  const { config, db, engine } = app.deps
  const rotated = { ...config, appSecret: 'a newer secret of 32 characters!', appSecretPrevious: config.appSecret }
  const deps = createDeps(rotated, db, engine)
  const after = { ...app, deps, app: await createApp(deps) }
  try {
    const again = await open(after)
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
    expect((await open(after, { password: 'loud harbour 8' })).body.code).toBe('idempotency-key-reused')
  } finally {
    await after.app.close()
    await deps.engines.close()
  }

  const merchant = await addMerchant(app)
  const bearer = await signInAs(app, merchant)
  const change = () =>
    ask(app, merchantSecurity.changePassword, {
      token: bearer,
      once: 'earlier',
      body: { currentPassword: password, newPassword: 'loud harbour 8' },
    })
  expect((await change()).status).toBe(200)
  // Earlier versions left secret fields out of the hash.
  const inputHash = createHash('sha256')
    .update(JSON.stringify(['POST', '/api/merchant/change-password', undefined, undefined, {}]))
    .digest()
  await db.updateTable('idempotencyKeys').set({ inputHash }).where('key', '=', 'earlier').execute()
  expect((await change()).headers['idempotent-replayed']).toBe('true')
})

test('an answer with a secret is not stored, and a repeat creates nothing and says so', async () => {
  const merchant = await signInAs(app, await addMerchant(app))
  const create = () =>
    ask(app, createApiKey, { token: merchant, once: 'key', body: { name: 'Shop', scopes: ['read'] } })
  const created = await create()
  expect(created.status).toBe(200)
  expect((await create()).body).toMatchObject({ code: 'answer-not-kept' })
  expect((await ask(app, listApiKeys, { token: merchant })).body).toHaveLength(1)
  const rows = await app.deps.db.selectFrom('idempotencyKeys').selectAll().where('key', '=', 'key').execute()
  expect(rows).toMatchObject([{ answerStatus: 200, answerBody: null }])
})

test('an interrupted request is not silently repeated, because nobody knows how far it got', async () => {
  expect((await create('Winter', 'cut-off')).status).toBe(200)
  await app.deps.db
    .updateTable('idempotencyKeys')
    .set({ answerStatus: null, answerBody: null, leasedUntil: new Date(0) })
    .where('key', '=', 'cut-off')
    .where('scope', '=', `person:admin:${admin.id}`)
    .execute()
  expect(await create('Winter', 'cut-off')).toMatchObject({ status: 409, body: { code: 'outcome-unknown' } })
  expect(await countCodes('Winter')).toBe(1)
})
