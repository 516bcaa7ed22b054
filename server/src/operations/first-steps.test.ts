import { randomUUID } from 'node:crypto'
import type { Output } from '@bitquay/contract/call'
import { firstSteps, getFirstSteps } from '@bitquay/contract/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'
import { savePrice } from '../prices/table.ts'
import { recordFirstSteps } from './read-first-steps.ts'
import { saveHealthCheck } from './table.health-checks.ts'

type Shown = Output<typeof getFirstSteps>

const settings = {
  BTCPAY_URL: 'https://btcpay.example.test',
  BTCPAY_API_KEY: 'none',
  APP_SECRET: 'a secret of more than 32 characters, kept',
  PUBLIC_URL: 'https://pay.example.test',
  SMTP_URL: 'smtp://mail.example.test',
  ESPLORA_URL: 'https://esplora.example.test',
}
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp(settings)
  token = await signInAs(app, await addAdmin(app))
})
afterAll(() => app.close())

const read = async (of = app, by = token) => (await ask(of, getFirstSteps, { token: by })).body as unknown as Shown
const doneSteps = async () => (await read()).steps.filter(({ isDone }) => isDone).map(({ step }) => step)

test('each step is done when the server has recorded the fact that proves it, and then they are over for good', async () => {
  const { db } = app.deps
  const { isShown, steps } = await read()
  expect(isShown).toBe(true)
  expect(steps.map(({ step }) => step)).toEqual(firstSteps)
  const facts: [(typeof firstSteps)[number], () => Promise<unknown>][] = [
    [
      'two-factor',
      () =>
        sql`update admins set two_factor_enabled = true, two_factor_secret = 'x', two_factor_changed_at = app_now()`.execute(
          db,
        ),
    ],
    ['second-admin', () => addAdmin(app)],
    ['email', () => saveHealthCheck(db, { kind: 'mail', problem: null })],
    [
      'wallet',
      () =>
        sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats, synced_at, engine_id)
        values (null, 'ready', 'http://127.0.0.1:1', 'p', 'k', ${randomUUID()}, 50000, app_now(), 1)`.execute(db),
    ],
    ['price', () => savePrice(db, { cents: 10_000_000n, source: 'test' })],
    [
      'btcpay',
      () =>
        sql`insert into engine_checks (reachable, synced, latency_ms, height, checked_at)
        values (true, true, 84, 925118, app_now())`.execute(db),
    ],
    ['explorer', () => saveHealthCheck(db, { kind: 'explorer', problem: null })],
    ['backup', () => sql`update platform set backed_up_at = app_now()`.execute(db)],
    [
      'test-payment',
      async () => {
        const { id } = await addMerchant(app)
        await addPayment(app, { merchantId: id, amountSats: 1000n, priceCents: 10_000_000n, at: new Date() })
      },
    ],
  ]
  const done = new Set<string>(['public-address'])
  expect(await doneSteps()).toEqual(['public-address'])
  for (const [step, happen] of facts) {
    await recordFirstSteps(app.deps)
    expect((await read()).isShown, `before ${step}`).toBe(true)
    await happen()
    done.add(step)
    expect(await doneSteps()).toEqual(firstSteps.filter((name) => done.has(name)))
  }
  const proofs = Object.fromEntries((await read()).steps.map(({ step, subject, count }) => [step, [subject, count]]))
  expect(proofs).toMatchObject({
    'second-admin': [null, 2],
    email: ['mail.example.test', 0],
    wallet: ['0.00050000', null],
    price: ['test', null],
    btcpay: [expect.any(String), 84],
    explorer: ['esplora.example.test', 925_118],
    'public-address': ['pay.example.test', null],
  })

  await recordFirstSteps(app.deps)
  expect(await read()).toEqual({ isShown: false, steps: [] })
  await saveHealthCheck(db, { kind: 'explorer', problem: 'It didn’t return the newest block.' })
  expect((await read()).isShown, 'what fails later is an alert, the card doesn’t return').toBe(false)
})

test('in the sandbox there are no first steps', async () => {
  const sandbox = await startTestApp()
  try {
    expect(await read(sandbox, await signInAs(sandbox, await addAdmin(sandbox)))).toEqual({ isShown: false, steps: [] })
  } finally {
    await sandbox.close()
  }
})
