import { roundStep } from '../../ui/round-step.ts'

/** Three even lines above the ground on round amounts, the highest at or above the tallest column. */
export const scaleOf = (tallestCents: bigint): { stepCents: bigint; topCents: bigint } => {
  const stepCents = roundStep((tallestCents + 2n) / 3n)
  return { stepCents, topCents: stepCents * 3n }
}

/** $0, $2.50, $250, $2.5K, $3M: short, and exact. */
export const formatStep = (cents: bigint): string => {
  const units: [bigint, string][] = [
    [100_000_000n, 'M'],
    [100_000n, 'K'],
    [100n, ''],
  ]
  for (const [unit, name] of units) {
    if (cents < unit && unit !== 100n) continue
    const [whole, rest] = [cents / unit, cents % unit]
    if (rest === 0n) return `$${whole}${name}`
    if (unit === 100n) return `$${whole}.${String(rest).padStart(2, '0')}`
    const decimals = String(rest)
      .padStart(String(unit).length - 1, '0')
      .replace(/0+$/, '')
    return `$${whole}.${decimals}${name}`
  }
  return '$0'
}
