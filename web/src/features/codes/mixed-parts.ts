import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from './bytes.ts'
import { bigEndian } from './bytewords.ts'

/**
 * Which pieces of a message a part is made of (BCR-2020-005). The first parts are the pieces themselves. Each later one is
 * several of them mixed: its number and the checksum of the message decide how many and which.
 */
export const choosePieces = (number: number, count: number, checksum: number): number[] => {
  if (number <= count) return [number - 1]
  const next = createRandom(sha256(joinBytes(bigEndian(number, 4), bigEndian(checksum, 4))))
  const pieces = Array.from({ length: count }, (_, place) => place)
  const amount = chooseAmount(count, next)
  return Array.from({ length: amount }, () => pieces.splice(Math.floor(next() * pieces.length), 1)).flat()
}

const mask = 0xffff_ffff_ffff_ffffn
const turn = (word: bigint, by: bigint) => ((word << by) | (word >> (64n - by))) & mask

/** Xoshiro256**: the same numbers between 0 and 1 for the same 32 bytes. */
const createRandom = (seed: Uint8Array): (() => number) => {
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
  let [a, b, c, d] = [view.getBigUint64(0), view.getBigUint64(8), view.getBigUint64(16), view.getBigUint64(24)]
  return () => {
    const word = (turn((b * 5n) & mask, 7n) * 9n) & mask
    const shifted = (b << 17n) & mask
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = turn(d, 45n)
    return Number(word) / 2 ** 64
  }
}

/** How many pieces are mixed: one is twice as likely as two, and three times as likely as three. */
const chooseAmount = (count: number, next: () => number): number => {
  const { chances, others } = chancesOf(count)
  const place = Math.floor(count * next())
  return 1 + (next() < (chances[place] ?? 0) ? place : (others[place] ?? 0))
}

type Chances = { chances: readonly number[]; others: readonly number[] }
let latest: { count: number; of: Chances } | undefined

/** All parts of a message have the same. */
const chancesOf = (count: number): Chances => {
  if (latest?.count !== count) latest = { count, of: writeChances(count) }
  return latest.of
}

/** The alias method of Vose, in the order that the standard's first program has. Any other order gives other numbers. */
const writeChances = (count: number): Chances => {
  const weights = Array.from({ length: count }, (_, place) => 1 / (place + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const shares = weights.map((weight) => (weight * count) / sum)
  const chances = Array.from({ length: count }, () => 0)
  const others = Array.from({ length: count }, () => 0)
  const small: number[] = []
  const large: number[] = []
  for (let place = count - 1; place >= 0; place -= 1) ((shares[place] ?? 0) < 1 ? small : large).push(place)
  for (;;) {
    const [less, more] = [small.at(-1), large.at(-1)]
    if (less === undefined || more === undefined) break
    small.pop()
    large.pop()
    chances[less] = shares[less] ?? 0
    others[less] = more
    const rest = (shares[more] ?? 0) + (shares[less] ?? 0) - 1
    shares[more] = rest
    ;(rest < 1 ? small : large).push(more)
  }
  for (const place of [...large, ...small]) chances[place] = 1
  return { chances, others }
}

/** Several pieces as one: where one bit of both is set, it isn't. */
type Mix = { has: Uint32Array; data: Uint8Array }

/** Collects parts until each piece is known. Each useful part fills one more place. */
export const createPuzzle = (count: number) => {
  const places = Array.from({ length: count }, (): Mix | undefined => undefined)
  return {
    /** False if it says something else than the parts before it. */
    add: (pieces: readonly number[], data: Uint8Array): boolean => {
      const mix: Mix = { has: new Uint32Array(Math.ceil(count / 32)), data: data.slice() }
      for (const piece of pieces) flip(mix.has, piece)
      for (let place = 0; place < count; place += 1) {
        if (!hasPiece(mix.has, place)) continue
        const known = places[place]
        if (!known) {
          places[place] = mix
          return true
        }
        if (known.data.length !== mix.data.length) return false
        takeOut(mix, known)
      }
      // All of it was known before.
      return mix.data.every((byte) => byte === 0)
    },
    filled: (): boolean[] => places.map((mix) => mix !== undefined),
    /** The pieces in order, once each place is filled. */
    solve: (): Uint8Array[] | undefined => {
      if (places.includes(undefined)) return undefined
      const known = places.filter((mix) => mix !== undefined)
      for (const [place, mix] of [...known.entries()].reverse()) {
        // What is behind it was solved before.
        for (let later = place + 1; later < count; later += 1) {
          const other = known[later]
          if (other && hasPiece(mix.has, later)) takeOut(mix, other)
        }
      }
      return known.map(({ data }) => data)
    },
  }
}

const hasPiece = (has: Uint32Array, piece: number) => (((has[piece >>> 5] ?? 0) >>> (piece & 31)) & 1) === 1

const flip = (has: Uint32Array, piece: number) => {
  has[piece >>> 5] = (has[piece >>> 5] ?? 0) ^ (1 << (piece & 31))
}

const takeOut = (mix: Mix, known: Mix) => {
  for (const [at, bits] of known.has.entries()) mix.has[at] = (mix.has[at] ?? 0) ^ bits
  for (const [at, byte] of known.data.entries()) mix.data[at] = (mix.data[at] ?? 0) ^ byte
}
