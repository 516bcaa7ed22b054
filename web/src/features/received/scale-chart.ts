/** Pixels of one block with the seam above it. */
const blockPx = 20

export type Scale = {
  unitCents: bigint
  /** Where the grid lines are, in cents. */
  lines: bigint[]
  heightOf: (cents: bigint) => number
}

const plotBlocks = 12n

/** All heights of a chart. A block is 1, 2, 2.5 or 5 × 10ⁿ dollars, and the tallest column has at most ten. */
export const scaleChart = (tallestCents: bigint): Scale => {
  const { unitCents, blocksPerLine } = chooseUnit(tallestCents)
  const lineCents = unitCents * blocksPerLine
  return {
    unitCents,
    lines: Array.from({ length: Number(plotBlocks / blocksPerLine) }, (_, index) => lineCents * BigInt(index + 1)),
    heightOf: (cents) => (Number(cents) / Number(unitCents)) * blockPx,
  }
}

/** Grid lines fall on round amounts: 5 blocks of 1 or 2, 4 blocks of 2.5 or 5. */
const steps = [
  { step: 10n, blocksPerLine: 5n },
  { step: 20n, blocksPerLine: 5n },
  { step: 25n, blocksPerLine: 4n },
  { step: 50n, blocksPerLine: 4n },
]

const chooseUnit = (tallestCents: bigint) => {
  for (let scale = 100n; ; scale *= 10n) {
    for (const { step, blocksPerLine } of steps) {
      const unitCents = (step * scale) / 10n
      if (unitCents * 10n >= tallestCents) return { unitCents, blocksPerLine }
    }
  }
}
