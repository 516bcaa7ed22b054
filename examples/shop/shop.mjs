/** A small shop that takes Bitcoin. Starts with BITQUAY_URL, BITQUAY_KEY and WEBHOOK_SECRET. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { BitquayError, createClient, verifyWebhook, WebhookError } from '@bitquay/client'
import { drawOrder, drawShop } from './pages.mjs'

const { BITQUAY_URL, BITQUAY_KEY, WEBHOOK_SECRET, PORT = '4243' } = process.env
const bitquay = createClient({ url: BITQUAY_URL, apiKey: BITQUAY_KEY })
const shopUrl = `http://localhost:${PORT}`

const products = [
  { id: 'mug', name: 'Mug', price: '12.00' },
  { id: 'teapot', name: 'Teapot', price: '48.00' },
  { id: 'set', name: 'Teapot and four mugs', price: '85.00' },
]
/** A real shop saves orders in its database. */
const orders = new Map()

const buy = async (productId) => {
  const product = products.find(({ id }) => id === productId)
  if (!product) return notFound
  const order = { ...product, id: randomUUID().slice(0, 8), status: 'new' }
  orders.set(order.id, order)
  const invoice = await bitquay.invoices.create(
    {
      amount: product.price,
      currency: 'USD',
      description: product.name,
      orderId: order.id,
      redirectUrl: `${shopUrl}/orders/${order.id}`,
    },
    // The same order never gets a second invoice, however often this is repeated.
    { idempotencyKey: `order-${order.id}` },
  )
  Object.assign(order, { invoiceId: invoice.invoiceId, checkoutLink: invoice.checkoutLink })
  return redirect(`/orders/${order.id}`)
}

/** A webhook says when to look. What is true is what the API returns. */
const receive = async (headers, body) => {
  const event = await verifyWebhook(body, headers, WEBHOOK_SECRET)
  if (event.type.startsWith('invoice.')) {
    const { invoiceId, orderId, status } = await bitquay.invoices.get(event.data.invoiceId)
    const order = orders.get(orderId)
    if (order && order.invoiceId === invoiceId) {
      if (status === 'settled' && order.status !== 'settled') print(`Order ${orderId} is paid. Ship it.`)
      order.status = status
    }
  }
  return { status: 204 }
}

const answer = async (method, path, headers, body) => {
  const [, place, id, action] = path.split('/')
  if (method === 'POST' && place === 'webhooks') return receive(headers, body)
  if (method === 'GET' && path === '/') return html(drawShop(products))
  if (method === 'POST' && place === 'buy') return buy(id)
  const order = place === 'orders' ? orders.get(id) : undefined
  if (!order) return notFound
  if (method === 'POST' && action === 'pay') {
    await bitquay.sandbox.pay({ invoiceId: order.invoiceId, method: 'lightning' })
    return redirect(`/orders/${order.id}`)
  }
  return html(drawOrder(order))
}

const html = (text) => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, text })
const redirect = (location) => ({ status: 303, headers: { location } })
const notFound = { status: 404, text: 'Not found' }
const print = (line) => process.stdout.write(`${line}\n`)

const explain = (error) => {
  if (error instanceof WebhookError) return { status: 401, text: 'The signature doesn’t match.' }
  if (error instanceof BitquayError) print(`${error.name}: ${error.message} (request ${error.requestId})`)
  else print(String(error))
  return { status: 502, text: 'Something went wrong. Try again.' }
}

const handle = async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const { pathname } = new URL(request.url ?? '/', shopUrl)
  const { status, headers, text } = await answer(request.method, pathname, request.headers, body).catch(explain)
  response.writeHead(status, headers).end(text)
}

createServer((request, response) => {
  // A customer who leaves in the middle ends only their own request.
  handle(request, response).catch((error) => response.destroy(error))
}).listen(Number(PORT), () => print(`The shop is open: ${shopUrl}`))
