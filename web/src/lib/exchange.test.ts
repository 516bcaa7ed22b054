import { createInvoice, listInvoices } from '@bitquay/contract/invoices'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { askOnce, askPage } from './exchange.ts'

const answer = (body: unknown, init: ResponseInit = {}) => {
  const fetching = vi.fn(async (_address: string, _init: RequestInit) => new Response(JSON.stringify(body), init))
  vi.stubGlobal('fetch', fetching)
  return fetching
}

afterEach(() => vi.unstubAllGlobals())

describe('askPage', () => {
  it('reads the cursor of the next page from the header', async () => {
    const fetching = answer([], { headers: { 'X-Next-Cursor': '41' } })
    expect(await askPage(listInvoices, { query: { limit: 20, cursor: '60' } })).toEqual({ rows: [], next: '41' })
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/merchant/invoices?limit=20&cursor=60')
  })

  it('has no next page without one', async () => {
    answer([])
    expect((await askPage(listInvoices, { query: {} })).next).toBeUndefined()
  })
})

describe('the request ID', () => {
  it('is new for each request, and an error without an answer of the server names it', async () => {
    const fetching = vi.fn(async (_address: string, _init: RequestInit) => new Response('<html>', { status: 502 }))
    vi.stubGlobal('fetch', fetching)
    const errors = [
      await askPage(listInvoices, { query: {} }).catch((error: unknown) => error),
      await askPage(listInvoices, { query: {} }).catch((error: unknown) => error),
    ]
    const sent = fetching.mock.calls.map(([, init]) => new Headers(init.headers).get('x-request-id'))
    expect(new Set(sent).size).toBe(2)
    expect(errors).toEqual(sent.map((requestId) => expect.objectContaining({ status: 502, requestId })))
  })
})

describe('askOnce', () => {
  it('sends its key with the body', async () => {
    const fetching = answer({})
    await askOnce(createInvoice, 'key-1', { body: { amount: '1.06' } })
    const sent = fetching.mock.calls[0]?.[1]
    expect(sent?.headers).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' })
    expect(sent?.body).toBe('{"amount":"1.06"}')
  })

  it('tells a refusal from no answer', async () => {
    answer({ message: 'Nothing was created.', code: 'engine-unavailable' }, { status: 503 })
    const sent = { body: { amount: '1.06' } }
    await expect(askOnce(createInvoice, 'k', sent)).rejects.toMatchObject({ status: 503, code: 'engine-unavailable' })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
    const lost = await askOnce(createInvoice, 'k', sent).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(ApiError)
    expect(lost).toMatchObject({ status: 0 })
  })
})
