import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPrice } from '@bitquay/contract/balances'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ask } from '../../test/people.ts'
import { type Exchange, exchanges } from './exchanges.ts'
import { agreeOnPrice, readMarketPrice } from './read-price.ts'
import { savePrice } from './table.ts'

const now = Math.floor(Date.now() / 1000)

/** The answer of each exchange, in its own format, for a price. */
const answerOf: Record<string, (price: string) => unknown> = {
  Coinbase: (amount) => ({ data: { amount, base: 'BTC', currency: 'USD' } }),
  Kraken: (price) => ({ error: [], result: { XXBTZUSD: { a: ['1', '1', '1'], c: [price, '0.1'] } } }),
  Bitstamp: (last) => ({ timestamp: String(now), last, volume: '1' }),
  Gemini: (last) => ({ bid: '1', ask: '1', last, volume: { BTC: '1', USD: '1', timestamp: now * 1000 } }),
  Bitfinex: (price) => [1, 2, 3, 4, 5, 6, Number(price), 8, 9, 10],
}

type Fake = { status?: number; body?: string; silent?: boolean }
let said: Record<string, Fake> = {}
let server: Server
let sources: Exchange[]
beforeAll(async () => {
  server = createServer((request, response) => {
    const fake = said[(request.url ?? '').slice(1)] ?? { status: 503 }
    if (fake.silent) return
    response.writeHead(fake.status ?? 200, fake.status === 302 ? { location: '/elsewhere' } : {}).end(fake.body ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sources = exchanges.map((exchange) => ({ ...exchange, url: `${base}/${exchange.name}` }))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const quote = (prices: Record<string, string>) => {
  said = Object.fromEntries(
    Object.entries(prices).map(([name, price]) => [name, { body: JSON.stringify(answerOf[name]?.(price)) }]),
  )
}

describe('with exchanges', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({
      BTCPAY_URL: 'http://127.0.0.1:1',
      BTCPAY_API_KEY: 'none',
      APP_SECRET: 'a secret of more than 32 characters, kept',
    })
  })
  afterAll(() => app.close())
  const read = () => readMarketPrice(app.deps, sources, { timeoutMs: 300 })

  test('the price is missing at first, then the median of five, then the last good one with its age', async () => {
    expect((await ask(app, getPrice)).body).toMatchObject({ price: 108_000, source: 'default', stale: true, at: null })
    quote({ Coinbase: '100000.10', Kraken: '100010.5', Bitstamp: '100020', Gemini: '99990.00', Bitfinex: '100050' })
    const price = await read()
    expect(price).toEqual({ cents: 10_001_050n, source: 'Coinbase, Kraken, Bitstamp, Gemini, Bitfinex' })
    if (price) await savePrice(app.deps.db, price)
    expect((await ask(app, getPrice)).body).toMatchObject({ price: 100_010.5, stale: false })
    said = {}
    expect(await read()).toBeUndefined()
    await savePrice(app.deps.db, { cents: 10_001_050n, source: 'test' })
    await app.deps.db
      .updateTable('prices')
      .set({ at: new Date(Date.now() - 6 * 60_000) })
      .execute()
    expect((await ask(app, getPrice)).body).toMatchObject({ price: 100_010.5, stale: true })
  })

  test('an exchange that is down, silent, wrong, old or far off is left out', async () => {
    const good = { Coinbase: '100000', Kraken: '100100' }
    const bad: Record<string, Fake> = {
      silent: { silent: true },
      broken: { status: 500, body: JSON.stringify(answerOf.Bitstamp?.('90000')) },
      page: { body: '<html>' },
      moved: { status: 302 },
      old: { body: JSON.stringify({ timestamp: String(now - 600), last: '90000' }) },
      far: { body: JSON.stringify(answerOf.Bitstamp?.('150000')) },
      none: { body: JSON.stringify(answerOf.Bitstamp?.('0')) },
      negative: { body: JSON.stringify(answerOf.Bitstamp?.('-100000')) },
      exponent: { body: JSON.stringify(answerOf.Bitstamp?.('1e5')) },
      huge: { body: 'x'.repeat(200_000) },
    }
    for (const [name, fake] of Object.entries(bad)) {
      quote(good)
      said.Bitstamp = fake
      expect((await read())?.cents, name).toBe(10_000_000n)
    }
  })

  test('a single exchange is believed only near the last good price', async () => {
    await savePrice(app.deps.db, { cents: 10_000_000n, source: 'test' })
    quote({ Kraken: '101000' })
    expect((await read())?.cents).toBe(10_100_000n)
    quote({ Kraken: '120000' })
    expect(await read()).toBeUndefined()
  })
})

test.each<[string, bigint[], bigint | undefined]>([
  ['nobody', [], undefined],
  ['one, without a past', [100n], undefined],
  ['two that agree', [1000n, 1010n], 1000n],
  ['two that do not', [1000n, 1100n], undefined],
  ['three, one far off', [1000n, 1005n, 5000n], 1000n],
  ['two camps', [1000n, 1001n, 2000n, 2001n], undefined],
  ['all apart', [1000n, 2000n, 3000n], undefined],
])('%s', (_name, answers, agreed) => {
  expect(agreeOnPrice(answers, undefined)).toBe(agreed)
})
