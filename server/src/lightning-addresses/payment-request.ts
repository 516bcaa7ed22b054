import { randomBytes } from 'node:crypto'
import type { Mac } from '../platform/crypto/mac.ts'
import { hashMetadata, type Offer } from './get-offer.ts'
import { LnurlError } from './lnurl-error.ts'

/** What a wallet was offered, as its callback brings it back. `id` names the request, which is paid once. */
export type PaymentRequest = { id: string; issuedSeconds: number; minMsats: bigint; maxMsats: bigint }

/** As long as an invoice keeps its price. */
const validSeconds = 15 * 60
const form = /^([\w-]{16})\.(\d{1,12})\.(\d{1,14})\.(\d{1,14})\.([\w-]{43})$/

/** Signs an offer, so that its callback needs no row until it is used. */
export const signRequest = (mac: Mac, offer: Offer): string => {
  const request = {
    id: randomBytes(12).toString('base64url'),
    issuedSeconds: secondsOf(offer.address.now),
    minMsats: offer.minMsats,
    maxMsats: offer.maxMsats,
  }
  return `${partsOf(request).join('.')}.${mac.sign(signedText(request, offer))}`
}

/** Returns the request, if it was signed for this address and nothing that the payer saw has changed since. */
export const requireRequest = (mac: Mac, token: string, offer: Offer): PaymentRequest => {
  const [, id = '', issued = '0', min = '0', max = '0', signature = ''] = form.exec(token) ?? []
  const request = { id, issuedSeconds: Number(issued), minMsats: BigInt(min), maxMsats: BigInt(max) }
  if (!mac.verify(signedText(request, offer), signature)) {
    throw new LnurlError('What this address offers has changed. Scan the code or enter the address again.')
  }
  const age = secondsOf(offer.address.now) - request.issuedSeconds
  if (age > validSeconds) {
    throw new LnurlError('This payment request has expired. Scan the code or enter the address again.')
  }
  return request
}

const partsOf = ({ id, issuedSeconds, minMsats, maxMsats }: PaymentRequest) => [id, issuedSeconds, minMsats, maxMsats]

const signedText = (request: PaymentRequest, { address, metadata }: Offer) =>
  [address.id, ...partsOf(request), hashMetadata(metadata)].join(' ')

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)
