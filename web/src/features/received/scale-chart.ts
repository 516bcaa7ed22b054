import { roundStep } from '../../ui/round-step.ts'

/** Pixels of one block with the seam above it. */
const blockPx = 20

export type Scale = {
  unitCents: bigint
  /** Where the grid lines are, in cents. */
  lines: bigint[]
  heightOf: (cents: bigint) => number
}

/** As many as fit into the plot, and how many of them the tallest column may have: its amount stands above it. */
const plotBlocks = 12n
const mostBlocks = 11n

/** All heights of a chart. A block is a round amount, as small as the tallest column permits. */
export const scaleChart = (tallestCents: bigint): Scale => {
  const unitCents = roundStep((tallestCents + mostBlocks - 1n) / mostBlocks)
  const blocksPerLine = isRoundByFour(unitCents) ? 4n : 5n
  return {
    unitCents,
    lines: Array.from(
      { length: Number(plotBlocks / blocksPerLine) },
      (_, index) => unitCents * blocksPerLine * BigInt(index + 1),
    ),
    heightOf: (cents) => (Number(cents) / Number(unitCents)) * blockPx,
  }
}

/** Grid lines fall on round amounts: 4 × 1.5 = 6, 4 × 2.5 = 10 and 4 × 5 = 20, 5 blocks of all others. */
const isRoundByFour = (unitCents: bigint) => /^[125]?50*$/.test(String(unitCents))
