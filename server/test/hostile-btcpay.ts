import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a hostile server does with a request. False lets the honest server behind it answer. */
export type Behavior = (request: IncomingMessage & { url: string }, response: ServerResponse) => boolean

export type HostileBtcpay = {
  url: string
  /** From now on this store's requests get this behavior. Undefined makes the store honest again. */
  behave: (storeId: string, behavior: Behavior | undefined) => void
  /** How many requests a store got. */
  seen: (storeId: string) => number
  close: () => Promise<void>
}

/** A BTCPay over real HTTP that is honest except for the stores with another behavior. */
export const startHostileBtcpay = async (honestUrl: string): Promise<HostileBtcpay> => {
  const behaviors = new Map<string, Behavior>()
  const counts = new Map<string, number>()
  const server = createServer((incoming, response) => {
    const request = Object.assign(incoming, { url: incoming.url ?? '/' })
    const storeId = /\/stores\/([^/?]+)/.exec(request.url)?.[1] ?? ''
    counts.set(storeId, (counts.get(storeId) ?? 0) + 1)
    response.on('error', () => undefined)
    if (behaviors.get(storeId)?.(request, response)) return
    forward(honestUrl, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave: (storeId, behavior) => {
      if (behavior) behaviors.set(storeId, behavior)
      else behaviors.delete(storeId)
    },
    seen: (storeId) => counts.get(storeId) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const forward = (honestUrl: string, request: IncomingMessage & { url: string }, response: ServerResponse) => {
  const { host: _host, ...headers } = request.headers
  const onward = httpRequest(`${honestUrl}${request.url}`, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

const json = (response: ServerResponse, value: unknown) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
  return true
}

const isHistory = (url: string) => /\/wallet\/transactions\?/.test(url)

/** An invented transaction, the same for the same number. */
export const madeUpTransaction = (number: number, more: Record<string, unknown> = {}) => ({
  transactionHash: `feed${number.toString(16).padStart(60, '0')}`,
  comment: '',
  amount: '0.00001000',
  blockHash: null,
  blockHeight: 100,
  confirmations: 200,
  timestamp: 1_700_000_000,
  status: 'Confirmed',
  labels: {},
  ...more,
})

const wallet = (balance: string) => ({ balance, unconfirmedBalance: '0', confirmedBalance: balance, label: null })

/** Accepts and never answers. */
export const silent: Behavior = () => true

/** One byte a second, so that a timeout between bytes never triggers. */
export const dripping: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 1000)
  response.on('close', () => clearInterval(timer))
  return true
}

/** A body that does not end. */
export const flooding: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const pour = () => {
    while (!response.destroyed && response.write(chunk)) {}
  }
  response.on('drain', pour)
  pour()
  return true
}

export const failing: Behavior = (_request, response) => {
  response.writeHead(500, { 'content-type': 'text/plain' })
  response.end('oops')
  return true
}

export const htmlInstead: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<!doctype html><h1>Welcome</h1>')
  return true
}

export const truncated: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('[{"id":', () => response.destroy())
  return true
}

/** More rows than requested. */
export const oversized =
  (rows: number): Behavior =>
  ({ url }, response) =>
    isHistory(url) &&
    json(
      response,
      Array.from({ length: rows }, (_, index) => madeUpTransaction(index)),
    )

/** An endless history: every page is full and new. */
export const endless: Behavior = ({ url }, response) => {
  if (!isHistory(url)) return false
  const skip = Number(new URL(url, 'http://x').searchParams.get('skip'))
  return json(
    response,
    Array.from({ length: 100 }, (_, index) => madeUpTransaction(skip + index)),
  )
}

/** The same absurd amount in every amount field. */
export const lying =
  (amount: string): Behavior =>
  ({ url }, response) => {
    if (isHistory(url)) return json(response, [madeUpTransaction(1, { amount })])
    if (/\/wallet\/utxos/.test(url)) return json(response, [])
    if (url.endsWith('/wallet')) return json(response, wallet(amount))
    const hash = /\/lightning\/BTC\/invoices\/([^/?]+)/.exec(url)?.[1]
    if (hash === undefined) return false
    return json(response, {
      ...{ id: hash, status: 'Paid', BOLT11: 'lnbcrt1', paymentHash: hash, expiresAt: 1_700_000_000 },
      ...{ paidAt: 1_700_000_000, amount, amountReceived: amount },
    })
  }

/** Declares coins that it does not have in this form, and signs what it likes instead of what was asked for. */
export const misdeclaring =
  (lies: { coins: () => unknown[]; sign?: () => Promise<string> }): Behavior =>
  ({ url, method }, response) => {
    if (/\/wallet\/utxos/.test(url)) return json(response, lies.coins())
    if (method !== 'POST' || !url.endsWith('/wallet/transactions') || !lies.sign) return false
    void lies.sign().then((raw) => json(response, raw))
    return true
  }

/** Says that it broadcast a transaction, and keeps it. */
export const withholding: Behavior = ({ url }, response) => {
  if (url.endsWith('/transactions/broadcast')) return json(response, madeUpTransaction(7))
  return /\/wallet\/transactions\/[0-9a-f]{64}/.test(url) && json(response, madeUpTransaction(7, { confirmations: 0 }))
}

/** A transaction with a million labels, and names that no screen can show. */
export const absurd: Behavior = ({ url }, response) => {
  if (/\/invoices\/[^/?]+/.test(url)) return json(response, { id: 'x'.repeat(1_000_000) })
  if (!isHistory(url)) return false
  const labels = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`${index}`, { type: 'invoice', ref: 'y'.repeat(10) }]),
  )
  return json(response, [madeUpTransaction(1, { labels })])
}

/** Claims another merchant's transaction and invoice as this store's own. */
export const replaying =
  (other: { txid: string; invoiceId: string; storeId: string }): Behavior =>
  ({ url }, response) => {
    if (isHistory(url)) {
      const labels = { invoice: { type: 'invoice', ref: other.invoiceId } }
      return json(response, [madeUpTransaction(1, { transactionHash: other.txid, amount: '1.00000000', labels })])
    }
    return /\/invoices\?/.test(url) && json(response, [{ id: other.invoiceId, storeId: other.storeId }])
  }
