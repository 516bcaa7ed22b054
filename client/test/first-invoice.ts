/** A shop's first program, as someone would write it who has only installed the package. */
export const firstInvoice = `import {
  type BitquayEvent,
  BitquayError,
  type CreatedInvoice,
  createClient,
  type EventOf,
  InvalidRequestError,
  NotFoundError,
  verifyWebhook,
} from '@bitquay/client'

declare const process: { env: Record<string, string | undefined> }

const bitquay = createClient({ url: process.env.BITQUAY_URL ?? '', apiKey: process.env.BITQUAY_KEY ?? '' })
const invoice: CreatedInvoice = await bitquay.invoices.create(
  { amount: '25.00', currency: 'USD', description: 'Two mugs', orderId: 'A-17' },
  { idempotencyKey: 'order-A-17' },
)
const again = await bitquay.invoices.create(
  { amount: '25.00', currency: 'USD', description: 'Two mugs', orderId: 'A-17' },
  { idempotencyKey: 'order-A-17' },
)

// @ts-expect-error The types come along: there is no such currency.
const wrong = () => bitquay.invoices.create({ amount: '1', currency: 'XXX' })
// @ts-expect-error There is no such field.
const missing = () => invoice.amountInShells

const settled = (event: BitquayEvent): string | undefined => {
  if (event.type === 'invoice.settled') return event.data.invoiceId
  if (event.type === 'withdrawal.confirmed') return String(event.data.id)
  // @ts-expect-error Only some events are about an invoice.
  return event.data.checkoutLink
}
const paid: EventOf<'payment.received'>['data']['invoiceId'] = null

const listed: string[] = []
for await (const one of bitquay.invoices.all({ limit: 1 })) listed.push(one.invoiceId)
const refused = await bitquay.invoices.create({ amount: '0' }).catch((error: unknown) => error)
const unknown = await bitquay.invoices.get('nothing').catch((error: unknown) => error)
const events: string[] = []
for await (const event of bitquay.events.all()) events.push(event.type)

// A payment arrives while we listen.
let heard: string | undefined
for await (const event of bitquay.events.listen({ onOpen: () => void bitquay.invoices.create({ amount: '3.00' }) })) {
  heard = event.type
  break
}

// A delivery, and one that somebody changed.
const { body, headers, secret } = JSON.parse(process.env.DELIVERY ?? '{}')
const verified = await verifyWebhook(body, headers, secret)
const changed = await verifyWebhook(body + ' ', headers, secret).catch((error: unknown) => String(error))

console.log(
  JSON.stringify({
    verified: verified.type,
    changed,
    invoiceId: invoice.invoiceId,
    checkoutLink: invoice.checkoutLink,
    sameInvoice: again.invoiceId === invoice.invoiceId,
    listed,
    refused: refused instanceof InvalidRequestError && refused instanceof BitquayError && refused.fields,
    requestId: refused instanceof BitquayError && refused.requestId,
    unknown: unknown instanceof NotFoundError && unknown.code,
    events,
    heard,
    types: typeof wrong + typeof missing + typeof settled + typeof paid,
  }),
)
`

/** The same for a program that is no ES module. */
export const requiredClient = `import bitquay = require('@bitquay/client')

declare const process: { env: Record<string, string | undefined> }

const run = async () => {
  const client = bitquay.createClient({ url: process.env.BITQUAY_URL ?? '', apiKey: process.env.BITQUAY_KEY ?? '' })
  const invoice: bitquay.CreatedInvoice = await client.invoices.create({ amount: '25.00' })
  // @ts-expect-error The types come along: there is no such field.
  const missing = () => invoice.amountInShells
  const refused = await client.invoices.create({ amount: '0' }).catch((error: unknown) => error)
  const { body, headers, secret } = JSON.parse(process.env.DELIVERY ?? '{}')
  const { type } = await bitquay.verifyWebhook(body, headers, secret)
  console.log(
    JSON.stringify({
      checkoutLink: invoice.checkoutLink,
      refused: refused instanceof bitquay.InvalidRequestError && refused.fields,
      verified: type,
      types: typeof missing,
    }),
  )
}
void run()
`
