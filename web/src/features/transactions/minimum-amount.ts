import { withoutExponent } from '@bitquay/contract/money'
import { isMinAmount } from '../../lib/address-filters.ts'

/** The field's own arrows write one satoshi as 1e-8. */
export const plainAmount = (text: string) => {
  const plain = withoutExponent(text)
  return isMinAmount(plain) ? plain : text
}
