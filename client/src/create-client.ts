import type { Answer, Call, SentBody, SentQuery } from '@bitquay/contract/call'
import { type Endpoint, endpoints } from './endpoints.ts'
import type { BitquayEvent } from './event.ts'
import { exchange, type Settings, type Wire } from './exchange.ts'
import { type ListenOptions, listenToEvents } from './listen-to-events.ts'
import { type Page, walk } from './page.ts'

export type ClientOptions = {
  /** For example https://pay.example.com. */
  url: string
  apiKey: string
  /** How often a request is sent again when it got no response or couldn't be served. The default is 3. */
  retries?: number
  /** Waits and sends again when there were too many requests. Off by default, because a 4xx is an answer. */
  retryRateLimited?: boolean
  /** For one attempt. The default is a minute. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export type Once = {
  /** Your own text for this operation, such as your order number. By default a random one protects the retries. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The filters of a list. The client handles the cursor. */
type Filter<C extends Call> = Omit<NonNullable<SentQuery<C>>, 'cursor' | 'limit'> & {
  /** The rows of a page, at most 100. */
  limit?: number
}

type EventFilter = Filter<Of<'listEvents'>>

export type BitquayClient = ReturnType<typeof createClient>

/** The API for your store. Every response is typed by the contract that the server checks it with. */
export const createClient = (options: ClientOptions) => {
  const settings: Settings = {
    url: options.url,
    apiKey: options.apiKey,
    retries: options.retries ?? 3,
    retryRateLimited: options.retryRateLimited ?? false,
    timeoutMs: options.timeoutMs ?? 60_000,
    fetch: options.fetch ?? fetch,
  }
  type Sent = { params?: Record<string, string | number>; query?: object; body?: unknown } & Once
  const ask = async <C extends Call>({ method, path }: Endpoint<C>, sent: Sent = {}): Promise<Answer<C>> =>
    (await exchange(settings, { method, path, ...sent })).body as Answer<C>

  const askPage = async <Row>(
    { method, path }: { method: string; path: string },
    { params, query, signal }: Pick<Wire, 'params' | 'query' | 'signal'>,
  ): Promise<Page<Row>> => {
    const { body, nextCursor } = await exchange(settings, { method, path, params, query, signal })
    return { data: body as Row[], nextCursor }
  }
  const askEvents = (query: EventFilter) => ask(endpoints.listEvents, { query }) as Promise<BitquayEvent[]>

  /** `list` is one page, `all` is every row of every page, loaded when needed. */
  const pages = <C extends Call>(endpoint: Endpoint<C>, params?: Wire['params']) => {
    type Row = Answer<C> extends (infer R)[] ? R : never
    return {
      list: (query: Filter<C> & { cursor?: string } = {} as never, signal?: AbortSignal) =>
        askPage<Row>(endpoint, { params, query, signal }),
      all: (query: Filter<C> = {} as never, signal?: AbortSignal) =>
        walk((cursor) => askPage<Row>(endpoint, { params, query: { ...query, cursor }, signal })),
    }
  }

  return {
    invoices: {
      create: (body: SentBody<Of<'createInvoice'>>, once: Once = {}) => ask(endpoints.createInvoice, { body, ...once }),
      get: (invoiceId: string) => ask(endpoints.getInvoice, { params: { invoiceId } }),
      /** Entries of the metadata that you leave out stay the same, and null removes one. */
      update: (invoiceId: string, body: SentBody<Of<'changeInvoice'>>) =>
        ask(endpoints.changeInvoice, { params: { invoiceId }, body }),
      mark: (invoiceId: string, status: 'settled' | 'invalid', once: Once = {}) =>
        ask(endpoints.markInvoice, { params: { invoiceId }, body: { status }, ...once }),
      /** An unpaid invoice that has a due date. */
      cancel: (invoiceId: string, once: Once = {}) => ask(endpoints.cancelInvoice, { params: { invoiceId }, ...once }),
      refund: (invoiceId: string, kind: 'overpaid' | 'everything', once: Once = {}) =>
        ask(endpoints.refundInvoice, { params: { invoiceId }, body: { kind }, ...once }),
      ...pages(endpoints.listInvoices),
    },
    refunds: {
      /** Without an amount, everything that is left. */
      create: (invoiceId: string, body: SentBody<Of<'createRefund'>> = {}, once: Once = {}) =>
        ask(endpoints.createRefund, { params: { invoiceId }, body, ...once }),
      get: (id: number) => ask(endpoints.getRefund, { params: { id } }),
      cancel: (id: number, once: Once = {}) => ask(endpoints.cancelRefund, { params: { id }, ...once }),
      ...pages(endpoints.listRefunds),
    },
    paymentLinks: {
      create: (body: SentBody<Of<'createPaymentLink'>>, once: Once = {}) =>
        ask(endpoints.createPaymentLink, { body, ...once }),
      get: (id: number) => ask(endpoints.getPaymentLink, { params: { id } }),
      update: (id: number, body: SentBody<Of<'changePaymentLink'>>) =>
        ask(endpoints.changePaymentLink, { params: { id }, body }),
      ...pages(endpoints.listPaymentLinks),
    },
    depositAddresses: {
      /** The same reference always has the same address. */
      create: (reference: string) => ask(endpoints.createDepositAddress, { body: { reference } }),
      get: (id: number) => ask(endpoints.getDepositAddress, { params: { id } }),
      ...pages(endpoints.listDepositAddresses),
    },
    transactions: pages(endpoints.listTransactions),
    balances: { get: () => ask(endpoints.getBalances) },
    withdrawals: {
      /** Returns once it is broadcast. `status` shows when it takes longer. */
      create: (body: SentBody<Of<'createWithdrawal'>>, once: Once = {}) =>
        ask(endpoints.createWithdrawal, { body, ...once }),
      /** What it would cost now. Nothing is sent. */
      quote: (body: SentBody<Of<'quoteWithdrawal'>>) => ask(endpoints.quoteWithdrawal, { body }),
      get: (id: number) => ask(endpoints.getWithdrawal, { params: { id } }),
      ...pages(endpoints.listWithdrawals),
    },
    /** Payments from a wallet whose keys only the merchant has. */
    signingRequests: {
      /** The oldest first. */
      list: (query: SentQuery<Of<'listSigningRequests'>> = {}) => ask(endpoints.listSigningRequests, { query }),
      get: (id: number) => ask(endpoints.getSigningRequest, { params: { id } }),
      /** What came back from the wallet: a PSBT in base64 or hex. */
      submit: (id: number, psbt: string) => ask(endpoints.submitSignature, { params: { id }, body: { psbt } }),
    },
    /** What an invoice can be priced in. */
    currencies: { list: () => ask(endpoints.listCurrencies) },
    /** What one bitcoin costs. */
    rates: { list: (query: SentQuery<Of<'listRates'>> = {}) => ask(endpoints.listRates, { query }) },
    /** The API key that this client uses. */
    key: { get: () => ask(endpoints.getKey) },
    webhookEndpoints: {
      /** Only this response shows the secret. */
      create: (body: SentBody<Of<'createWebhookEndpoint'>>, once: Once = {}) =>
        ask(endpoints.createWebhookEndpoint, { body, ...once }),
      get: (id: number) => ask(endpoints.getWebhookEndpoint, { params: { id } }),
      list: () => ask(endpoints.listWebhookEndpoints),
      update: (id: number, body: SentBody<Of<'changeWebhookEndpoint'>>) =>
        ask(endpoints.changeWebhookEndpoint, { params: { id }, body }),
      delete: (id: number) => ask(endpoints.removeWebhookEndpoint, { params: { id } }),
      /** For 24 hours, deliveries are signed with both secrets. */
      rotateSecret: (id: number, once: Once = {}) =>
        ask(endpoints.rotateWebhookEndpointSecret, { params: { id }, ...once }),
      /** Sends a `ping` event. */
      test: (id: number, once: Once = {}) => ask(endpoints.testWebhookEndpoint, { params: { id }, ...once }),
      deliveries: (id: number) => pages(endpoints.listWebhookDeliveries, { id }),
      /** Sends a delivery again, with the same `webhook-id`. */
      redeliver: (id: number, deliveryId: number, once: Once = {}) =>
        ask(endpoints.redeliverWebhook, { params: { id, deliveryId }, ...once }),
    },
    events: {
      list: (query: EventFilter = {}) => askEvents(query),
      /** Every event after the one you have seen, oldest first, to the end of the list. */
      all: async function* (query: EventFilter = {}) {
        for (let after = query.after; ; ) {
          const page = await askEvents({ ...query, ...(after ? { after } : {}) })
          yield* page
          const last = page.at(-1)
          if (!last) return
          after = last.id
        }
      },
      /**
       * New events as they happen, or everything after the one you have seen and then new ones. It reconnects by itself
       * and misses nothing. It ends when you leave the loop or abort the signal.
       */
      listen: (options: ListenOptions = {}) => listenToEvents(settings, options),
    },
    /** The latest requests of your keys, of the last 30 days. */
    requests: pages(endpoints.listRequests),
    /** The API as an OpenAPI 3.1 document. */
    openApi: { get: () => ask(endpoints.describeV1) },
    sandbox: {
      /** Pays one of your own invoices as a customer would. Works in the sandbox only. */
      pay: (body: SentBody<Of<'payInvoice'>>) => ask(endpoints.payInvoice, { body }),
    },
  }
}

type Of<Name extends keyof typeof endpoints> = NonNullable<(typeof endpoints)[Name]['declaration']>
