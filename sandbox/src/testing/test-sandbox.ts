import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, type SandboxOptions, startSandbox } from '../index.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

export type ApiAnswer = { status: number; body: unknown; text: string }

export type TestSandbox = Sandbox & {
  dir: string
  /** Calls the API, by default with the administrator's key. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer>
  /** The same, but fails unless the response is 2xx. */
  ok<T>(method: string, path: string, body?: unknown, key?: string): Promise<T>
  /** A key with these permissions. */
  keyWith(...permissions: string[]): Promise<string>
  shop(settings?: Record<string, unknown>): Promise<Shop>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A store with a hot wallet, the shared Lightning node and a webhook that records everything. */
export type Shop = {
  storeId: string
  webhookId: string
  secret: string
  receiver: Receiver
  createInvoice(body?: Record<string, unknown>): Promise<InvoiceAnswer>
  invoice(id: string): Promise<InvoiceAnswer>
  methods(id: string): Promise<MethodAnswer[]>
  /** The types of all events so far, in order of arrival, after all deliveries are done. */
  events(): Promise<string[]>
}

export type InvoiceAnswer = {
  id: string
  status: string
  additionalStatus: string
  amount: string
  paidAmount: string
  checkout: { paymentMethods: string[] }
  expirationTime: number
  monitoringExpiration: number
  [field: string]: unknown
}

export type MethodAnswer = {
  paymentMethodId: string
  destination: string
  amount: string
  due: string
  totalPaid: string
  paymentMethodFee: string
  payments: { id: string; value: string; fee: string; status: string }[]
  [field: string]: unknown
}

export const startTestSandbox = async (options: Partial<SandboxOptions> = {}): Promise<TestSandbox> => {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'sandbox-')))
  const receivers: Receiver[] = []
  let current = await startSandbox({ dir, seed: 'test', ...options })

  const call = async (method: string, path: string, body?: unknown, key = current.adminKey): Promise<ApiAnswer> => {
    const answer = await fetch(`${current.url}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `token ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, body: readJson(text) }
  }

  const ok = async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> => {
    const answer = await call(method, path, body, key)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
    return answer.body as T
  }

  const shop = async (settings: Record<string, unknown> = {}): Promise<Shop> => {
    const receiver = await startReceiver()
    receivers.push(receiver)
    const { id: storeId } = await ok<{ id: string }>('POST', '/api/v1/stores', { name: 'Shop', ...settings })
    const base = `/api/v1/stores/${storeId}`
    await ok('POST', `${base}/payment-methods/BTC-CHAIN/wallet/generate`, { savePrivateKeys: true })
    await ok('PUT', `${base}/payment-methods/BTC-LN`, { enabled: true, config: 'Internal Node' })
    const fixed = { isCustomScript: true, effectiveScript: 'BTC_USD = 50000;', spread: 0 }
    await ok('PUT', `${base}/rates/configuration`, fixed)
    const hook = await ok<{ id: string; secret: string }>('POST', `${base}/webhooks`, { url: receiver.url })
    return {
      storeId,
      webhookId: hook.id,
      secret: hook.secret,
      receiver,
      createInvoice: (body = {}) => ok('POST', `${base}/invoices`, { amount: '100', currency: 'USD', ...body }),
      invoice: (id) => ok('GET', `${base}/invoices/${id}`),
      methods: (id) => ok('GET', `${base}/invoices/${id}/payment-methods?onlyAccountedPayments=false`),
      async events() {
        await current.control.webhooksIdle()
        return receiver.events.map((event) => event.type)
      },
    }
  }

  return {
    get url() {
      return current.url
    },
    get explorerUrl() {
      return current.explorerUrl
    },
    get adminKey() {
      return current.adminKey
    },
    get adminEmail() {
      return current.adminEmail
    },
    get adminPassword() {
      return current.adminPassword
    },
    get control() {
      return current.control
    },
    dir,
    call,
    ok,
    shop,
    async keyWith(...permissions) {
      return (await ok<{ apiKey: string }>('POST', '/api/v1/api-keys', { label: 'test', permissions })).apiKey
    },
    close: () => current.close(),
    async restart() {
      await current.close()
      current = await startSandbox({ ...options, dir })
    },
    async stop() {
      await current.close()
      for (const receiver of receivers) await receiver.close()
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true })
    },
  }
}

const readJson = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
