import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@bitquay/client'

const bitquay = createClient({ url: process.env.BITQUAY_URL, apiKey: process.env.BITQUAY_KEY })

// Your own number of the order. Running this again doesn't create a second invoice.
const orderId = process.env.ORDER_ID ?? '1001'
const created = await bitquay.invoices.create(
  { amount: '25.00', currency: 'USD', orderId },
  { idempotencyKey: `order-${orderId}` },
)
console.log('Pay at', created.checkoutLink)

// A shop learns of the payment by webhook. A first program can ask.
let { status } = created
while (status === 'new' || status === 'processing') {
  await sleep(2000)
  status = (await bitquay.invoices.get(created.invoiceId)).status
}
console.log('The invoice is', status)
