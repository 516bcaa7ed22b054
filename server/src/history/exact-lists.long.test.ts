import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/transactions'
import { listAllTransactions, summarizeAllTransactions } from '@bitquay/contract/transactions.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { parseCsv } from '../../test/lists.ts'
import { addAdmin, addMerchant, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { transactionClasses } from '../transactions/classes.ts'
import { addSumChanges } from '../transactions/table.sums.ts'

/**
 * Lists, totals and days of random data, compared with what plain code computes from all rows: filters and sorting in
 * memory, and local days by JavaScript's own calendar.
 */
let app: TestApp
let admin: string
const merchants: { id: number; token: string }[] = []
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
] as const

let seed = 20_261_116
/** The same numbers in every run, so that a failure can be repeated. */
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const below = (limit: number) => Math.floor(random() * limit)
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  admin = await signInAs(app, await addAdmin(app))
  for (let index = 0; index < 3; index++) {
    const merchant = await addMerchant(app)
    merchants.push({ id: merchant.id, token: await signInAs(app, merchant) })
  }
  for (const { id } of merchants) await fill(id, 300)
  // Some changes are in the sums and some are not, as at any moment in a running server.
  await inTransaction(app.deps.db, (tx) => addSumChanges(tx, 500))
  await change()
  await inTransaction(app.deps.db, (tx) => addSumChanges(tx, 300))
})
afterAll(() => app.close())

const days = [
  '2026-03-28',
  '2026-03-29',
  '2026-10-25',
  '2026-03-08',
  '2026-11-01',
  '2026-04-05',
  '2025-12-31',
  '2026-02-14',
]

/** Days on which clocks change, days around them, and the edges of hours and days in every zone. */
const randomTime = () => {
  const day = pick(days)
  const edge = pick([0, 1, 59_999, 1_799_999, 1_800_000, 3_599_999, below(3_600_000)])
  return new Date(Date.parse(`${day}T00:00:00Z`) + (below(60) - 12) * 3_600_000 + edge)
}

const names = ['Anna Berg', 'Élodie Dupré', 'Jonas Lind', 'The Blue Door', null]
const descriptions = ['Espresso machine', 'Rent for May', 'Blue chair', '100% wool', null]

/** Most rows are of a few classes, so that lists and totals read many rows of one class, and some are of any other. */
const common = [8, 9, 11, 13, 33, 168 + 56, 168 + 152].map((number) => transactionClasses[number])
const randomClass = () => (random() < 0.75 ? pick(common) : undefined) ?? pick(transactionClasses)

const fill = async (merchantId: number, count: number) => {
  for (let index = 0; index < count; index++) {
    const itsClass = randomClass()
    const isIncoming = itsClass.type === 'incoming'
    const invoiceId = itsClass.invoices === 'true' ? `inv-${merchantId}-${index}` : null
    if (invoiceId) {
      await sql`insert into invoices (merchant_id, invoice_id, order_id, customer_email, customer_name, description)
        values (${merchantId}, ${invoiceId}, ${invoiceId}, ${pick(['anna@berg.example', 'jonas@lind.example', null])},
          ${pick(names)}, ${pick(descriptions)})`.execute(app.deps.db)
    }
    const txid = [merchantId, index, seed]
      .map((part) => part.toString(16).padStart(8, '0'))
      .join('')
      .padEnd(64, 'a')
    const cents = random() < 0.2 ? null : BigInt(pick([100, 2_500, below(100_000)]))
    const hasFee = isIncoming ? itsClass.booked : random() < 0.8
    await sql`
      insert into transactions (merchant_id, txid, engine_key, type, purpose, status, method, invoice_id, booked, amount, amount_usd,
        btc_price, address, description, seen_at, fee_sats, fee_cents)
      values (${merchantId}, ${txid}, ${txid}, ${itsClass.type}, ${itsClass.purpose},
        ${itsClass.status === 'unconfirmed' ? 'pending' : itsClass.status}, ${itsClass.method === 'BTC' ? 'on-chain' : 'lightning'},
        ${invoiceId}, ${itsClass.booked}, ${fromSats(BigInt(below(5_000_000)))}, ${cents === null ? null : fromCents(cents)},
        95000, ${`bcrt1q${index % 7}`}, ${random() < 0.1 ? 'Paid the blue rent' : null},
        ${randomTime().toISOString()}::timestamptz + ${below(1000)} * interval '1 microsecond',
        ${hasFee ? below(1000) : null}, ${hasFee ? below(90) : null})`.execute(app.deps.db)
  }
}

/** Every relevant column changes somewhere, some rows disappear, and confirmations rise without any effect. */
const change = async () => {
  const { rows: before } = await sql<{ count: bigint }>`select count(*) from transaction_sum_changes`.execute(
    app.deps.db,
  )
  await sql`update transactions set confirmations = confirmations + 1`.execute(app.deps.db)
  const { rows: after } = await sql<{ count: bigint }>`select count(*) from transaction_sum_changes`.execute(
    app.deps.db,
  )
  expect(after).toEqual(before)
  for (const [index, set] of [
    `status = 'confirmed', booked = true, fee_sats = 77, fee_cents = 7`,
    `booked = false, fee_sats = null, fee_cents = null`,
    `amount = amount + 0.00000001, amount_usd = amount_usd + 0.01`,
    `seen_at = seen_at + interval '31 minutes'`,
    `purpose = 'deposit', invoice_id = null`,
    `fee_sats = fee_sats + 5, fee_cents = fee_cents + 1`,
    `amount_usd = null`,
  ].entries()) {
    await sql`update transactions set ${sql.raw(set)} where id % 23 = ${index}`.execute(app.deps.db)
  }
  await sql`delete from transactions where id % 23 = 11`.execute(app.deps.db)
}

type Plain = {
  id: number
  merchantId: number
  txid: string
  type: string
  purpose: string
  status: string
  method: string
  invoiceId: string | null
  booked: boolean
  amount: string
  amountUsd: string | null
  feeSats: bigint | null
  feeCents: bigint | null
  address: string
  description: string | null
  micros: bigint
  customerEmail: string | null
  customerName: string | null
  itemDescription: string | null
}

const readAll = async (): Promise<Plain[]> => {
  const { rows } = await sql<Plain>`
    select t.*, (extract(epoch from t.seen_at) * 1000000)::bigint as micros, i.customer_email, i.customer_name,
      i.description as item_description
    from transactions t left join invoices i using (invoice_id)`.execute(app.deps.db)
  return rows
}

type Query = Partial<
  Record<
    'purpose' | 'type' | 'status' | 'method' | 'invoices' | 'search' | 'minAmount' | 'from' | 'to' | 'tz' | 'sort',
    string
  >
>

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a row, by JavaScript's own time zones. */
const dayOf = (row: Plain, tz = 'UTC') => {
  const format = dayFormats.get(tz) ?? new Intl.DateTimeFormat('en-CA', { timeZone: tz, dateStyle: 'short' })
  dayFormats.set(tz, format)
  return format.format(Number(row.micros / 1000n))
}

const isInRange = (row: Plain, { from, to, tz }: Query) => {
  const isFrom = !from || (from.includes('T') ? row.micros >= BigInt(Date.parse(from)) * 1000n : dayOf(row, tz) >= from)
  const isTo = !to || (to.includes('T') ? row.micros <= BigInt(Date.parse(to)) * 1000n : dayOf(row, tz) <= to)
  return isFrom && isTo
}

const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

const isFound = (row: Plain, search: string) => {
  if (search.includes('@')) return row.customerEmail?.startsWith(search.toLowerCase()) ?? false
  if ([row.txid, row.address, row.invoiceId].some((text) => text?.startsWith(search))) return true
  const wanted = wordsOf(search).filter(Boolean)
  const has = (text: string) =>
    wanted.length > 0 && wanted.every((word) => wordsOf(text).some((each) => each.startsWith(word)))
  return has(`${row.customerName ?? ''} ${row.itemDescription ?? ''}`) || has(row.description ?? '')
}

const matches = (row: Plain, query: Query) =>
  (!query.purpose || row.purpose === query.purpose) &&
  (!query.type || row.type === query.type) &&
  (!query.status || row.status === (query.status === 'unconfirmed' ? 'pending' : query.status)) &&
  (!query.method || row.method === (query.method === 'BTC' ? 'on-chain' : 'lightning')) &&
  (!query.invoices || (row.invoiceId !== null) === (query.invoices === 'true')) &&
  (!query.minAmount || Number(row.amount) >= Number(query.minAmount)) &&
  (!query.search || isFound(row, query.search)) &&
  isInRange(row, query)

const signOf = ({ type }: Plain) => (type === 'incoming' ? 1n : -1n)
const grossOf = (row: Plain) => (row.amountUsd === null ? null : signOf(row) * toCents(row.amountUsd))
const netOf = (row: Plain) => {
  const gross = grossOf(row)
  return gross === null || row.feeCents === null ? null : gross - row.feeCents
}

const sortRows = (rows: readonly Plain[], sort = '-date') => {
  const way = sort.startsWith('-') ? -1 : 1
  const keyOf = (row: Plain) =>
    sort.endsWith('date') ? row.micros : sort.endsWith('gross') ? grossOf(row) : netOf(row)
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)]
    if (left === null || right === null) return left === right ? way * (a.id - b.id) : left === null ? 1 : -1
    return left === right ? way * (a.id - b.id) : left < right ? -way : way
  })
}

const sumUp = (rows: readonly Plain[]) => {
  const sum = (of: (row: Plain) => bigint) => rows.reduce((total, row) => total + of(row), 0n)
  const grossSats = sum((row) => signOf(row) * toSats(row.amount))
  const grossCents = sum((row) => grossOf(row) ?? 0n)
  const [feeSats, feeCents] = [sum((row) => row.feeSats ?? 0n), sum((row) => row.feeCents ?? 0n)]
  return {
    count: rows.length,
    grossBtc: fromSats(grossSats),
    grossUsd: fromCents(grossCents),
    feeBtc: fromSats(-feeSats),
    feeUsd: fromCents(-feeCents),
    netBtc: fromSats(grossSats - feeSats),
    netUsd: fromCents(grossCents - feeCents),
  }
}

const totalsOf = (rows: readonly Plain[]) => {
  const received = rows.filter(({ type, purpose }) => type === 'incoming' && ['invoice', 'deposit'].includes(purpose))
  const { count, grossBtc, grossUsd } = sumUp(received.filter(({ booked, status }) => !booked && status !== 'failed'))
  return {
    payments: sumUp(received.filter(({ booked }) => booked)),
    pendingPayments: { count, grossBtc, grossUsd },
    sent: sumUp(
      rows.filter(
        ({ type, purpose, status }) =>
          type === 'outgoing' && ['withdrawal', 'refund', 'outside'].includes(purpose) && status !== 'failed',
      ),
    ),
  }
}

const randomMoment = () => pick([...days, randomTime().toISOString()])

/** A third of the lists has no range, a third one end, a third two. */
const randomRange = (): Query => {
  const [one, other] = [randomMoment(), randomMoment()].toSorted()
  return pick([
    {},
    { from: one ?? '' },
    { to: one ?? '' },
    { from: one ?? '', to: other ?? '' },
    { from: one ?? '', to: other ?? '' },
    {},
  ])
}

const randomQuery = (): Query => {
  const query = {
    purpose: pick([...Array<undefined>(14).fill(undefined), ...calls.purposes]),
    type: pick([undefined, undefined, undefined, 'incoming', 'outgoing']),
    status: pick([undefined, undefined, undefined, undefined, 'confirmed', 'unconfirmed', 'failed']),
    method: pick([undefined, undefined, undefined, 'BTC', 'BTC-LN']),
    invoices: pick([undefined, undefined, undefined, 'true', 'false']),
    tz: pick([undefined, ...zones]),
    minAmount: pick([...Array<undefined>(8).fill(undefined), '0.02', '0.049']),
    search: pick([
      ...Array<undefined>(20).fill(undefined),
      'blue',
      'blue door',
      'anna@berg',
      'inv-1',
      'bcrt1q3',
      'RENT',
      'du',
      '%',
      'nobody',
    ]),
    sort: pick([undefined, 'date', '-date', 'gross', '-gross', 'net', '-net']),
    ...randomRange(),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

const get = async (
  path: string,
  query: Query & { limit?: string; cursor?: string; merchantId?: string },
  token: string,
) => {
  const answer = await app.app.inject({
    url: `${path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  return answer
}

type Shown = { id?: string; txid?: string }

const walk = async (path: string, query: Query & { merchantId?: string }, token: string, limit: number) => {
  const found: string[] = []
  for (let cursor: string | undefined, page = 0; page < 1000; page++) {
    const answer = await get(path, { ...query, limit: String(limit), ...(cursor ? { cursor } : {}) }, token)
    found.push(...answer.json<Shown[]>().map(({ id, txid }) => txid ?? id ?? ''))
    const next = answer.headers['x-next-cursor']
    if (typeof next !== 'string') return found
    cursor = next
  }
  throw new Error('the list does not end')
}

const rounds = 80

test('every combination of filters, range and order lists exactly the matching rows, page by page', async () => {
  const all = await readAll()
  for (let round = 0; round < rounds; round++) {
    const merchant = pick(merchants)
    const query = randomQuery()
    const expected = sortRows(
      all.filter((row) => row.merchantId === merchant.id && matches(row, query)),
      query.sort,
    )
    const found = await walk(calls.listTransactions.path, query, merchant.token, pick([3, 11, 40, 100]))
    expect(found, JSON.stringify(query)).toEqual(expected.map(({ txid }) => txid))
  }
}, 240_000)

test('totals and days of every filter and range equal the sums of the rows', async () => {
  const all = await readAll()
  for (let round = 0; round < rounds; round++) {
    const merchant = pick(merchants)
    const { sort: _, ...query } = randomQuery()
    const own = all.filter(({ merchantId }) => merchantId === merchant.id)
    const expected = own.filter((row) => matches(row, query))
    const { body } = await get(calls.summarizeTransactions.path, query, merchant.token)
    expect(JSON.parse(body), JSON.stringify(query)).toEqual({
      total: own.length,
      filtered: expected.length,
      invoices: expected.filter(({ invoiceId }) => invoiceId !== null).length,
      confirmed: expected.filter(({ status }) => status === 'confirmed').length,
      pending: expected.filter(({ status }) => status === 'pending').length,
      failed: expected.filter(({ status }) => status === 'failed').length,
      exact: true,
      cap: 10_000,
      ...totalsOf(expected),
    })
    const days = [...new Set(expected.map((row) => dayOf(row, query.tz)))].sort().reverse()
    const answer = await get(calls.listTransactionDays.path, query, merchant.token)
    expect(answer.json(), JSON.stringify(query)).toEqual(
      days.map((day) => {
        const rows = expected.filter((row) => dayOf(row, query.tz) === day)
        return { day, count: rows.length, ...totalsOf(rows) }
      }),
    )
  }
}, 240_000)

test('admins see the same rows and totals, of one store and of all', async () => {
  const all = await readAll()
  for (let round = 0; round < rounds / 2; round++) {
    const merchant = pick([undefined, pick(merchants)])
    const { invoices: _, minAmount: __, search: ___, ...query } = randomQuery()
    const { sort, ...filter } = {
      ...query,
      ...(query.status === 'unconfirmed' ? { status: 'pending' } : {}),
      ...(merchant ? { merchantId: String(merchant.id) } : {}),
    }
    const expected = all.filter((row) => (!merchant || row.merchantId === merchant.id) && matches(row, query))
    const found = await walk(
      listAllTransactions.path,
      { ...filter, ...(sort ? { sort } : {}) },
      admin,
      pick([11, 60, 100]),
    )
    expect(found, JSON.stringify(query)).toEqual(sortRows(expected, query.sort).map(({ txid }) => txid))
    const { body } = await get(summarizeAllTransactions.path, filter, admin)
    expect(JSON.parse(body), JSON.stringify(query)).toMatchObject({ filtered: expected.length, ...totalsOf(expected) })
  }
}, 240_000)

test('the CSV has the rows of the list, and the PDF its days and totals', async () => {
  const [merchant = { id: 0, token: '' }] = merchants
  for (const sort of ['-date', 'net', '-gross']) {
    const filter = { from: '2026-03-27', to: '2026-10-26', tz: 'Asia/Kolkata' }
    const query = { ...filter, sort }
    const list = (await get(calls.listTransactions.path, { ...query, limit: '100' }, merchant.token)).json<
      calls.Transaction[]
    >()
    expect(list.length).toBeGreaterThan(50)
    const lines = parseCsv((await get(calls.exportTransactions.path, query, merchant.token)).body)
    const column = (title: string) => lines.slice(0, list.length).map((line) => line[title])
    expect(Object.keys(lines[0] ?? {}).slice(0, 5)).toEqual([
      'Customer name',
      'Customer email',
      'Item',
      'Date',
      'Date (Asia/Kolkata)',
    ])
    expect(column('Transaction hash')).toEqual(list.map(({ id }) => id))
    expect(column('Gross (USD)')).toEqual(list.map(({ amountUSD }) => amountUSD ?? ''))
    expect(column('Fee (USD)')).toEqual(list.map(({ feeUSD }) => feeUSD ?? ''))
    expect(column('Net (BTC)')).toEqual(list.map(({ netAmount }) => netAmount ?? ''))
    expect(column('Date (Asia/Kolkata)')).toEqual(
      list.map(({ timestamp }) =>
        new Date(timestamp * 1000 + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
      ),
    )
    const summary = (await get(calls.summarizeTransactions.path, filter, merchant.token)).json()
    expect(lines).toHaveLength(summary.filtered)

    const pdf = readPdf((await get(calls.printTransactions.path, query, merchant.token)).rawPayload)
    const dollars = (usd: string) =>
      usd.replace(/^(-?)(\d+)/, (_, sign, whole) => `${sign}$${Number(whole).toLocaleString('en-US')}`)
    const { payments } = summary
    expect(pdf).toContainEqual([
      `Payments and deposits (${payments.count})`,
      payments.grossBtc,
      ...[payments.grossUsd, payments.feeUsd, payments.netUsd].map(dollars),
    ])
    const days = (await get(calls.listTransactionDays.path, filter, merchant.token)).json<
      { day: string; count: number; payments: { grossUsd: string; feeUsd: string; netUsd: string } }[]
    >()
    const headings = pdf.filter(([first = '']) => / transactions?( |$)/.test(first))
    expect(headings.map((cells) => cells.slice(-3))).toEqual(
      sort === '-date'
        ? days.map((day) => [day.payments.grossUsd, day.payments.feeUsd, day.payments.netUsd].map(dollars))
        : [],
    )
  }
})

test('a time zone that only JavaScript knows, or a day that no calendar has, returns 400', async () => {
  for (const query of ['tz=US/Pacific-New&from=2026-01-01', 'from=0000-01-01', 'tz=Nowhere/Land']) {
    const answer = await app.app.inject({
      url: `${calls.listTransactions.path}?${query}`,
      headers: { authorization: `Bearer ${merchants[0]?.token}` },
    })
    expect(answer.statusCode, query).toBe(400)
  }
})

test('the database and the server number classes alike', async () => {
  for (const [number, { type, purpose, status, method, invoices, booked }] of transactionClasses.entries()) {
    const { rows } = await sql<{ number: number }>`
      select transaction_class(${type}, ${purpose}, ${status === 'unconfirmed' ? 'pending' : status},
        ${method === 'BTC' ? 'on-chain' : 'lightning'}, ${invoices === 'true' ? 'inv' : null}, ${booked}) as number`.execute(
      app.deps.db,
    )
    expect(rows[0]?.number).toBe(number)
  }
})
