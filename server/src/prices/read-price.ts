import type { Deps } from '../deps.ts'
import { findStore, openStore } from '../stores/index.ts'
import { type Exchange, exchanges, fetchFromExchange } from './exchanges.ts'
import { findPrice, roundToCents } from './queries.ts'
import { savePrice } from './table.ts'

/** The bitcoin price now: from the exchanges, or in the sandbox from its engine, which has its own market. */
export const readPrice = (deps: Deps): Promise<{ cents: bigint; source: string } | undefined> =>
  deps.config.mode === 'sandbox' ? readSandboxPrice(deps) : readMarketPrice(deps)

/** Reads the price now if ours is old, for a decision that needs it. */
export const refreshPrice = async (deps: Deps) => {
  if (!(await findPrice(deps.db)).stale) return
  const price = await readPrice(deps)
  if (price) await savePrice(deps.db, price)
}

const readSandboxPrice = async (deps: Deps) => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const answer = await deps.engines.platform.rates.list(store.storeId, ['BTC_USD'])
  const rate =
    answer.kind === 'ok' ? answer.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')?.rate : undefined
  return rate ? { cents: roundToCents(rate), source: 'sandbox' } : undefined
}

/** How far from the median an answer may be, and how far a single one from the last price, in tenths of a percent. */
const outlierPermille = 20n
const lonePermille = 50n

/**
 * The median of the exchanges' answers, without outliers. Two must agree: a single answer counts only close to the last
 * good price, so that one exchange's error cannot set the rate. Undefined when there is no agreement.
 */
export const agreeOnPrice = (
  answers: readonly bigint[],
  last: { cents: bigint; isFresh: boolean } | undefined,
): bigint | undefined => {
  const middle = median(answers)
  if (middle === undefined) return undefined
  const agreeing = answers.filter((cents) => isClose(cents, middle, outlierPermille))
  if (agreeing.length >= 2 && agreeing.length * 2 > answers.length) return median(agreeing)
  const [lone] = answers
  if (answers.length !== 1 || lone === undefined) return undefined
  return last?.isFresh && isClose(lone, last.cents, lonePermille) ? lone : undefined
}

const isClose = (cents: bigint, to: bigint, permille: bigint) => {
  const apart = cents > to ? cents - to : to - cents
  return apart * 1000n <= to * permille
}

/** For an even number the lower of the two middle values, so that it is always a quoted price. */
const median = (answers: readonly bigint[]): bigint | undefined => {
  const sorted = [...answers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** The bitcoin price on the open market now, as several exchanges agree. */
export const readMarketPrice = async (
  { db }: Pick<Deps, 'db'>,
  sources: readonly Exchange[] = exchanges,
  { timeoutMs = 5000, nowMs = Date.now() } = {},
): Promise<{ cents: bigint; source: string } | undefined> => {
  const quotes = await Promise.all(
    sources.map(async (source) => ({
      name: source.name,
      cents: await fetchFromExchange(source, { timeoutMs, nowMs }),
    })),
  )
  const answered = quotes.flatMap(({ name, cents }) => (cents === undefined ? [] : [{ name, cents }]))
  const last = await findPrice(db)
  const cents = agreeOnPrice(
    answered.map((each) => each.cents),
    last.at === undefined ? undefined : { cents: last.cents, isFresh: !last.stale },
  )
  if (cents === undefined) return undefined
  return { cents, source: answered.map(({ name }) => name).join(', ') }
}
