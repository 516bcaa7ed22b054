const leading = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n]

/** The smallest round amount that isn't less: 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 × 10ⁿ, and at least 10. */
export const roundStep = (leastCents: bigint): bigint => {
  for (let power = 1n; ; power *= 10n) {
    const found = leading.map((digits) => digits * power).find((step) => step >= leastCents)
    if (found !== undefined) return found
  }
}
