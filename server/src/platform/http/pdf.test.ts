import Fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { readPdf } from '../../../test/read-pdf.ts'
import { ApiError } from './api-error.ts'
import { mostPdfRows, sendPdf } from './pdf.ts'
import { toErrorBody } from './server.ts'

type Row = { day: string; name: string; amount: string }

const print = async (rows: AsyncIterable<Row>) => {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(toErrorBody(error, 'request'))
    throw error
  })
  app.get('/', async (_request, reply) => {
    await sendPdf(reply, {
      name: 'payments',
      title: 'Payments',
      subtitle: ['Quay Coffee', 'Nov 1 to Nov 15, 2026'],
      columns: [
        { title: 'Name', of: ({ name }: Row) => name, width: 3 },
        { title: 'Amount', of: ({ amount }: Row) => amount, width: 1, align: 'right' },
      ],
      rows,
      groups: { keyOf: ({ day }) => day, headingOf: (day) => ({ label: day, values: { Amount: `sum of ${day}` } }) },
      totals: [{ label: 'Total', values: { Amount: '3.00' } }],
    })
    return reply
  })
  try {
    return await app.inject('/')
  } finally {
    await app.close()
  }
}

const iterate = async function* <T>(values: Iterable<T>) {
  yield* values
}

test('rows are printed below the totals of their day, and letters of other scripts stay readable', async () => {
  const answer = await print(
    iterate([
      { day: 'Nov 2', name: 'Żółć Ελένη Пётр', amount: '1.00' },
      { day: 'Nov 2', name: 'Anna\nBerg', amount: '-1.00' },
      { day: 'Nov 1', name: '日本 Store', amount: '3.00' },
    ]),
  )
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="payments.pdf"')
  expect(readPdf(answer.rawPayload)).toEqual([
    ['Payments'],
    ['Quay Coffee'],
    ['Nov 1 to Nov 15, 2026'],
    ['Name', 'Amount'],
    ['Nov 2', 'sum of Nov 2'],
    ['Żółć Ελένη Пётр', '1.00'],
    ['Anna Berg', '-1.00'],
    ['Nov 1', 'sum of Nov 1'],
    ['□□ Store', '3.00'],
    ['Total', '3.00'],
    ['This font lacks the characters shown as □. The CSV file has them.'],
    ['Page 1'],
  ])
})

test('every page repeats the titles, and no row is lost between two pages', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `row ${index}`)
  const lines = readPdf(
    (await print(iterate(names.map((name) => ({ day: 'Nov 1', name, amount: '1.00' }))))).rawPayload,
  )
  expect(lines.flatMap(([first = '']) => (first.startsWith('row ') ? [first] : []))).toEqual(names)
  const pages = lines.flatMap(([first = '']) => (first.startsWith('Page ') ? [first] : []))
  expect(pages.length).toBeGreaterThan(3)
  expect(lines.filter(([first]) => first === 'Name')).toHaveLength(pages.length)
})

test('a text that is wider than its column ends with an ellipsis', async () => {
  const lines = readPdf(
    (await print(iterate([{ day: 'Nov 1', name: 'long '.repeat(100), amount: '1.00' }]))).rawPayload,
  )
  expect(lines.flat().find((text) => text.startsWith('long'))).toMatch(/^(long )+.*…$/)
})

test('one row more than a PDF may have is refused', async () => {
  const rows = Array.from({ length: mostPdfRows + 1 }, () => ({ day: 'Nov 1', name: 'row', amount: '1.00' }))
  const answer = await print(iterate(rows))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'too-many-rows' })
})

const createPrinter = (onDraw: (name: string, reply: FastifyReply) => void) => {
  const app = Fastify()
  app.get<{ Querystring: { of: string } }>('/', async ({ query }, reply) => {
    const column = { title: 'Name', width: 1, of: (name: string) => name }
    const rows = iterate(Array.from({ length: mostPdfRows / 5 }, () => query.of))
    const drawn = { ...column, of: (name: string) => (onDraw(name, reply), name) }
    await sendPdf(reply, { name: 'rows', title: 'Rows', subtitle: [], columns: [drawn], rows, totals: [] })
    return reply
  })
  return app
}

test('statements are drawn one after the other, so that other requests wait for a few rows of one of them', async () => {
  const drawn: string[] = []
  const app = createPrinter((name) => drawn.push(name))
  await Promise.all(['one', 'two', 'three'].map((of) => app.inject({ url: '/', query: { of } })))
  await app.close()
  const changes = drawn.filter((name, index) => name !== drawn[index - 1])
  expect(changes.toSorted()).toEqual(['one', 'three', 'two'])
  expect(drawn).toHaveLength((3 * mostPdfRows) / 5)
})

test('a statement whose reader has left is not drawn to its end', async () => {
  let drawn = 0
  const app = createPrinter((_name, reply) => {
    drawn += 1
    if (drawn === 100) reply.raw.socket?.destroy()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${url}/?of=left`).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  await app.close()
  const { rawPayload } = await createPrinter(() => undefined).inject({ url: '/', query: { of: 'next' } })
  expect(readPdf(rawPayload).length).toBeGreaterThan(mostPdfRows / 5)
  expect(drawn).toBeLessThan(mostPdfRows / 5)
})
