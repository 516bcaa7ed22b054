import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { sql } from 'kysely'
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

test('business details are kept as typed, an empty one is removed, and each change is one entry of the audit log', async () => {
  const merchant = await addMerchant(app)
  const token = await signInAs(app, merchant)
  const details = {
    ...{
      legalName: 'Pelican Coffee LLC',
      street: '14 Wharf  Street',
      city: 'Portland',
      region: 'ME',
      postalCode: '04101',
    },
    ...{ country: 'US', taxId: '84-2917364', phone: '+1 207 555 0142', website: 'pelican.coffee' },
    ...{ timeZone: 'America/New_York', currency: 'EUR', dayEndsHour: 3 },
    ...{ payMethods: ['lightning'], priceMinutes: 30, shortPercent: 0.5, passesFee: false },
  } as const
  const change = (body: object) => ask(app, changeSettings, { token, body })
  const kept = { ...details, street: '14 Wharf Street' }
  expect(await change(details)).toMatchObject({ status: 200, body: { ...kept, id: merchant.id } })
  expect((await ask(app, getSettings, { token })).body).toMatchObject(kept)
  expect((await change({ taxId: '', timeZone: null })).body).toMatchObject({ ...kept, taxId: '', timeZone: null })
  expect((await change({ taxId: '', city: 'Portland' })).status).toBe(200)
  const { rows } = await sql<{ detail: object }>`
    select detail from act_log where act = 'settings-changed' and merchant_id = ${merchant.id} order by id`.execute(
    app.deps.db,
  )
  expect(rows.map(({ detail }) => detail)).toEqual([
    { ...kept, payMethods: 'lightning' },
    { taxId: '', timeZone: null },
  ])
})

test.each([
  ['phone', 'call me'],
  ['website', 'javascript:alert(1)'],
  ['website', 'https://bank.example@evil.example'],
  ['country', 'XX'],
  ['timeZone', 'EST'],
  ['dayEndsHour', 7],
  ['payMethods', []],
  ['priceMinutes', 4],
  ['shortPercent', 6],
  // Receipts have these texts, and come from our address.
  ['legalName', 'Claim at evil.com'],
  ['street', 'https://evil.example/prize'],
  ['taxId', 'write@evil.com'],
] as const)('%s can’t be %j', async (name, value) => {
  const token = await signInAs(app, await addMerchant(app))
  const before = await ask(app, getSettings, { token })
  const refused = await ask(app, changeSettings, { token, body: { [name]: value } })
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: name }] } })
  expect((await ask(app, getSettings, { token })).body).toEqual(before.body)
})
