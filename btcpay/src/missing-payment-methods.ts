import type { Invoice } from './wire/invoices.ts'
import { LIGHTNING, LNURL, ON_CHAIN } from './wire/payment-methods.ts'

/**
 * BTCPay creates an invoice as soon as one payment method works, without reporting the others: a Lightning node that is
 * down or an amount below dust drops its method. Returns the requested methods that are missing.
 */
export const missingPaymentMethods = (requested: readonly string[], created: Pick<Invoice, 'checkout'>): string[] => {
  const present = new Set((created.checkout.paymentMethods ?? []).map(canonicalMethodId))
  return requested.map(canonicalMethodId).filter((id, index, all) => !present.has(id) && all.indexOf(id) === index)
}

/** The v2 name of a payment method id. BTCPay still reads the old ones. */
export const canonicalMethodId = (id: string): string => OLD_SPELLINGS[id.toUpperCase()] ?? id

const OLD_SPELLINGS: Readonly<Record<string, string>> = {
  BTC: ON_CHAIN,
  'BTC-ONCHAIN': ON_CHAIN,
  BTC_ONCHAIN: ON_CHAIN,
  'BTC-BTCLIKE': ON_CHAIN,
  BTC_BITCOINLIKE: ON_CHAIN,
  'BTC-CHAIN': ON_CHAIN,
  'BTC-LIGHTNINGNETWORK': LIGHTNING,
  BTC_LIGHTNINGLIKE: LIGHTNING,
  'BTC-OFFCHAIN': LIGHTNING,
  'BTC-LN': LIGHTNING,
  'BTC-LNURLPAY': LNURL,
  'BTC-LNURL': LNURL,
}
