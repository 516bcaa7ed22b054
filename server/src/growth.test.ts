import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reauthenticate } from '@bitquay/contract/accounts'
import { mostCheckoutOrigins } from '@bitquay/contract/checkout'
import { mostTeamUsers } from '@bitquay/contract/merchants.team'
import { createItem, removeItem } from '@bitquay/contract/tills.items'
import { changeInvoice } from '@bitquay/contract/v1/invoices'
import { createWebhook, listWebhooks } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addMerchant, ask, password, signInAs } from '../test/people.ts'
import { limits as accountsLimits } from './accounts/limits.ts'
import { mostKnownDevices, mostSessions, saveKnownDevice, startSession } from './accounts/table.sessions.ts'
import { requestsPerMinute } from './api-keys/authenticate-key.ts'
import { limits as apiKeysLimits } from './api-keys/limits.ts'
import { mostRequests } from './api-keys/table.requests.ts'
import { changesPerHour } from './api-keys/table.ts'
import { limits as applicationsLimits } from './applications/limits.ts'
import { limits as checkoutLimits } from './checkout/limits.ts'
import { mostAddresses } from './deposit-addresses/table.ts'
import { imageUploads } from './images/limits.ts'
import { limits as invoicesLimits } from './invoices/limits.ts'
import { mostPerDay, mostPerHour } from './invoices/table.attempts.ts'
import { limits as merchantsLimits } from './merchants/limits.ts'
import { limits as ownKeysLimits } from './own-keys/limits.ts'
import { limits as paymentLinksLimits } from './payment-links/limits.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { mostStreams } from './platform/events/event-streams.ts'
import { limits as tillsLimits } from './tills/limits.ts'
import { insertItems, mostRemovedItems } from './tills/table.items.ts'
import { limits as webhooksLimits } from './webhooks/limits.ts'
import { pausesSeconds } from './webhooks/retry-schedule.ts'
import { mostBodies, mostMegabytes } from './webhooks/table.bodies.ts'
import { mostWaiting } from './webhooks/table.deliveries.ts'
import { mostEndpoints } from './webhooks/table.endpoints.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const document = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
const section = /## Who can grow what\n(.*?)\n## /s.exec(document)?.[1] ?? ''
const listed = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, tables = '', who = '', bound = ''] = line.split('|').map((cell) => cell.trim())
    return { tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name = '']) => name), who, bound }
  })

test('every table is listed once, with who can grow it and its bound', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`.execute(server.deps.db)
  expect(listed.flatMap(({ tables }) => tables).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  for (const { tables, who, bound } of listed) {
    const isOurs = who === 'only operators' || who === 'only our own work'
    expect(bound === '', `${tables.join(', ')}: ${who}`).toBe(isOurs)
  }
})

/** What the section says, and the number that decides. `#` is the number. */
const stated: [string, number][] = [
  ['at most # changes an hour in one session', accountsLimits.changesOfSession(1).attempts],
  ['in one session and # in all of them', accountsLimits.changesOfPerson({ kind: 'merchant', id: 1 }).attempts],
  ['device makes at most #.', tillsLimits.changesOfDevice(1).attempts],
  ['at most # requests a minute', requestsPerMinute],
  ['at most # changes an hour. - Strangers', changesPerHour],
  ['merchants | # requests an hour. One change', ownKeysLimits.reads(1).attempts],
  ['strangers | # an hour per source', applicationsLimits.applicationsFromSource('').attempts],
  ['# sign-ins a minute per source', accountsLimits.signInFromSource('').attempts],
  ['# an hour per account', accountsLimits.resetOfAccount('').attempts],
  ['per account, # per source', accountsLimits.resetFromSource('').attempts],
  ['| # an hour per source, 20 a day per invoice', checkoutLimits.reportsFromSource('').attempts],
  ['# a day per invoice. Deleted after 90', checkoutLimits.reportsOfInvoice('').attempts],
  ['By payment links # a minute', paymentLinksLimits.linkUsesFromSource('').attempts],
  ['and # a day per source', paymentLinksLimits.linkInvoicesFromSource('').attempts],
  ['| # an hour and 100 a day per invoice', mostPerHour],
  ['and # a day per invoice', mostPerDay],
  ['per invoice, # an hour per source', invoicesLimits.openingsFromSource('').attempts],
  ['| # per store |', mostAddresses],
  ['per merchant, # origins', mostCheckoutOrigins],
  ['# uploads an hour', imageUploads(1).attempts],
  ['# removed ones', mostRemovedItems],
  ['# sales a minute per device', tillsLimits.salesOfDevice(1).attempts],
  ['# people per store', mostTeamUsers],
  ['# invitations a day', merchantsLimits.teamInvitations(1).attempts],
  ['# sessions and', mostSessions],
  ['# devices per person', mostKnownDevices],
  ['# streams each', mostStreams],
  ['at a time, # new ones a day', apiKeysLimits.newApiKeys(1).attempts],
  ['# requests per key', mostRequests],
  ['to at most # endpoints', mostEndpoints],
  ['API keys | # per merchant at a time, 60 new', mostEndpoints],
  ['at a time, # new ones a day', webhooksLimits.newEndpoints(1).attempts],
  ['# attempts per delivery', pausesSeconds.length + 1],
  ['# resends an hour per endpoint', webhooksLimits.webhookResends(1).attempts],
  ['and # that wait', mostWaiting],
  ['# per endpoint and 50 MB', mostBodies],
  ['and # MB per merchant', mostMegabytes],
]

test.each(stated)('the list says “%s” as the code does (%i)', (sentence, value) => {
  expect(section.replace(/\s+/g, ' ')).toContain(sentence.replace('#', value.toLocaleString('en-US')))
})

test('a session that changes too much is refused, and another session of the person is not', async () => {
  const owner = await addMerchant(server)
  const [busy, other] = [await signInAs(server, owner), await signInAs(server, owner)]
  const change = (token: string) =>
    ask(server, createWebhook, { token, body: { url: 'https://hooks.example.com', events: ['*'] } })
  const { rows } = await sql<{ id: number }>`select max(id) as id from sessions`.execute(server.deps.db)
  const busyId = (rows[0]?.id ?? 0) - 1
  const limit = accountsLimits.changesOfSession(busyId)
  await sql`insert into attempt_limits (bucket, attempts, window_started_at)
    values (${limit.bucket}, ${limit.attempts - 1}, app_now())`.execute(server.deps.db)
  expect((await change(busy)).status).toBe(200)
  expect(await change(busy)).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
  expect((await change(other)).status).toBe(200)
  expect((await ask(server, listWebhooks, { token: busy })).status, 'reading is not limited').toBe(200)
  const again = await ask(server, reauthenticate, { token: busy, body: { password } })
  expect(again.status, 'nor are calls about the session').toBe(200)
})

test('all keys of a store together change as much as one key may request', async () => {
  const { id } = await addMerchant(server)
  const [one, two] = [await addApiKey(server, id), await addApiKey(server, id)]
  const change = (token: string) =>
    ask(server, changeInvoice, { token, params: { id: 'none' }, body: { metadata: {} }, once: 'x' })
  expect((await change(one)).status).toBe(404)
  await sql`update attempt_limits set attempts = ${changesPerHour} where bucket = ${`changes:api-keys:${id}`}`.execute(
    server.deps.db,
  )
  expect(await change(two)).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
  expect((await change(one)).status).toBe(429)
  const other = await addApiKey(server, (await addMerchant(server)).id)
  expect((await change(other)).status).toBe(404)
})

test('sessions and known devices of a person are limited to the latest', async () => {
  const { id } = await addMerchant(server)
  const person = { kind: 'merchant', id } as const
  await inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < mostSessions + 5; count++) {
      const source = { address: '203.0.113.9', device: `Browser ${count}` }
      await startSession(tx, person, source)
      await saveKnownDevice(tx, person, source)
    }
  })
  const count = async (table: string) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(table)} where person_kind = 'merchant' and person_id = ${id}`.execute(
      server.deps.db,
    )
    return rows[0]?.rows
  }
  expect([await count('sessions'), await count('known_devices')]).toEqual([mostSessions, mostKnownDevices])
})

test('removing items again and again keeps the latest removed ones', async () => {
  const merchant = await addMerchant(server)
  const token = await signInAs(server, merchant)
  const prices = [{ currency: 'USD' as const, amount: '1.00' }]
  const item = { name: 'Tea', category: null, stock: null, options: [], taxRateId: null, isSoldOut: false, prices }
  await inTransaction(server.deps.db, async (tx) => {
    const ids = await insertItems(
      tx,
      merchant.id,
      Array.from({ length: mostRemovedItems + 20 }, () => item),
    )
    await sql`update till_items set removed_at = app_now() where id = any(${ids})`.execute(tx)
  })
  const created = await ask(server, createItem, { token, body: item })
  const params = { id: Number(created.body.id) }
  expect((await ask(server, removeItem, { token, params })).status).toBe(200)
  const { rows } = await sql<{ rows: number }>`select count(*)::integer as rows from till_items`.execute(server.deps.db)
  expect(rows[0]?.rows).toBe(mostRemovedItems)
})
