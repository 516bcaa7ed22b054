import type { ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { exampleStore, INVOICE_ID, STORE_ID } from './testing/example-answers.ts'
import { answerJson } from './testing/local-server.ts'
import { afterThisTest, clientFor, serveClient } from './testing/serve-client.ts'

describe('reads are retried, writes never', () => {
  const passing: [string, (response: ServerResponse) => void][] = [
    ['500', (response) => void response.writeHead(500).end()],
    ['502 page', (response) => void response.writeHead(502).end('<html>')],
    ['429', (response) => void response.writeHead(429).end()],
    ['reset', (response) => void response.socket?.resetAndDestroy()],
    ['HTML with 200', (response) => void response.end('<html>')],
  ]
  it.each(passing)('%s', async (_name, fault) => {
    const settings = { readTimeoutMs: 60_000, retry: { attempts: 3, baseDelayMs: 1, deadlineMs: 60_000 } }
    const reading = await serveClient((_request, response, count) => {
      if (count < 3) fault(response)
      else answerJson(response, 200, exampleStore)
    }, settings)
    expect(await reading.client.stores.get(STORE_ID)).toMatchObject({ kind: 'ok' })
    expect(reading.server.seen.length).toBe(3)

    const writing = await serveClient((_request, response) => fault(response), settings)
    await writing.client.stores.update(STORE_ID, { name: 'x' })
    await writing.client.invoices.create(STORE_ID, {})
    await writing.client.invoices.archive(STORE_ID, INVOICE_ID)
    expect(writing.server.seen.map((request) => request.method)).toEqual(['PUT', 'POST', 'DELETE'])
  })

  it('no response', async () => {
    const settings = { readTimeoutMs: 1_500, writeTimeoutMs: 200, retry: { attempts: 2, baseDelayMs: 1 } }
    const { client, server } = await serveClient((request, response, count) => {
      if (request.method === 'GET' && count > 1) answerJson(response, 200, exampleStore)
    }, settings)
    expect(await client.stores.get(STORE_ID)).toMatchObject({ kind: 'ok' })
    expect(await client.stores.update(STORE_ID, { name: 'x' })).toMatchObject({ kind: 'unknown', reason: 'timeout' })
    expect(server.seen.map((request) => request.method)).toEqual(['GET', 'GET', 'PUT'])
  })

  it.each([400, 401, 403, 404, 409, 422])('not after a clear %i', async (status) => {
    const { client, server } = await serveClient((_request, response) => answerJson(response, status, { code: 'x' }), {
      retry: { attempts: 3, baseDelayMs: 1 },
    })
    expect(await client.stores.get(STORE_ID)).toMatchObject({ kind: 'refused', status })
    expect(server.seen.length).toBe(1)
  })

  it('not more often than allowed', async () => {
    const { client, server } = await serveClient((_request, response) => response.writeHead(500).end(), {
      retry: { attempts: 4, baseDelayMs: 1 },
    })
    expect(await client.stores.get(STORE_ID)).toMatchObject({ kind: 'unknown', reason: 'server-error' })
    expect(server.seen.length).toBe(4)
  })

  it('not beyond the deadline for all attempts together', async () => {
    const { client, server } = await serveClient(() => undefined, {
      readTimeoutMs: 60,
      retry: { attempts: 1000, baseDelayMs: 1, deadlineMs: 200 },
    })
    expect(await client.stores.get(STORE_ID)).toMatchObject({ kind: 'unknown', reason: 'timeout' })
    expect(server.seen.length).toBeLessThan(10)
  })

  it('not when the server requests a longer wait than the time left', async () => {
    const { client, server } = await serveClient(
      (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      { retry: { attempts: 3, baseDelayMs: 1 } },
    )
    expect(await client.stores.get(STORE_ID)).toMatchObject({ kind: 'unknown', retryAfterMs: 3_600_000 })
    expect(server.seen.length).toBe(1)
  })

  it('not after the caller aborted', async () => {
    const stop = new AbortController()
    const { client, server } = await serveClient(
      (_request, response) => {
        response.writeHead(500).end()
        setImmediate(() => stop.abort())
      },
      { retry: { attempts: 3, baseDelayMs: 60_000, maxDelayMs: 60_000, deadlineMs: 1_000_000 } },
    )
    await client.stores.get(STORE_ID, { signal: stop.signal })
    expect(server.seen.length).toBe(1)
  })
})

describe('a connection', () => {
  it('that the server closed while idle does not fail a read', async () => {
    // Closes each connection right after the response without announcing it, as a restarting server does.
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('data', () => {
        const body = JSON.stringify({ synchronized: true })
        socket.write(`HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
        socket.once('data', () => socket.resetAndDestroy())
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    afterThisTest(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const client = clientFor(`http://127.0.0.1:${port}`, { retry: { attempts: 3, baseDelayMs: 1 } })
    for (let i = 0; i < 4; i++) expect(await client.server.health()).toMatchObject({ kind: 'ok' })
  })
})
