import { divideHalfUp, toUsd8 } from '@bitquay/contract/money'

/** `+$2.1200`: four decimals in every row, so that shares below a cent can be compared with the others. */
export const writeShare = (usd: string): string => {
  const usd8 = toUsd8(usd)
  const digits = divideHalfUp(usd8 < 0n ? -usd8 : usd8, 10_000n)
    .toString()
    .padStart(5, '0')
  const dollars = digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${usd8 < 0n ? '−' : '+'}$${dollars}.${digits.slice(-4)}`
}

/** `0.333%`: the part of a payment that the contract gives the partner, with three decimals in every row. */
export const writeRate = (percent: number): string => `${percent.toFixed(3)}%`
