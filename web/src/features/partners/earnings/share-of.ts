import { divideHalfUp, toUsd8 } from '@bitquay/contract/money'
import { formatPercent } from '../../../lib/format-number.ts'

/** `+$2.1200`: four decimals in every row, so that shares below a cent can be compared with the others. */
export const writeShare = (usd: string): string => {
  const usd8 = toUsd8(usd)
  const digits = divideHalfUp(usd8 < 0n ? -usd8 : usd8, 10_000n)
    .toString()
    .padStart(5, '0')
  const dollars = digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${usd8 < 0n ? '−' : '+'}$${dollars}.${digits.slice(-4)}`
}

/** `0.333%`: which part of a payment the share is. Undefined where it can't be said. */
export const writeRate = (shareUsd: string | null, paymentUsd: string | null): string | undefined => {
  if (shareUsd === null || paymentUsd === null || toUsd8(paymentUsd) === 0n) return undefined
  const thousandths = divideHalfUp(toUsd8(shareUsd) * 100_000n, toUsd8(paymentUsd))
  return formatPercent(Number(thousandths) / 1000)
}
