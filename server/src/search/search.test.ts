import { search } from '@bitquay/contract/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'

type Role = 'owner' | 'store admin' | 'cashier' | 'partner' | 'admin'

let server: TestApp
let own: Someone
let other: Someone
const tokens = new Map<Role, string>()

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  own = await addMerchant(server, 'owner@kestrel.example')
  other = await addMerchant(server, 'owner@boatyard.example')
  const people: Record<Role, Someone> = {
    owner: own,
    'store admin': await addMerchantUser(server, own.id, 'admin'),
    cashier: await addMerchantUser(server, own.id, 'user'),
    partner: await addPartner(server),
    admin: await addAdmin(server),
  }
  await createShop(own.id, 'Kestrel Arcade', 'kestrel')
  await createShop(other.id, 'Secret Boatyard', 'boatyard')
  // The partner earns from the own shop only.
  await addPayment(server, {
    merchantId: own.id,
    amountSats: 1_000_000n,
    priceCents: 10_000_000n,
    at: new Date(Date.now() - 3_600_000),
  })
  for (const [role, person] of Object.entries(people)) tokens.set(role as Role, await signInAs(server, person))
})
afterAll(() => server.close())

/** An invoice with an order, a customer and a payment, and an application with the same word. */
const createShop = async (merchantId: number, storeName: string, word: string) => {
  const { db } = server.deps
  await sql`update merchants set store_name = ${storeName} where id = ${merchantId}`.execute(db)
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount, amount_usd, currency, price_amount,
      description, customer_name, customer_email, bitcoin_address, metadata)
    values (${merchantId}, ${`Inv${word}Number`}, ${word}, 'settled', 0.001, 100, 'USD', 100, ${`${word} founder bundle`},
      ${`Jonas ${word}lind`}, ${`jonas@${word}.example`}, ${`bcrt1q${word}`},
      ${JSON.stringify({ orderId: `${word.toUpperCase()}-20417` })}::jsonb)`.execute(db)
  await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, method, status, invoice_id, address)
    values (${merchantId}, ${`hash${word}`}, ${`key-${word}`}, 'incoming', 'invoice', 0.001, 100, 'on-chain', 'confirmed',
      ${`Inv${word}Number`}, ${`bcrt1q${word}`})`.execute(db)
  await sql`insert into merchant_applications (business_name, contact_name, email, phone, business_type, business_description,
      monthly_volume, status)
    values (${`${word} applicants`}, 'Contact', ${`apply@${word}.example`}, '555', 'Other', 'Something', 'Less', 'pending')`.execute(
    db,
  )
}

/** What a shop's things are found by. */
const needlesOf = (word: string) => [
  word,
  `Inv${word}Number`,
  `${word.toUpperCase()}-20417`,
  `${word}-204`,
  `${word} founder`,
  `${word}lind`,
  `jonas@${word}.example`,
  `hash${word}`,
  `bcrt1q${word}`,
  `owner@${word}.example`,
  `${word} applicants`,
]

const find = async (role: Role, q: string) => {
  const { status, body } = await ask(server, search, { token: tokens.get(role) ?? '', query: { q } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Record<string, Record<string, unknown>[]>
}

const store: readonly Role[] = ['owner', 'store admin', 'cashier']

test.each(store)('a %s finds invoices, payments and customers of the store', async (role) => {
  for (const q of ['KESTREL-20417', 'kestrel-204', 'InvkestrelN', 'founder kes', 'kestrellind']) {
    expect((await find(role, q)).invoices, q).toMatchObject([
      { invoiceId: 'InvkestrelNumber', orderId: 'KESTREL-20417', state: 'paid', amount: '100.00', merchantId: null },
    ])
  }
  expect((await find(role, 'hashkes')).transactions).toMatchObject([
    { key: 'key-kestrel', customerName: 'Jonas kestrellind', amountUSD: '100.00', merchantName: null },
  ])
  for (const q of ['jonas@kes', 'Kestrellind']) {
    expect((await find(role, q)).customers, q).toEqual([
      { email: 'jonas@kestrel.example', name: 'Jonas kestrellind', invoices: 1, receivedUsd: '0.00' },
    ])
  }
  // A word of a description is no customer's name.
  expect((await find(role, 'founder')).customers).toEqual([])
})

test('an admin finds merchants, applications, payments and invoices of all stores, but no customers', async () => {
  expect((await find('admin', 'kestrel arc')).merchants).toMatchObject([
    { id: own.id, storeName: 'Kestrel Arcade', email: 'owner@kestrel.example', isActive: true },
  ])
  expect((await find('admin', 'boatyard appl')).applications).toMatchObject([{ businessName: 'boatyard applicants' }])
  expect((await find('admin', 'hashboat')).transactions).toMatchObject([{ merchantName: 'Secret Boatyard' }])
  for (const q of ['boatyard-20417', 'InvboatyardNumber']) {
    expect((await find('admin', q)).invoices, q).toMatchObject([
      { invoiceId: 'InvboatyardNumber', merchantId: other.id, merchantName: 'Secret Boatyard' },
    ])
  }
  for (const q of [...needlesOf('kestrel'), ...needlesOf('boatyard')]) {
    const { customers, invoices = [] } = await find('admin', q)
    expect(customers).toEqual([])
    for (const invoice of invoices) expect(invoice).toMatchObject({ customerName: null, customerEmail: null })
  }
})

test('an admin finds people, partners and promo codes', async () => {
  const { db } = server.deps
  await sql`insert into merchant_users (merchant_id, email, name, role) values (${own.id}, 'mara@kestrel.example', 'Mara Lund', 'admin')`.execute(
    db,
  )
  await sql`insert into admins (email, name) values ('marit@platform.example', 'Marit')`.execute(db)
  await sql`insert into partners (email, name) values ('dagny@mariner.example', 'Mariner')`.execute(db)
  await sql`insert into promo_codes (code, description, created_by)
    select 'MARX-2RTA-9KCE', 'Thanks', min(id) from admins`.execute(db)
  const found = await find('admin', 'mar')
  expect(found.people).toMatchObject([
    { kind: 'admin', name: 'Marit', role: null, status: 'expired' },
    { kind: 'merchant-user', name: 'Mara Lund', role: 'admin', merchantName: 'Kestrel Arcade', status: 'expired' },
  ])
  expect(found.partners).toMatchObject([{ name: 'Mariner', sharePercentage: 33.33 }])
  expect(found.promoCodes).toMatchObject([{ code: 'MARX-2RTA-9KCE', state: 'active' }])
  // A whole address or code finds exactly one.
  expect((await find('admin', 'Mara@kestrel.example')).people).toMatchObject([{ email: 'mara@kestrel.example' }])
  expect((await find('admin', 'marx-2rta-9kce')).promoCodes).toHaveLength(1)
  expect((await find('admin', '%%')).promoCodes).toEqual([])
  for (const role of [...store, 'partner'] as const)
    expect(JSON.stringify(await find(role, 'mar')), role).not.toMatch(/Mara|Marit|Mariner|MARX/)
})

test('a partner finds merchants that they earn from by name, and nothing else', async () => {
  const nothing = {
    ...{ invoices: [], transactions: [], customers: [], applications: [] },
    ...{ people: [], partners: [], promoCodes: [] },
  }
  expect(await find('partner', 'arcade')).toEqual({
    ...nothing,
    merchants: [{ id: own.id, storeName: 'Kestrel Arcade', email: null, isActive: null }],
  })
  for (const q of needlesOf('kestrel').filter((needle) => needle !== 'kestrel')) {
    expect(await find('partner', q), q).toEqual({ ...nothing, merchants: [] })
  }
})

test.each<Role>([...store, 'partner'])('a %s never finds anything of another merchant', async (role) => {
  for (const q of [...needlesOf('boatyard'), 'Secret', 'Jonas', '20417']) {
    expect(JSON.stringify(await find(role, q)).toLowerCase(), q).not.toContain('boatyard')
  }
})

test.each(store)('a %s is shown no merchants and no applications', async (role) => {
  for (const q of needlesOf('kestrel')) {
    expect(await find(role, q), q).toMatchObject({
      merchants: [],
      applications: [],
      people: [],
      partners: [],
      promoCodes: [],
    })
  }
})

test('there are at most five results of a kind', async () => {
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount_usd, customer_name, customer_email, created_at)
    select ${own.id}, 'many-' || n, 'many-' || n, 'settled', 1, 'Crowd ' || n, 'crowd-' || n || '@example.test', now()
    from generate_series(1, 9) n`.execute(server.deps.db)
  const { invoices, customers } = await find('owner', 'crowd')
  expect(invoices).toHaveLength(5)
  expect(customers).toHaveLength(5)
})

test.each(['', 'a', ' b '])('a search for "%s" is refused', async (q) => {
  const { status } = await ask(server, search, { token: tokens.get('owner') ?? '', query: { q } })
  expect(status).toBe(400)
})
