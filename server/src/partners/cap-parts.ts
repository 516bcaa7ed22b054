/**
 * Parts of wholes, in cents, that were rounded apart from them: a cent above its whole goes to another part that has room, first
 * to one that isn't zero. The sum stays.
 */
export const capParts = (parts: readonly bigint[], wholes: readonly bigint[]): bigint[] => {
  const capped = parts.map((part, place) => least(part, wholes[place] ?? 0n))
  let over = parts.reduce((sum, part, place) => sum + part - (capped[place] ?? 0n), 0n)
  for (const smallest of [1n, 0n]) {
    for (const [place, part] of capped.entries()) {
      if (over === 0n || part < smallest) continue
      const more = least(over, (wholes[place] ?? 0n) - part)
      capped[place] = part + more
      over -= more
    }
  }
  return capped
}

const least = (a: bigint, b: bigint) => (a < b ? a : b)
