/** A value of CBOR. Floats, negative numbers and values of unknown length aren't needed. */
export type Cbor = number | boolean | null | string | Uint8Array | Cbor[] | CborMap | Tagged
export type CborMap = ReadonlyMap<Cbor, Cbor>
export class Tagged {
  readonly tag: number
  readonly value: Cbor
  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

/** Deeper than any key or payment. */
const deepest = 16

/** Reads exactly one value. Undefined where it isn't one. */
export const readCbor = (bytes: Uint8Array): Cbor | undefined => {
  const reading = { bytes, at: 0 }
  try {
    const value = readValue(reading, 0)
    return reading.at === bytes.length ? value : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

class Unreadable extends Error {}

type Reading = { readonly bytes: Uint8Array; at: number }

const readValue = (reading: Reading, depth: number): Cbor => {
  if (depth > deepest) throw new Unreadable()
  const [first = 0] = take(reading, 1)
  const [major, minor] = [first >> 5, first & 31]
  if (major === 7) return readSimple(minor)
  const number = readNumber(reading, minor)
  const next = () => readValue(reading, depth + 1)
  // A list can't be longer than the rest of the bytes, so its length needs no limit of its own.
  const readAll = <Value>(read: () => Value) => {
    if (number > reading.bytes.length - reading.at) throw new Unreadable()
    return Array.from({ length: number }, read)
  }
  if (major === 0) return number
  if (major === 2) return take(reading, number)
  if (major === 3) return new TextDecoder().decode(take(reading, number))
  if (major === 4) return readAll(next)
  if (major === 5) return new Map(readAll((): [Cbor, Cbor] => [next(), next()]))
  if (major === 6) return new Tagged(number, next())
  throw new Unreadable()
}

const simple = new Map<number, Cbor>([
  [20, false],
  [21, true],
  [22, null],
])

const readSimple = (minor: number): Cbor => {
  const value = simple.get(minor)
  if (value === undefined) throw new Unreadable()
  return value
}

/** In the first byte, or in one, two, four or eight that follow. */
const readNumber = (reading: Reading, minor: number): number => {
  if (minor < 24) return minor
  if (minor > 27) throw new Unreadable()
  const number = take(reading, 2 ** (minor - 24)).reduce((sum, byte) => sum * 256 + byte, 0)
  if (!Number.isSafeInteger(number)) throw new Unreadable()
  return number
}

const take = (reading: Reading, length: number): Uint8Array => {
  const end = reading.at + length
  if (end > reading.bytes.length) throw new Unreadable()
  const taken = reading.bytes.subarray(reading.at, end)
  reading.at = end
  return taken
}
