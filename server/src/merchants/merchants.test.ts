import { verify } from '@bitquay/contract/accounts'
import { createInvoice } from '@bitquay/contract/invoices'
import { getSettings } from '@bitquay/contract/merchants'
import { changeMerchant, createMerchant, getMerchant, listMerchants } from '@bitquay/contract/merchants.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addAdmin, addMerchant, addMerchantUser, ask, type Someone, signInAs } from '../../test/people.ts'
import { runWorker } from '../../test/run-worker.ts'
import { syncStore } from '../payments/sync-store.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { provisionStores } from '../stores/worker.ts'

let engine: TestEngine
let app: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  engine = await startTestEngine()
  app = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
  admin = await addAdmin(app)
  token = await signInAs(app, admin)
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

const create = (body: object) => ask(app, createMerchant, { token, body })
const change = (id: number, body: object) => ask(app, changeMerchant, { token, params: { id }, body })
const detail = async (id: number) => (await ask(app, getMerchant, { token, params: { id } })).body
const list = async (query: Record<string, string> = {}) => {
  const answer = await ask(app, listMerchants, { token, query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return {
    rows: answer.body as unknown as { id: number }[],
    next: answer.headers['x-next-cursor'] as string | undefined,
  }
}
const emailsTo = (email: string) =>
  app.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).orderBy('id').execute()

test('both forms create a merchant that can sign in at once, and its store follows', async () => {
  const short = await create({ email: 'One@Example.test', password: 'harbour light 1', storeName: 'One Store' })
  expect(short).toMatchObject({
    status: 200,
    body: {
      email: 'one@example.test',
      storeName: 'One Store',
      isActive: true,
      btcpayStoreId: null,
      storeState: 'none',
      markupFeePercent: 0,
      invited: false,
    },
  })
  const long = await create({
    email: 'two@example.test',
    password: 'harbour light 2',
    storeName: 'Two Store',
    markupFeePercent: 5.5,
    btcpayStoreId: '',
    btcpayApiKey: '',
  })
  expect(long).toMatchObject({ status: 200, body: { markupFeePercent: 5.5 } })
  await expect(signInAs(app, { email: 'one@example.test' }, { password: 'harbour light 1' })).resolves.toBeTruthy()
  await runWorker(provisionStores(app.deps))
  expect(await detail(Number(long.body.id))).toMatchObject({
    storeState: 'ready',
    btcpayStoreId: expect.any(String),
    btcpayServerUrl: engine.engine.url,
  })
  const entries = await app.deps.db
    .selectFrom('actLog')
    .select(['actorEmail', 'merchantId'])
    .where('act', '=', 'merchant-created')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { actorEmail: admin.email, merchantId: short.body.id },
    { actorEmail: admin.email, merchantId: long.body.id },
  ])
  // Without a password an invitation is sent.
  const invited = await create({ email: 'three@example.test', storeName: 'Three Store' })
  expect(invited.body).toMatchObject({ invited: true })
  expect((await emailsTo('three@example.test')).map(({ subject }) => subject)).toEqual([
    'Set your password for Three Store',
  ])
})

test('invalid input is reported by field with the form’s messages and creates nothing', async () => {
  const good = { email: 'good@example.test', password: 'harbour light 4', storeName: 'Good' }
  const before = await app.deps.db
    .selectFrom('merchants')
    .select(sql<bigint>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  for (const [wrong, message] of [
    [{ email: 'nobody' }, 'Invalid email address'],
    [{ password: 'short' }, 'Password must be at least 8 characters'],
    [{ storeName: ' ' }, 'Store name is required'],
    [{ markupFeePercent: 50.1 }, 'Markup fee must be a number between 0 and 50'],
    [{ markupFeePercent: -1 }, 'Markup fee must be a number between 0 and 50'],
    [{ markupFeePercent: '1e1' }, 'Markup fee must be a number between 0 and 50'],
    [{ markupFeePercent: '' }, 'Markup fee must be a number between 0 and 50'],
    [{ markupFeePercent: null }, 'Markup fee must be a number between 0 and 50'],
    [{ btcpayStoreId: 'only-this' }, 'Enter both the BTCPay store ID and its API key, or leave all fields empty.'],
    [{ password: 'password123' }, 'This password is too common. Choose another one.'],
  ] as const) {
    const answer = await create({ ...good, ...wrong })
    expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { message } })
  }
  expect((await create({ ...good, email: admin.email })).body).toMatchObject({
    code: 'email-taken',
    message: 'This email address is already in use.',
  })
  const after = await app.deps.db
    .selectFrom('merchants')
    .select(sql<bigint>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()
  expect(after.n).toBe(before.n)
})

test('store details are verified before a merchant is created or changed with them', async () => {
  const form = { email: 'own@example.test', password: 'harbour light 5', storeName: 'Own Store' }
  const refused = await create({ ...form, btcpayStoreId: 'nothing', btcpayApiKey: 'nothing' })
  expect(refused).toMatchObject({ status: 422, body: { code: 'store-not-usable' } })
  expect(refused.body.message).toContain('doesn’t recognize this API key')
  expect((await list({ search: 'own' })).rows).toEqual([])

  // A store with its own key, as a merchant would connect it.
  const donor = await addMerchant(app)
  const provisioned = await provisionStore(app.deps, { merchantId: donor.id, name: 'Donor' })
  const details = {
    btcpayStoreId: provisioned.storeId,
    btcpayApiKey: provisioned.openedKey,
    btcpayServerUrl: engine.engine.url,
  }
  expect((await create({ ...form, ...details })).body.message).toBe('This store already belongs to another merchant.')
  await sql`update merchants set btcpay_store_id = null, btcpay_server_url = null, btcpay_api_key = null where id = ${donor.id}`.execute(
    app.deps.db,
  )
  await app.deps.db.deleteFrom('walletKeys').where('merchantId', '=', donor.id).execute()
  await app.deps.db.deleteFrom('stores').where('merchantId', '=', donor.id).execute()
  const created = await create({ ...form, ...details })
  expect(created).toMatchObject({ status: 200, body: { btcpayStoreId: provisioned.storeId, storeState: 'ready' } })

  const id = Number(created.body.id)
  const wrong = await change(id, { ...details, btcpayApiKey: 'wrong', storeName: 'Renamed meanwhile' })
  expect(wrong).toMatchObject({ status: 422, body: { code: 'store-not-usable' } })
  expect(await detail(id)).toMatchObject({ storeName: 'Own Store' })
  expect((await change(id, details)).status).toBe(200)
  const { body } = await ask(app, getMerchant, { token, params: { id } })
  expect(JSON.stringify(body)).not.toContain(provisioned.openedKey)
})

test('a higher markup takes effect after 30 days, a lower one at once, and payments use the one in effect', async () => {
  const merchant = await addMerchant(app)
  const { id } = merchant
  const store = await provisionStore(app.deps, { merchantId: id, name: 'Markup' })
  const own = await signInAs(app, merchant)
  const feeOf = async (amount: string) => {
    const invoice = await ask(app, createInvoice, {
      token: await signInAs(app, merchant),
      body: { amount, currency: 'USD' },
    })
    await engine.control.pay({ invoiceId: String(invoice.body.invoiceId), method: 'lightning' })
    await app.deps.db
      .updateTable('invoices')
      .set({ checkDueAt: new Date(0) })
      .execute()
    await syncStore(app.deps, store.id)
    const fee = await app.deps.db
      .selectFrom('feeTransactions')
      .select('feePercentage')
      .where('invoiceId', '=', String(invoice.body.invoiceId))
      .executeTakeFirstOrThrow()
    return fee.feePercentage
  }
  const early = new Date(Date.now() + 29 * 86_400_000).toISOString()
  expect(await change(id, { markupFeePercent: 4, markupEffectiveFrom: early })).toMatchObject({
    status: 400,
    body: { code: 'notice-too-short', message: 'Fee increases need at least 30 days’ notice to merchants.' },
  })
  const raised = await change(id, { markupFeePercent: 4 })
  expect(raised.body).toMatchObject({ markupFeePercent: 0, scheduledMarkup: { markupFeePercent: 4 } })
  const { effectiveFrom } = raised.body.scheduledMarkup as { effectiveFrom: string }
  expect(Math.round((new Date(effectiveFrom).getTime() - Date.now()) / 3_600_000)).toBe(30 * 24)
  expect((await ask(app, getSettings, { token: own })).body).toMatchObject({
    markupFeePercent: 0,
    nextMarkup: { markupFeePercent: 4, effectiveFrom },
  })
  const emails = await emailsTo(merchant.email)
  expect(emails.at(-1)).toMatchObject({ subject: 'Our fees are changing' })
  expect(emails.at(-1)?.bodyText).toContain('Markup fee: 0% → 4%')
  expect(await feeOf('100.00')).toBe('4.000')

  await app.advance(30 * 86_400 + 60)
  token = await signInAs(app, admin)
  expect(await detail(id)).toMatchObject({ markupFeePercent: 4, scheduledMarkup: null })
  expect(await feeOf('100.00')).toBe('8.000')

  // Scheduled and then canceled: the markup does not rise.
  await change(id, { markupFeePercent: 9 })
  expect(await detail(id)).toMatchObject({ markupFeePercent: 4, scheduledMarkup: { markupFeePercent: 9 } })
  expect((await change(id, { markupFeePercent: 1.5 })).body).toMatchObject({
    markupFeePercent: 1.5,
    scheduledMarkup: null,
  })
  expect(await feeOf('100.00')).toBe('5.500')
  // A scheduled decrease is kept as well.
  const soon = new Date(Date.now() + 35 * 86_400_000).toISOString()
  await change(id, { markupFeePercent: 0, markupEffectiveFrom: soon })
  expect(await change(id, { markupFeePercent: 1, markupEffectiveFrom: soon })).toMatchObject({ status: 400 })
  const entries = await app.deps.db
    .selectFrom('actLog')
    .select('detail')
    .where('act', '=', 'markup-changed')
    .where('merchantId', '=', id)
    .execute()
  expect(entries).toHaveLength(4)
})

test('every figure of a merchant equals the sum of its rows', async () => {
  const merchant = await addMerchant(app)
  const { id } = merchant
  const user = await addMerchantUser(app, id, 'admin')
  const store = await provisionStore(app.deps, { merchantId: id, name: 'Figures' })
  const own = await signInAs(app, merchant)
  for (const [amount, method] of [
    ['120.00', 'lightning'],
    ['80.00', 'onchain'],
    ['15.00', undefined],
  ] as const) {
    const { body } = await ask(app, createInvoice, { token: own, body: { amount, currency: 'USD' } })
    if (method) await engine.control.pay({ invoiceId: String(body.invoiceId), method })
  }
  await engine.control.mine({ blocks: 1 })
  await app.deps.db
    .updateTable('invoices')
    .set({ checkDueAt: new Date(0) })
    .execute()
  await syncStore(app.deps, store.id)
  const { rows } = await sql<Record<string, string>>`
    select (select count(*)::text from transactions where merchant_id = ${id} and purpose = 'invoice' and booked) as payments,
      (select sum(amount_usd)::text from transactions where merchant_id = ${id} and purpose = 'invoice' and booked) as volume,
      (select sum(fee_usd)::text from fee_transactions where merchant_id = ${id}) as fees,
      (select count(*)::text from invoices where merchant_id = ${id} and status in ('new', 'processing')) as open,
      (select to_char(sum(e.amount_sats) / 100000000.0, 'FM0.00000000') from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${id} and a.kind = 'fees-owed') as owed,
      (select to_char(-sum(e.amount_sats) / 100000000.0, 'FM0.00000000') from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${id} and a.kind = 'lightning') as lightning,
      (select to_char(sum(amount), 'FM0.00000000') from transactions where merchant_id = ${id} and method = 'on-chain') as chain`.execute(
    app.deps.db,
  )
  const [truth] = rows
  expect(truth?.payments).toBe('2')
  expect(await detail(id)).toMatchObject({
    totals: {
      payments: Number(truth?.payments),
      volumeUsd: truth?.volume,
      feesUsd: truth?.fees,
      openInvoices: Number(truth?.open),
    },
    balances: {
      onChain: { btc: truth?.chain },
      feesOwed: { btc: truth?.owed },
      lightning: { btc: truth?.lightning?.replace('-', '') },
    },
    users: [{ id: user.id, email: user.email, role: 'admin', isActive: true }],
    recentTransactions: [{ status: 'confirmed' }, { status: 'confirmed' }],
    owner: { twoFactorEnabled: false },
  })
  // A payment may be recorded after one that was seen later.
  await sql`update transactions set seen_at = seen_at - interval '1 hour'
    where id = (select max(id) from transactions where merchant_id = ${id})`.execute(app.deps.db)
  const { recentTransactions } = (await detail(id)) as { recentTransactions: { timestamp: number }[] }
  const shown = recentTransactions.map(({ timestamp }) => timestamp)
  expect(shown).toEqual([...shown].sort((one, other) => other - one))
})

test('a deactivated merchant and its users are signed out at once and can sign in again when activated', async () => {
  const merchant = await addMerchant(app)
  const user = await addMerchantUser(app, merchant.id)
  const tokens = [await signInAs(app, merchant), await signInAs(app, user)]
  expect((await change(merchant.id, { isActive: false })).body).toMatchObject({ isActive: false })
  for (const each of tokens) expect((await ask(app, verify, { token: each })).status).toBe(401)
  await expect(signInAs(app, user)).rejects.toThrow('401')
  expect((await list({ status: 'inactive' })).rows.map(({ id }) => id)).toEqual([merchant.id])
  // A change to the same value notifies nobody.
  await change(merchant.id, { isActive: false })
  await change(merchant.id, { isActive: true })
  const emails = await app.deps.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'bodyText'])
    .where('recipient', 'in', [merchant.email, user.email])
    .where('subject', 'like', 'Blue Door%')
    .orderBy('id')
    .execute()
  expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [merchant.email, 'Blue Door was deactivated'],
    [merchant.email, 'Blue Door is active again'],
  ])
  expect(emails[0]?.bodyText).toContain('Your money isn’t affected')
  expect(emails[0]?.bodyText).toContain('/contact')
  expect(emails[1]?.bodyText).toContain('/login')
  await expect(signInAs(app, user)).resolves.toBeTruthy()
  const entries = await app.deps.db
    .selectFrom('actLog')
    .select('act')
    .where('merchantId', '=', merchant.id)
    .where('actorKind', '=', 'admin')
    .orderBy('id')
    .execute()
  expect(entries.map(({ act }) => act)).toEqual(['merchant-deactivated', 'merchant-activated'])
  expect((await change(999_999, { isActive: true })).status).toBe(404)
})

test('the list pages without gaps and finds by the beginnings of words', async () => {
  for (const [storeName, email] of [
    ['Marigold Tea House', 'leaf@marigold.test'],
    ['Tea & Marigold', 'cup@saucer.test'],
  ]) {
    expect((await create({ storeName, email, password: 'harbour light 6' })).status).toBe(200)
  }
  const { rows: all } = await sql<{ id: number }>`select id from merchants order by id desc`.execute(app.deps.db)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: '3', ...(cursor ? { cursor } : {}) })
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(seen).toEqual(all.map(({ id }) => id))
  const names = async (search: string) =>
    (await list({ search })).rows.map((row) => (row as unknown as { storeName: string }).storeName)
  expect(await names('mari hou')).toEqual(['Marigold Tea House'])
  expect(await names('MARIGOLD te')).toEqual(['Tea & Marigold', 'Marigold Tea House'])
  expect(await names('cup@sauc')).toEqual(['Tea & Marigold'])
  expect(await names("zzz' or 1=1")).toEqual([])
  expect(await names('&|!:*()')).toHaveLength(Math.min(25, all.length))
})
