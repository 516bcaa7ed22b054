export const ON_CHAIN = 'BTC-CHAIN'
export const LIGHTNING = 'BTC-LN'
export const LNURL = 'BTC-LNURL'

export type MethodId = typeof ON_CHAIN | typeof LIGHTNING | typeof LNURL

const spellings: Readonly<Record<string, MethodId>> = {
  'BTC-CHAIN': ON_CHAIN,
  BTC: ON_CHAIN,
  'BTC-ONCHAIN': ON_CHAIN,
  BTC_ONCHAIN: ON_CHAIN,
  'BTC-BTCLIKE': ON_CHAIN,
  BTC_BITCOINLIKE: ON_CHAIN,
  'BTC-LN': LIGHTNING,
  'BTC-LIGHTNINGNETWORK': LIGHTNING,
  BTC_LIGHTNINGLIKE: LIGHTNING,
  'BTC-OFFCHAIN': LIGHTNING,
  'BTC-LNURL': LNURL,
  'BTC-LNURLPAY': LNURL,
}

/** Maps any spelling that BTCPay ever used to the one it returns. */
export const parseMethodId = (text: string): MethodId | undefined => spellings[text.trim().toUpperCase()]
