import { createMerchant } from '@bitquay/contract/admin-merchants'
import { createApiKey, listApiKeys } from '@bitquay/contract/api-keys'
import { createPromoCode, listPromoCodes } from '@bitquay/contract/promo-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, type Someone, signInAs } from '../../test/people.ts'

let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const make = (description: string, once: string, by = token) =>
  ask(app, createPromoCode, { token: by, once, body: { description } })
const countCodes = async (description: string) => {
  const { body } = await ask(app, listPromoCodes, { token })
  return (body as unknown as { description: string }[]).filter((code) => code.description === description).length
}

test('what a person asks 20 times at once with one key happens once, and all are told the same', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => make('Spring', 'spring')))
  expect(await countCodes('Spring')).toBe(1)
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
})

test('a key is one person’s and for one request', async () => {
  expect((await make('Summer', 'mine')).status).toBe(200)
  expect((await make('Autumn', 'mine')).body).toMatchObject({ code: 'idempotency-key-reused' })
  const other = await signInAs(app, await addAdmin(app))
  expect((await make('Autumn', 'mine', other)).status).toBe(200)
  expect(await countCodes('Autumn')).toBe(1)
})

test('a refusal leaves the key free, and a password is not what a repeat is told by', async () => {
  const taken = await addMerchant(app)
  const open = (email: string, password: string) =>
    ask(app, createMerchant, { token, once: 'shop', body: { email, password, storeName: 'Shop' } })
  expect((await open(taken.email, 'quiet harbour 7')).body).toMatchObject({ code: 'email-taken' })
  const first = await open('shop@example.test', 'quiet harbour 7')
  expect(first.status).toBe(200)
  const again = await open('shop@example.test', 'loud harbour 8')
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
})

test('an answer with a secret is not kept: a repeat makes nothing and says so', async () => {
  const merchant = await signInAs(app, await addMerchant(app))
  const make = () => ask(app, createApiKey, { token: merchant, once: 'key', body: { name: 'Shop', scopes: ['read'] } })
  const made = await make()
  expect(made.status).toBe(200)
  expect((await make()).body).toMatchObject({ code: 'answer-not-kept' })
  expect((await ask(app, listApiKeys, { token: merchant })).body).toHaveLength(1)
  const rows = await app.deps.db.selectFrom('idempotencyKeys').selectAll().where('key', '=', 'key').execute()
  expect(rows).toMatchObject([{ answerStatus: 200, answerBody: null }])
})

test('what was cut off is not done again without a word: nobody knows how far it came', async () => {
  expect((await make('Winter', 'cut-off')).status).toBe(200)
  await app.deps.db
    .updateTable('idempotencyKeys')
    .set({ answerStatus: null, answerBody: null, leasedUntil: new Date(0) })
    .where('key', '=', 'cut-off')
    .where('scope', '=', `person:admin:${admin.id}`)
    .execute()
  expect(await make('Winter', 'cut-off')).toMatchObject({ status: 409, body: { code: 'outcome-unknown' } })
  expect(await countCodes('Winter')).toBe(1)
})
