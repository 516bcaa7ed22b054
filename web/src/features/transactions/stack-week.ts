import { toCents } from '@bitquay/contract/money'

type Day = { day: string; confirmedUsd: string; pendingUsd: string; count: number }

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The days of a week as stacks of containers, each worth the same. */
export const stackWeek = (days: readonly Day[]) => {
  const cents = days.map(({ confirmedUsd, pendingUsd }) => ({
    landed: toCents(confirmedUsd),
    waiting: toCents(pendingUsd),
  }))
  const sums = cents.map(({ landed, waiting }) => landed + waiting)
  const unitCents = chooseUnitCents(sums.reduce((most, sum) => (sum > most ? sum : most), 0n))
  const inUnits = (amount: bigint) => Number(amount) / Number(unitCents)
  return {
    unitCents,
    totalCents: sums.reduce((total, sum) => total + sum, 0n),
    pending: cents.some(({ waiting }) => waiting > 0n),
    stacks: days.map(({ day }, index) => ({
      name: index === days.length - 1 ? 'Today' : weekday.format(new Date(`${day}T00:00:00Z`)),
      now: index === days.length - 1,
      sumCents: sums[index] ?? 0n,
      landed: inUnits(cents[index]?.landed ?? 0n),
      waiting: inUnits(cents[index]?.waiting ?? 0n),
    })),
  }
}

/** 1, 2, 2.5 or 5 × 10ⁿ dollars, the smallest with which the tallest stack has at most ten containers. */
export const chooseUnitCents = (tallestCents: bigint): bigint => {
  for (let scale = 100n; ; scale *= 10n) {
    const unit = [10n, 20n, 25n, 50n].map((step) => (step * scale) / 10n).find((step) => step * 10n >= tallestCents)
    if (unit) return unit
  }
}
