import { createMerchantUser, listMerchantPeople, type MerchantPeople } from '@bitquay/contract/merchants.users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  for (const [index, name] of names.entries()) await insertMerchant(name, index)
})
afterAll(() => app.close())

const names = ['beacon', 'Anchor', 'Zephyr', 'anchor', 'Quay & Sons']
/** What the test itself inserted, by merchant. */
const facts: { id: number; name: string; users: { name: string; email: string; isActive: boolean }[] }[] = []

const insertMerchant = async (name: string, index: number) => {
  const { rows } = await sql<{ id: number }>`
    insert into merchants (email, store_name, password_hash) values (${`owner-${index}@shop.test`}, ${name}, ${index === 4 ? null : 'x'})
    returning id`.execute(app.deps.db)
  const id = rows[0]?.id ?? 0
  const users = Array.from({ length: index }, (_, place) => ({
    name: `${['walter', 'Ada', 'Mona', 'ben'][place]} ${index}`,
    email: `person-${index}-${place}@mail.test`,
    isActive: place !== 1,
  }))
  for (const user of users) {
    await sql`insert into merchant_users (merchant_id, email, name, role, is_active, password_hash)
      values (${id}, ${user.email}, ${user.name}, 'user', ${user.isActive}, 'x')`.execute(app.deps.db)
  }
  facts.push({ id, name, users })
}

const expected = (keeps: (fact: (typeof facts)[number], index: number) => boolean) =>
  facts
    .filter(keeps)
    .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : one.id - other.id))
    .map(({ id }) => id)

const readPages = async (query: Record<string, string>, limit: number) => {
  const rows: MerchantPeople[] = []
  let cursor: string | undefined
  do {
    const answer = await ask(app, listMerchantPeople, {
      token,
      query: { ...query, limit: String(limit), ...(cursor ? { cursor } : {}) },
    })
    expect(answer.status).toBe(200)
    const page = answer.body as unknown as MerchantPeople[]
    expect(page.length).toBeLessThanOrEqual(limit)
    rows.push(...page)
    cursor = answer.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return rows
}

test.each([
  ['everyone', {}, () => true],
  ['a merchant’s name', { search: 'anch' }, (name: string) => name.toLowerCase() === 'anchor'],
  ['a merchant’s email', { search: 'owner-2@shop.test' }, (_: string, index: number) => index === 2],
  ['a user’s name', { search: 'mon' }, (_: string, index: number) => index >= 3],
  ['a user’s email', { search: 'person-4-0@mail' }, (_: string, index: number) => index === 4],
  ['nobody', { search: 'nowhere' }, () => false],
] as const)('merchants are listed by name, page by page, when the search is for %s', async (_, query, keeps) => {
  const ids = expected(({ name }, index) => keeps(name, index))
  for (const limit of [2, 100]) {
    expect((await readPages(query, limit)).map(({ merchantId }) => merchantId)).toEqual(ids)
  }
})

test('each merchant has its owner first and then its users by name', async () => {
  for (const { merchantId, storeName, people } of await readPages({}, 100)) {
    const index = facts.findIndex(({ id }) => id === merchantId)
    const { name, users } = facts[index] ?? { name: '', users: [] }
    expect(storeName).toBe(name)
    expect(people.map((each) => [each.email, each.role, each.status])).toEqual([
      [`owner-${index}@shop.test`, 'owner', index === 4 ? 'invited' : 'active'],
      ...users
        .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
        .map(({ email, isActive }) => [email, 'user', isActive ? 'active' : 'inactive']),
    ])
  }
  const chosen = String(facts[3]?.id)
  expect((await readPages({ merchantId: chosen }, 100)).map(({ merchantId }) => String(merchantId))).toEqual([chosen])
})

test('a user without a password is invited by email and listed as invited', async () => {
  const id = facts[0]?.id ?? 0
  const body = { name: 'Kaja Berg', email: 'kaja@shop.test', role: 'admin' }
  expect(await ask(app, createMerchantUser, { token, params: { id }, body })).toMatchObject({ status: 200 })
  const mail = await app.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', 'kaja@shop.test')
    .execute()
  expect(mail.map(({ subject }) => subject)).toEqual(['You’re invited to beacon'])
  const [group] = await readPages({ search: 'kaja' }, 10)
  const kaja = group?.people.find(({ email }) => email === 'kaja@shop.test')
  expect(kaja).toMatchObject({ name: 'Kaja Berg', role: 'admin', status: 'invited', lastSeenAt: null })
  const left = new Date(kaja?.invitedUntil ?? 0).getTime() - Date.now()
  expect(Math.round(left / 86_400_000)).toBe(7)
})
