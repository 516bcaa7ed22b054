import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ParsedWebhookEvent, parseWebhookEvent } from '../parse-webhook-event.ts'
import { verifyWebhookSignature } from '../verify-webhook-signature.ts'
import { type InvoiceWebhookEvent, SIGNATURE_HEADER } from '../wire/webhook-events.ts'
import { eventually } from './eventually.ts'

export type ReceivedDelivery = {
  rawBody: Buffer
  headers: Record<string, string | string[] | undefined>
  isSigned: boolean
  parsed: ParsedWebhookEvent
}

/** A server that receives webhooks and records them unchanged. */
export type WebhookReceiver = {
  url: string
  deliveries: ReceivedDelivery[]
  expectSecret(secret: string): void
  /** Status codes for the next requests. 200 once they are used up. */
  answerNext(...statuses: number[]): void
  /** The invoice's events so far, in order of arrival. */
  events(invoiceId: string): InvoiceWebhookEvent[]
  /** Waits until the invoice's last event has this type, and returns the types of all. */
  typesUntil(invoiceId: string, last: InvoiceWebhookEvent['type']): Promise<string[]>
  close(): Promise<void>
}

export const startWebhookReceiver = async (host = '127.0.0.1'): Promise<WebhookReceiver> => {
  const deliveries: ReceivedDelivery[] = []
  const statuses: number[] = []
  let secret = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks)
      const isSigned = verifyWebhookSignature(rawBody, request.headers[SIGNATURE_HEADER], secret)
      deliveries.push({ rawBody, headers: request.headers, isSigned, parsed: parseWebhookEvent(rawBody) })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  // A server elsewhere (for example in a container) can't reach this machine's loopback interface.
  await new Promise<void>((resolve) => server.listen(0, host === '127.0.0.1' ? host : '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo

  const events = (invoiceId: string) =>
    deliveries.flatMap(({ parsed }) =>
      parsed.kind === 'invoice' && parsed.event.invoiceId === invoiceId ? [parsed.event] : [],
    )

  return {
    url: `http://${host}:${port}/hook`,
    deliveries,
    expectSecret: (given) => {
      secret = given
    },
    answerNext: (...given) => void statuses.push(...given),
    events,
    typesUntil: (invoiceId, last) =>
      eventually(`${last} of ${invoiceId} is the last of ${deliveries.length} deliveries`, async () => {
        const types = events(invoiceId).map((event) => event.type)
        return types.at(-1) === last ? types : undefined
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
