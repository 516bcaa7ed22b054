import type { Exchange } from './exchanges.ts'
import { roundToCents } from './queries.ts'

const longestAnswerBytes = 64 * 1024
const freshMs = 2 * 60_000
/** Outside of this it is no price of a bitcoin, whatever an exchange says. */
const lowestCents = 100_000n
const highestCents = 10_000_000_00n

/** The price that an exchange tells now, in cents; undefined when it does not answer in time, sanely and freshly. */
export const askExchange = async (
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
