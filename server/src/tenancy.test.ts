import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { addMerchant, addMerchantUser, type Someone, signInAs } from '../test/people.ts'
import { addTillDevice } from '../test/tills.ts'
import { syncStore } from './payments/sync-store.ts'
import { provisionStore } from './stores/provision-store.ts'

/**
 * No merchant reaches anything of another merchant. A's owner and a user make every merchant call with every identifier
 * of B: in the path, in filters, as a cursor. Nothing of B's may be returned or changed, and a path that names B's
 * things returns exactly what a path that names nothing returns. New calls are included automatically.
 */
let engine: TestEngine
let server: TestApp
let a: Someone
let b: Someone
let tokens: string[]
/** Every identifier and text by which B's things would be recognized in an answer. */
let marks: string[]
let ids: Record<string, string>
let rowsOfB: RawBuilder<{ text: string }>

beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
  a = await addMerchant(server)
  b = await addMerchant(server)
  await sql`update merchants set store_name = 'Secret Boatyard' where id = ${b.id}`.execute(server.deps.db)
  // Otherwise the number of something of B's would also be the number of a user of A's.
  await sql`alter table merchant_users alter column id restart with 5000`.execute(server.deps.db)
  const people = [a, await addMerchantUser(server, a.id, 'user')]
  tokens = await Promise.all(people.map((person) => signInAs(server, person)))
  for (const { id } of [a, b]) await createBusiness(id)
  await describeB()
  rowsOfB = await selectRowsOfB()
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

/** Creates a paid invoice, an open invoice, a refund, a send and everything else that has an ID. */
const createBusiness = async (merchantId: number) => {
  const { db } = server.deps
  const store = await provisionStore(server.deps, { merchantId, name: `Store ${merchantId}` })
  const make = (description: string) =>
    makeInvoice(server.deps, merchantId, '20.00', {
      description,
      customerEmail: `customer-of-${merchantId}@example.test`,
    })
  const paid = await make(`goods of ${merchantId}`)
  await make(`more goods of ${merchantId}`)
  await engine.control.pay({ invoiceId: paid.invoiceId ?? '', method: 'onchain' })
  await engine.control.mine({ blocks: 1 })
  await server.advance(31)
  await syncStore(server.deps, store.id)
  await sql`insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from,
      fee_rate, network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
    values ('withdrawal', ${store.id}, ${merchantId}, ${`address-of-${merchantId}`}, 1000, 1, 100000, 'wallet', 1, 200,
      ${`asker-of-${merchantId}@example.test`}, ${`tenancy-${merchantId}`}, 'x')`.execute(db)
  await sql`insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at)
    values (${merchantId}, ${paid.invoiceId}, 'everything', 1000, 1, 100000, ${Buffer.from(`t${merchantId}`)},
      ${`offerer-of-${merchantId}@example.test`}, app_now() + interval '1 day')`.execute(db)
  await sql`insert into merchant_users (merchant_id, email, name)
    values (${merchantId}, ${`clerk-of-${merchantId}@example.test`}, 'Clerk')`.execute(db)
  const { tillId, deviceId } = await addTillDevice(server, merchantId, {
    name: `till-of-${merchantId}`,
    items: [{ name: `item-of-${merchantId}`, price: '2.00' }],
  })
  await sql`insert into till_cashiers (merchant_id, till_id, name, pin_hash)
    values (${merchantId}, ${tillId}, ${`cashier-of-${merchantId}`}, 'x')`.execute(db)
  const { rows: sales } = await sql<{ id: bigint }>`
    insert into till_sales (merchant_id, till_id, device_id, sale_key, input_hash, invoice_ref, currency, lines, subtotal, total)
    select ${merchantId}, ${tillId}, ${deviceId}, gen_random_uuid(), 'x', i.id, 'USD', '[]', 20, 20
    from invoices i where i.invoice_id = ${paid.invoiceId} returning id`.execute(db)
  await sql`insert into till_refunds (merchant_id, till_id, device_id, sale_id, cashier_id)
    select ${merchantId}, ${tillId}, ${deviceId}, ${sales[0]?.id}, c.id
    from till_cashiers c where c.till_id = ${tillId}`.execute(db)
  await sql`insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd,
      on_chain_address, amount_sats, node, btc_price, requested_by)
    values (${merchantId}, 0.005, 500, ${`loop-out-of-${merchantId}`}, 500000, 'own', 100000, 'someone')`.execute(db)
}

/** Reads B's rows from all tables for the texts by which they would be recognized. */
const describeB = async () => {
  const { db } = server.deps
  const { rows: invoices } = await sql<{ invoiceId: string; bitcoinAddress: string }>`
    select invoice_id, bitcoin_address from invoices where merchant_id = ${b.id}`.execute(db)
  const { rows: transactions } = await sql<{ id: number; txid: string }>`
    select id, txid from transactions where merchant_id = ${b.id}`.execute(db)
  const { rows: store } = await sql<{
    storeId: string
  }>`select store_id from stores where merchant_id = ${b.id}`.execute(db)
  const { rows: tills } = await sql<Record<'till' | 'device' | 'item' | 'cashier' | 'refund', number>>`
    select t.id as till, (select id from till_devices where till_id = t.id) as device,
      (select id from till_items where merchant_id = t.merchant_id) as item,
      (select id from till_cashiers where till_id = t.id) as cashier,
      (select id from till_refunds where till_id = t.id) as refund
    from tills t where t.merchant_id = ${b.id}`.execute(db)
  const { rows: own } = await sql<Record<'send' | 'refund' | 'last' | 'clerk' | 'loopOut' | 'notification', number>>`
    select (select id from sends where merchant_id = ${b.id}) as send, (select id from refunds where merchant_id = ${b.id}) as refund,
      (select id from merchant_users where merchant_id = ${b.id}) as clerk,
      (select id from lightning_loop_out_requests where merchant_id = ${b.id}) as loop_out,
      (select max(id) from notifications where person_kind = 'merchant' and person_id = ${b.id}) as notification,
      (select max(id) from invoices where merchant_id = ${b.id}) as last`.execute(db)
  expect(invoices).toHaveLength(2)
  expect(transactions.length).toBeGreaterThan(0)
  expect(own[0]?.notification).toEqual(expect.any(Number))
  marks = [
    'Secret Boatyard',
    b.email,
    `customer-of-${b.id}@`,
    `goods of ${b.id}`,
    `address-of-${b.id}`,
    `asker-of-${b.id}@`,
    `offerer-of-${b.id}@`,
    `clerk-of-${b.id}@`,
    `loop-out-of-${b.id}`,
    `till-of-${b.id}`,
    `item-of-${b.id}`,
    `cashier-of-${b.id}`,
    ...invoices.flatMap(({ invoiceId, bitcoinAddress }) => [invoiceId, bitcoinAddress]),
    ...transactions.map(({ txid }) => txid),
    ...store.map(({ storeId }) => storeId),
  ]
  ids = {
    invoiceId: invoices[0]?.invoiceId ?? '',
    id: String(own[0]?.send),
    refund: String(own[0]?.refund),
    clerk: String(own[0]?.clerk),
    loopOut: String(own[0]?.loopOut),
    notification: String(own[0]?.notification),
    transaction: String(transactions[0]?.id),
    invoice: String(own[0]?.last),
    till: String(tills[0]?.till),
    tillRefund: String(tills[0]?.refund),
    deviceId: String(tills[0]?.device),
    itemId: String(tills[0]?.item),
    cashierId: String(tills[0]?.cashier),
  }
}

const merchantCalls = calls.filter(
  ({ audience, media, path }) =>
    (audience.startsWith('merchant') || audience === 'person') &&
    media !== 'text/event-stream' &&
    // These end the session that calls them and concern nobody else.
    !/logout|sessions$/.test(path),
)
const nameOf = ({ method, path }: Call) => `${method} ${path}`

/** Values that would reach B's things if access were not checked. */
const valuesFor = (name: string): string[] =>
  name === 'id'
    ? [
        ids.id ?? '',
        ids.refund ?? '',
        ids.clerk ?? '',
        String(b.id),
        ids.invoice ?? '',
        ids.notification ?? '',
        ids.till ?? '',
        ids.tillRefund ?? '',
      ]
    : [ids[name] ?? String(b.id)]

/** Bodies of calls that name something. */
const someBodies = (): Record<string, unknown>[] => [
  {},
  { status: 'settled' },
  { kind: 'everything' },
  { amount: '1' },
  { isActive: false },
  { title: 'Taken over' },
  { name: 'Taken over' },
  { role: 'user' },
  { requestId: Number(ids.loopOut) },
  { upTo: Number(ids.notification) },
  { kind: 'payment-received', bell: false },
]

/** Those that pass the call's validation. Of the others one is enough, because they are refused before anything is read. */
const bodiesFor = ({ body: shape }: Call) => {
  const isAccepted = (body: Record<string, unknown>) =>
    shape ? shape.safeParse(body).success : Object.keys(body).length === 0
  const bodies = someBodies()
  return [...bodies.filter(isAccepted), ...bodies.filter((body) => !isAccepted(body)).slice(0, 1)]
}

/** Every row of B's in one statement, because it is read after each call. */
const snapshotOfB = async () => {
  const { rows } = await rowsOfB.execute(server.deps.db)
  return rows.map(({ text }) => text)
}

const selectRowsOfB = async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t
      on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and c.column_name = 'merchant_id' and t.table_type = 'BASE TABLE'`.execute(
    server.deps.db,
  )
  expect(tables.length).toBeGreaterThan(30)
  const selects = [
    ...tables.map(
      ({ name }) => sql`select ${name} || ' ' || t::text as text from ${sql.table(name)} t where merchant_id = ${b.id}`,
    ),
    sql`select m::text from merchants m where id = ${b.id}`,
    sql`select n::text from notifications n where person_kind = 'merchant' and person_id = ${b.id}`,
    sql`select s::text from notification_settings s where person_kind = 'merchant' and person_id = ${b.id}`,
  ]
  return sql<{ text: string }>`${sql.join(selects, sql` union all `)} order by 1`
}

const askAs = async (token: string, method: Call['method'], url: string, body?: unknown) => {
  const answer = await server.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body }
}
const hasMark = (text: string, sent: string) => marks.filter((mark) => !sent.includes(mark) && text.includes(mark))
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')

test('there is something to find, and B finds all of it', async () => {
  const token = await signInAs(server, b)
  const answers = await Promise.all(
    ['/api/merchant/invoices', '/api/merchant/transactions', '/api/merchant/wallet', '/api/merchant/withdrawals'].map(
      (path) => askAs(token, 'GET', path),
    ),
  )
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(hasMark(text, '')).not.toEqual([])
  }
})

test.each(merchantCalls.map((call) => [nameOf(call), call] as const))('%s', async (name, call) => {
  const before = await snapshotOfB()
  const parameters = [...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  const pathWith = (valueOf: (parameter: string) => string) =>
    call.path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(valueOf(parameter)))
  const turns = Math.max(1, ...parameters.map((parameter) => valuesFor(parameter).length))
  const sends = call.method === 'GET' || call.method === 'DELETE' ? [undefined] : bodiesFor(call)
  const pathOfNothing = pathWith((parameter) => (parameter === 'invoiceId' ? 'nothing' : '999999'))
  const isCompared = parameters.length > 0 && call.audience !== 'person'
  for (const token of tokens) {
    for (const body of sends) {
      const nothing = isCompared ? await askAs(token, call.method, pathOfNothing, body) : undefined
      const paths = Array.from({ length: turns }, (_turn, turn) =>
        pathWith((parameter) => valuesFor(parameter)[turn] ?? valuesFor(parameter)[0] ?? ''),
      )
      const answers = await Promise.all(paths.map((path) => askAs(token, call.method, path, body)))
      for (const [index, answer] of answers.entries()) {
        expect(hasMark(answer.text, paths[index] ?? ''), `${name} told ${answer.text.slice(0, 300)}`).toEqual([])
        if (nothing)
          expect({ status: answer.status, text: withoutRequestId(answer.text) }).toEqual({
            status: nothing.status,
            text: withoutRequestId(nothing.text),
          })
      }
    }
  }
  expect(await snapshotOfB()).toEqual(before)
})

test('filters, searches and cursors of lists and exports find nothing of B', async () => {
  const lists = merchantCalls.filter(({ method, path, query }) => method === 'GET' && query && !path.includes(':'))
  expect(lists.length).toBeGreaterThan(4)
  const [token = ''] = tokens
  for (const call of lists) {
    const { text: all } = await askAs(token, 'GET', call.path)
    expect(hasMark(all, '')).toEqual([])
    const tried: Record<string, string[]> = {
      search: marks,
      q: marks,
      cursor: [ids.transaction ?? '', ids.invoice ?? '', ids.id ?? '', '999999999'],
      limit: ['100'],
      merchantId: [String(b.id)],
      storeId: [String(b.id)],
      invoiceId: [ids.invoiceId ?? ''],
    }
    for (const [field, values] of Object.entries(tried)) {
      const ask = (value: string) =>
        askAs(token, 'GET', `${call.path}?${new URLSearchParams({ [field]: value }).toString()}`)
      const answers = await Promise.all(values.map(async (value) => ({ value, ...(await ask(value)) })))
      for (const { value, text } of answers) {
        expect(hasMark(text, value), `${call.path} ${field}=${value}`).toEqual([])
        if (field === 'search' || field === 'q') expect(text.includes(value) && !text.includes('"code"')).toBe(false)
      }
    }
  }
})

test('the event stream emits nothing to A about B', async () => {
  const [token = ''] = tokens
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const stop = new AbortController()
  const stream = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const reader = stream.body?.getReader()
  let received = ''
  const listen = (async () => {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) return
      received += new TextDecoder().decode(piece.value)
    }
  })().catch(() => undefined)
  const note = (audience: string, topic: string) =>
    sql`insert into changes (audience, topic) values (${audience}, ${topic})`.execute(server.deps.db)
  for (const topic of ['invoices', 'transactions', 'balance', 'refunds', 'sends']) await note(`merchant:${b.id}`, topic)
  await note('admin', 'merchants')
  await note('partner:1', 'partners')
  await note(`person:merchant:${b.id}`, 'account')
  // A's own change comes last, so that everything before it has been emitted or filtered.
  await note(`merchant:${a.id}`, 'settings')
  // Changes are emitted once every older transaction of the whole cluster has ended, including those of other tests.
  await expect.poll(() => received.includes('"settings"'), { timeout: 90_000 }).toBe(true)
  stop.abort()
  await listen
  for (const topic of ['invoices', 'transactions', 'balance', 'refunds', 'sends', 'merchants', 'partners', 'account']) {
    expect(received.includes(`"${topic}"`), topic).toBe(false)
  }
})
