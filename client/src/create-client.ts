import type { Answer, Call, SentBody, SentQuery } from '@bitquay/contract/call'
import { type Endpoint, endpoints } from './endpoints.ts'
import { exchange, type Settings } from './exchange.ts'
import { type Page, walk } from './page.ts'

export type ClientOptions = {
  /** For example https://pay.example.com. */
  url: string
  apiKey: string
  /** How often a request is sent again when it got no response or couldn't be served. The default is 3. */
  retries?: number
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
type Filter<C extends Call> = Omit<NonNullable<SentQuery<C>>, 'cursor'>

export type BitquayClient = ReturnType<typeof createClient>

/** The API for your store. Every response is typed by the contract that the server checks it with. */
export const createClient = (options: ClientOptions) => {
  const settings: Settings = {
    url: options.url,
    apiKey: options.apiKey,
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 60_000,
    fetch: options.fetch ?? fetch,
  }
  type Sent = { params?: Record<string, string | number>; query?: object; body?: unknown } & Once
  const ask = async <C extends Call>({ method, path }: Endpoint<C>, sent: Sent = {}): Promise<Answer<C>> =>
    (await exchange(settings, { method, path, ...sent })).json() as Promise<Answer<C>>

  const askPage = async <Row>(
    { method, path }: { method: string; path: string },
    query: object,
    signal?: AbortSignal,
  ): Promise<Page<Row>> => {
    const response = await exchange(settings, { method, path, query, signal })
    return { data: (await response.json()) as Row[], nextCursor: response.headers.get('x-next-cursor') ?? undefined }
  }
  /** `list` is one page, `all` is every row of every page, loaded when needed. */
  const pages = <C extends Call>(endpoint: Endpoint<C>) => {
    type Row = Answer<C> extends (infer R)[] ? R : never
    return {
      list: (query: Filter<C> & { cursor?: string } = {} as never, signal?: AbortSignal) =>
        askPage<Row>(endpoint, query, signal),
      all: (query: Filter<C> = {} as never, signal?: AbortSignal) =>
        walk((cursor) => askPage<Row>(endpoint, { ...query, cursor }, signal)),
    }
  }

  return {
    invoices: {
      create: (body: SentBody<Of<'createInvoice'>>, once: Once = {}) => ask(endpoints.createInvoice, { body, ...once }),
      get: (invoiceId: string) => ask(endpoints.getInvoice, { params: { invoiceId } }),
      mark: (invoiceId: string, status: 'settled' | 'invalid', once: Once = {}) =>
        ask(endpoints.markInvoice, { params: { invoiceId }, body: { status }, ...once }),
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
    transactions: pages(endpoints.listTransactions),
    balances: { get: () => ask(endpoints.getBalances) },
    withdrawals: {
      /** Returns once it is broadcast. `status` shows when it takes longer. */
      create: (body: SentBody<Of<'createWithdrawal'>>, once: Once = {}) =>
        ask(endpoints.createWithdrawal, { body, ...once }),
      get: (id: number) => ask(endpoints.getWithdrawal, { params: { id } }),
      ...pages(endpoints.listWithdrawals),
    },
    events: {
      list: (query: SentQuery<Of<'listEvents'>> = {}) => ask(endpoints.listEvents, { query }),
      /** Every event after the one you have seen, oldest first, to the end of the list. */
      all: async function* (query: SentQuery<Of<'listEvents'>> = {}) {
        for (let after = query.after; ; ) {
          const page = await ask(endpoints.listEvents, { query: { ...query, ...(after ? { after } : {}) } })
          yield* page
          const last = page.at(-1)
          if (!last) return
          after = last.id
        }
      },
    },
  }
}

type Of<Name extends keyof typeof endpoints> = NonNullable<(typeof endpoints)[Name]['declaration']>
