import type { Outcome } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type LnurlInvoice, lockPlaces, saveLnurlInvoice } from '../invoices/index.ts'
import { findPublicLink, lockLink, requirePlaceOfSource } from '../payment-links/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { getOffer, hashMetadata, type Offer } from './get-offer.ts'
import { limits } from './limits.ts'
import { closed, LnurlError, notFound } from './lnurl-error.ts'
import { type PaymentRequest, requireRequest } from './payment-request.ts'
import { findAddressById, findInvoicesOfRequest } from './queries.ts'
import { hashSource, requirePlace } from './require-place.ts'
import { requireRightBolt11 } from './require-right-bolt11.ts'

export type Callback = { token: string; amount: string; comment: string }

const expirySeconds = 600

/**
 * A wallet requests the BOLT11 for what it was offered. The same request again returns the same BOLT11 while it can be
 * paid, and is refused once it was paid. Nothing is stored for a refused request.
 */
export const requestInvoice = async (
  deps: Deps,
  id: number,
  callback: Callback,
  source: Source,
): Promise<LnurlInvoice> => {
  await requireAttempts(deps, [limits.lnurlCallsFromSource(source.address)])
  const address = await findAddressById(deps.db, id)
  if (!address) throw notFound()
  const offer = await getOffer(deps, address)
  const request = requireRequest(deps.macs.lnurl, callback.token, offer)
  const amountMsats = requireAmount(callback.amount, request)
  const comment = requireComment(callback.comment, address.commentLength)
  const earlier = await findInvoicesOfRequest(deps.db, id, request.id)
  if (earlier.some(({ paidAt }) => paidAt !== null)) {
    throw new LnurlError('This payment request was already paid. Scan the code or enter the address again.')
  }
  const same = earlier.find((row) => row.amountMsats === amountMsats && row.comment === comment)
  if (same) return requireOpen(same, address.now)
  // Before the node has any work. When the invoice is saved, the places are counted again, one request after the other.
  await requirePlace(deps.db, deps, address.merchantId, hashSource(deps, source))
  await requireAttempts(deps, [limits.lnurlInvoicesFromSource(source.address)])
  return issue(deps, offer, { request: request.id, amountMsats, comment }, source)
}

const requireAmount = (amount: string, { minMsats, maxMsats }: PaymentRequest): bigint => {
  const msats = /^[1-9]\d{0,13}$/.test(amount) ? BigInt(amount) : undefined
  if (msats === undefined) throw new LnurlError('The amount must be a whole number of millisatoshis.')
  if (msats < minMsats || msats > maxMsats) {
    throw new LnurlError(`The amount must be between ${minMsats / 1000n} and ${maxMsats / 1000n} sats.`)
  }
  return msats
}

/** Control characters and marks that reorder text could make a list of payments say something else. */
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const requireComment = (comment: string, most: number): string => {
  if (Array.from(comment).length > most) {
    throw new LnurlError(
      most === 0 ? 'This address doesn’t accept comments.' : `A comment can have at most ${most} characters.`,
    )
  }
  return comment.replace(unprintable, ' ').trim()
}

const requireOpen = (invoice: LnurlInvoice, now: Date): LnurlInvoice => {
  if (invoice.expiresAt > now) return invoice
  throw new LnurlError('This payment request has expired. Scan the code or enter the address again.')
}

type Wish = Pick<LnurlInvoice, 'request' | 'amountMsats' | 'comment'>

const issue = async (deps: Deps, offer: Offer, wish: Wish, source: Source): Promise<LnurlInvoice> => {
  const { address, store, metadata } = offer
  const node = store.lightning === 'shared' ? 'shared' : 'own'
  const created = await createAtNode(deps, offer, wish.amountMsats)
  // A key without the right to create invoices at the node won't get it by trying again.
  if (created.kind === 'refused') throw closed()
  if (created.kind !== 'ok') throw new LnurlError('Couldn’t reach the store’s Lightning node. Try again in a minute.')
  const { paymentHash, expirySeconds } = requireRightBolt11(created.value, {
    network: deps.config.network,
    amountMsats: wish.amountMsats,
    descriptionHash: hashMetadata(metadata),
    now: address.now,
  })
  const saved = await inTransaction(deps.db, async (tx) => {
    await requireLinkPlace(tx, deps, offer, source)
    const { merchantId } = address
    const hashed = hashSource(deps, source)
    await lockPlaces(tx, merchantId)
    const placeSeconds = await requirePlace(tx, deps, merchantId, hashed)
    return saveLnurlInvoice(tx, {
      ...wish,
      ...{ paymentHash, expirySeconds, placeSeconds, node, merchantId },
      source: hashed,
      addressId: address.id,
      paymentLinkId: address.paymentLinkId,
      bolt11: created.value.BOLT11,
      nodeInvoiceId: created.value.id,
      serverUrl: store.serverUrl,
      storeId: store.storeId,
    })
  })
  if (!saved) throw new LnurlError('The store’s Lightning node returned a wrong invoice. Nothing was charged.')
  return saved
}

/** A link with a limit counts its places while it is locked, as for its invoices. */
const requireLinkPlace = async (tx: Tx, deps: Deps, { address, link }: Offer, source: Source) => {
  if (!link || link.maxPayments === null) return
  await lockLink(tx, address.merchantId, link.id)
  const current = await findPublicLink(tx, link.slug)
  if (current?.status !== 'active') throw closed()
  await requirePlaceOfSource(tx, deps, current, expirySeconds, source)
}

/** The shared node of the store's engine is asked as its operator. A merchant's own node is reached through its store. */
const createAtNode = (deps: Deps, offer: Offer, amountMsats: bigint): Promise<Outcome<LightningInvoice>> => {
  const { store, metadata } = offer
  const body = {
    amount: String(amountMsats),
    description: metadata,
    descriptionHashOnly: true,
    expiry: expirySeconds,
  }
  if (store.lightning === 'shared' && store.engineId !== null) {
    return deps.engines.of(store.engineId).serverLightning.createInvoice(body)
  }
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return client.lightning.createInvoice(store.storeId, body)
}
