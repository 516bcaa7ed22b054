import { decimalsOf, findUnits, fromUnits } from '@bitquay/contract/money'

/** Amounts are stored with eight decimals. */
export const trimToCurrency = (amount: string, currency: string): string => {
  const decimals = decimalsOf(currency)
  return fromUnits((findUnits(amount, 8) ?? 0n) / 10n ** BigInt(8 - decimals), decimals)
}
