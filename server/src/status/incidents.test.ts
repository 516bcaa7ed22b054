import { reauthenticate } from '@bitquay/contract/accounts'
import { listActs } from '@bitquay/contract/audit-log'
import type { Answer } from '@bitquay/contract/call'
import {
  getStatusHistory,
  type Incident,
  listIncidents,
  postIncident,
  resolveIncident,
  updateIncident,
} from '@bitquay/contract/status'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addPartner, ask, password, type Someone, signInAs } from '../../test/people.ts'

let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(() => app.close())

const wanted = {
  title: 'Invoices can’t be created',
  state: 'investigating',
  sentence: 'Some merchants can’t create invoices.',
  money: 'Payments already made are safe.',
  impacts: [
    { component: 'checkout', impact: 'down' },
    { component: 'webhooks', impact: 'degraded' },
  ],
}
const update = {
  state: 'identified',
  sentence: 'A disk filled up.',
  money: 'Payments already made are safe.',
  impacts: [{ component: 'checkout', impact: 'degraded' }],
}
const resolution = {
  sentence: 'Invoices work again.',
  money: 'No money was affected.',
  changed: 'We now watch the disk.',
}
const post = async (more: object = {}) => {
  const { status, body } = await ask(app, postIncident, { token, body: { ...wanted, ...more } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Incident
}
const readHistory = async () => (await ask(app, getStatusHistory)).body as unknown as Answer<typeof getStatusHistory>
const stateOf = async (name: string) =>
  (await readHistory()).components.find(({ component }) => component === name)?.state

test('the status page shows each step of an incident, and the audit log who took it', async () => {
  const { id } = await post()
  const params = { id }
  const { title, state, impacts, sentence, money } = wanted
  expect((await readHistory()).incidents).toMatchObject([
    { id, title, state, impacts, updates: [{ state, sentence, money }], resolvedAt: null, changed: null },
  ])
  expect([await stateOf('checkout'), await stateOf('webhooks'), await stateOf('email')]).toEqual([
    'down',
    'degraded',
    'no-data',
  ])

  expect((await ask(app, updateIncident, { token, params, body: update })).status).toBe(200)
  expect([await stateOf('checkout'), await stateOf('webhooks')]).toEqual(['degraded', 'no-data'])

  expect((await ask(app, resolveIncident, { token, params, body: resolution })).status).toBe(200)
  const [resolved] = (await readHistory()).incidents
  expect(resolved).toMatchObject({ state: 'resolved', changed: resolution.changed })
  expect(resolved?.updates.map(({ state, sentence, money }) => [state, sentence, money])).toEqual([
    ['resolved', resolution.sentence, resolution.money],
    ['identified', update.sentence, update.money],
    ['investigating', wanted.sentence, wanted.money],
  ])
  expect(await stateOf('checkout')).toBe('no-data')
  const checkout = (await readHistory()).components.find(({ component }) => component === 'checkout')
  expect(checkout?.days.at(-1)?.state, 'the day keeps its mark').toBe('degraded')

  const acts = (await ask(app, listActs, { token })).body as unknown as Answer<typeof listActs>
  const steps = acts.filter(({ subjectKind, subjectId }) => subjectKind === 'incident' && subjectId === String(id))
  expect(steps.map(({ act, actorEmail }) => [act, actorEmail])).toEqual([
    ['incident-resolved', admin.email],
    ['incident-updated', admin.email],
    ['incident-posted', admin.email],
  ])
  expect(JSON.stringify(await readHistory()), 'nobody reads who wrote it').not.toContain(admin.email)
})

test('a resolved incident takes no update, and an unknown one is not found', async () => {
  const params = { id: (await post()).id }
  await ask(app, resolveIncident, { token, params, body: resolution })
  for (const [call, body] of [
    [updateIncident, update],
    [resolveIncident, resolution],
  ] as const) {
    expect(await ask(app, call, { token, params, body })).toMatchObject({
      status: 409,
      body: { code: 'incident-resolved' },
    })
    expect((await ask(app, call, { token, params: { id: 999_999 }, body })).status).toBe(404)
  }
})

test('of updates and resolutions at once, one resolves and nothing follows it', async () => {
  const params = { id: (await post()).id }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0
        ? ask(app, resolveIncident, { token, params, body: resolution })
        : ask(app, updateIncident, { token, params, body: { ...update, sentence: `Update ${index}.` } }),
    ),
  )
  const taken = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 409).length).toBe(answers.length - taken.length)
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from incident_updates where incident_id = ${params.id} group by state`.execute(
    app.deps.db,
  )
  expect(rows.find(({ state }) => state === 'resolved')?.count).toBe(1)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1 + taken.length)
  const listed = (await ask(app, listIncidents, { token })).body as unknown as Incident[]
  const found = listed.find(({ id }) => id === params.id)
  expect([found?.state, found?.updates[0]?.state]).toEqual(['resolved', 'resolved'])
})

test('posts at once are separate incidents, and a repeated one with the same key is posted once', async () => {
  const before = ((await ask(app, listIncidents, { token })).body as unknown as Incident[]).length
  const posted = await Promise.all(Array.from({ length: 5 }, (_, index) => post({ title: `Incident ${index}` })))
  expect(new Set(posted.map(({ id }) => id)).size).toBe(5)
  const body = { ...wanted, title: 'Posted once' }
  const first = await ask(app, postIncident, { token, body, once: 'incident-key' })
  const second = await ask(app, postIncident, { token, body, once: 'incident-key' })
  expect(second.body).toEqual(first.body)
  expect(((await ask(app, listIncidents, { token })).body as unknown as Incident[]).length).toBe(before + 6)
})

test('only admins can read the editor, post, update and resolve', async () => {
  const params = { id: (await post()).id }
  const others = [await addMerchant(app), await addPartner(app)]
  const tokens = [undefined, ...(await Promise.all(others.map((person) => signInAs(app, person))))]
  for (const other of tokens) {
    const who = other === undefined ? {} : { token: other }
    for (const [call, body] of [
      [listIncidents, undefined],
      [postIncident, wanted],
      [updateIncident, update],
      [resolveIncident, resolution],
    ] as const) {
      const answer = await ask(app, call, { ...who, params, ...(body ? { body } : {}) })
      expect(answer.status, call.path).toBe(other === undefined ? 401 : 403)
    }
  }
  const [listed] = (await ask(app, listIncidents, { token })).body as unknown as Incident[]
  expect([listed?.id, listed?.updates.length, listed?.state]).toEqual([params.id, 1, 'investigating'])
})

test('texts have limits, and every impact names its own component', async () => {
  for (const [more, message] of [
    [{ title: ' ' }, 'Title is required'],
    [{ title: 'x'.repeat(121) }, 'Use at most 120 characters'],
    [{ sentence: 'x'.repeat(501) }, 'Use at most 500 characters'],
    [{ money: '' }, 'Say what it means for money'],
    [{ impacts: [] }, 'Choose at least one component'],
    [{ impacts: [wanted.impacts[0], wanted.impacts[0]] }, 'Name each component once'],
  ] as const) {
    const refused = await ask(app, postIncident, { token, body: { ...wanted, ...more } })
    expect([refused.status, refused.body.message]).toEqual([400, message])
  }
  expect((await ask(app, postIncident, { token, body: { ...wanted, state: 'resolved' } })).status).toBe(400)
  const { title, updates } = await post({ title: '<b>Slow\n  </b>', sentence: '<script>alert(1)</script>' })
  expect([title, updates[0]?.sentence]).toEqual(['<b>Slow </b>', '<script>alert(1)</script>'])
})

test('an update can’t be changed afterwards', async () => {
  await post()
  await expect(sql`update incident_updates set sentence = 'other'`.execute(app.deps.db)).rejects.toThrow()
})

test('a session whose password was entered too long ago posts, updates and resolves nothing', async () => {
  const { id } = await post()
  const params = { id }
  const before = await readHistory()
  const stolen = await signInAs(app, admin)
  await sql`update sessions set password_checked_at = password_checked_at - interval '11 minutes'
    where id = (select max(id) from sessions)`.execute(app.deps.db)
  for (const [call, request] of [
    [postIncident, { body: wanted }],
    [updateIncident, { params, body: update }],
    [resolveIncident, { params, body: resolution }],
  ] as const) {
    const answer = await ask(app, call, { token: stolen, ...request })
    expect(answer, call.path).toMatchObject({ status: 403, body: { code: 'password-needed' } })
  }
  expect((await readHistory()).incidents).toEqual(before.incidents)
  expect((await ask(app, listIncidents, { token: stolen })).status).toBe(200)
  expect((await ask(app, reauthenticate, { token: stolen, body: { password } })).status).toBe(200)
  expect((await ask(app, resolveIncident, { token: stolen, params, body: resolution })).status).toBe(200)
})
