import { endSession, endSessions, listSessions, type Session, verify } from '@bitquay/contract/accounts'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'
import { tableOf } from '../people/table.credentials.ts'
import { inTransaction } from '../platform/db/transaction.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const statusOf = async (token: string) => (await ask(app, verify, { token })).status
const sessionsOf = async (token: string) => (await ask(app, listSessions, { token })).body as unknown as Session[]
const setActive = (person: Someone, isActive: boolean) =>
  app.deps.db.updateTable(tableOf(person.kind)).set({ isActive }).where('id', '=', person.id).execute()

const hour = 3600

describe('session lifetime', () => {
  test('a session ends after 12 hours without use and use keeps it alive', async () => {
    const token = await signInAs(app, await addMerchant(app))
    await app.advance(12 * hour - 60)
    expect(await statusOf(token)).toBe(200)
    await app.advance(12 * hour - 60)
    expect(await statusOf(token)).toBe(200)
    await app.advance(12 * hour + 1)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(token)).toBe(401)
  })

  test('a session ends after 7 days even if it is used', async () => {
    const token = await signInAs(app, await addMerchant(app))
    for (let used = 0; used < 15; used++) {
      await app.advance(11 * hour)
      expect(await statusOf(token)).toBe(200)
    }
    await app.advance(3 * hour + 1)
    expect(await statusOf(token)).toBe(401)
  })

  test('the last use is saved at most once a minute', async () => {
    const person = await addMerchant(app)
    const token = await signInAs(app, person)
    const lastSeen = async () => (await sessionsOf(token))[0]?.lastSeenAt
    const first = await lastSeen()
    await app.advance(50)
    await statusOf(token)
    expect(await lastSeen()).toBe(first)
    await app.advance(20)
    await statusOf(token)
    expect(await lastSeen()).not.toBe(first)
  })
})

describe('session owner', () => {
  test('deactivating a person ends their sessions for good', async () => {
    const merchant = await addMerchant(app)
    const people = [
      await addMerchant(app),
      await addMerchantUser(app, merchant.id),
      await addPartner(app),
      await addAdmin(app),
    ]
    for (const person of people) {
      const token = await signInAs(app, person)
      await setActive(person, false)
      expect(await statusOf(token)).toBe(401)
      await setActive(person, true)
      expect(await statusOf(token)).toBe(401)
      await signInAs(app, person)
    }
  })

  test('deactivating a merchant ends the sessions of its users', async () => {
    const merchant = await addMerchant(app)
    const [user, stranger] = [await addMerchantUser(app, merchant.id, 'admin'), await addMerchant(app)]
    const tokens = [await signInAs(app, merchant), await signInAs(app, user)]
    const other = await signInAs(app, stranger)
    await setActive(merchant, false)
    for (const token of tokens) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(other)).toBe(200)
    const changes = await app.deps.db.selectFrom('changes').select('audience').orderBy('id', 'desc').limit(2).execute()
    expect(changes.map(({ audience }) => audience).sort()).toEqual([
      `person:merchant-user:${user.id}`,
      `person:merchant:${merchant.id}`,
    ])
    await expect(signInAs(app, user)).rejects.toThrow('401')
    await setActive(merchant, true)
    for (const token of tokens) expect(await statusOf(token)).toBe(401)
    await signInAs(app, user)
  })

  test('removing a user ends their sessions', async () => {
    const merchant = await addMerchant(app)
    const user = await addMerchantUser(app, merchant.id)
    const token = await signInAs(app, user)
    await app.deps.db.deleteFrom('merchantUsers').where('id', '=', user.id).execute()
    expect(await statusOf(token)).toBe(401)
    const left = await app.deps.db
      .selectFrom('sessions')
      .where('personKind', '=', 'merchant-user')
      .selectAll()
      .execute()
    expect(left.filter(({ personId }) => personId === user.id)).toEqual([])
  })

  test('people with the same id in different tables are not mixed up', async () => {
    let [admin, partner] = [await addAdmin(app), await addPartner(app)]
    while (admin.id < partner.id) admin = await addAdmin(app)
    while (partner.id < admin.id) partner = await addPartner(app)
    expect(partner.id).toBe(admin.id)
    for (const person of [admin, partner]) {
      const token = await signInAs(app, person)
      const { body } = await ask(app, verify, { token })
      expect(body.user).toMatchObject({ email: person.email })
    }
  })

  test('returns 401 for made-up, cut and malformed tokens', async () => {
    const token = await signInAs(app, await addMerchant(app))
    for (const invalid of [`${token}x`, token.slice(0, -1), 'A'.repeat(43), "' or 1=1 --aaaaaaaaaaaaaaaa"]) {
      expect(await statusOf(invalid)).toBe(401)
    }
  })
})

describe('session list', () => {
  let person: Someone
  beforeEach(async () => {
    person = await addPartner(app)
  })

  test('shows where a person is signed in and marks the current session', async () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const here = await signInAs(app, person, { from: '10.3.0.1', device: chrome })
    await signInAs(app, person, { from: '10.3.0.2', device: 'curl/8.5.0' })
    await signInAs(app, await addPartner(app))
    const sessions = await sessionsOf(here)
    expect(sessions).toHaveLength(2)
    expect(sessions.find(({ current }) => current)).toMatchObject({ address: '10.3.0.1', device: 'Chrome on Windows' })
    expect(sessions.find(({ current }) => !current)).toMatchObject({ address: '10.3.0.2', device: 'curl/8.5.0' })
  })

  test('a person can end one session or all of them', async () => {
    const [here, there, third] = [await signInAs(app, person), await signInAs(app, person), await signInAs(app, person)]
    const id = (await sessionsOf(there)).find(({ current }) => current)?.id ?? 0
    expect((await ask(app, endSession, { token: here, params: { id } })).status).toBe(200)
    expect(await statusOf(there)).toBe(401)
    expect(await statusOf(here)).toBe(200)
    expect((await ask(app, endSession, { token: here, params: { id } })).status).toBe(404)
    expect((await ask(app, endSessions, { token: here })).status).toBe(200)
    for (const token of [here, third]) expect(await statusOf(token)).toBe(401)
    const activity = await app.deps.db
      .selectFrom('actLog')
      .select(['act', 'detail'])
      .where('actorEmail', '=', person.email)
      .where('act', '=', 'sessions-ended')
      .orderBy('id')
      .execute()
    expect(activity.map(({ detail }) => detail)).toEqual([{ sessions: 1 }, { sessions: 2 }])
  })

  test('returns 404 for a session of someone else', async () => {
    const [mine, stranger] = [await signInAs(app, person), await addMerchant(app)]
    const theirs = await signInAs(app, stranger)
    const id = (await sessionsOf(theirs))[0]?.id ?? 0
    const answer = await ask(app, endSession, { token: mine, params: { id } })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await statusOf(theirs)).toBe(200)
    for (const wrong of ['0', '-1', '1.5', 'x', '99999999999']) {
      expect((await ask(app, endSession, { token: mine, params: { id: wrong } })).status).toBe(400)
    }
  })
})

test('a token is looked up in one query, by index', async () => {
  const token = await signInAs(app, await addMerchant(app))
  const queries: CompiledQuery[] = []
  const executor = app.deps.db.getExecutor()
  const original = executor.executeQuery.bind(executor)
  executor.executeQuery = ((query: CompiledQuery) => {
    queries.push(query)
    return original(query)
  }) as typeof executor.executeQuery
  try {
    expect(await app.deps.authenticate(token, { address: '127.0.0.1', device: 'test' })).toBeDefined()
  } finally {
    executor.executeQuery = original
  }
  expect(queries).toHaveLength(1)

  // Rows of other signed-in people are not read.
  const { sql: text = '', parameters = [] } = queries[0] ?? {}
  const read = await inTransaction(app.deps.db, async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ read: bigint }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
        where relname in ('sessions', 'admins', 'merchants', 'merchant_users', 'partners')`.execute(tx)
      return Number(rows[0]?.read)
    }
    const before = await readSoFar()
    await tx.executeQuery(CompiledQuery.raw(text, [...parameters]))
    return (await readSoFar()) - before
  })
  // The session, the merchant as a person, and the merchant whose name is shown.
  expect(read).toBe(3)
})
