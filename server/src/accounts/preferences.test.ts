import { deleteMerchantUser } from '@bitquay/contract/merchants.users'
import { changePreferences, getPreferences, type Preferences, type SavedView } from '@bitquay/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => app.close())

const defaults: Preferences = {
  timeZone: null,
  shortcuts: true,
  bitcoinUnit: 'btc',
  displayCurrency: null,
  views: [],
  hiddenColumns: {},
}
const view: SavedView = { list: 'transactions', name: 'Refunds', query: 'purpose=refund&from=2026-11-01' }

const read = async (token: string) => (await ask(app, getPreferences, { token })).body
const change = (token: string, body: unknown) => ask(app, changePreferences, { token, body })
const countRows = async () => (await app.deps.db.selectFrom('preferences').select('personId').execute()).length

test('every kind of person reads the defaults, changes them and reads the change in another session', async () => {
  const owner = await addMerchant(app)
  const everyone = [
    owner,
    await addMerchantUser(app, owner.id, 'admin'),
    await addMerchantUser(app, owner.id, 'user'),
    await addPartner(app),
    await addAdmin(app),
  ]
  const wanted = {
    timeZone: 'Europe/Berlin',
    shortcuts: false,
    bitcoinUnit: 'sats',
    displayCurrency: 'EUR',
    views: [view],
    hiddenColumns: { 'admin-transactions': ['network-fee'] },
  }
  for (const person of everyone) {
    const token = await signInAs(app, person)
    expect(await read(token), person.kind).toEqual(defaults)
    expect(await change(token, wanted), person.kind).toMatchObject({ status: 200, body: wanted })
    expect(await read(await signInAs(app, person)), person.kind).toEqual(wanted)
  }
})

test('people whose IDs are equal have separate preferences', async () => {
  const merchant = await addMerchant(app)
  const sameId = async () => {
    for (;;) {
      const admin = await addAdmin(app)
      if (admin.id >= merchant.id) return admin
    }
  }
  const admin = await sameId()
  const merchants: Someone[] = [merchant]
  while ((merchants.at(-1)?.id ?? 0) < admin.id) merchants.push(await addMerchant(app))
  const twin = merchants.at(-1) ?? merchant
  expect(twin.id).toBe(admin.id)
  await change(await signInAs(app, twin), { timeZone: 'Asia/Tokyo' })
  expect(await read(await signInAs(app, admin))).toEqual(defaults)
  await change(await signInAs(app, admin), { shortcuts: false })
  expect(await read(await signInAs(app, twin))).toEqual({ ...defaults, timeZone: 'Asia/Tokyo' })
})

test('fields that are left out stay, and null clears the time zone', async () => {
  const token = await signInAs(app, await addMerchant(app))
  await change(token, { timeZone: 'America/New_York', views: [view] })
  await change(token, { shortcuts: false })
  expect(await read(token)).toEqual({ ...defaults, timeZone: 'America/New_York', views: [view], shortcuts: false })
  expect((await change(token, {})).body).toEqual(await read(token))
  await change(token, { timeZone: null, views: [] })
  expect(await read(token)).toEqual({ ...defaults, shortcuts: false })
})

test('changes of different fields at the same time all survive', async () => {
  for (let round = 0; round < 10; round++) {
    const token = await signInAs(app, await addMerchant(app))
    const changes = [
      { timeZone: 'Europe/Paris' },
      { shortcuts: false },
      { bitcoinUnit: 'sats' },
      { displayCurrency: 'JPY' },
      { views: [view] },
      { hiddenColumns: { invoices: ['due'] } },
    ]
    const answers = await Promise.all(changes.map((body) => change(token, body)))
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await read(token)).toEqual(Object.assign({}, ...changes))
  }
})

test('the largest allowed preferences are saved, and one more entry is refused', async () => {
  const token = await signInAs(app, await addMerchant(app))
  const views = Array.from({ length: 50 }, () => ({ ...view, name: 'n'.repeat(40), query: 'q'.repeat(1000) }))
  const columns = Array.from({ length: 20 }, () => 'c'.repeat(30))
  expect(await change(token, { views, hiddenColumns: { merchants: columns } })).toMatchObject({ status: 200 })
  const tooMuch: unknown[] = [
    { views: [...views, view] },
    { views: [{ ...view, name: 'n'.repeat(41) }] },
    { views: [{ ...view, query: 'q'.repeat(1001) }] },
    { hiddenColumns: { merchants: [...columns, 'c'] } },
    { hiddenColumns: { merchants: ['c'.repeat(31)] } },
    { timeZone: `Europe/${'x'.repeat(60)}` },
  ]
  for (const body of tooMuch) expect((await change(token, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400)
  expect(await read(token)).toEqual({ ...defaults, views, hiddenColumns: { merchants: columns } })
})

test('garbage is refused and nothing is stored', async () => {
  const token = await signInAs(app, await addMerchant(app))
  const before = await countRows()
  const garbage: unknown[] = [
    { timeZone: 'Mars/Olympus' },
    { timeZone: '+02:00' },
    { timeZone: 5 },
    { shortcuts: 'yes' },
    { views: {} },
    { views: [{ ...view, list: 'passwords' }] },
    { views: [{ ...view, name: ' ' }] },
    { views: [{ ...view, name: 'NUL\0byte' }] },
    { views: [{ ...view, owner: 1 }] },
    { hiddenColumns: [] },
    { hiddenColumns: { passwords: ['a'] } },
    { hiddenColumns: { __proto__: ['a'], invoices: [5] } },
    { hiddenColumns: { invoices: ['Drop Table'] } },
    { merchantId: 1 },
    [],
    'text',
  ]
  for (const body of garbage) expect((await change(token, body)).status, JSON.stringify(body)).toBe(400)
  expect(await countRows()).toBe(before)
  expect(await read(token)).toEqual(defaults)
})

test('a removed person leaves no preferences behind', async () => {
  const owner = await addMerchant(app)
  const user = await addMerchantUser(app, owner.id)
  await change(await signInAs(app, user), { shortcuts: false })
  const before = await countRows()
  const token = await signInAs(app, await addAdmin(app))
  expect((await ask(app, deleteMerchantUser, { token, params: { id: user.id } })).status).toBe(200)
  expect(await countRows()).toBe(before - 1)
})
