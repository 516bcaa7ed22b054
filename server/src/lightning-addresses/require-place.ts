import { networkOf } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { LnurlError } from './lnurl-error.ts'
import { countPlaces } from './queries.ts'

/** How many invoices of a merchant can be open. More than any counter needs at once, and few enough to watch each. */
export const mostOpen = 500
/** From this many on, places are only for sources that have none, and short. */
export const crowded = 400
const shortSeconds = 60
/** How many unpaid invoices a source can have at a merchant. Each one that it paid lately allows another one. */
export const mostOfSource = 20
const mostOfPayingSource = 200

/** The network that a request came from, in a form that nobody can read an address from. */
export const hashSource = ({ macs }: Pick<Deps, 'macs'>, { address }: Source) =>
  macs.lnurl.sign(`source ${networkOf(address)}`)

/**
 * Refuses a source that has taken its share of a merchant's places, so that a few sources can't keep everyone else from
 * paying. Returns for how long the new invoice has a place, if that is shorter than the invoice.
 */
export const requirePlace = async (
  db: Db | Tx,
  { config }: Pick<Deps, 'config'>,
  merchantId: number,
  source: string,
): Promise<number | undefined> => {
  const { open, openOfSource, unpaidOfSource, paidOfSource } = await countPlaces(db, merchantId, source)
  const isCrowded = open >= crowded
  if (open >= mostOpen || (config.rateLimits && isCrowded && openOfSource > 0)) {
    throw new LnurlError('Too many payments are open right now. Try again in a few minutes.', { status: 429 })
  }
  const most = Math.min(mostOfPayingSource, mostOfSource + paidOfSource)
  if (config.rateLimits && unpaidOfSource >= most) {
    throw new LnurlError('Too many payments from your network are unpaid. Pay one of them, or try again later.', {
      status: 429,
    })
  }
  return isCrowded ? shortSeconds : undefined
}
