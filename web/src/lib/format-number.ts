import { pageLocale } from './language.ts'

/** Fees as set: 3%, 0.333%. */
export const formatPercent = (percent: number): string =>
  `${percent.toLocaleString('en-US', { maximumFractionDigits: 3 })}%`

/** Shares with two decimals: 33.33%. */
export const formatShare = (percent: number): string =>
  `${percent.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`

/** Counts with commas. */
export const formatCount = (count: number): string => count.toLocaleString(pageLocale())

/** A count that may still be loading. The server stops counting somewhere; then there are at least as many. */
export const writeCount = (count: number | undefined, exact = true): string =>
  count === undefined ? '—' : `${formatCount(count)}${exact ? '' : '+'}`
