import { decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { LnurlError } from './lnurl-error.ts'

const prefixes: Record<NetworkName, string> = { mainnet: 'lnbc', testnet: 'lntb', signet: 'lntbs', regtest: 'lnbcrt' }

/** Some nodes ignore the expiry that they are asked for. One that is paid days later was no answer to this payer. */
const mostExpirySeconds = 3600

/** How far a node's clock may be ahead of ours. */
const mostAheadSeconds = 600

type Wanted = { network: NetworkName; amountMsats: bigint; descriptionHash: string; now: Date }

/**
 * Checks a node's BOLT11 before it is handed out: a merchant's own server may return one that pays somebody else,
 * another amount, something the payer wasn't shown, or one that can't be paid now. Returns its hash and how long it
 * can be paid.
 */
export const requireRightBolt11 = (answer: LightningInvoice, wanted: Wanted) => {
  const decoded = decodeBolt11(answer.BOLT11)
  const nowSeconds = Math.floor(wanted.now.getTime() / 1000)
  const isRight =
    decoded !== undefined &&
    decoded.prefix === prefixes[wanted.network] &&
    decoded.paymentHash === answer.paymentHash &&
    decoded.amountMsat === wanted.amountMsats &&
    decoded.descriptionHash === wanted.descriptionHash &&
    decoded.expirySeconds <= mostExpirySeconds &&
    decoded.timestampSeconds <= nowSeconds + mostAheadSeconds &&
    decoded.timestampSeconds + decoded.expirySeconds > nowSeconds
  if (!isRight) throw new LnurlError('The store’s Lightning node returned a wrong invoice. Nothing was charged.')
  const { paymentHash, timestampSeconds, expirySeconds } = decoded
  return { paymentHash, expirySeconds: timestampSeconds + expirySeconds - nowSeconds }
}
