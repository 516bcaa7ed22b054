import { centsOfUsd8, fromCents, toUsd8 } from '@bitquay/contract/money'

/**
 * Rounds parts to cents so that they add up to their total as rounded. What rounding leaves goes to the largest part,
 * where it is least seen.
 */
export const roundToTotal = (parts: readonly string[], totalUsd: string): string[] => {
  const cents = parts.map((part) => centsOfUsd8(toUsd8(part)))
  const left = centsOfUsd8(toUsd8(totalUsd)) - cents.reduce((sum, part) => sum + part, 0n)
  const largest = cents.reduce((most, part, place) => (sizeOf(part) > sizeOf(cents[most] ?? 0n) ? place : most), 0)
  return cents.map((part, place) => fromCents(place === largest ? part + left : part))
}

const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents)
