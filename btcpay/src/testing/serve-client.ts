import type { ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { type BtcpayClient, createBtcpayClient } from '../client.ts'
import type { Auth } from '../send.ts'
import type { TransportSettings } from '../transport.ts'
import { type LocalServer, type SeenRequest, startLocalServer } from './local-server.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

export const afterThisTest = (cleanup: () => Promise<void>): void => {
  cleanups.push(cleanup)
}

/** A server with prepared responses and its client, both closed after the test. */
export const serveClient = async (
  answer: (request: SeenRequest, response: ServerResponse, count: number) => void,
  settings: Partial<TransportSettings> = {},
  auth: Auth = { apiKey: 'key' },
): Promise<{ server: LocalServer; client: BtcpayClient }> => {
  const server = await startLocalServer(answer)
  cleanups.push(() => server.close())
  return { server, client: clientFor(server.url, settings, auth) }
}

export const clientFor = (
  url: string,
  settings: Partial<TransportSettings> = {},
  auth: Auth = { apiKey: 'key' },
): BtcpayClient => {
  const client = createBtcpayClient({
    url,
    auth,
    transport: { policy: { allowPrivate: true }, retry: { attempts: 1 }, ...settings },
  })
  cleanups.push(() => client.close())
  return client
}
