/** So many percent of $100.00 as a decimal string. Percentages have at most three decimals: tenths of a cent, half up. */
export const ofHundredDollars = (percent: number): string => {
  const cents = (BigInt(Math.round(percent * 1000)) + 5n) / 10n
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}
