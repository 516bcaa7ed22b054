import {
  exportInvoices,
  invoiceStates,
  listInvoices,
  printInvoices,
  summarizeInvoices,
} from '@bitquay/contract/invoices'
import { fromCents } from '@bitquay/contract/money'
import { listInvoices as listByKey } from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Fact, insertStores, moments, proveList, readStatement, startMerchantLists } from '../../test/lists.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'

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
  isOverdue: boolean
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

const isOverdue = (fact: InvoiceFact) => fact.isOverdue && fact.status === 'new'

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

const { server, own, other, token } = await startMerchantLists()
let facts: InvoiceFact[]
let foreignId: string

beforeAll(async () => {
  await insertStores(server)
  const all = [...moments, ...moments].flatMap((at, index) =>
    [own.id, other.id].map((merchantId) => describe(at, index, merchantId)),
  )
  await insertAll(all)
  facts = all.filter(({ merchantId }) => merchantId === own.id)
  const { rows } = await sql<{
    id: number
  }>`select max(id) as id from invoices where merchant_id = ${other.id}`.execute(server.deps.db)
  foreignId = String(rows[0]?.id)
})
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
    isOverdue: index % 4 > 1,
    refund: refunds[index % refunds.length] ?? 'none',
  }
}

/** Statuses come as the engine reports them, received dollars through booked payments, and refunds through their claim. */
const insertAll = async (all: readonly InvoiceFact[]) => {
  const { db } = server.deps
  const rows = all.map((fact) => ({
    ...fact,
    grossCents: undefined,
    receivedCents: undefined,
    gross: fact.grossCents === null ? null : fromCents(fact.grossCents),
  }))
  const invoices = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id text, at timestamptz, "merchantId" int,
    status text, additional text, gross numeric, name text, email text, "isOverdue" boolean)`
  await sql`insert into invoices (merchant_id, invoice_id, order_id, amount, amount_usd, currency, price_amount, description,
      customer_name, customer_email, created_at, created_by, due_at, overdue_at)
    select f."merchantId", f.id, f.id, 0.001, f.gross, 'USD', 10, 'Order ' || f.id, f.name, f.email, f.at, 'merchant:' || f."merchantId",
      case when f."isOverdue" then f.at end, case when f."isOverdue" then f.at end
    from ${invoices}`.execute(db)
  await insertPayments(all.filter(({ receivedCents }) => receivedCents > 0n))
  await sql`update invoices i set status = f.status, additional_status = f.additional from ${invoices} where f.id = i.invoice_id`.execute(
    db,
  )
  for (const fact of all) if (fact.refund !== 'none') await insertRefund(fact)
}

/** Each in two payments. A failed one and one that a reorganization removed do not count. */
const insertPayments = async (paid: readonly InvoiceFact[]) => {
  const { db } = server.deps
  const rows = paid.flatMap(({ id, merchantId, receivedCents }) =>
    [receivedCents / 3n, receivedCents - receivedCents / 3n, 999n, 888n].map((cents, part) => ({
      ...{ id, merchantId, part },
      usd: fromCents(cents),
    })),
  )
  await sql`insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, method, status, invoice_id)
    select p."merchantId", p.id || '/' || p.part, p.id || '/' || p.part, 'incoming', 'invoice', 0.0001, p.usd,
      case p.part when 0 then 'lightning' else 'on-chain' end, 'pending', p.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id text, "merchantId" int, part int, usd numeric)`.execute(
    db,
  )
  await sql`update transactions set status = 'failed' where engine_key like '%/2'`.execute(db)
  await sql`update transactions set status = 'confirmed', booked = true where engine_key not like '%/2'`.execute(db)
  await sql`update transactions set status = 'pending', booked = false where engine_key like '%/3'`.execute(db)
}

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
  { query: { state: 'overdue' }, keeps: isOverdue },
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
    overdue: others.filter(isOverdue).length,
  },
  exact: true,
  cap: 10_000,
})

const sorts = {
  date: ({ at }: InvoiceFact) => at.getTime(),
  gross: ({ grossCents }: InvoiceFact) => (grossCents === null ? null : Number(grossCents)),
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
      cellsOf: ({ invoiceId, state, overdue, amountUsd, receivedUsd }) => ({
        'Invoice ID': String(invoiceId),
        Status: String(overdue && state === 'unpaid' ? 'overdue' : state)
          .replace('-', ' ')
          .replace(/^./, (letter) => letter.toUpperCase()),
        'Total (USD)': typeof amountUsd === 'string' ? amountUsd : '',
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

test('a statement has the rows of its filters by day, and their totals', async () => {
  const query = { from: '2026-10-25', to: '2026-10-25', tz: 'Europe/Berlin', search: 'coral bay' }
  const lines = await readStatement(server, token, printInvoices, query)
  const day = { start: new Date('2026-10-24T22:00Z'), end: new Date('2026-10-25T23:00Z') }
  const matching = facts.filter(({ name, at }) => name === 'coral Bay' && at >= day.start && at < day.end)
  expect(matching.length).toBeGreaterThan(1)
  const dollars = (of: (fact: InvoiceFact) => bigint | null) => `$${fromCents(sum(matching.map(of)))}`
  const sums = [dollars(({ grossCents }) => grossCents), dollars(({ receivedCents }) => receivedCents)]
  expect(lines).toContainEqual(['Oct 25, 2026 to Oct 25, 2026, Europe/Berlin'])
  expect(lines).toContainEqual(['Search: coral bay'])
  expect(lines).toContainEqual([`Oct 25, 2026 · ${matching.length} invoices`, ...sums])
  expect(lines).toContainEqual([`All ${matching.length} invoices`, ...sums])
  const shown = lines.flat().filter((cell) => cell.startsWith('inv-'))
  expect(new Set(shown)).toEqual(new Set(matching.map(({ id }) => id)))
  expect((await ask(server, printInvoices, { token, query: { tz: 'Mars/Olympus' } })).status).toBe(400)
})

test('a statement has at most 5,000 rows, and a search is counted up to 10,000', async () => {
  const big = await addMerchant(server)
  const insertRows = (from: number, to: number) =>
    sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount_usd, description, created_at)
      select ${big.id}, 'big-' || n, 'big-' || n, 'new', 1, 'Ticket ' || n, now() from generate_series(${from}::int, ${to}::int) n`.execute(
      server.deps.db,
    )
  await insertRows(1, 5001)
  await insertRows(5002, 10_001)
  const bigToken = await signInAs(server, big)
  const refused = await ask(server, printInvoices, { token: bigToken })
  expect(refused).toMatchObject({ status: 400, body: { code: 'too-many-rows' } })
  const found = await ask(server, summarizeInvoices, { token: bigToken, query: { search: 'ticket' } })
  expect(found.body).toMatchObject({ total: 10_001, filtered: 10_000, grossUsd: '10000.00', exact: false, cap: 10_000 })
  const all = await ask(server, summarizeInvoices, { token: bigToken, query: { state: 'unpaid' } })
  expect(all.body).toMatchObject({ filtered: 10_001, grossUsd: '10001.00', exact: true })
})
