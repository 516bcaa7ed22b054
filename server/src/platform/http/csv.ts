import { Readable } from 'node:stream'
import { type Options, stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

export type CsvValue = string | number | bigint | boolean | Date | null | undefined
export type CsvColumn<Row> = { title: string; of: (row: Row) => CsvValue }

export type Sheet<Row> = {
  /** Without the extension: letters, digits and hyphens. */
  name: string
  columns: readonly CsvColumn<Row>[]
  rows: AsyncIterable<Row>
  /** Lines after the last row, by the titles of their columns. Each row is added before. */
  totals?: { add: (row: Row) => void; lines: () => readonly Readonly<Record<string, CsvValue>>[] } | undefined
}

/**
 * Sends rows as a file for spreadsheets while they are read: memory does not grow with their number, and canceling the
 * download stops the reading. A failure in the middle ends the connection, so that an incomplete file never looks
 * complete.
 */
export const sendCsv = <Row>(reply: FastifyReply, { name, ...sheet }: Sheet<Row>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(writeLines(sheet), { objectMode: false }))

/**
 * A page of rows becomes bytes before the next page is read. Rows that wait, even for a moment, would outlive the young
 * generation of the heap, and their memory would be freed much later.
 */
async function* writeLines<Row>({ columns, rows, totals }: Omit<Sheet<Row>, 'name'>): AsyncGenerator<Buffer> {
  const titles = columns.map(({ title }, index) => ({ key: String(index), header: title }))
  // Without the byte order mark Excel does not read the file as UTF-8.
  yield Buffer.from(stringify([], { bom: true, header: true, columns: titles, record_delimiter: '\r\n' }))
  let lines: CsvValue[][] = []
  const flush = () => {
    const bytes = Buffer.from(stringify(lines, format))
    lines = []
    return bytes
  }
  for await (const row of rows) {
    totals?.add(row)
    lines.push(columns.map(({ of }) => of(row)))
    if (lines.length === exportBatch) yield flush()
  }
  for (const line of totals?.lines() ?? []) lines.push(columns.map(({ title }) => line[title]))
  if (lines.length > 0) yield flush()
}

const format: Options = {
  record_delimiter: '\r\n',
  // Otherwise a single line feed or carriage return in a text would stay unquoted and break the row.
  quote_record_delimiter: true,
  cast: {
    string: (value) => withoutFormula(value),
    date: (value) => value.toISOString(),
    boolean: (value) => (value ? 'yes' : 'no'),
  },
}

/** How many rows an export reads at once: few, so that what a page leaves behind is freed before the next one is read. */
export const exportBatch = 200

/** All rows of a list that is read page by page. */
export async function* rowsOf<Row>(
  readPage: (cursor: string | undefined) => Promise<{ rows: readonly Row[]; next: string | undefined }>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { rows, next } = await readPage(cursor)
    yield* rows
    cursor = next
  } while (cursor !== undefined)
}

const formulaStart = /^\s*[=+\-@＝＋－＠]|^[\t\r]/
const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * Where a comma is the decimal sign, spreadsheets split lines at semicolons instead. Then no cell begins with our quotes,
 * and a line break inside of a text ends the row.
 */
const formulaWithin = /([;\r\n](?:[^\S\r\n]|")*)(?=[=+\-@＝＋－＠])/g

/** Formulas are marked as text. A negative amount is not a formula and must stay a number to be summed. */
const withoutFormula = (value: string) => {
  if (plainNumber.test(value)) return value
  const marked = value.replace(formulaWithin, "$1'")
  return formulaStart.test(value) ? `'${marked}` : marked
}
