import type { Deps } from '../deps.ts'
import { agreeOnPrice } from './agree-on-price.ts'
import { askExchange } from './ask-exchange.ts'
import { type Exchange, exchanges } from './exchanges.ts'
import { findPrice } from './table.ts'

/** What one bitcoin costs on the open market now, as several exchanges agree. */
export const readMarketPrice = async (
  { db }: Pick<Deps, 'db'>,
  sources: readonly Exchange[] = exchanges,
  { timeoutMs = 5000, nowMs = Date.now() } = {},
): Promise<{ cents: bigint; source: string } | undefined> => {
  const asked = await Promise.all(
    sources.map(async (source) => ({ name: source.name, cents: await askExchange(source, { timeoutMs, nowMs }) })),
  )
  const answered = asked.flatMap(({ name, cents }) => (cents === undefined ? [] : [{ name, cents }]))
  const last = await findPrice(db)
  const cents = agreeOnPrice(
    answered.map((each) => each.cents),
    last.at === undefined ? undefined : { cents: last.cents, isFresh: !last.stale },
  )
  if (cents === undefined) return undefined
  return { cents, source: answered.map(({ name }) => name).join(', ') }
}
