const inputCharset = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumCharset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

/** Adds the checksum of an output descriptor (BIP380). */
export const withChecksum = (descriptor: string): string => {
  let state = 1n
  let group = 0
  let collected = 0
  for (const character of descriptor) {
    const position = inputCharset.indexOf(character)
    if (position === -1) throw new Error('A descriptor has only printable letters.')
    state = step(state, position & 31)
    group = group * 3 + (position >> 5)
    collected += 1
    if (collected === 3) {
      state = step(state, group)
      group = 0
      collected = 0
    }
  }
  if (collected > 0) state = step(state, group)
  for (let i = 0; i < 8; i += 1) state = step(state, 0)
  state ^= 1n
  const checksum = Array.from({ length: 8 }, (_, i) => checksumCharset[Number((state >> BigInt(5 * (7 - i))) & 31n)])
  return `${descriptor}#${checksum.join('')}`
}

const step = (state: bigint, value: number): bigint => {
  const top = state >> 35n
  let next = ((state & 0x7ffffffffn) << 5n) ^ BigInt(value)
  for (const [i, generator] of generators.entries()) if ((top >> BigInt(i)) & 1n) next ^= generator
  return next
}
