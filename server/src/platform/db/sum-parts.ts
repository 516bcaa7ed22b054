import { toCents } from '@bitquay/contract/money'

/** A part of a list: the rows of one state, or `total`, all rows without any filter, or `more`, those not counted. */
export type PartSums = { part: string; count: bigint }

/**
 * What the summary of a list says, from the sums of its parts: counts of each state, whatever state is chosen, and
 * counts and sums of what is chosen.
 */
export const sumParts = <State extends string, Part extends PartSums>(
  rows: readonly Part[],
  states: readonly State[],
  chosen: State | undefined,
) => {
  const parts = new Map(rows.map((row) => [row.part, row]))
  const countOf = (part: string) => Number(parts.get(part)?.count ?? 0n)
  const counted: readonly State[] = chosen === undefined ? states : [chosen]
  return {
    total: countOf('total'),
    filtered: counted.reduce((sum, state) => sum + countOf(state), 0),
    isExact: countOf('more') === 0,
    counts: Object.fromEntries(states.map((state) => [state, countOf(state)])) as Record<State, number>,
    /** The dollars of the chosen states, in cents. */
    sumCents: (usdOf: (part: Part) => string, isCounted: (state: State) => boolean = () => true): bigint =>
      counted.filter(isCounted).reduce((sum, state) => {
        const part = parts.get(state)
        return part ? sum + toCents(usdOf(part)) : sum
      }, 0n),
  }
}
