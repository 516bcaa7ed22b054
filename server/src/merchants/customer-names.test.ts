import { submitApplication } from '@bitquay/contract/applications'
import { changeBrand } from '@bitquay/contract/brands'
import { saveLightningAddress } from '@bitquay/contract/lightning-addresses'
import { changeSettings } from '@bitquay/contract/merchants'
import { changeMerchant, createMerchant, decideName, getMerchant } from '@bitquay/contract/merchants.admin'
import { inviteTeamUser } from '@bitquay/contract/merchants.team'
import { changePaymentLink, createPaymentLink } from '@bitquay/contract/payment-links'
import { changeTill, createTill } from '@bitquay/contract/tills'
import { changeItem, createItem } from '@bitquay/contract/tills.items'
import * as v1Links from '@bitquay/contract/v1/payment-links'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { addApplication, application } from '../../test/applications.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { addAdmin, ask, codeOf, forgetCodes, signInAs } from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { readMailShop } from '../brands/index.ts'
import { updateAttention } from './update-attention.ts'

let money: Money
let shop: Awaited<ReturnType<typeof openShop>>
let admin: string
let program: string
beforeAll(async () => {
  money = await shareMoney()
  shop = await openShop(money, 'corner-cafe')
  admin = await signInAs(money.server, await addAdmin(money.server))
  program = await addApiKey(money.server, shop.id)
})

const phishing = 'Security alert: log in at https://bank.example/login'
const refused = { status: 400, body: { code: 'invalid-request' } }

const problemOf = async (name: string, website: string | null = null) => {
  const { rows } = await sql<{ problem: string | null }>`select name_problem(${name}, ${website}) as problem`.execute(
    money.deps.db,
  )
  return rows[0]?.problem ?? null
}

test('names with links, email addresses or the platform’s name are found, however they are written', async () => {
  const names: Record<string, string[]> = {
    link: [
      phishing,
      'Sign in: HTTPS://Example.com',
      'http : //example.com',
      'ｈｔｔｐｓ：／／example.com',
      'ht\u200btps://example.com',
      'example.com/login',
      'Pay at t.me/help-desk',
      'example.com:8080/x',
      'example。com/a',
      'example.com?id=1',
      'ftp://files',
      'mailto:help',
      'Refund 192.0.2.1',
    ],
    email: ['Write to help@example.com', 'help＠example.com', 'a@b.co', 'he\u00adlp@exa\u200bmple.com'],
    domain: ['login-example.com', 'Go to www.example.org now', 'Paypal.com Support', 'bücher.de', 'xn--80ak6aa92e.com'],
    platform: [
      'Bitquay',
      'BITQUAY Support',
      'Bit Quay',
      'B1tquay',
      'bit-quay',
      'B i t q u a y',
      'Вitquаy',
      'Bítqüay help',
      'mybitquay',
      'Bitq\u200buay',
      'Bltquay',
      'Bitguay',
      '𝐁𝐢𝐭𝐪𝐮𝐚𝐲',
      'Ｂｉｔｑｕａｙ',
    ],
  }
  for (const [problem, list] of Object.entries(names)) {
    for (const name of list) expect([name, await problemOf(name)]).toEqual([name, problem])
  }
})

test('ordinary names have no problem, and a merchant’s website has none in its own names', async () => {
  const ordinary = [
    ...['Corner Cafe', 'St. Mary’s', 'Dr.Smith', 'No.1 Noodles', 'Müller & Söhne', 'A.B.C. Bakery', 'Rabbit Quay Cafe'],
    ...['Café 24/7', 'Coffee@Home', 'Кафе Пушкинъ', '東京ラーメン', 'Flat white: large', 'Ben & Jerry', 'Q', '50/50'],
    ...['Bitcoin Beach', 'Quayside Bits', 'e.g. tea', 'Table 6. Window', 'M.2 adapters', 'C# lessons?'],
  ]
  for (const name of ordinary) expect([name, await problemOf(name)]).toEqual([name, null])
  for (const website of ['https://www.corner.example.com/menu', 'corner.example.com', 'HTTP://Corner.Example.com']) {
    expect(await problemOf('Corner.example.com', website)).toBeNull()
    expect(await problemOf('www.corner.example.com', website)).toBeNull()
    expect(await problemOf('corner.example.com/login', website)).toBe('link')
    expect(await problemOf('corner.example.com and bank.com', website)).toBe('domain')
  }
})

test('every way to name something that customers see refuses such a name', async () => {
  const { server } = money
  const { token, id } = shop
  const till = { name: 'Bar', slug: 'honest-bar', currency: 'USD', tips: [], items: [{ name: 'Tea', price: '2.00' }] }
  const made = await ask(server, createTill, { token, body: till })
  const [item] = made.body.items as { id: number }[]
  const prices = [{ currency: 'USD', amount: '1.00' }]
  const link = await ask(server, createPaymentLink, { token, body: { title: 'Bread', amount: '4.00' } })
  const linkId = Number(link.body.id)
  expect([made.status, link.status]).toEqual([200, 200])
  const applied = { ...application, contactEmail: 'applicant@bank.test', businessName: phishing }
  const ways: Record<string, () => Promise<{ status: number; body: object }>> = {
    application: () => ask(server, submitApplication, { body: applied }),
    'admin creates': () =>
      ask(server, createMerchant, { token: admin, body: { email: 'new@example.test', storeName: phishing } }),
    'admin renames': () => ask(server, changeMerchant, { token: admin, params: { id }, body: { storeName: phishing } }),
    settings: () => ask(server, changeSettings, { token, body: { storeName: phishing } }),
    brand: () => ask(server, changeBrand, { token, body: { name: phishing } }),
    till: () => ask(server, createTill, { token, body: { ...till, slug: 'other-bar', name: 'Go to bank.com' } }),
    item: () =>
      ask(server, createTill, {
        token,
        body: {
          ...till,
          slug: 'other-bar',
          items: [
            { name: 'Tea', price: '2.00' },
            { name: 'help@bank.com', price: '2.00' },
          ],
        },
      }),
    'till renamed': () =>
      ask(server, changeTill, { token, params: { id: Number(made.body.id) }, body: { name: 'Bitquay' } }),
    'item renamed': () =>
      ask(server, changeItem, { token, params: { id: item?.id ?? 0 }, body: { name: 'https://x.example' } }),
    'item added': () => ask(server, createItem, { token, body: { name: phishing, prices } }),
    'choice added': () =>
      ask(server, createItem, {
        token,
        body: { name: 'Tea', prices, options: [{ name: 'Size', choices: [{ name: phishing }] }] },
      }),
    link: () => ask(server, createPaymentLink, { token, body: { title: phishing } }),
    'link renamed': () => ask(server, changePaymentLink, { token, params: { id: linkId }, body: { title: phishing } }),
    'link by key': () => ask(server, v1Links.createPaymentLink, { token: program, body: { title: phishing } }),
    'Lightning name': () => ask(server, saveLightningAddress, { token, body: { name: 'paypal.com' } }),
  }
  for (const [way, attempt] of Object.entries(ways)) expect([way, await attempt()]).toMatchObject([way, refused])
  const items = await ways.item?.()
  expect(items?.body).toMatchObject({ fields: [{ path: 'items.1.name' }] })

  const headers = { authorization: `token ${program}` }
  const stores = await server.app.inject({ method: 'GET', url: '/btcpay/api/v1/stores', headers })
  const url = `/btcpay/api/v1/stores/${stores.json()[0].id}/payment-requests`
  const request = (method: 'POST' | 'PUT', path: string, title: string) =>
    server.app.inject({ method, url: path, headers, payload: { title, amount: '5.00', currency: 'USD' } })
  expect((await request('POST', url, phishing)).json()).toMatchObject([{ path: 'Title' }])
  const saved = (await request('POST', url, 'Catering')).json()
  expect((await request('PUT', `${url}/${saved.id}`, phishing)).json()).toMatchObject([{ path: 'Title' }])

  const { rows } = await sql<{ name: string }>`select store_name as name from merchants where id = ${id}`.execute(
    money.deps.db,
  )
  expect(rows[0]?.name).not.toContain('alert')
})

test('the website of the application may be in the names', async () => {
  const reviewer = await addAdmin(money.server)
  const applied = await addApplication(money.server, { website: 'https://www.corner-cafe.com/menu' })
  await money.deps.db
    .updateTable('merchantApplications')
    .set({ merchantId: shop.id, status: 'approved', reviewedAt: new Date(), reviewedBy: reviewer.id })
    .where('id', '=', applied.id)
    .execute()
  expect(
    (await ask(money.server, changeSettings, { token: shop.token, body: { storeName: 'Corner-Cafe.com' } })).status,
  ).toBe(200)
  expect(
    await ask(money.server, changeSettings, { token: shop.token, body: { storeName: 'Corner-Cafe.com/login' } }),
  ).toMatchObject(refused)
  expect(
    await ask(money.server, changeSettings, { token: shop.token, body: { storeName: 'other-cafe.com' } }),
  ).toMatchObject(refused)
})

const subjectsTo = async (to: string) => {
  const rows = await money.deps.db.selectFrom('mailOutbox').select('subject').where('recipient', '=', to).execute()
  return rows.map(({ subject }) => subject)
}
const attentionOf = async (id: number) => {
  await updateAttention(money.deps)
  const { body } = await ask(money.server, getMerchant, { token: admin, params: { id } })
  return (body.attention as { reason: string; detail: string }[]).filter(({ reason }) => reason === 'name-in-review')
}
const invite = async (bad: typeof shop, email: string) => {
  await forgetCodes(money.server, bad.owner)
  const body = { email, name: 'Stranger', role: 'user', twoFactorToken: codeOf(bad.secret) }
  expect((await ask(money.server, inviteTeamUser, { token: bad.token, body })).status).toBe(200)
}

test('emails say “a merchant” for a name from before, until an administrator allows it', async () => {
  const bad = await openShop(money, 'to-be-renamed')
  await sql`update merchants set store_name = ${phishing} where id = ${bad.id}`.execute(money.deps.db)
  const token = await signInAs(money.server, bad.owner, { twoFactorToken: codeOf(bad.secret) })
  const shopNow = { ...bad, token }
  await invite(shopNow, 'victim@example.test')
  expect(await subjectsTo('victim@example.test')).toEqual(['You’re invited to a merchant'])
  expect((await readMailShop(money.deps.db, bad.id, 'https://pay.example')).name).toBe('a merchant')
  expect(await attentionOf(bad.id)).toMatchObject([{ detail: phishing }])
  // Everything else in the settings can be saved with the old name.
  const kept = { storeName: phishing, paymentLetters: false }
  expect((await ask(money.server, changeSettings, { token, body: kept })).status).toBe(200)

  const decide = (name: string, decision: string) =>
    ask(money.server, decideName, { token: admin, params: { id: bad.id }, body: { name, decision } })
  expect((await decide('Another name', 'allow')).status).toBe(409)
  expect((await decide(phishing, 'ask')).status).toBe(200)
  expect(await attentionOf(bad.id)).toEqual([])
  expect(await subjectsTo(bad.owner.email)).toContain('Choose another name for your store')
  await invite(shopNow, 'second-victim@example.test')
  expect(await subjectsTo('second-victim@example.test')).toEqual(['You’re invited to a merchant'])

  expect((await decide(phishing, 'allow')).status).toBe(200)
  expect((await readMailShop(money.deps.db, bad.id, 'https://pay.example')).name).toBe(phishing)
  // What is allowed is this name of this merchant.
  await sql`update merchants set store_name = ${`${phishing} now`} where id = ${bad.id}`.execute(money.deps.db)
  expect(await attentionOf(bad.id)).toMatchObject([{ detail: `${phishing} now` }])
})

test('a brand’s name from before is in review too', async () => {
  const bad = await openShop(money, 'quiet-name')
  await sql`insert into brands (merchant_id, name) values (${bad.id}, 'Bitquay security')`.execute(money.deps.db)
  expect((await readMailShop(money.deps.db, bad.id, 'https://pay.example')).name).toBe('a merchant')
  expect(await attentionOf(bad.id)).toMatchObject([{ detail: 'Bitquay security' }])
})
