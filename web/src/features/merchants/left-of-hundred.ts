/** What is left of $100.00 after percentages, to the cent, rounded half up in the payee's favour; undefined when one is no number. */
export const leftOfHundred = (percents: readonly string[]): string | undefined => {
  let leftMilli = 100_000n
  for (const percent of percents) {
    const match = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(percent.trim())
    if (!match) return undefined
    leftMilli -= BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(3, '0'))
  }
  if (leftMilli < 0n) return undefined
  const cents = (leftMilli + 5n) / 10n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
