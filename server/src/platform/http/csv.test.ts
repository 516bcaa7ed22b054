import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { rowsOf, sendCsv } from './csv.ts'

type Row = { name: string | null; amount: string }

const answerWith = async (rows: AsyncIterable<Row>) => {
  const app = Fastify()
  app.get('/', async (_request, reply) => {
    sendCsv(reply, {
      name: 'payments',
      columns: [
        { title: 'Name', of: (row: Row) => row.name },
        { title: 'Amount', of: (row: Row) => row.amount },
        { title: 'At', of: () => new Date(0) },
      ],
      rows,
    })
    return reply
  })
  try {
    return await app.inject('/')
  } finally {
    await app.close()
  }
}

const iterate = async function* <T>(values: readonly T[]) {
  yield* values
}

test('texts that a spreadsheet would run are escaped, amounts stay numbers, commas and quotes stay in their cell', async () => {
  const names = ['=cmd()', '+1-555', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1', 'Say "hi", Bo', 'Zoë\nBlue', null]
  const answer = await answerWith(iterate(names.map((name) => ({ name, amount: '-0.00000001' }))))
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="payments.csv"')
  const end = ',-0.00000001,1970-01-01T00:00:00.000Z\r\n'
  expect(answer.body).toBe(
    [
      '\ufeffName,Amount,At\r\n',
      `'=cmd()${end}`,
      `'+1-555${end}`,
      `'-2+3${end}`,
      `'@SUM(A1)${end}`,
      `'\t=1${end}`,
      `' =1${end}`,
      `'＝1${end}`,
      `"Say ""hi"", Bo"${end}`,
      `"Zoë\nBlue"${end}`,
      end,
    ].join(''),
  )
})

test('texts are escaped where spreadsheets split at semicolons, and then also at line breaks', async () => {
  const names = ['Bo;=1+1;', 'Bo; @SUM(A1)', 'Bo;;-2+3', 'Bo;"=1"', 'Bo\n=1+1', 'Bo;Al', 'a-b=c']
  const answer = await answerWith(iterate(names.map((name) => ({ name, amount: '1' }))))
  const end = ',1,1970-01-01T00:00:00.000Z\r\n'
  expect(answer.body).toBe(
    [
      '\ufeffName,Amount,At\r\n',
      `Bo;'=1+1;${end}`,
      `Bo; '@SUM(A1)${end}`,
      `Bo;;'-2+3${end}`,
      `"Bo;""'=1"""${end}`,
      `"Bo\n'=1+1"${end}`,
      `Bo;Al${end}`,
      `a-b=c${end}`,
    ].join(''),
  )
})

test('pages are read one after the other, and only as fast as they are consumed', async () => {
  const requested: (string | undefined)[] = []
  const rows = rowsOf(async (cursor) => {
    requested.push(cursor)
    const start = Number(cursor ?? 0)
    return { rows: [start, start + 1], next: start < 4 ? String(start + 2) : undefined }
  })
  expect((await rows.next()).value).toBe(0)
  expect(requested).toEqual([undefined])
  const rest: number[] = []
  for await (const row of rows) rest.push(row)
  expect(rest).toEqual([1, 2, 3, 4, 5])
  expect(requested).toEqual([undefined, '2', '4'])
})

test('a table without rows still has its titles', async () => {
  expect((await answerWith(iterate([]))).body).toBe('\ufeffName,Amount,At\r\n')
})

test('an incomplete file never looks complete', async () => {
  const breaking = async function* (): AsyncGenerator<Row> {
    for (let index = 0; index < 20_000; index++) yield { name: `row ${index}`, amount: '1.00000000' }
    throw new Error('the database went away')
  }
  const app = Fastify()
  app.get('/', async (_request, reply) => {
    sendCsv(reply, { name: 'rows', columns: [{ title: 'Name', of: (row: Row) => row.name }], rows: breaking() })
    return reply
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await expect(fetch(address).then((response) => response.text())).rejects.toThrow()
  } finally {
    await app.close()
  }
})
