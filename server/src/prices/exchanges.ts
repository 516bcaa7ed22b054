import { z } from 'zod'
import { roundToCents } from './queries.ts'

/** A public exchange: where to read its last bitcoin price in dollars, and how to parse it. */
export type Exchange = { name: string; url: string; read: (answer: unknown) => Quote | undefined }

/** As the exchange wrote it, with its time if it sends one. */
export type Quote = { price: string; atMs?: number }

const text = z.union([z.string(), z.number()]).transform(String)
const parse =
  <S extends z.ZodType>(shape: S, toQuote: (answer: z.output<S>) => Quote | undefined) =>
  (answer: unknown): Quote | undefined => {
    const parsed = shape.safeParse(answer)
    return parsed.success ? toQuote(parsed.data) : undefined
  }

const readCoinbase = parse(z.object({ data: z.object({ amount: text, currency: z.literal('USD') }) }), ({ data }) => ({
  price: data.amount,
}))
const readKraken = parse(
  z.object({ result: z.record(z.string(), z.object({ c: z.array(text).min(1) })) }),
  ({ result }) => {
    const [last] = Object.values(result)[0]?.c ?? []
    return last === undefined ? undefined : { price: last }
  },
)
const readBitstamp = parse(z.object({ last: text, timestamp: z.coerce.number() }), ({ last, timestamp }) => ({
  price: last,
  atMs: timestamp * 1000,
}))
const readGemini = parse(
  z.object({ last: text, volume: z.object({ timestamp: z.coerce.number() }) }),
  ({ last, volume }) => ({ price: last, atMs: volume.timestamp }),
)
const readBitfinex = parse(z.array(z.unknown()).min(7), (answer) => {
  const last = text.safeParse(answer[6])
  return last.success ? { price: last.data } : undefined
})

/** Independent of each other, and open without a key. */
export const exchanges: readonly Exchange[] = [
  { name: 'Coinbase', url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', read: readCoinbase },
  { name: 'Kraken', url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD', read: readKraken },
  { name: 'Bitstamp', url: 'https://www.bitstamp.net/api/v2/ticker/btcusd/', read: readBitstamp },
  { name: 'Gemini', url: 'https://api.gemini.com/v1/pubticker/btcusd', read: readGemini },
  { name: 'Bitfinex', url: 'https://api-pub.bitfinex.com/v2/ticker/tBTCUSD', read: readBitfinex },
]

const longestAnswerBytes = 64 * 1024
const freshMs = 2 * 60_000
/** A value outside these bounds is not a bitcoin price. */
const lowestCents = 100_000n
const highestCents = 10_000_000_00n

/** The price of an exchange now, in cents. Undefined when the answer is late, invalid or old. */
export const fetchFromExchange = async (
  { url, read }: Exchange,
  { timeoutMs, nowMs }: { timeoutMs: number; nowMs: number },
): Promise<bigint | undefined> => {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) return undefined
    const body = await answer.text()
    if (body.length > longestAnswerBytes) return undefined
    const quote = read(JSON.parse(body))
    if (!quote || !/^\d{1,10}(\.\d{1,18})?$/.test(quote.price)) return undefined
    if (quote.atMs !== undefined && Math.abs(nowMs - quote.atMs) > freshMs) return undefined
    const cents = roundToCents(quote.price)
    return cents >= lowestCents && cents <= highestCents ? cents : undefined
  } catch {
    return undefined
  }
}
