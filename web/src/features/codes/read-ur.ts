import { joinBytes } from './bytes.ts'
import { crc32, fromBytewords } from './bytewords.ts'
import { type Content, isPsbt, mostBytes, mostParts, type Part, toText, type Whole } from './content.ts'
import { choosePieces } from './mixed-parts.ts'
import { type Cbor, readCbor, Tagged } from './read-cbor.ts'

/** Uniform Resources (BCR-2020-005): one code with everything, or one of several. */
export const readUr = (text: string): Part | Whole => {
  const found = /^ur:([a-z\d-]{1,40})\/(?:(\d{1,10})-(\d{1,4})\/)?([a-z]+)$/i.exec(text)
  if (!found) return undefined
  const [, type = '', number, count, words = ''] = found
  const kind = kinds.get(type.toLowerCase())
  if (kind === undefined || kind === 'secret') return kind
  const bytes = fromBytewords(words)
  if (!bytes) return undefined
  if (number === undefined) return kind(bytes)
  const part = readPart(bytes)
  if (!part || part.number !== Number(number) || part.count !== Number(count)) return undefined
  return toPart(kind, type.toLowerCase(), part)
}

type MixedPart = { number: number; count: number; length: number; checksum: number; data: Uint8Array }

const readPart = (bytes: Uint8Array): MixedPart | undefined => {
  const value = readCbor(bytes)
  if (!Array.isArray(value) || value.length !== 5) return undefined
  const [number, count, length, checksum, data] = value
  if (![number, count, length, checksum].every((each) => typeof each === 'number' && each <= 0xffff_ffff)) {
    return undefined
  }
  const part = { number, count, length, checksum, data } as MixedPart
  if (!(data instanceof Uint8Array) || part.number < 1 || part.count < 1 || part.count > mostParts) return undefined
  const room = part.count * data.length
  return room >= part.length && room <= mostBytes + data.length ? part : undefined
}

const toPart = (kind: Kind, type: string, { number, count, length, checksum, data }: MixedPart): Part => ({
  key: ['ur', type, count, length, checksum, data.length].join(' '),
  count,
  pieces: choosePieces(number, count, checksum),
  data,
  join: (pieces) => {
    const message = joinBytes(...pieces).subarray(0, length)
    return crc32(message) === checksum ? kind(message) : undefined
  },
})

type Kind = (message: Uint8Array) => Whole

const readPsbt = (message: Uint8Array): Content | undefined => {
  const value = untag(readCbor(message))
  return value instanceof Uint8Array && isPsbt(value) ? { type: 'psbt', bytes: new Uint8Array(value) } : undefined
}

/** Some devices say only that it is bytes. */
const readBytes = (message: Uint8Array): Content | undefined => {
  const value = untag(readCbor(message))
  if (!(value instanceof Uint8Array)) return undefined
  if (isPsbt(value)) return { type: 'psbt', bytes: new Uint8Array(value) }
  const text = toText(value)
  return text === undefined ? undefined : { type: 'text', text }
}

const readValue =
  (type: 'account' | 'key' | 'output' | 'descriptor'): Kind =>
  (message) => {
    const value = readCbor(message)
    if (value === undefined) return undefined
    return hasPrivateKey(value) ? 'secret' : { type, value }
  }

/** A key says that it is a master key (1) or private (2) beside its bytes (3), anywhere in a wallet. */
const hasPrivateKey = (value: Cbor): boolean => {
  if (value instanceof Tagged) return hasPrivateKey(value.value)
  if (Array.isArray(value)) return value.some(hasPrivateKey)
  if (!(value instanceof Map)) return false
  const isPrivate = value.get(1) === true || value.get(2) === true
  return (isPrivate && value.get(3) instanceof Uint8Array) || [...value.values()].some(hasPrivateKey)
}

/** What we can read, by the earlier names and those of today, and what nobody should show to a website. */
const kinds = new Map<string, Kind | 'secret'>([
  ['crypto-psbt', readPsbt],
  ['psbt', readPsbt],
  ['bytes', readBytes],
  ['crypto-account', readValue('account')],
  ['account-descriptor', readValue('account')],
  ['crypto-hdkey', readValue('key')],
  ['hdkey', readValue('key')],
  ['crypto-output', readValue('output')],
  ['output-descriptor', readValue('descriptor')],
  ...['seed', 'eckey', 'bip39', 'sskr'].flatMap((name) => [
    [name, 'secret'] as const,
    [`crypto-${name}`, 'secret'] as const,
  ]),
])

/** A value may be named once more inside of the message. */
const untag = (value: Cbor | undefined): Cbor | undefined => (value instanceof Tagged ? value.value : value)
