import { runDoctor as call, echoRequest, getDoctor } from '@bitquay/contract/doctor'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, enableTwoFactor, type Someone, signInAs } from '../../test/people.ts'
import type { Admin } from '../platform/http/person.ts'
import { echoQuery } from './echo.ts'
import { surroundings } from './patient.ts'
import { runDoctor } from './run-doctor.ts'

let money: Money
let admin: Someone
let token: string
const source = { address: '127.0.0.1', device: 'test' }
const person = () => ({ ...admin, twoFactorEnabled: false }) as unknown as Admin
beforeAll(async () => {
  money = await startMoney()
  admin = await addAdmin(money.server)
  token = await signInAs(money.server, admin)
})
afterAll(() => money.close())

const countInvoices = async () => {
  const { deps, platform } = money
  const client = deps.engines.at({ serverUrl: platform.serverUrl, apiKey: platform.openedKey })
  const listed = await client.invoices.list(platform.storeId, { take: 10, includeArchived: true })
  return listed.kind === 'ok' ? listed.value.length : -1
}

const readActs = async () =>
  (
    await sql<{ act: string; detail: object }>`select act, detail from act_log where act = 'doctor-ran'`.execute(
      money.deps.db,
    )
  ).rows

test('looking at the checks changes nothing', async () => {
  const { status, body } = await ask(money.server, getDoctor, { token })
  expect(status).toBe(200)
  expect(body.findings).toEqual(expect.arrayContaining([expect.objectContaining({ area: 'database', state: 'ok' })]))
  expect(await countInvoices()).toBe(0)
  expect(await readActs()).toEqual([])
})

test('testing email and webhooks needs a recent password, and is in the audit log', async () => {
  await sql`update sessions set password_checked_at = app_now() - interval '1 hour'`.execute(money.deps.db)
  const late = await ask(money.server, call, { token, body: {} })
  expect(late.body).toMatchObject({ code: 'password-needed' })
  expect(await countInvoices()).toBe(0)
  await money.engine.control.webhooks({ drop: true })
  const findings = await runDoctor(money.deps, person(), undefined, source, { ...surroundings, webhookPatienceMs: 100 })
  expect(findings).toEqual(expect.arrayContaining([expect.objectContaining({ area: 'webhooks', state: 'failed' })]))
  expect(await countInvoices()).toBe(1)
  expect(await readActs()).toEqual([{ act: 'doctor-ran', detail: { sendsEmail: true, testsWebhooks: true } }])
})

test('with two-factor authentication, the tests need a code', async () => {
  await sql`update sessions set password_checked_at = app_now()`.execute(money.deps.db)
  await enableTwoFactor(money.server, admin, token)
  const { body } = await ask(money.server, call, { token, body: { twoFactorToken: '000000' } })
  expect(body).toMatchObject({ code: 'invalid-verification-code' })
  expect(await countInvoices()).toBe(1)
  expect(await readActs()).toHaveLength(1)
})

test('only who has APP_SECRET learns how a request arrived', async () => {
  const { app, deps } = money.server
  const visit = (query: string) => app.inject({ url: `${echoRequest.path}?${query}` })
  expect((await visit(echoQuery(deps.macs.doctor, Date.now()))).json()).toMatchObject({ client: '127.0.0.1' })
  expect((await visit(`at=${Date.now()}&proof=guess`)).statusCode).toBe(404)
  expect((await visit(echoQuery(deps.macs.doctor, Date.now() - 3_600_000))).statusCode).toBe(404)
})
