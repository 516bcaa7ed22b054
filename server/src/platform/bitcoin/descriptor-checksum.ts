const characters = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumCharacters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

const mix = (state: bigint, value: bigint): bigint => {
  const top = state >> 35n
  const next = ((state & 0x7ffffffffn) << 5n) ^ value
  return generator.reduce((mixed, part, bit) => ((top >> BigInt(bit)) & 1n ? mixed ^ part : mixed), next)
}

/** The checksum of an output descriptor (BIP 380). Undefined if it has a character that none may have. */
export const checksumOf = (descriptor: string): string | undefined => {
  const places = Array.from(descriptor, (character) => characters.indexOf(character))
  if (places.includes(-1)) return undefined
  let state = 1n
  for (let start = 0; start < places.length; start += 3) {
    const group = places.slice(start, start + 3)
    for (const place of group) state = mix(state, BigInt(place & 31))
    state = mix(
      state,
      group.reduce((sum, place) => sum * 3n + BigInt(place >> 5), 0n),
    )
  }
  for (let rest = 0; rest < 8; rest++) state = mix(state, 0n)
  state ^= 1n
  return Array.from(
    { length: 8 },
    (_, place) => checksumCharacters[Number((state >> BigInt(5 * (7 - place))) & 31n)],
  ).join('')
}

export const addChecksum = (descriptor: string): string => `${descriptor}#${checksumOf(descriptor)}`
