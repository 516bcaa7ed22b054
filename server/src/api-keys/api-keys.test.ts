import { createApiKey, listApiKeys, revokeApiKey } from '@bitquay/contract/api-keys'
import { getBalances } from '@bitquay/contract/v1/balances'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, addMerchantUser, ask, codeOf, enableTwoFactor, signInAs } from '../../test/people.ts'
import { isAllowedSource } from './authenticate-key.ts'
import { modeOfKeyText, newKeyText } from './key-text.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const balances = (key: string, from?: string) =>
  ask(app, getBalances, { token: key, ...(from === undefined ? {} : { from }) })

test('a key is shown once, stored as a hash, emailed, logged, listed and revoked', async () => {
  const owner = await addMerchant(app)
  const manager = await addMerchantUser(app, owner.id, 'admin')
  const token = await signInAs(app, manager)
  const created = await ask(app, createApiKey, { token, body: { name: 'Shop', scopes: ['invoices', 'read', 'read'] } })
  expect(created.status).toBe(200)
  expect(created.body).toMatchObject({ name: 'Shop', scopes: ['read', 'invoices'], status: 'active', lastUsedAt: null })
  const key = String(created.body.key)
  expect(key).toMatch(/^bq_test_[0-9A-Za-z]{47}$/)
  expect(key.startsWith(String(created.body.prefix))).toBe(true)

  expect((await balances(key, '203.0.113.9')).status).toBe(200)
  const listed = await ask(app, listApiKeys, { token })
  expect(listed.body).toMatchObject([{ id: created.body.id, status: 'active', lastUsedFrom: '203.0.113.9' }])
  expect(JSON.stringify(listed.body)).not.toContain(key)
  const { rows } = await sql<{ text: string }>`
    select string_agg(k::text, ' ') || (select string_agg(a::text, ' ') from act_log a)
      || (select string_agg(o::text, ' ') from mail_outbox o) as text from api_keys k`.execute(app.deps.db)
  expect(rows[0]?.text).toContain('api-key-created')
  expect(rows[0]?.text.includes(key)).toBe(false)

  const revoked = await ask(app, revokeApiKey, { token, params: { id: Number(created.body.id) } })
  expect(revoked.status).toBe(200)
  expect((await balances(key)).body).toMatchObject({ code: 'invalid-api-key' })
  expect((await ask(app, listApiKeys, { token })).body).toMatchObject([{ status: 'revoked' }])
  expect((await ask(app, revokeApiKey, { token, params: { id: Number(created.body.id) } })).status).toBe(404)
  const emails = await app.deps.db.selectFrom('mailOutbox').select(['recipient', 'subject']).execute()
  for (const recipient of [owner.email, manager.email]) {
    for (const subject of ['New API key created', 'API key revoked']) {
      expect(emails).toContainEqual({ recipient, subject })
    }
  }
})

test('a store cannot see or revoke keys of another store', async () => {
  const [one, two] = [await addMerchant(app), await addMerchant(app)]
  const key = await addApiKey(app, one.id)
  const { id } = await app.deps.db
    .selectFrom('apiKeys')
    .select('id')
    .where('merchantId', '=', one.id)
    .executeTakeFirstOrThrow()
  const token = await signInAs(app, two)
  expect((await ask(app, listApiKeys, { token })).body).toEqual([])
  expect((await ask(app, revokeApiKey, { token, params: { id } })).status).toBe(404)
  expect((await balances(key)).status).toBe(200)
})

test('a key that can send money needs a 2FA code and a fixed list of addresses', async () => {
  const owner = await addMerchant(app)
  const token = await signInAs(app, owner)
  const create = (body: object) =>
    ask(app, createApiKey, { token, body: { name: 'Payouts', scopes: ['withdrawals'], ...body } })
  expect((await create({})).body).toMatchObject({ code: 'invalid-request', fields: [{ path: 'withdrawalAddresses' }] })
  for (const [body, can] of [
    [{ withdrawalAddresses: [address] }, 'withdraw'],
    [{ scopes: ['refunds'] }, 'start refunds'],
    [{ scopes: ['refunds', 'withdrawals'], withdrawalAddresses: [address] }, 'start refunds and withdraw'],
  ] as const)
    expect((await create(body)).body).toMatchObject({
      code: 'second-factor-needed',
      message: `2FA must be set up before an API key can ${can}.`,
    })
  const { secret } = await enableTwoFactor(app, owner, token)
  expect((await create({ withdrawalAddresses: [address] })).body).toMatchObject({
    fields: [{ path: 'twoFactorToken' }],
  })
  expect((await create({ withdrawalAddresses: [address], twoFactorToken: '000000' })).body).toMatchObject({
    code: 'invalid-verification-code',
  })
  for (const wrong of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', `${address.slice(0, -1)}1`]) {
    const refused = await create({ withdrawalAddresses: [wrong], twoFactorToken: codeOf(secret) })
    expect(refused.body).toMatchObject({ code: 'invalid-address' })
  }
  expect((await create({ scopes: ['read'], withdrawalAddresses: [address] })).body).toMatchObject({
    code: 'invalid-request',
  })
  const created = await create({ withdrawalAddresses: [address], twoFactorToken: codeOf(secret) })
  expect(created.body).toMatchObject({ scopes: ['withdrawals'], withdrawalAddresses: [address] })
  // The code is used up, so someone who saw it cannot create a second key with it.
  expect((await create({ withdrawalAddresses: [address], twoFactorToken: codeOf(secret) })).body).toMatchObject({
    code: 'invalid-verification-code',
  })
})

test('a key works only from its networks, until it expires and while its store is active', async () => {
  const owner = await addMerchant(app)
  const key = await addApiKey(app, owner.id, ['read'], {
    allowedSources: ['203.0.113.0/24', '2001:db8::/32'],
    expiresInDays: 1,
  })
  for (const from of ['203.0.113.7', '::ffff:203.0.113.8', '2001:db8::5']) {
    expect((await balances(key, from)).status, from).toBe(200)
  }
  for (const from of ['203.0.114.7', '127.0.0.1', '2001:db9::5']) {
    const refused = await balances(key, from)
    expect([from, refused.status, refused.body.code]).toEqual([from, 403, 'source-not-allowed'])
  }
  expect(isAllowedSource('not an address', ['0.0.0.0/0'])).toBe(false)
  const set = (isActive: boolean) =>
    app.deps.db.updateTable('merchants').set({ isActive }).where('id', '=', owner.id).execute()
  await set(false)
  expect((await balances(key, '203.0.113.7')).status).toBe(401)
  await set(true)
  await app.advance(86_399)
  expect((await balances(key, '203.0.113.7')).status).toBe(200)
  await app.advance(2)
  expect((await balances(key, '203.0.113.7')).status).toBe(401)
})

test('malformed keys are refused without the database, and a live key gets its own message', async () => {
  const good = newKeyText('test')
  expect(modeOfKeyText(good)).toBe('test')
  const last = good.at(-1) === 'a' ? 'b' : 'a'
  for (const wrong of ['', 'bq_test_', `${good}x`, good.slice(0, -1) + last, good.replace('test', 'live')]) {
    expect(modeOfKeyText(wrong), wrong).toBeUndefined()
  }
  expect((await balances(good.slice(0, -1) + last)).body).toMatchObject({ code: 'invalid-api-key' })
  expect((await balances(newKeyText('live'))).body.message).toBe('This is a live key. Use a test key in test mode.')
  const seen = new Set(Array.from({ length: 1000 }, () => newKeyText('live')))
  expect(seen.size).toBe(1000)
})

test('the last use is saved at most once a minute', async () => {
  const owner = await addMerchant(app)
  const key = await addApiKey(app, owner.id, ['read'])
  const used = async () =>
    (
      await app.deps.db
        .selectFrom('apiKeys')
        .select(['lastUsedAt', 'lastUsedFrom'])
        .where('merchantId', '=', owner.id)
        .executeTakeFirstOrThrow()
    ).lastUsedFrom
  await balances(key, '203.0.113.1')
  await balances(key, '203.0.113.2')
  expect(await used()).toBe('203.0.113.1')
  await app.advance(61)
  await balances(key, '203.0.113.3')
  expect(await used()).toBe('203.0.113.3')
})

test('a store has at most 50 active keys, even when many are created at once', async () => {
  const owner = await addMerchant(app)
  const manager = await addMerchantUser(app, owner.id, 'admin')
  for (let count = 0; count < 45; count++) await addApiKey(app, owner.id, ['read'])
  const tokens = [await signInAs(app, owner), await signInAs(app, manager)]
  const created = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      ask(app, createApiKey, { token: tokens[n % 2] ?? '', body: { name: `Key ${n}`, scopes: ['read'] } }),
    ),
  )
  expect(created.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(created.filter(({ body }) => body.code === 'too-many-api-keys')).toHaveLength(55)
  const { rows } = await sql<{ keys: bigint }>`
    select count(*) as keys from api_keys where merchant_id = ${owner.id} and revoked_at is null`.execute(app.deps.db)
  expect(rows[0]?.keys).toBe(50n)
})
