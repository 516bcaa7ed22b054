import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { testCertificate } from '../../test/certificate.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { createSmtpSender } from '../platform/mail/transport.ts'
import { savePrice } from '../prices/table.ts'
import { checkMachine } from './check-machine.ts'
import { checkEngine, checkEngineServer, watchServers } from './check-servers.ts'
import { findAlertConditions } from './find-alert-conditions.ts'
import { saveHealthCheck } from './table.health-checks.ts'

const { signal } = new AbortController()
const settings = {
  BTCPAY_URL: 'http://127.0.0.1:1',
  BTCPAY_API_KEY: 'none',
  APP_SECRET: 'a secret of more than 32 characters, kept',
  PUBLIC_URL: 'https://pay.example.test',
}
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp(settings)
  token = await signInAs(app, await addAdmin(app))
})
afterAll(() => app.close())

/** What a platform has that lacks nothing. */
beforeEach(async () => {
  const { db } = app.deps
  await sql`truncate health_checks, prices, engine_checks, worker_beats, mail_outbox`.execute(db)
  await sql`update platform set backed_up_at = app_now()`.execute(db)
  await savePrice(db, { cents: 10_000_000n, source: 'test' })
})

const find = async (deps = app.deps) =>
  (await findAlertConditions(deps.db, deps)).map(({ kind, sentence }) => `${kind}: ${sentence}`)
const metricsToken = 'a token of the metrics'

test('a platform that has everything has no alert', async () => {
  expect(await find()).toEqual([])
})

test('no price from the first start on is an alert, as soon as one was looked for', async () => {
  const { db } = app.deps
  await sql`truncate prices`.execute(db)
  expect(await find()).toEqual([])
  await sql`insert into worker_beats (name, started_at, succeeded_at) values ('fetch-prices', now(), now())`.execute(db)
  expect(await find()).toEqual([
    'price-missing: No price was ever read, so amounts in dollars can’t be sent. New invoices use the rate of their payment server.',
  ])
  await sql`insert into engine_checks (reachable, synced, checked_at, rate_problem) values (true, true, app_now(), 'none')`.execute(
    db,
  )
  expect((await find())[1]).toContain('BTCPay has no rate either, so invoices in dollars can’t be created.')
})

test('a price that stays behind is an alert after 5 minutes, and a new one ends it', async () => {
  await sql`update prices set at = app_now() - interval '301 seconds'`.execute(app.deps.db)
  expect(await find()).toEqual([expect.stringContaining('price-missing: The last price is more than 5 minutes old')])
  await savePrice(app.deps.db, { cents: 10_000_000n, source: 'test' })
  expect(await find()).toEqual([])
})

test('a mail server that can’t be used is an alert before an email is given up', async () => {
  const { verify, close } = await createSmtpSender('smtp://127.0.0.1:1', 'x@example.test')
  await watchServers(app.deps, verify).run(signal)
  expect(await find()).toEqual([
    expect.stringMatching(/^mail-server-down: Couldn’t use the mail server: .*ECONNREFUSED/),
  ])
  await watchServers(app.deps, () => Promise.resolve()).run(signal)
  expect(await find()).toEqual([])
  close()
})

test('an empty platform wallet is an alert, from the start on', async () => {
  const { db } = app.deps
  await sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats, synced_at, engine_id)
    values (null, 'ready', 'http://127.0.0.1:1', 'p', 'k', ${randomUUID()}, 0, app_now(), 1)`.execute(db)
  expect(await find()).toEqual([
    'wallet-low: The platform wallet is empty, so it can’t pay network fees and loop-outs. Send bitcoin to its funding address.',
  ])
  await sql`update stores set balance_sats = 50000`.execute(db)
  expect(await find()).toEqual([])
})

test('an explorer that doesn’t answer is an alert, and one that was never set is a warning', async () => {
  const deps = { ...app.deps, engine: { ...app.deps.engine, esploraUrl: 'http://127.0.0.1:2/api' } }
  await checkEngine(deps).run(signal)
  // Its BTCPay Server doesn't respond here either, which is another cause.
  const conditions = await findAlertConditions(deps.db, deps)
  expect(conditions.map(({ kind }) => kind)).toEqual(['engine-down', 'explorer-failing'])
  const { body } = await ask(app, getSystem, { token })
  expect(body.missingSettings).toEqual(['SMTP_URL', 'ESPLORA_URL'])
})

test.each([
  [45_000, 'ahead of'],
  [-45_000, 'behind'],
])('a clock that is %i ms away from the database is an alert', async (awayMs, direction) => {
  const readDisk = async () => ({ freeBytes: 50 * 1024 ** 3, sizeBytes: 100 * 1024 ** 3 })
  await checkMachine(app.deps, { nowMs: () => Date.now() + awayMs, readDisk })
  expect(await find()).toEqual([expect.stringMatching(`clock-off: .* is 4[456] seconds ${direction} the database’s`)])
  await checkMachine(app.deps, { nowMs: () => Date.now() + 20_000, readDisk })
  expect(await find()).toEqual([])
})

test('the sandbox may move the platform’s clock, which is no wrong clock', async () => {
  const sandbox = await startTestApp()
  try {
    await sandbox.advance(86_400)
    await checkMachine(sandbox.deps)
    expect((await find(sandbox.deps)).filter((line) => line.startsWith('clock'))).toEqual([])
  } finally {
    await sandbox.close()
  }
})

test.each([
  [9, 100],
  [1.9, 10],
  [1, 1.5],
])('a disk of DATA_DIR with %d of %d GB left is an alert', async (free, size) => {
  const readDisk = async () => ({ freeBytes: free * 1024 ** 3, sizeBytes: size * 1024 ** 3 })
  await checkMachine(app.deps, { nowMs: Date.now, readDisk })
  expect(await find()).toEqual([expect.stringMatching(/^disk-low: DATA_DIR .* GB \(\d+%\) left\./)])
})

const listen = (server: Server | ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

test('a BTCPay Server whose clock is wrong is an alert', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 60_000).toUTCString()).end()
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  await checkEngineServer(app.deps, { name: 'berlin', url })
  expect(await find()).toEqual([
    expect.stringMatching(/^clock-off: The clock of the BTCPay Server berlin is (59|60|61) seconds behind ours\./),
  ])
  server.close()
})

test('a certificate that ends within 14 days is an alert, also one that has ended', async () => {
  const { key, cert, endsAt } = testCertificate
  const server = createTlsServer({ key, cert }, (_request, response) => response.end())
  const url = `https://127.0.0.1:${await listen(server)}`
  const at = (daysBefore: number) => async () => {
    const nowMs = () => endsAt.getTime() - daysBefore * 86_400_000
    await checkEngineServer(app.deps, { name: 'berlin', url }, nowMs)
    return (await find()).filter((line) => line.startsWith('certificate'))
  }
  expect(await at(15)()).toEqual([])
  expect(await at(13.5)()).toEqual([
    expect.stringContaining('The certificate of the BTCPay Server berlin ends in 13 days.'),
  ])
  expect(await at(-1)()).toEqual([expect.stringContaining('The certificate of the BTCPay Server berlin has ended.')])
  server.close()
})

test('a backup older than a day, or none, is an alert unless another tool makes them', async () => {
  const { db, config } = app.deps
  await sql`update platform set backed_up_at = app_now() - interval '25 hours'`.execute(db)
  expect(await find()).toEqual([expect.stringContaining('backup-old: The last backup is 25 hours old.')])
  await sql`update platform set backed_up_at = null`.execute(db)
  expect(await find()).toEqual([expect.stringContaining('backup-old: There is no backup yet.')])
  expect(await find({ ...app.deps, config: { ...config, backupAlert: false } })).toEqual([])
})

test('a live platform without an admin starts with an alert', async () => {
  const empty = await startTestApp({ ...settings, BACKUP_ALERT: 'off' })
  try {
    expect(await find(empty.deps)).toEqual([expect.stringContaining('admin-missing: Nobody can sign in')])
    await addAdmin(empty)
    expect(await find(empty.deps)).toEqual([])
  } finally {
    await empty.close()
  }
})

test('what was not measured for 10 minutes says nothing', async () => {
  await saveHealthCheck(app.deps.db, { kind: 'disk', subject: 'gone', problem: 'It was full.' })
  expect(await find()).toHaveLength(1)
  await sql`update health_checks set checked_at = app_now() - interval '11 minutes'`.execute(app.deps.db)
  expect(await find()).toEqual([])
})

test('each need has a figure, and a missing price is infinitely old', async () => {
  const measured = await startTestApp({ ...settings, METRICS_TOKEN: metricsToken })
  try {
    const { db } = measured.deps
    await saveHealthCheck(db, { kind: 'mail', problem: 'x' })
    await saveHealthCheck(db, { kind: 'explorer', problem: null })
    await saveHealthCheck(db, { kind: 'clock', subject: 'a', problem: null, figure: -3 })
    await saveHealthCheck(db, { kind: 'disk', subject: 'a /data', problem: null, figure: 5, whole: 10 })
    await saveHealthCheck(db, { kind: 'certificate', subject: 'main', problem: null, figure: 1_800_000_000 })
    const { payload } = await measured.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    for (const line of [
      'bitquay_price_age_seconds +Inf',
      'bitquay_dependency_up{dependency="mail"} 0',
      'bitquay_dependency_up{dependency="explorer"} 1',
      'bitquay_clock_ahead_seconds{of="a"} -3',
      'bitquay_data_dir_free_bytes{of="a /data"} 5',
      'bitquay_data_dir_size_bytes{of="a /data"} 10',
      'bitquay_engine_certificate_end_timestamp_seconds{engine="main"} 1800000000',
      'bitquay_backup_timestamp_seconds 0',
      'bitquay_admins 0',
      'bitquay_platform_free_sats 0',
    ])
      expect(payload.split('\n')).toContain(line)
  } finally {
    await measured.close()
  }
})
