import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { originsChanged } from './facts.ts'
import { replaceOrigins } from './table.origins.ts'

/** Sets which sites may frame a merchant's checkout. It takes effect with the next page that is loaded. */
export const setOrigins = async (
  { db, config }: Deps,
  person: MerchantPerson,
  wanted: readonly string[],
  source: Source,
): Promise<string[]> => {
  const origins = [...new Set(wanted)].sort()
  const unsafe = origins.find((origin) => config.mode === 'live' && isPlain(origin))
  if (unsafe !== undefined) throw notSecure(origins.indexOf(unsafe))
  return inTransaction(db, async (tx) => {
    // Two lists at the same time must not mix.
    await lockMerchant(tx, person.merchantId)
    const before = (await replaceOrigins(tx, person.merchantId, origins)).sort()
    const about = { merchantId: person.merchantId, before: before.join(' '), after: origins.join(' ') }
    if (about.before !== about.after) await announce(tx, originsChanged, about, { actor: person, source })
    return origins
  })
}

/** Anyone on the network could change a page that isn't encrypted. On one's own computer nobody can. */
const isPlain = (origin: string) =>
  origin.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1|[a-z0-9-]+\.localhost)(:\d+)?$/.test(origin)

const notSecure = (place: number) => {
  const message = 'Use https. Plain http works on your own computer only.'
  return new ApiError('invalid-request', { message, fields: [{ path: `origins.${place}`, message }] })
}
