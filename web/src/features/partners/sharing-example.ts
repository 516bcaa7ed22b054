/** What comes of $100.00: the pool, and one's share of it to a tenth of a cent, in thousandths all the way. */
export const sharingExample = (poolPercent: number, sharePercentage: number) => {
  const poolMills = BigInt(Math.round(poolPercent * 1000))
  const shareMills = (poolMills * BigInt(Math.round(sharePercentage * 100)) + 5_000n) / 10_000n
  return { poolText: dollarsOf(poolMills), shareText: dollarsOf(shareMills) }
}

/** A tenth of a cent only where there is one: `$1.00`, `$0.333`. */
const dollarsOf = (mills: bigint) => {
  const digits = mills.toString().padStart(4, '0')
  const text = `$${digits.slice(0, -3)}.${digits.slice(-3)}`
  return text.endsWith('0') ? text.slice(0, -1) : text
}
