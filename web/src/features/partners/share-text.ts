import { divideHalfUp, fromCents, toUsd8 } from '@bitquay/contract/money'
import { formatUsd } from '../../ui/money-text.ts'

const dollar8 = 100_000_000n

/** `+$0.3333` below a dollar, `+$12.35` from there on. */
export const shareText = (amount: string): string => {
  const usd8 = toUsd8(amount)
  if (usd8 >= dollar8 || usd8 <= -dollar8) return formatUsd(fromCents(divideHalfUp(usd8, 1_000_000n)), 'always')
  const tenthousandths = divideHalfUp(usd8 < 0n ? -usd8 : usd8, 10_000n)
  const digits = tenthousandths.toString().padStart(5, '0')
  return `${usd8 < 0n ? '−' : '+'}$${digits.slice(0, -4)}.${digits.slice(-4)}`
}
