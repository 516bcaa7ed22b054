import { takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { OrderedOptions } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { limits } from './limits.ts'
import { placesOfSource } from './places-of-source.ts'
import { countUnpaidPlaces } from './queries.ts'

/** A link for one payment has a single place. One source may take it this often in a period, a quarter of the time at most. */
const mostTurns = 3
const turnsOfPeriod = 4 * mostTurns
const [leastPeriodSeconds, mostPeriodSeconds] = [86_400, 30 * 86_400]

/** What BTCPay gives an invoice without an expiry of its own. */
const usualMinutes = 15

/** For how long an invoice of a link takes a place. */
export const openSecondsOf = ({ options }: OrderedOptions) => (options?.expirationMinutes ?? usualMinutes) * 60

type LimitedLink = { id: number; maxPayments: number | null; maxQuantity: number }

/**
 * Keeps one source from holding all places of a link with invoices that it doesn't pay, or its only place again and
 * again. It counts only while that many are unpaid, so that several customers behind one address can pay one after the
 * other. The caller has locked the link.
 */
export const requirePlaceOfSource = async (
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  link: LimitedLink,
  openSeconds: number,
  source: Source,
  quantity = 1,
) => {
  if (!config.rateLimits || link.maxPayments === null) return
  if (link.maxPayments === 1) {
    const periodSeconds = Math.min(mostPeriodSeconds, Math.max(leastPeriodSeconds, turnsOfPeriod * openSeconds))
    const turns = limits.linkTurnsFromSource(link.id, source.address, mostTurns, periodSeconds)
    const tooOften = await takeAttempt(tx, turns)
    if (tooOften) throw tooOften
    return
  }
  const most = placesOfSource({ ...link, maxPayments: link.maxPayments })
  const places = limits.linkPlacesFromSource(link.id, source.address, most, openSeconds)
  let refusal: Awaited<ReturnType<typeof takeAttempt>>
  for (let place = 0; place < quantity; place++) refusal = (await takeAttempt(tx, places)) ?? refusal
  if (refusal && (await countUnpaidPlaces(tx, link.id)) + quantity > most) throw refusal
}
