import { listActNames, listActs } from '@bitquay/contract/audit-log'
import type { Answer } from '@bitquay/contract/call'
import { getFees, listFeeSchedules, scheduleFees, withdrawFees } from '@bitquay/contract/fees'
import { getMerchant } from '@bitquay/contract/merchants.admin'
import { listNotifications } from '@bitquay/contract/notifications'
import * as system from '@bitquay/contract/operations'
import { createPaymentLink } from '@bitquay/contract/v1/payment-links'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import {
  addAdmin,
  addMerchant,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { auditLedger, watchPlatform } from './worker.ts'

let app: TestApp
let admin: Someone
let merchant: Someone
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
  merchant = await addMerchant(app)
  await addPartner(app)
})
afterAll(() => app.close())

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const fees = {
  invoiceProcessingPercent: 6,
  platformFeePercent: '3.5',
  partnerPoolPercent: 1,
  withdrawalFeePercent: 0,
  partnerWithdrawalFeePercent: 0,
}
const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()
const newestAct = async () => {
  const { body } = await ask(app, listActs, { token })
  return (body as unknown as Answer<typeof listActs>)[0]
}

test('a fee change is announced to every merchant 30 days ahead and takes effect by itself', async () => {
  const tooSoon = await ask(app, scheduleFees, { token, body: { ...fees, effectiveFrom: inDays(29.9) } })
  expect([tooSoon.status, tooSoon.body.message]).toEqual([400, 'Schedule fee changes at least 30 days ahead.'])
  const same = await ask(app, scheduleFees, {
    token,
    body: { ...fees, platformFeePercent: '3.000', effectiveFrom: inDays(31) },
  })
  expect(same.body.code).toBe('fees-unchanged')
  for (const [field, value, message] of [
    ['platformFeePercent', '50.5', 'A fee can be at most 50%'],
    ['platformFeePercent', '1e1', 'Enter a percentage with at most three decimals'],
    ['platformFeePercent', '-1', 'Enter a percentage with at most three decimals'],
    ['partnerPoolPercent', '49', 'Platform fee and partner pool can be at most 50% together'],
    ['effectiveFrom', 'soon', 'Choose a date'],
  ] as const) {
    const refused = await ask(app, scheduleFees, {
      token,
      body: { ...fees, effectiveFrom: inDays(31), [field]: value },
    })
    expect([refused.status, refused.body.message], `${field} ${value}`).toEqual([400, message])
  }
  expect(await emailsTo(merchant.email), 'refusals tell nobody').toEqual([])

  const effectiveFrom = inDays(31)
  const announced = await ask(app, scheduleFees, { token, body: { ...fees, effectiveFrom } })
  expect(announced.status, JSON.stringify(announced.body)).toBe(200)
  expect(announced.body).toMatchObject({
    state: 'upcoming',
    platformFeePercent: 3.5,
    createdBy: admin.email,
    effectiveFrom,
  })
  const again = await ask(app, scheduleFees, { token, body: { ...fees, platformFeePercent: 4, effectiveFrom } })
  expect(again.body.code).toBe('fees-already-planned')
  const [announcement, ...others] = await emailsTo(merchant.email)
  expect(others).toEqual([])
  expect(announcement).toMatchObject({ subject: 'Our fees are changing', isMass: true })
  expect(announcement?.bodyText).toContain('Platform fee per payment: 3% → 3.5%')
  expect(await newestAct()).toMatchObject({
    act: 'fees-announced',
    actorEmail: admin.email,
    detail: { platformFeePercent: '3.000 → 3.5' },
  })

  const { body: now } = await ask(app, getFees)
  expect(now).toMatchObject({ current: { platformFeePercent: 3 }, next: { platformFeePercent: 3.5, effectiveFrom } })
  await addPayment(app, { merchantId: merchant.id, amountSats: 1_000_000n, priceCents: 10_000_000n, at: new Date() })
  await addPayment(app, {
    merchantId: merchant.id,
    amountSats: 1_000_000n,
    priceCents: 10_000_000n,
    at: new Date(Date.now() + 32 * dayMs),
  })
  const booked = await app.deps.db.selectFrom('feeTransactions').select('feePercentage').orderBy('id').execute()
  expect(booked.map(({ feePercentage }) => feePercentage)).toEqual(['4.000', '4.500'])
})

test('an announced change can be canceled once, and its date is free again', async () => {
  const effectiveFrom = inDays(60)
  const planned = await ask(app, scheduleFees, { token, body: { ...fees, platformFeePercent: 30, effectiveFrom } })
  const params = { id: Number(planned.body.id) }
  const before = (await emailsTo(merchant.email)).length
  expect((await ask(app, withdrawFees, { token, params, body: {} })).status).toBe(200)
  expect((await ask(app, withdrawFees, { token, params, body: {} })).status).toBe(404)
  const emails = await emailsTo(merchant.email)
  expect(emails.length).toBe(before + 1)
  expect(emails.at(-1)?.subject).toBe('Our fees are not changing')
  expect((await newestAct())?.act).toBe('fees-withdrawn')
  const replanned = await ask(app, scheduleFees, { token, body: { ...fees, platformFeePercent: 4, effectiveFrom } })
  expect(replanned.status, JSON.stringify(replanned.body)).toBe(200)
  const { body } = await ask(app, listFeeSchedules, { token })
  const states = (body as unknown as Answer<typeof listFeeSchedules>).map(({ state, platformFeePercent }) => [
    state,
    platformFeePercent,
  ])
  expect(states).toEqual([
    ['upcoming', 4],
    ['withdrawn', 30],
    ['upcoming', 3.5],
    ['current', 3],
  ])
  const current = await ask(app, withdrawFees, { token, params: { id: 1 }, body: {} })
  expect(current.status, 'what is in force stays').toBe(404)
})

test('withdrawals are paused and resumed, and each is logged once', async () => {
  const paused = async () =>
    (await sql<{ p: boolean }>`select withdrawals_paused as p from platform`.execute(app.deps.db)).rows[0]?.p
  for (let times = 0; times < 2; times++) {
    expect((await ask(app, system.pauseWithdrawals, { token, body: { paused: true } })).body).toEqual({ paused: true })
  }
  expect(await paused()).toBe(true)
  expect((await readSystem()).withdrawalsPaused).toBe(true)
  expect((await newestAct())?.act).toBe('withdrawals-paused')
  await ask(app, system.pauseWithdrawals, { token, body: { paused: false } })
  expect(await paused()).toBe(false)
  const entries = await app.deps.db
    .selectFrom('actLog')
    .select('act')
    .where('act', 'like', 'withdrawals-%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ act }) => act)).toEqual(['withdrawals-paused', 'withdrawals-resumed'])
})

test('outside the sandbox a fee change and a pause require an admin’s own code', async () => {
  const live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
    RATE_LIMITS: 'on',
  })
  try {
    const someone = await addAdmin(live)
    const bearer = await signInAs(live, someone)
    const pause = (body: object) =>
      ask(live, system.pauseWithdrawals, { token: bearer, body: { paused: true, ...body } })
    expect((await pause({})).body.code).toBe('admin-second-factor-needed')
    const { secret } = await enableTwoFactor(live, someone, bearer)
    expect((await pause({})).body.code).toBe('second-factor-missing')
    const planning = await ask(live, scheduleFees, { token: bearer, body: { ...fees, effectiveFrom: inDays(31) } })
    expect(planning.body.code).toBe('second-factor-missing')
    expect((await pause({ twoFactorToken: '000000' })).status).toBe(400)
    expect((await pause({ twoFactorToken: codeOf(secret) })).status).toBe(200)
  } finally {
    await live.close()
  }
})

const readSystem = async () =>
  (await ask(app, system.getSystem, { token })).body as unknown as Answer<typeof system.getSystem>
const watch = () => watchPlatform(app.deps)
const alertsOf = async () => (await readSystem()).alerts.map(({ kind, subject }) => `${kind}:${subject}`).sort()

test('the audit runs by itself and on demand, and a finding raises an alert that is emailed once', async () => {
  const worker = auditLedger(app.deps)
  await worker.run(new AbortController().signal)
  const first = (await readSystem()).audit
  expect(first).toMatchObject({ findings: [], failure: null, askedBy: null })
  expect(first?.checks.length).toBeGreaterThan(5)
  await worker.run(new AbortController().signal)
  expect((await readSystem()).audit?.id, 'not before its time').toBe(first?.id)

  await sql`update merchants set total_deposits_usd = total_deposits_usd + 1 where id = ${merchant.id}`.execute(
    app.deps.db,
  )
  const { body } = await ask(app, system.runAudit, { token })
  expect(body).toMatchObject({ askedBy: admin.email, findings: [{ subject: `merchant ${merchant.id}` }] })
  expect((await newestAct())?.act).toBe('ledger-audited')
  const before = (await emailsTo(admin.email)).length
  await watch()
  await watch()
  expect(await alertsOf()).toContain('audit-not-clean:')
  const emails = (await emailsTo(admin.email)).slice(before)
  expect(emails.map(({ subject }) => subject)).toEqual(['The ledger doesn’t balance'])
  expect(emails[0]?.bodyText).toContain('The ledger audit found 1 figure that doesn’t add up.')
  const { body: bell } = await ask(app, listNotifications, { token })
  expect(bell).toMatchObject([{ kind: 'alert', alert: 'audit-not-clean' }])

  await sql`update merchants set total_deposits_usd = total_deposits_usd - 1 where id = ${merchant.id}`.execute(
    app.deps.db,
  )
  await ask(app, system.runAudit, { token })
  await watch()
  expect(await alertsOf()).toEqual([])
})

test('problems of wallet, engine, workers, mail, sends and stores raise an alert that closes when they are over', async () => {
  const { db } = app.deps
  await sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, balance_sats, synced_at)
    values (null, 'ready', 'http://x', 'p', 'k', 'p', 10, app_now())`.execute(db)
  await sql`insert into stores (merchant_id, status, server_url, store_id, api_key, tag, synced_at, sync_error)
    values (${merchant.id}, 'ready', 'http://x', 'm', 'k', 'm', app_now() - interval '11 minutes', 'It said no.')`.execute(
    db,
  )
  await sql`insert into engine_checks (reachable, synced, checked_at) values (false, false, app_now())`.execute(db)
  await sql`insert into worker_beats (name, started_at, failures, last_error)
    values ('fine', now(), 0, null), ('failing', now(), 3, 'It broke.'), ('silent', now() - interval '20 minutes', 0, null), ('gone', now() - interval '3 days', 9, 'x')`.execute(
    db,
  )
  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, status, attempts, last_error)
    values ('x@example.test', 'Hello', 'a', 'b', 'failed', 12, 'No such host.')`.execute(db)
  await sql`
    insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash, problem, attempts, due_at)
    select 'withdrawal', id, merchant_id, 'bcrt1qx', 5000, 5, 100000, 'wallet', 5, 0, 'x', 'stuck', 'h', 'No coins.', 3, app_now() + interval '1 hour'
    from stores where tag = 'm'`.execute(db)
  await watch()
  const state = await readSystem()
  const sendId = state.stuckSends[0]?.id ?? 0
  const storeId = state.reconciliation.worst[0]?.id ?? 0
  expect(await alertsOf()).toEqual(
    [
      'engine-down:',
      'mail-failing:',
      `send-stuck:${sendId}`,
      `store-unread:${storeId}`,
      'wallet-low:',
      'worker-stuck:failing',
      'worker-stuck:silent',
    ].sort(),
  )
  expect(state.workers.map(({ name, state: how }) => [name, how])).toEqual([
    ['failing', 'stuck'],
    ['fine', 'well'],
    ['silent', 'stuck'],
  ])
  expect(state.queues).toMatchObject({ mailFailed: 1, sends: { requested: 1, stuck: 1 } })
  expect(state.stuckSends).toMatchObject([{ problem: 'No coins.', amountBtc: '0.00005000', owner: 'Blue Door' }])
  expect(state.reconciliation).toMatchObject({ stores: 2, late: 1, failing: 1 })
  const owed = await sql<{ sats: bigint }>`
    select -sum(e.amount_sats)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'earned'`.execute(
    db,
  )
  expect(Number(state.wallet.owedToPartnersBtc) * 1e8).toBeCloseTo(Number(owed.rows[0]?.sats), 3)
  expect(Number(state.wallet.freeBtc) * 1e8).toBeCloseTo(10 - Number(owed.rows[0]?.sats), 3)

  const before = (await emailsTo(admin.email)).length
  await watch()
  expect((await emailsTo(admin.email)).length, 'what may mend itself is not told at once').toBe(before)
  await app.advance(61)
  await sql`update engine_checks set checked_at = app_now()`.execute(db)
  await watch()
  await watch()
  expect((await emailsTo(admin.email)).length, 'each once').toBe(before + 7)

  const mailId = state.failedMail[0]?.id ?? 0
  expect((await ask(app, system.retryMail, { token, params: { id: mailId } })).status).toBe(200)
  const mail = await db.selectFrom('mailOutbox').selectAll().where('id', '=', BigInt(mailId)).executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ status: 'waiting', attempts: 0 })
  expect((await ask(app, system.retryMail, { token, params: { id: mailId } })).status, 'nothing is stuck now').toBe(404)
  await sql`update mail_outbox set status = 'failed', attempts = 12 where id = ${mailId}`.execute(db)
  expect((await ask(app, system.dismissMail, { token, params: { id: mailId } })).status).toBe(200)
  expect((await ask(app, system.retrySend, { token, params: { id: sendId } })).status).toBe(200)
  const send = await db.selectFrom('sends').selectAll().where('id', '=', sendId).executeTakeFirstOrThrow()
  expect(send.attempts).toBe(0)
  expect(send.dueAt.getTime()).toBeLessThan(Date.now() + 120_000)
  const cancel = (id: number) => ask(app, system.cancelStuckSend, { token, params: { id }, body: {} })
  expect((await cancel(999_999)).status).toBe(404)
  expect((await cancel(sendId)).status).toBe(200)
  expect((await cancel(sendId)).status, 'it is over').toBe(404)
  const over = await db.selectFrom('sends').selectAll().where('id', '=', sendId).executeTakeFirstOrThrow()
  expect([over.status, over.finalAt !== null]).toEqual(['cancelled', true])
  expect(await newestAct()).toMatchObject({ act: 'send-called-off', merchantId: merchant.id })
  expect((await ask(app, system.readStoreNow, { token, params: { id: storeId } })).status).toBe(200)
  expect((await newestAct())?.act).toBe('store-read')
  await sql`update engine_checks set reachable = true`.execute(db)
  await sql`update worker_beats set started_at = now(), failures = 0`.execute(db)
  await sql`update stores set sync_error = null, balance_sats = 100000000`.execute(db)
  await watch()
  expect(await alertsOf()).toEqual([])
})

test('what an API key did is in the audit log and on its merchant’s page', async () => {
  const key = await addApiKey(app, merchant.id)
  const created = await ask(app, createPaymentLink, { token: key, body: { title: 'Season pass', amount: '5.00' } })
  expect(created.status).toBe(200)
  const { id } = await app.deps.db.selectFrom('apiKeys').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const written = { act: 'payment-link-created', actorKind: 'api-key', actorEmail: null }
  expect(await newestAct()).toMatchObject({ ...written, actorId: id, merchantId: merchant.id })
  const { body } = await ask(app, getMerchant, { token, params: { id: merchant.id } })
  const [newest] = (body as unknown as Answer<typeof getMerchant>).recentActs
  expect(newest).toMatchObject({ ...written, id: expect.any(Number) })
})

test('the audit log is filtered by action, person, store and address, page by page', async () => {
  const entries = async (query: string) =>
    (await app.app.inject({ url: `${listActs.path}?${query}`, headers: { authorization: `Bearer ${token}` } })).json<
      Answer<typeof listActs>
    >()
  const all = await app.deps.db.selectFrom('actLog').selectAll().orderBy('id', 'desc').execute()
  const ids = (rows: readonly { id: number | bigint }[]) => rows.map(({ id }) => Number(id))
  expect(ids(await entries('limit=100'))).toEqual(ids(all))
  expect(ids(await entries('act=fees-announced&limit=100'))).toEqual(
    ids(all.filter(({ act }) => act === 'fees-announced')),
  )
  expect(ids(await entries('actorKind=admin&limit=100'))).toEqual(
    ids(all.filter(({ actorKind }) => actorKind === 'admin')),
  )
  expect(ids(await entries(`search=${admin.email.slice(0, 7).toUpperCase()}&limit=100`))).toEqual(
    ids(all.filter(({ actorEmail }) => actorEmail?.startsWith(admin.email.slice(0, 7)))),
  )
  expect(ids(await entries('search=127.0.&limit=100'))).toEqual(
    ids(all.filter(({ sourceAddress }) => sourceAddress !== null)),
  )
  expect(await entries('merchantId=999999')).toEqual([])
  const first = await app.app.inject({ url: `${listActs.path}?limit=3`, headers: { authorization: `Bearer ${token}` } })
  const second = await entries(`limit=3&cursor=${String(first.headers['x-next-cursor'])}`)
  expect(ids(second)).toEqual(ids(all.slice(3, 6)))
  const { body: names } = await ask(app, listActNames, { token })
  expect(names).toEqual([...new Set(all.map(({ act }) => act))].sort())
})
