import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, signInAs } from '../../test/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const storeNameOf = async (id: number) =>
  (await app.deps.db.selectFrom('merchants').select('storeName').where('id', '=', id).executeTakeFirstOrThrow())
    .storeName

test('the owner and users with the role admin rename the business, and other users only read', async () => {
  const merchant = await addMerchant(app)
  const [manager, clerk] = [
    await addMerchantUser(app, merchant.id, 'admin'),
    await addMerchantUser(app, merchant.id, 'user'),
  ]
  const token = await signInAs(app, merchant)
  expect((await ask(app, getSettings, { token })).body).toMatchObject({
    storeName: 'Blue Door',
    email: merchant.email,
    isActive: true,
    role: 'owner',
    markupFeePercent: 0,
  })
  const renamed = await ask(app, changeSettings, { token, body: { storeName: '  Red <b>Door</b> ' } })
  expect(renamed).toMatchObject({ status: 200, body: { storeName: 'Red <b>Door</b>' } })

  const managing = await signInAs(app, manager)
  expect((await ask(app, changeSettings, { token: managing, body: { storeName: 'Green Door' } })).status).toBe(200)

  const reading = await signInAs(app, clerk)
  expect((await ask(app, getSettings, { token: reading })).body).toMatchObject({
    storeName: 'Green Door',
    role: 'user',
  })
  const refused = await ask(app, changeSettings, { token: reading, body: { storeName: 'My Door' } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await storeNameOf(merchant.id)).toBe('Green Door')

  const entries = await app.deps.db
    .selectFrom('actLog')
    .select(['actorEmail', 'detail'])
    .where('act', '=', 'settings-changed')
    .where('merchantId', '=', merchant.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { actorEmail: merchant.email, detail: { before: 'Blue Door', after: 'Red <b>Door</b>' } },
    { actorEmail: manager.email, detail: { before: 'Red <b>Door</b>', after: 'Green Door' } },
  ])
})

test('a change affects one merchant only and updates its own screens', async () => {
  const [mine, other] = [await addMerchant(app), await addMerchant(app)]
  await ask(app, changeSettings, { token: await signInAs(app, mine), body: { storeName: 'Mine' } })
  expect(await storeNameOf(other.id)).toBe('Blue Door')
  const hints = await app.deps.db.selectFrom('changes').select('audience').where('topic', '=', 'settings').execute()
  expect(hints.map(({ audience }) => audience)).toContain(`merchant:${mine.id}`)
  expect(hints.map(({ audience }) => audience)).not.toContain(`merchant:${other.id}`)
})

test('an invalid name or a person of another portal changes nothing', async () => {
  const merchant = await addMerchant(app)
  const token = await signInAs(app, merchant)
  for (const storeName of ['', '   ', 'x'.repeat(121), null, 5, ['Door'], undefined]) {
    const answer = await ask(app, changeSettings, { token, body: { storeName } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } })
  }
  const empty = await ask(app, changeSettings, { token, body: { storeName: ' ' } })
  expect(empty.body.message).toBe('Business name is required')
  for (const stranger of [await addAdmin(app), await addPartner(app)]) {
    const theirs = await signInAs(app, stranger)
    expect((await ask(app, changeSettings, { token: theirs, body: { storeName: 'Door' } })).status).toBe(403)
    expect((await ask(app, getSettings, { token: theirs })).status).toBe(403)
  }
  expect((await ask(app, getSettings)).status).toBe(401)
  expect(await storeNameOf(merchant.id)).toBe('Blue Door')
})
