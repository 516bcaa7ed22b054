import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BtcpayClient, createBtcpayClient } from '../client.ts'
import { answerJson, type LocalServer, startLocalServer } from './local-server.ts'

export type RequestRow = [
  expectedRequest: string,
  call: (client: BtcpayClient) => Promise<unknown>,
  sent?: unknown,
  answer?: unknown,
  status?: number,
]

/** The base URL has a path, as when BTCPay shares a host with something else. */
export const BASE_PATH = '/below'

/** Sends each request to a recording server and compares it exactly. */
export const describeRequests = (name: string, rows: RequestRow[]): void => {
  describe(name, () => {
    let server: LocalServer
    let client: BtcpayClient
    let next: { status: number; body: unknown }

    beforeAll(async () => {
      server = await startLocalServer((_request, response) => {
        if (next.body === undefined) response.writeHead(next.status).end()
        else answerJson(response, next.status, next.body)
      })
      client = createBtcpayClient({
        url: `${server.url}${BASE_PATH}/`,
        auth: { apiKey: 'the-key' },
        transport: { policy: { allowPrivate: true } },
      })
    })
    afterAll(async () => {
      await client.close()
      await server.close()
    })

    it.each<RequestRow>(rows)('sends %s', async (expectedRequest, call, sent, body, status = 200) => {
      next = { status, body }
      const outcome = await call(client)
      const request = server.seen.at(-1)
      expect(`${request?.method} ${request?.path}`).toBe(expectedRequest)
      expect(request?.headers.authorization).toBe('token the-key')
      expect(request?.body === '' ? undefined : JSON.parse(request?.body ?? '')).toEqual(sent)
      expect(request?.headers['content-type']).toBe(sent === undefined ? undefined : 'application/json')
      expect(outcome).toMatchObject({ kind: 'ok', status })
    })
  })
}
