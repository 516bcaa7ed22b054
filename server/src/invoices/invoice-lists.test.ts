import { exportInvoices, invoiceStates, listInvoices, summarizeInvoices } from '@bitquay/contract/invoices'
import { fromCents } from '@bitquay/contract/money'
import { listInvoices as listByKey } from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Fact, moments, proveList } from '../../test/lists.ts'
import { addMerchant, ask, type Someone, signInAs } from '../../test/people.ts'

type Status = 'new' | 'processing' | 'settled' | 'expired' | 'invalid'
type Additional = 'none' | 'paid-late' | 'paid-partial' | 'marked' | 'paid-over'
type InvoiceFact = Fact & {
  merchantId: number
  status: Status
  additional: Additional
  grossCents: bigint | null
  receivedCents: bigint
  name: string | null
  email: string | null
  refund: 'none' | 'offered' | 'expired' | 'canceled' | 'claimed'
}

/** Every pair of statuses that BTCPay reports, and the one word for it. */
const stateOf = ({ status, additional }: Pick<InvoiceFact, 'status' | 'additional'>) => {
  if (status === 'invalid') return 'invalid'
  if (status === 'processing') return 'confirming'
  if (additional === 'paid-over') return 'overpaid'
  if (additional === 'paid-late') return 'paid-late'
  if (status === 'settled') return 'paid'
  if (additional === 'paid-partial') return 'partially-paid'
  return status === 'expired' ? 'expired' : 'unpaid'
}
const needsAttention = (fact: InvoiceFact) =>
  ['overpaid', 'paid-late', 'partially-paid'].includes(stateOf(fact)) && !['offered', 'claimed'].includes(fact.refund)

const statuses: [Status, Additional][] = [
  ['new', 'none'],
  ['settled', 'none'],
  ['settled', 'paid-over'],
  ['expired', 'paid-late'],
  ['expired', 'paid-partial'],
  ['new', 'paid-partial'],
  ['processing', 'none'],
  ['processing', 'paid-over'],
  ['expired', 'none'],
  ['invalid', 'none'],
  ['invalid', 'marked'],
  ['settled', 'marked'],
  ['settled', 'paid-partial'],
]
const refunds = ['none', 'none', 'offered', 'none', 'expired', 'claimed', 'canceled'] as const

let server: TestApp
let own: Someone
let other: Someone
let token: string
let facts: InvoiceFact[]
let foreignId: string

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  own = await addMerchant(server)
  other = await addMerchant(server)
  token = await signInAs(server, own)
  await sql`insert into stores (merchant_id, status, server_url, store_id, tag, api_key)
    select id, 'ready', 'https://btcpay.example.test', 'store-' || id, 'tag-' || id, 'sealed' from merchants`.execute(
    server.deps.db,
  )
  const all = [...moments, ...moments].flatMap((at, index) =>
    [own.id, other.id].map((merchantId) => describe(at, index, merchantId)),
  )
  for (const fact of all) await insert(fact)
  facts = all.filter(({ merchantId }) => merchantId === own.id)
  const { rows } = await sql<{
    id: number
  }>`select max(id) as id from invoices where merchant_id = ${other.id}`.execute(server.deps.db)
  foreignId = String(rows[0]?.id)
}, 120_000)
afterAll(() => server.close())

const describe = (at: Date, index: number, merchantId: number): InvoiceFact => {
  const [status, additional] = statuses[index % statuses.length] ?? ['new', 'none']
  return {
    id: `inv-${merchantId}-${index}`,
    at,
    merchantId,
    status,
    additional,
    grossCents: index % 9 === 4 ? null : BigInt(1000 + ((index * 37) % 50)),
    receivedCents: ['new', 'processing', 'invalid'].includes(status) ? 0n : BigInt((index * 13) % 700),
    name: [null, 'Ana Duarte', 'coral Bay', null][index % 4] ?? null,
    email: [null, null, 'office@coral.example', 'zoe@example.test'][index % 4] ?? null,
    refund: refunds[index % refunds.length] ?? 'none',
  }
}

/** Statuses come as the engine reports them, received dollars through booked payments, and refunds through their claim. */
const insert = async (fact: InvoiceFact) => {
  const { db } = server.deps
  const gross = fact.grossCents === null ? null : fromCents(fact.grossCents)
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, additional_status, amount, amount_usd, currency,
      price_amount, description, customer_name, customer_email, created_at, created_by)
    values (${fact.merchantId}, ${fact.id}, ${fact.id}, 'new', 'none', 0.001, ${gross}, 'USD', 10, ${`Order ${fact.id}`},
      ${fact.name}, ${fact.email}, ${fact.at}, ${`merchant:${fact.merchantId}`})`.execute(db)
  if (fact.receivedCents > 0n) await insertPayment(fact)
  await sql`update invoices set status = ${fact.status}, additional_status = ${fact.additional}
    where invoice_id = ${fact.id}`.execute(db)
  if (fact.refund !== 'none') await insertRefund(fact)
}

/** In two payments. A failed one and one that a reorganization removed do not count. */
const insertPayment = async ({ id, merchantId, receivedCents }: InvoiceFact) => {
  const parts = [receivedCents / 3n, receivedCents - receivedCents / 3n, 999n, 888n]
  for (const [index, cents] of parts.entries()) {
    await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, method, status, invoice_id)
      values (${merchantId}, ${`tx-${id}-${index}`}, ${`key-${id}-${index}`}, 'incoming', 'invoice', 0.0001, ${fromCents(cents)},
        ${index === 0 ? 'lightning' : 'on-chain'}, 'pending', ${id})`.execute(server.deps.db)
    if (index === 2) await setPayment(`key-${id}-${index}`, 'failed', false)
    else await setPayment(`key-${id}-${index}`, 'confirmed', true)
    if (index === 3) await setPayment(`key-${id}-${index}`, 'pending', false)
  }
}
const setPayment = (key: string, status: string, booked: boolean) =>
  sql`update transactions set status = ${status}, booked = ${booked} where engine_key = ${key}`.execute(server.deps.db)

const insertRefund = async ({ id, merchantId, refund }: InvoiceFact) => {
  const { db } = server.deps
  const expires = refund === 'expired' ? sql`app_now() - interval '1 hour'` : sql`app_now() + interval '1 day'`
  await sql`insert into refunds (merchant_id, invoice_id, kind, amount_sats, amount_usd, btc_price, token_hash, offered_by, expires_at)
    values (${merchantId}, ${id}, 'overpaid', 1000, 1, 100000, ${Buffer.from(id)}, 'someone', ${expires})`.execute(db)
  if (refund === 'canceled') {
    await sql`update refunds set status = 'called-off', called_off_at = app_now() where invoice_id = ${id}`.execute(db)
  }
  if (refund === 'claimed') {
    await sql`with send as (
        insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
          network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
        select 'refund', id, ${merchantId}, 'address', 1000, 1, 100000, 'wallet', 1, 200, 'someone', ${id}, 'x'
        from stores where merchant_id = ${merchantId} returning id
      )
      update refunds set status = 'claimed', send_id = send.id, claimed_at = app_now() from send where invoice_id = ${id}`.execute(
      db,
    )
  }
}

const sum = (values: readonly (bigint | null)[]) => values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n)

const byState = [
  { query: {}, keeps: () => true },
  ...invoiceStates.map((state) => ({ query: { state }, keeps: (fact: InvoiceFact) => stateOf(fact) === state })),
  { query: { state: 'attention' }, keeps: needsAttention },
]
const byOthers = [
  { query: { status: 'expired' }, keeps: ({ status }: InvoiceFact) => status === 'expired' },
  { query: { search: 'coral bay' }, keeps: ({ name }: InvoiceFact) => name === 'coral Bay' },
  { query: { search: 'zoe@' }, keeps: ({ email }: InvoiceFact) => email === 'zoe@example.test' },
]
const filters = [
  ...byState,
  ...byOthers,
  ...byOthers.map((filter) => ({
    query: { ...filter.query, state: 'attention' },
    keeps: (fact: InvoiceFact) => filter.keeps(fact) && needsAttention(fact),
  })),
]

/** The rows that the filters except the state leave. */
const exceptState = (all: readonly InvoiceFact[], { state: _state, ...query }: Record<string, string>) => {
  const other = byOthers.find((filter) => JSON.stringify(filter.query) === JSON.stringify(query))
  return other ? all.filter(other.keeps) : all
}

const summarize = (matching: readonly InvoiceFact[], others: readonly InvoiceFact[]) => ({
  total: facts.length,
  filtered: matching.length,
  grossUsd: fromCents(sum(matching.map(({ grossCents }) => grossCents))),
  receivedUsd: fromCents(sum(matching.map(({ receivedCents }) => receivedCents))),
  states: {
    ...Object.fromEntries(
      invoiceStates.map((state) => [state, others.filter((fact) => stateOf(fact) === state).length]),
    ),
    attention: others.filter(needsAttention).length,
  },
  exact: true,
  cap: 10_000,
})

const sorts = {
  date: ({ at }: InvoiceFact) => at.getTime(),
  gross: ({ grossCents }: InvoiceFact) => (grossCents === null ? null : Number(grossCents)),
  customer: ({ name, email }: InvoiceFact) => (name ?? email)?.toLowerCase() ?? null,
}

test('a list is its range, filter and order, and so are its totals and its file', async () => {
  await proveList<InvoiceFact>({
    server,
    token,
    call: listInvoices,
    facts,
    idOf: ({ invoiceId }) => String(invoiceId),
    filters,
    sorts,
    csv: {
      call: exportInvoices,
      cellsOf: ({ invoiceId, state, amountUsd, receivedUsd }) => ({
        'Invoice ID': String(invoiceId),
        Status: String(state)
          .replace('-', ' ')
          .replace(/^./, (letter) => letter.toUpperCase()),
        'Total (USD)': String(amountUsd ?? ''),
        'Received (USD)': String(receivedUsd),
      }),
    },
    summary: {
      call: summarizeInvoices,
      of: (matching, query, inRange) => summarize(matching, exceptState(inRange, query)),
    },
    foreignCursor: foreignId,
  })
}, 300_000)

test('a program reads the same list with its key', async () => {
  const key = await addApiKey(server, own.id, ['read'])
  const query = { state: 'attention', sort: 'gross', limit: '100' }
  const byKey = await ask(server, listByKey, { token: key, query })
  const byPerson = await ask(server, listInvoices, { token, query })
  const idsOf = (body: unknown) => (body as { invoiceId: string }[]).map(({ invoiceId }) => invoiceId)
  expect(idsOf(byKey.body)).toEqual(idsOf(byPerson.body))
  expect(idsOf(byKey.body).length).toBeGreaterThan(3)
})
