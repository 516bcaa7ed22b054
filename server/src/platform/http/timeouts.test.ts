import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

const start = async (timeouts?: Parameters<typeof createHttpServer>[0]['timeouts']) => {
  app = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: false,
    toApiError: () => undefined,
    ...(timeouts ? { timeouts } : {}),
  })
  app.post('/api/echo', (request) => Promise.resolve(request.body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Opens a connection, sends a beginning and then a byte now and then. Returns what came back when it was cut off. */
const sendSlowly = (port: number, beginning: string, byte: string) =>
  new Promise<string>((resolve) => {
    let received = ''
    let timer: NodeJS.Timeout | undefined
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(beginning)
      timer = setInterval(() => socket.write(byte), 20)
    })
    socket.on('data', (data) => {
      received += data.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received)
    })
  })

const short = { requestMs: 400, headersMs: 200, silenceMs: 60_000, checkEveryMs: 50 }
const head = 'POST /api/echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

test('a client that sends a body too slowly is cut off', async () => {
  const port = await start(short)
  const received = await sendSlowly(port, `${head}content-length: 100000\r\n\r\n"`, 'a')
  expect(received).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a client that sends headers too slowly is cut off', async () => {
  const port = await start(short)
  expect(await sendSlowly(port, `${head}x-more: `, 'a')).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a client that stops sending is cut off', async () => {
  const port = await start({ ...short, requestMs: 60_000, headersMs: 60_000, silenceMs: 200 })
  expect(await sendSlowly(port, head, '')).not.toContain('200 OK')
})

test('a complete request is answered', async () => {
  const port = await start(short)
  const answer = await fetch(`http://127.0.0.1:${port}/api/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  expect(await answer.json()).toEqual({ a: 1 })
})

test('there are limits by default', async () => {
  await start()
  expect(app?.server.requestTimeout).toBe(30_000)
  expect(app?.server.headersTimeout).toBe(15_000)
  expect(app?.server.timeout).toBe(180_000)
})
