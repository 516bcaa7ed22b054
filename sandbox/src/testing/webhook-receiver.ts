import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  type: string
  deliveryId: string
  originalDeliveryId: string
  isRedelivery: boolean
  timestamp: number
  invoiceId: string
  [field: string]: unknown
}

export type Receiver = {
  url: string
  events: Received[]
  requests: { headers: IncomingHttpHeaders; body: string }[]
  /** Status codes for the next requests. 200 once they are used up. */
  answers: number[]
  close(): Promise<void>
}

/** An endpoint that records webhooks as they arrive. */
export const startReceiver = async (): Promise<Receiver> => {
  const events: Received[] = []
  const requests: Receiver['requests'] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      requests.push({ headers: request.headers, body })
      events.push(JSON.parse(body))
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    events,
    requests,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
