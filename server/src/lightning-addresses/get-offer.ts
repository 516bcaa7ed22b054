import { createHash } from 'node:crypto'
import { readShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { closedSentences, findPublicLink } from '../payment-links/index.ts'
import { findSatsFor } from '../prices/index.ts'
import { findStore, offersLightning, openStore, type ReadyStore } from '../stores/index.ts'
import { closed, LnurlError } from './lnurl-error.ts'
import { hostOf } from './present-address.ts'
import type { OpenAddress } from './queries.ts'

type OfferedLink = NonNullable<Awaited<ReturnType<typeof findPublicLink>>>

/** What an address offers to wallets now. */
export type Offer = {
  address: OpenAddress
  store: ReadyStore
  link: OfferedLink | undefined
  minMsats: bigint
  maxMsats: bigint
  /** The exact text that wallets hash and compare with the BOLT11. */
  metadata: string
}

/** Throws an error for the wallet if the address can't be paid now. */
export const getOffer = async (deps: Deps, address: OpenAddress): Promise<Offer> => {
  if (!address.storeActive || !address.active || address.retiredAt !== null) throw closed()
  const store = openStore(await findStore(deps.db, address.merchantId), deps.sealer)
  if (!store || !offersLightning(store)) throw closed()
  const link = address.linkSlug === null ? undefined : await findPublicLink(deps.db, address.linkSlug)
  if (address.linkSlug !== null && !link) throw closed()
  if (link && link.status !== 'active') throw new LnurlError(closedSentences[link.status])
  const shop = (link ?? (await readShop(deps.db, address.merchantId))).storeName
  const { minSats, maxSats } = link ? await narrowToLink(deps, address, link) : address
  return {
    ...{ address, store, link },
    minMsats: minSats * 1000n,
    maxMsats: maxSats * 1000n,
    metadata: metadataOf(
      `${address.name}@${hostOf(deps.config)}`,
      link ? `${link.title} – ${shop}` : `Payment to ${shop}`,
    ),
  }
}

export const hashMetadata = (metadata: string) => createHash('sha256').update(metadata).digest('hex')

const metadataOf = (identifier: string, text: string) =>
  JSON.stringify([
    ['text/identifier', identifier],
    ['text/plain', text],
  ])

/**
 * A fixed amount of the link is the only one. Otherwise its bounds apply within those of the address. A link that isn't
 * offered over Lightning has no address, and limits of the method apply too.
 */
const narrowToLink = async (deps: Deps, { minSats, maxSats }: OpenAddress, link: OfferedLink) => {
  const satsOf = async (amount: string) => {
    const sats = await findSatsFor(deps.db, link.currency, amount)
    if (sats === undefined) throw new LnurlError('The exchange rate isn’t available right now. Try again in a minute.')
    return sats
  }
  const { paymentMethods, methodLimits } = link.orders.options ?? {}
  if (paymentMethods && !paymentMethods.includes('lightning')) throw closed()
  const limit = methodLimits?.find(({ method }) => method === 'lightning')
  const toSats = (amounts: readonly (string | null | undefined)[]) =>
    Promise.all(amounts.flatMap((amount) => (amount === null || amount === undefined ? [] : [satsOf(amount)])))
  const least = await toSats([link.amount ?? link.minAmount, limit?.min])
  const most = await toSats([link.amount ?? link.maxAmount, limit?.max])
  // A fixed amount was chosen by the merchant, so only the limits of the method apply to it.
  const narrowed = {
    minSats: largest(link.amount === null ? [minSats, ...least] : least),
    maxSats: smallest(link.amount === null ? [maxSats, ...most] : most),
  }
  if (narrowed.minSats > narrowed.maxSats) throw closed()
  return narrowed
}

const largest = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (a > b ? a : b))
const smallest = (amounts: readonly bigint[]) => amounts.reduce((a, b) => (a < b ? a : b))
