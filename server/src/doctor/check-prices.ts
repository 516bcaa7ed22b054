import type { Config } from '../config.ts'
import { agreeOnPrice, fetchFromExchange } from '../prices/index.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Surroundings } from './patient.ts'

const { ok, warning, failed, skipped } = findingsOf('prices')

const timeoutMs = 5000
const action = 'Let the server reach the exchanges over https.'

export const checkPrices = async (
  { mode }: Config,
  { exchanges, nowMs }: Pick<Surroundings, 'exchanges' | 'nowMs'>,
): Promise<Finding[]> => {
  if (mode === 'sandbox') return [skipped('The sandbox has its own market.')]
  const quotes = await Promise.all(
    exchanges.map(async (exchange) => ({
      name: exchange.name,
      cents: await fetchFromExchange(exchange, { timeoutMs, nowMs: nowMs() }),
    })),
  )
  const cents = quotes.flatMap((quote) => quote.cents ?? [])
  const silent = quotes.filter((quote) => quote.cents === undefined).map(({ name }) => name)
  const count = `${cents.length} of ${exchanges.length} price sources respond`
  if (cents.length < 2) return [failed(`${count}, and two must agree. These don’t: ${silent.join(', ')}.`, action)]
  if (agreeOnPrice(cents, undefined) === undefined)
    return [failed('The price sources don’t agree on a price.', 'Wait a minute and run this again.')]
  if (cents.length < 3) return [warning(`${count}. These don’t: ${silent.join(', ')}.`, action)]
  return [ok(`${count}.`)]
}
