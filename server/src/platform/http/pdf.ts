import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { missing, openPdf } from '../pdf/open-pdf.ts'
import { ApiError } from './api-error.ts'

export const mostPdfRows = 5_000

export type PdfColumn<Row> = {
  title: string
  of: (row: Row) => string | null | undefined
  /** The part of the page's width that it takes, relative to the other columns. */
  width: number
  align?: 'right'
}

/** A label at the left, and values below the columns of these titles. */
export type PdfTotal = { label: string; values: Readonly<Record<string, string>> }

export type PdfStatement<Row> = {
  /** Without the extension: letters, digits and hyphens. */
  name: string
  title: string
  /** Whose statement it is, its period and its filters: a line each. */
  subtitle: readonly string[]
  columns: readonly PdfColumn<Row>[]
  rows: AsyncIterable<Row>
  /** Neighboring rows with the same key share a heading, which holds the group's totals. */
  groups?: { keyOf: (row: Row) => string; headingOf: (key: string) => PdfTotal } | undefined
  totals: readonly PdfTotal[]
}

/**
 * Sends rows as a statement on A4 pages. All rows are read before the first byte is sent, so that too many of them or a
 * failed query still get an ordinary error.
 */
export const sendPdf = async <Row>(reply: FastifyReply, statement: PdfStatement<Row>) => {
  const rows = await collectRows(statement.rows)
  const sheet = await openSheet(statement)
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${statement.name}.pdf"`)
    .send(sheet.document)
  try {
    await drawing.run(() => drawRows(sheet, statement, rows))
  } catch (error) {
    sheet.document.destroy(error as Error)
  }
}

/** Other requests take their turn between a few rows of a statement. They must not wait for those of many statements. */
const drawing = createConcurrencyLimit(1)

const collectRows = async <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => {
  const collected: Row[] = []
  for await (const row of rows) {
    if (collected.length === mostPdfRows) throw new ApiError('too-many-rows')
    collected.push(row)
  }
  return collected
}

const page = { width: 841.89, height: 595.28, margin: 36 }
const size = { title: 16, text: 7.5 }
const lineHeight = 13
const gap = 6
const bottom = page.height - page.margin - lineHeight
const ink = { text: '#0b1f2a', quiet: '#52646e', rule: '#c5d0d6', band: '#eef2f4' }

type Place = { x: number; width: number; align: 'left' | 'right' }
type Sheet = Awaited<ReturnType<typeof openSheet>>

const openSheet = async <Row>({ title, subtitle, columns }: PdfStatement<Row>) => {
  const pdf = await openPdf({ title, layout: 'landscape' })
  const { document } = pdf
  const sheet = {
    ...pdf,
    places: placesOf(columns),
    y: page.margin,
    pages: 1,
    hasBoxes: false,
  }
  const text = (value: string, font: 'regular' | 'bold', fontSize: number, color: string) => {
    document.font(font).fontSize(fontSize).fillColor(color)
    write(sheet, value, { x: page.margin, width: page.width - 2 * page.margin, align: 'left' })
    sheet.y += fontSize * 1.5
  }
  text(title, 'bold', size.title, ink.text)
  for (const line of subtitle) text(line, 'regular', 9, ink.quiet)
  sheet.y += gap
  return sheet
}

const placesOf = <Row>(columns: readonly PdfColumn<Row>[]): ReadonlyMap<string, Place> => {
  const shares = columns.reduce((sum, { width }) => sum + width, 0)
  const unit = (page.width - 2 * page.margin) / shares
  let x = page.margin
  return new Map(
    columns.map(({ title, width, align }) => {
      const place: Place = { x, width: width * unit - gap, align: align ?? 'left' }
      x += width * unit
      return [title, place]
    }),
  )
}

const drawRows = async <Row>(sheet: Sheet, { columns, groups, totals }: PdfStatement<Row>, rows: readonly Row[]) => {
  const titles: PdfTotal = { label: '', values: Object.fromEntries(columns.map(({ title }) => [title, title])) }
  drawTitles(sheet, titles)
  let key: string | undefined
  for (const [index, row] of rows.entries()) {
    // Drawing a row takes a millisecond of computing. Other requests take their turn between a few of them.
    if (index % 10 === 0) await breathe()
    // Its reader has left.
    if (sheet.document.destroyed) return
    const next = groups?.keyOf(row)
    const isNewGroup = next !== undefined && next !== key
    startLine(sheet, titles, isNewGroup ? 2 : 1)
    if (groups && isNewGroup) {
      key = next
      drawHeading(sheet, groups.headingOf(next))
      startLine(sheet, titles, 1)
    }
    sheet.document.font('regular').fontSize(size.text).fillColor(ink.text)
    for (const { title, of } of columns) writeCell(sheet, title, of(row) ?? '')
    sheet.y += lineHeight
  }
  for (const [index, total] of totals.entries()) {
    startLine(sheet, titles, 1)
    if (index === 0) drawRule(sheet)
    drawTotal(sheet, total, 'bold')
  }
  if (sheet.hasBoxes) {
    startLine(sheet, titles, 1)
    drawTotal(
      sheet,
      { label: 'This font lacks the characters shown as □. The CSV file has them.', values: {} },
      'regular',
    )
  }
  drawFoot(sheet)
  sheet.document.end()
}

/** Begins a new page when the lines would not fit. */
const startLine = (sheet: Sheet, titles: PdfTotal, lines: number) => {
  if (sheet.y + lines * lineHeight <= bottom) return
  drawFoot(sheet)
  sheet.document.addPage()
  sheet.pages += 1
  sheet.y = page.margin
  drawTitles(sheet, titles)
}

const drawTitles = (sheet: Sheet, titles: PdfTotal) => {
  drawTotal(sheet, titles, 'bold')
  drawRule(sheet)
}

const drawHeading = (sheet: Sheet, heading: PdfTotal) => {
  sheet.document.rect(page.margin, sheet.y - 2, page.width - 2 * page.margin, lineHeight).fill(ink.band)
  drawTotal(sheet, heading, 'bold')
}

const drawTotal = (sheet: Sheet, { label, values }: PdfTotal, font: 'regular' | 'bold') => {
  sheet.document.font(font).fontSize(size.text).fillColor(ink.text)
  const starts = Object.keys(values).map((title) => sheet.places.get(title)?.x ?? page.margin)
  write(sheet, label, {
    x: page.margin,
    width: Math.min(page.width - page.margin, ...starts) - page.margin,
    align: 'left',
  })
  for (const [title, value] of Object.entries(values)) writeCell(sheet, title, value)
  sheet.y += lineHeight
}

const drawRule = (sheet: Sheet) => {
  sheet.document
    .moveTo(page.margin, sheet.y - 2)
    .lineTo(page.width - page.margin, sheet.y - 2)
    .lineWidth(0.5)
    .stroke(ink.rule)
  sheet.y += 2
}

const drawFoot = ({ document, pages }: Sheet) => {
  document.font('regular').fontSize(size.text).fillColor(ink.quiet)
  document.text(`Page ${pages}`, page.margin, page.height - page.margin, { lineBreak: false })
}

const writeCell = (sheet: Sheet, title: string, value: string) => {
  const place = sheet.places.get(title)
  if (place) write(sheet, value, place)
}

const write = (sheet: Sheet, value: string, { x, width, align }: Place) => {
  if (value === '' || width <= 0) return
  const { document } = sheet
  const printable = sheet.toPrintable(value)
  if (printable.includes(missing) && !value.includes(missing)) sheet.hasBoxes = true
  const shown = cutToWidth(document, printable, width)
  const start = align === 'right' ? x + width - document.widthOfString(shown) : x
  document.text(shown, start, sheet.y, { lineBreak: false })
}

const cutToWidth = (document: Sheet['document'], value: string, width: number): string => {
  if (document.widthOfString(value) <= width) return value
  const characters = Array.from(new Intl.Segmenter().segment(value), ({ segment }) => segment)
  let fits = 0
  let tooMany = characters.length
  while (fits + 1 < tooMany) {
    const middle = (fits + tooMany) >> 1
    if (document.widthOfString(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle
    else tooMany = middle
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`
}
