/** How far from the middle an answer may be, and how far a lone one from the last price: in tenths of a percent. */
const outlierPermille = 20n
const lonePermille = 50n

/**
 * The median of what exchanges say, without those that are far from the others. Two must agree: a lone answer counts only
 * close to the last good price, or one exchange's fault would be everyone's rate. Undefined when there is no agreement.
 */
export const agreeOnPrice = (
  answers: readonly bigint[],
  last: { cents: bigint; isFresh: boolean } | undefined,
): bigint | undefined => {
  const middle = median(answers)
  if (middle === undefined) return undefined
  const agreeing = answers.filter((cents) => isClose(cents, middle, outlierPermille))
  if (agreeing.length >= 2 && agreeing.length * 2 > answers.length) return median(agreeing)
  const [lone] = answers
  if (answers.length !== 1 || lone === undefined) return undefined
  return last?.isFresh && isClose(lone, last.cents, lonePermille) ? lone : undefined
}

const isClose = (cents: bigint, to: bigint, permille: bigint) => {
  const apart = cents > to ? cents - to : to - cents
  return apart * 1000n <= to * permille
}

/** Of an even number the lower of the two in the middle, so that it is always a price that someone named. */
const median = (answers: readonly bigint[]): bigint | undefined => {
  const sorted = [...answers].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
