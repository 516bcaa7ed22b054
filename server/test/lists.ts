import type { Call } from '@bitquay/contract/call'
import type { ListSpec } from '@bitquay/contract/lists'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PdfStatement } from '../src/platform/http/pdf.ts'
import { formatCount, formatDay } from '../src/platform/http/statement-text.ts'
import type { TestApp } from './app.ts'
import { ask } from './people.ts'
import { readPdf } from './read-pdf.ts'

/** What a test knows of a row: it computes the expected lists from this alone, without a database. */
export type Fact = { id: string; at: Date }

type Key = string | number | null
type Query = Record<string, string>
type Row = Record<string, unknown>

type Proof<F extends Fact> = {
  server: TestApp
  token: string
  call: Call
  params?: Record<string, string | number>
  /** All rows that the caller may see, in the order in which they were inserted. */
  facts: readonly F[]
  idOf: (row: Row) => string
  filters: readonly { query: Query; keeps: (fact: F) => boolean }[]
  sorts: Record<string, (fact: F) => Key>
  csv?: {
    call: Call
    cellsOf: (row: Row) => Record<string, string>
    /** Of all columns, in their order. */
    titles: readonly string[]
    lastLines?: ((rows: readonly Row[]) => Record<string, string>[]) | undefined
  }
  summary?: { call: Call; of: (matching: readonly F[], filter: Query, inRange: readonly F[]) => unknown }
  pdf?: Call | undefined
  /** The ID of someone else's row, as a cursor. */
  foreignCursor?: string
}

type Declared = ListSpec & { calls: { list: Call; export: Call; print?: Call; summarize?: Call } }

type DeclaredProof<F extends Fact> = Omit<Proof<F>, 'call' | 'csv' | 'summary' | 'pdf' | 'idOf'> & {
  list: Declared
  /** The ID of a fact in a row, if it isn't the row's own. */
  idOf?: Proof<F>['idOf']
  /** The last lines of its file, by title, after these rows. */
  lastLines?: (rows: readonly Row[]) => Record<string, string>[]
  /** The statement that its PDF shows, as the server computes it. */
  print?: (query: Query) => Promise<Pick<PdfStatement<never>, 'columns' | 'totals'>>
  /** The figures of its summary. */
  summaryOf?: NonNullable<Proof<F>['summary']>['of']
  /** The parameters of a path to someone else's list. */
  foreignParams?: Record<string, string | number>
}

/** A day of 23 hours, one of 25, and one of a zone that is half an hour off. */
const days = [
  { date: '2026-03-29', tz: 'Europe/Berlin', start: '2026-03-28T23:00:00.000Z', end: '2026-03-29T22:00:00.000Z' },
  { date: '2026-10-25', tz: 'Europe/Berlin', start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' },
  { date: '2026-06-15', tz: 'Asia/Kolkata', start: '2026-06-14T18:30:00.000Z', end: '2026-06-15T18:30:00.000Z' },
]

/** Moments at and around the ends of these days, in no order. Some are the same. */
export const moments: readonly Date[] = days
  .flatMap(({ start, end }) => [start, end])
  .flatMap((edge) => [-1, 0, 1, 0, 3_600_000].map((ms) => new Date(new Date(edge).getTime() + ms)))
  .map((moment, index, all) => all[(index * 7) % all.length] ?? moment)

/** The calendar's date of a moment, as JavaScript computes it. */
const dateOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const ranges: readonly { query: Query; includes: (at: Date) => boolean }[] = [
  { query: {}, includes: () => true },
  ...days.map(({ date, tz }) => ({
    query: { from: date, to: date, tz },
    includes: (at: Date) => dateOf(at, tz) === date,
  })),
  { query: { from: '2026-06-15' }, includes: (at) => dateOf(at, 'UTC') >= '2026-06-15' },
  { query: { to: '2026-06-15', tz: 'Asia/Kolkata' }, includes: (at) => dateOf(at, 'Asia/Kolkata') <= '2026-06-15' },
  {
    query: { from: '2026-03-29T00:00:00.001+01:00', to: '2026-10-24T22:00:00.000Z' },
    includes: (at) =>
      at.getTime() >= Date.UTC(2026, 2, 28, 23, 0, 0, 1) && at.getTime() <= Date.UTC(2026, 9, 24, 22, 0, 0, 0),
  },
]

const garbage: readonly Query[] = [
  { from: 'yesterday' },
  { from: '2026-13-01' },
  { from: '0000-01-01' },
  { from: '2026-01-01T00:00:00+23:00' },
  { to: '2026-02-30' },
  { to: '2026-02-03 10:00' },
  { to: "2026-02-03'; drop table invoices" },
  { tz: 'Mars/Olympus' },
  { tz: '+02:00' },
  { tz: '' },
  { sort: 'color' },
  { sort: '--date' },
  { sort: '' },
  { cursor: 'abc' },
  { cursor: '-1' },
  { cursor: '99999999999999999999' },
  { range: 'all' },
]

const cursorOfNoRow = '2000000000'

/** Gives every merchant a store that no test reads, for rows that need one. */
export const insertStores = ({ deps }: TestApp) =>
  sql`insert into stores (merchant_id, status, server_url, store_id, tag, api_key)
    select id, 'ready', 'https://btcpay.example.test', 'store-' || id, 'tag-' || id, 'sealed' from merchants`.execute(
    deps.db,
  )

/**
 * Reads a list with every range × filter × sort, page by page, and compares it with what TypeScript computes from the
 * facts. The CSV has the same rows, the summary the same figures, and input that makes no sense is refused. To save
 * time, a sort goes up and down in turns, and both ways without a range.
 */
const proveList = async <F extends Fact>(proof: Proof<F>) => {
  const { facts, filters, sorts } = proof
  expect(facts.length).toBeGreaterThan(10)
  let turn = 0
  for (const range of ranges) {
    const inRange = facts.filter(({ at }) => range.includes(at))
    for (const filter of filters) {
      const matching = inRange.filter(filter.keeps)
      const query = { ...range.query, ...filter.query }
      if (proof.summary) {
        const { status, body } = await askFor(proof, proof.summary.call, query)
        expect({ query, status, body }).toEqual({
          query,
          status: 200,
          body: proof.summary.of(matching, filter.query, inRange),
        })
      }
      for (const [field, keyOf] of Object.entries(sorts)) {
        const isUp = ++turn % 2 === 0
        for (const sort of range === ranges[0] ? [field, `-${field}`] : [isUp ? field : `-${field}`]) {
          await proveOrder(proof, { ...query, sort }, order(matching, sort, keyOf), turn % 3 === 0)
        }
      }
    }
  }
  await proveDefault(proof)
  await proveRefusals(proof)
}

/**
 * Proves a declared list: every filter and sort that it declares, pages of 1, 2 and 25 rows, all columns of its file that
 * are fields of a row, its summary, and refusals.
 */
export const proveDeclaredList = async <F extends Fact>({
  list,
  summaryOf,
  foreignParams,
  lastLines,
  print,
  ...rest
}: DeclaredProof<F>) => {
  const { calls, file, filters, sorts } = list
  const proven = new Set(rest.filters.flatMap(({ query }) => Object.keys(query)))
  expect([...proven].sort()).toEqual(Object.keys(filters).sort())
  expect(Object.keys(rest.sorts)).toEqual(sorts)
  expect(summaryOf === undefined).toBe(calls.summarize === undefined)
  expect(print === undefined).toBe(calls.print === undefined)
  const columns = 'Date' in file.columns ? Object.keys(file.columns) : ['Date', ...Object.keys(file.columns)]
  const fields = Object.entries(file.columns).flatMap(([title, field]) => (field === null ? [] : [{ title, field }]))
  const proof: Proof<F> = {
    idOf: ({ id }) => String(id),
    ...rest,
    call: calls.list,
    pdf: calls.print,
    csv: {
      call: calls.export,
      cellsOf: (row) => ({
        ...Object.fromEntries(fields.map(({ title, field }) => [title, cellOf(row[field])])),
        Date: momentOf(row[file.date]),
        ...wordsOf(list, row),
      }),
      titles: [...columns, ...Object.keys(file.words ?? {})],
      lastLines,
    },
    ...(calls.summarize && summaryOf ? { summary: { call: calls.summarize, of: summaryOf } } : {}),
  }
  await proveList(proof)
  for (const { query, keeps } of rest.filters) {
    const newest = orderByDefault(rest, keeps).map(({ id }) => id)
    for (const limit of [1, 2, 25]) expect((await readPages(proof, query, limit)).ids).toEqual(newest)
  }
  if (calls.print && print) await provePdf(proof, calls.print, print, file.date)
  for (const call of Object.values(calls)) {
    for (const [name, { kind }] of Object.entries(filters)) {
      if (kind === 'text') continue
      expect((await askFor(proof, call, { [name]: 'none-of-these' })).status, `${call.path}?${name}`).toBe(400)
    }
    if (foreignParams) expect((await askFor({ ...proof, params: foreignParams }, call, {})).status).toBe(404)
  }
}

/** A statement has the rows of the list in its order, the totals of its summary, and how many rows each day has. */
const provePdf = async <F extends Fact>(
  proof: Proof<F>,
  call: Call,
  print: NonNullable<DeclaredProof<F>['print']>,
  dateField: string,
) => {
  // Drawing takes long, so it is done for the first filter and the last.
  for (const filter of [proof.filters[0]?.query ?? {}, proof.filters.at(-1)?.query ?? {}])
    for (const query of [filter, { ...filter, ...ranges[2]?.query, sort: Object.keys(proof.sorts).at(-1) ?? 'date' }]) {
      const { rows } = await readPages(proof, query, 100)
      const lines = await readStatement(proof.server, proof.token, call, query)
      const { columns, totals } = await print(query)
      const lineOf = (row: Row) => columns.map(({ of }) => of(row as never) ?? '').filter((cell) => cell !== '')
      const expected = rows.map(lineOf)
      const isRow = new Set(expected.map((line) => line.join('|')))
      expect(
        lines.filter((line) => isRow.has(line.join('|'))),
        JSON.stringify(query),
      ).toEqual(expected)
      for (const { label, values } of totals)
        expect(lines).toContainEqual([label, ...columns.flatMap(({ title }) => values[title] ?? [])])
      if ('sort' in query) continue
      const days = rows.map((row) => formatDay(new Date(momentOf(row[dateField]))))
      for (const day of new Set(days)) {
        const start = `${day} · ${formatCount(days.filter((each) => each === day).length)} `
        expect(
          lines.filter(([first = '']) => first.startsWith(start)),
          start,
        ).toHaveLength(1)
      }
    }
}

/** Some rows have their time in seconds. */
const momentOf = (at: unknown) => (typeof at === 'number' ? new Date(at * 1000).toISOString() : String(at))

/** A field as a file writes it. */
const cellOf = (value: unknown) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

/** What its file has after all other columns. */
const wordsOf = ({ file }: Declared, row: Row) =>
  Object.fromEntries(Object.entries(file.words ?? {}).map(([title, of]) => [title, of(row as never) ?? '']))

/** A list that names no order has the newest rows first. */
const proveDefault = async <F extends Fact>(proof: Proof<F>) => {
  for (const { query, keeps } of proof.filters) {
    const newest = orderByDefault(proof, keeps)
    const { ids } = await readPages(proof, query, 100)
    expect(ids, JSON.stringify(query)).toEqual(newest.map(({ id }) => id))
  }
}

/** The first sort, downwards. */
const orderByDefault = <F extends Fact>(
  { facts, sorts }: Pick<Proof<F>, 'facts' | 'sorts'>,
  keeps: (fact: F) => boolean,
) => {
  const [first] = Object.entries(sorts)
  if (!first) throw new Error('a list is sorted by something')
  return order(facts.filter(keeps), `-${first[0]}`, first[1])
}

const order = <F>(facts: readonly F[], sort: string, keyOf: (fact: F) => Key): F[] => {
  const way = sort.startsWith('-') ? -1 : 1
  return facts
    .map((fact, place) => ({ fact, place, key: keyOf(fact) }))
    .sort((a, b) => {
      if (a.key === b.key) return way * (a.place - b.place)
      if (a.key === null) return 1
      if (b.key === null) return -1
      return a.key < b.key ? -way : way
    })
    .map(({ fact }) => fact)
}

/** In two pages, or in many when nothing is filtered. The file is compared for some of the orders, to save time. */
const proveOrder = async <F extends Fact>(
  proof: Proof<F>,
  query: Query,
  expected: readonly F[],
  isFileRead: boolean,
) => {
  const ids = expected.map(({ id }) => id)
  const { ids: read, rows } = await readPages(proof, query, pageSizeOf(proof, ids.length))
  expect(read, JSON.stringify(query)).toEqual(ids)
  if (!proof.csv || !isFileRead) return
  const { status, body } = await askFor(proof, proof.csv.call, query)
  expect(status).toBe(200)
  const { cellsOf, lastLines } = proof.csv
  const lines = parseCsv(String(body.text))
  const [head = ''] = String(body.text).slice(1).split('\r\n')
  expect(head.split(',').filter((title) => !title.startsWith('Date ('))).toEqual(proof.csv.titles)
  const titles = rows[0] ? Object.keys(cellsOf(rows[0])) : []
  expect(
    lines.slice(0, rows.length).map((line) => Object.fromEntries(titles.map((title) => [title, line[title]]))),
    JSON.stringify(query),
  ).toEqual(rows.map(cellsOf))
  const last = lastLines?.(rows) ?? []
  expect(lines.slice(rows.length)).toEqual(last.map((line) => expect.objectContaining(line)))
}

const pageSizeOf = <F extends Fact>({ facts }: Proof<F>, count: number) =>
  count === facts.length ? 3 : Math.min(100, Math.floor(count / 2) + 1)

const readPages = async <F extends Fact>(proof: Proof<F>, query: Query, limit: number) => {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = { ...query, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }
    const { status, body, headers } = await askFor(proof, proof.call, page)
    expect({ page, status, ...(status === 200 ? {} : { body }) }).toEqual({ page, status: 200 })
    rows.push(...(body as unknown as Row[]))
    cursor = headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return { ids: rows.map(proof.idOf), rows }
}

const proveRefusals = async <F extends Fact>(proof: Proof<F>) => {
  const calls = [proof.call, proof.csv?.call, proof.summary?.call, proof.pdf].filter((call) => call !== undefined)
  for (const call of calls) {
    for (const query of garbage) {
      const { status, body } = await askFor(proof, call, query)
      expect({ path: call.path, query, status, code: body.code }).toEqual({
        path: call.path,
        query,
        status: 400,
        code: 'invalid-request',
      })
    }
  }
  for (const cursor of [cursorOfNoRow, proof.foreignCursor].filter((each) => each !== undefined))
    for (const sort of Object.keys(proof.sorts).flatMap((field) => [field, `-${field}`])) {
      const { status, body } = await askFor(proof, proof.call, { cursor, sort })
      expect({ cursor, sort, status, body }).toEqual({ cursor, sort, status: 200, body: [] })
    }
}

const askFor = <F extends Fact>({ server, token, params }: Proof<F>, call: Call, query: Query) =>
  ask(server, call, { token, query, ...(params ? { params } : {}) })

/** The lines of a PDF statement, each as the texts of its cells. */
export const readStatement = async (server: TestApp, token: string, call: Call, query: Query) => {
  const answer = await server.app.inject({
    url: `${call.path}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.headers['content-type']).toBe('application/pdf')
  return readPdf(answer.rawPayload)
}

/** The rows of a CSV file by their titles. */
export const parseCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })
