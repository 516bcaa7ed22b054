import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }

export type WebhookReceiver = {
  url: string
  received: Received[]
  /** How it answers from now on. */
  answerWith: (answer: (response: ServerResponse, received: Received) => void) => void
  close: () => Promise<void>
}

/** A merchant's server that receives webhooks, on a free port. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const received: Received[] = []
  let answer = (response: ServerResponse, _received: Received): void => {
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(parts).toString('utf8'), at: performance.now() }
      received.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hooks`,
    received,
    answerWith: (next) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body)
  }

/** Waits until a condition is true. Fails after a time limit. */
export const until = async (what: string, isSo: () => boolean | Promise<boolean>, limitMs = 90_000): Promise<void> => {
  for (const started = Date.now(); Date.now() - started < limitMs; await sleep(20)) if (await isSo()) return
  throw new Error(`it did not happen: ${what}`)
}
