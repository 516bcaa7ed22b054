import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** An order is in the state of its invoice, under the names of the plugin's settings page. */
export type OrderState =
  | 'New'
  | 'Processing'
  | 'Settled'
  | 'SettledPaidOver'
  | 'Invalid'
  | 'Expired'
  | 'ExpiredPaidPartial'
  | 'ExpiredPaidLate'

export type Order = { id: number; state: OrderState; invoiceId: string | undefined; gateway: string[]; notes: string[] }

type Invoice = { id: string; status: string; additionalStatus: string; checkout: { paymentMethods: string[] } }
type Event = {
  type: string
  originalDeliveryId: string
  invoiceId: string
  afterExpiration?: boolean
  partiallyPaid?: boolean
  overPaid?: boolean
}

const plugins = {
  events: [
    'InvoiceReceivedPayment',
    'InvoicePaymentSettled',
    'InvoiceProcessing',
    'InvoiceExpired',
    'InvoiceSettled',
    'InvoiceInvalid',
  ],
  neededPermissions: [
    'btcpay.store.canviewinvoices',
    'btcpay.store.cancreateinvoice',
    'btcpay.store.canviewstoresettings',
    'btcpay.store.canmodifyinvoices',
  ],
  otherPermissions: ['btcpay.store.cancreatenonapprovedpullpayments', 'btcpay.store.webhooks.canmodifywebhooks'],
}

export type PluginShop = Awaited<ReturnType<typeof openPluginShop>>

/**
 * A shop that makes the requests of BTCPay's WooCommerce plugin in the plugin's order, and handles its webhooks by the
 * plugin's rules. `latencyMs` is how long each webhook is on its way.
 */
export const openPluginShop = async (base: string, key: string, latencyMs: () => number) => {
  const orders: Order[] = []
  const handled: Event[] = []
  const problems: string[] = []

  const request = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await request(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }

  // The owner connects the shop.
  const [store] = await call<[{ id: string }]>('GET', '/stores')
  const { permissions } = await call<{ permissions: string[] }>('GET', '/api-keys/current')
  const held = permissions.map((permission) => permission.split(':')[0] ?? '')
  const unknown = held.filter(
    (name) => !plugins.neededPermissions.includes(name) && !plugins.otherPermissions.includes(name),
  )
  const isMissing = plugins.neededPermissions.some((name) => !held.includes(name))
  if (unknown.length > 0 || isMissing) throw new Error(`the plugin refuses these permissions: ${held.join(', ')}`)
  const invoicesPath = `/stores/${store.id}/invoices`
  const listed = await call<{ enabled: boolean; paymentMethod: string }[]>('GET', `/stores/${store.id}/payment-methods`)
  const gateways = listed.filter(({ enabled }) => enabled).map(({ paymentMethod }) => paymentMethod.replace('-', '_'))

  const isFullyPaid = async (invoiceId: string) => {
    const { status, additionalStatus } = await call<Invoice>('GET', `${invoicesPath}/${invoiceId}`)
    return status === 'Settled' || additionalStatus === 'PaidLate'
  }
  const savePayments = (invoiceId: string) => call('GET', `${invoicesPath}/${invoiceId}/payment-methods`)

  const handle = async (order: Order, event: Event) => {
    order.notes.push(event.type)
    switch (event.type) {
      case 'InvoiceReceivedPayment':
        if (event.afterExpiration) order.state = 'ExpiredPaidPartial'
        await savePayments(event.invoiceId)
        break
      case 'InvoicePaymentSettled':
        if (order.state === 'Expired' || order.state === 'ExpiredPaidPartial') {
          order.state = (await isFullyPaid(event.invoiceId)) ? 'ExpiredPaidLate' : 'ExpiredPaidPartial'
        }
        await savePayments(event.invoiceId)
        break
      case 'InvoiceProcessing':
        order.state = 'Processing'
        break
      case 'InvoiceInvalid':
        order.state = 'Invalid'
        break
      case 'InvoiceExpired':
        order.state = event.partiallyPaid ? 'ExpiredPaidPartial' : 'Expired'
        break
      case 'InvoiceSettled':
        order.state = event.overPaid ? 'SettledPaidOver' : 'Settled'
        await savePayments(event.invoiceId)
        break
      default:
    }
  }

  let secret = ''
  const receive = async (body: string, signature: unknown) => {
    await sleep(latencyMs())
    if (signature !== `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`) throw new Error('unsigned')
    const event = JSON.parse(body) as Event
    handled.push(event)
    const order = orders.find(({ invoiceId }) => invoiceId === event.invoiceId)
    if (order) await handle(order, event)
  }
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      receive(Buffer.concat(parts).toString('utf8'), incoming.headers['btcpay-sig'])
        .catch((error: unknown) => problems.push(String(error)))
        .finally(() => response.writeHead(200).end())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/?wc-api=btcpaygf_default`
  const webhook = await call<{ id: string; secret: string; url: string }>('POST', `/stores/${store.id}/webhooks`, {
    enabled: true,
    automaticRedelivery: true,
    url,
    authorizedEvents: { everything: false, specificEvents: plugins.events },
    secret: null,
  })
  secret = webhook.secret

  const createInvoice = async (order: Order, total: string) => {
    const invoice = await call<Invoice>('POST', invoicesPath, {
      amount: total,
      currency: 'USD',
      metadata: {
        orderId: String(order.id),
        buyerEmail: `buyer-${order.id}@example.test`,
        taxIncluded: '0',
        posData: JSON.stringify({ WooCommerce: { 'Order ID': order.id } }),
      },
      checkout: { redirectURL: `https://shop.example.test/order/${order.id}`, paymentMethods: order.gateway },
    })
    order.invoiceId = invoice.id
    return invoice.id
  }
  /** With "separate gateways" on: an invoice stays valid as long as the customer pays with the same methods. */
  const hasValidInvoice = async (order: Order) => {
    if (order.invoiceId === undefined) return false
    const { status, checkout } = await call<Invoice>('GET', `${invoicesPath}/${order.invoiceId}`)
    if (status === 'Expired' || status === 'Invalid') return false
    const methods = checkout.paymentMethods.map((method) => method.replace('-', '_')).toSorted()
    if (JSON.stringify(methods) === JSON.stringify(order.gateway.toSorted())) return true
    await call('POST', `${invoicesPath}/${order.invoiceId}/status`, { status: 'Invalid' })
    return false
  }

  return {
    storeId: store.id,
    gateways,
    orders,
    handled,
    problems,
    request,
    call,
    readState: async ({ invoiceId = '' }: Order): Promise<string> => {
      const { status, additionalStatus } = await call<Invoice>('GET', `${invoicesPath}/${invoiceId}`)
      return `${status}${additionalStatus === 'None' || additionalStatus === 'Marked' ? '' : additionalStatus}`
    },
    /** A customer goes to the checkout, for the first time or again. Returns the invoice to pay. */
    checkOut: async (order: Order, total: string, gateway: string[] = gateways): Promise<string> => {
      order.gateway = gateway
      return (await hasValidInvoice(order)) ? (order.invoiceId ?? '') : createInvoice(order, total)
    },
    addOrder: (): Order => {
      const order: Order = { id: orders.length + 1, state: 'New', invoiceId: undefined, gateway: [], notes: [] }
      orders.push(order)
      return order
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
