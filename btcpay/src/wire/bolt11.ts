import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'

export type DecodedBolt11 = {
  /** `lnbc`, `lntb`, `lntbs` or `lnbcrt`: the network. */
  readonly prefix: string
  readonly amountMsat?: bigint
  readonly timestampSeconds: number
  readonly expirySeconds: number
  readonly paymentHash: string
  readonly paymentSecret?: string
  readonly description?: string
  readonly descriptionHash?: string
  readonly minFinalCltvExpiry: number
  /** Recovered from the signature (and checked against an `n` field). */
  readonly payeePublicKey: string
}

export const bolt11Tags = {
  paymentHash: 1,
  features: 5,
  expiry: 6,
  description: 13,
  paymentSecret: 16,
  payee: 19,
  descriptionHash: 23,
  minFinalCltvExpiry: 24,
} as const

/** Wallets may read either of two such fields, so an invoice that has two is refused. Wrong lengths are ignored. */
const isRepeated = (fields: readonly { tag: number; words: number[] }[]) => {
  const { paymentHash, description, descriptionHash } = bolt11Tags
  const count = (tag: number, length?: number) =>
    fields.filter((field) => field.tag === tag && (length === undefined || field.words.length === length)).length
  return count(paymentHash, 52) > 1 || count(description) > 1 || count(descriptionHash, 52) > 1
}

/**
 * var_onion_optin, payment_secret, basic_mpp, route_blinding, payment_metadata. Any other compulsory bit is unknown to
 * us.
 */
const knownCompulsoryBits = new Set([8, 14, 16, 24, 48])
const signatureWords = 104

/** Undefined for anything that a payer must refuse. */
export const decodeBolt11 = (bolt11: string): DecodedBolt11 | undefined => {
  try {
    return decode(bolt11)
  } catch {
    return undefined
  }
}

const decode = (bolt11: string): DecodedBolt11 | undefined => {
  const { prefix: hrp, words } = bech32.decode(bolt11 as `${string}1${string}`, false)
  const parts = /^(ln(?:bcrt|bc|tbs|tb))(?:([1-9]\d*)([munp]?))?$/.exec(hrp)
  if (!parts?.[1] || words.length < 7 + signatureWords) return undefined
  const signed = words.slice(0, -signatureWords)
  const fields = readFields(signed.slice(7))
  if (!fields || isRepeated(fields)) return undefined
  const first = (tag: number, length?: number) =>
    fields.find((field) => field.tag === tag && (length === undefined || field.words.length === length))?.words

  const paymentHash = first(bolt11Tags.paymentHash, 52)
  const amountMsat = parts[2] === undefined ? undefined : decodeAmount(parts[2], parts[3] ?? '')
  const features = first(bolt11Tags.features) ?? []
  if (!paymentHash || amountMsat === null || hasUnknownCompulsory(features)) return undefined
  const payee = first(bolt11Tags.payee, 53)
  const payeePublicKey = checkSignature(hrp, signed, words.slice(-signatureWords), payee && hexOf(payee))
  if (!payeePublicKey) return undefined

  const expiry = first(bolt11Tags.expiry)
  const secret = first(bolt11Tags.paymentSecret, 52)
  const description = first(bolt11Tags.description)
  const descriptionHash = first(bolt11Tags.descriptionHash, 52)
  return {
    prefix: parts[1],
    ...(amountMsat === undefined ? {} : { amountMsat }),
    timestampSeconds: numberOf(signed.slice(0, 7)),
    expirySeconds: expiry ? numberOf(expiry) : 3600,
    paymentHash: hexOf(paymentHash),
    ...(secret ? { paymentSecret: hexOf(secret) } : {}),
    ...(description ? { description: Buffer.from(bytesOf(description)).toString('utf8') } : {}),
    ...(descriptionHash ? { descriptionHash: hexOf(descriptionHash) } : {}),
    minFinalCltvExpiry: numberOf(first(bolt11Tags.minFinalCltvExpiry) ?? [18]),
    payeePublicKey,
  }
}

const readFields = (words: readonly number[]): { tag: number; words: number[] }[] | undefined => {
  const fields: { tag: number; words: number[] }[] = []
  for (let at = 0; at < words.length; ) {
    const [tag, high, low] = words.slice(at, at + 3)
    if (tag === undefined || high === undefined || low === undefined) return undefined
    const end = at + 3 + high * 32 + low
    if (end > words.length) return undefined
    fields.push({ tag, words: words.slice(at + 3, end) })
    at = end
  }
  return fields
}

/** Null when it isn't a whole number of millisatoshis. */
const decodeAmount = (digits: string, unit: string): bigint | null => {
  const amount = BigInt(digits)
  if (unit === 'p') return amount % 10n === 0n ? amount / 10n : null
  const msat = { '': 100_000_000_000n, m: 100_000_000n, u: 100_000n, n: 100n }[unit]
  return msat === undefined ? null : amount * msat
}

const hasUnknownCompulsory = (words: readonly number[]): boolean =>
  words.some((word, i) =>
    [0, 1, 2, 3, 4].some((low) => {
      const bit = (words.length - 1 - i) * 5 + low
      return (word >> low) & 1 && bit % 2 === 0 && !knownCompulsoryBits.has(bit)
    }),
  )

/** The payee's key: the one named in the invoice, else the one recovered from the signature. */
const checkSignature = (
  hrp: string,
  signed: readonly number[],
  words: readonly number[],
  named: string | undefined,
) => {
  const signature = Buffer.from(bech32.fromWords([...words]))
  const digest = signedDigest(hrp, signed)
  if (named) {
    const isRight = secp256k1.verify(signature.subarray(0, 64), digest, Buffer.from(named, 'hex'), { prehash: false })
    return isRight ? named : undefined
  }
  const recoverable = Uint8Array.from([signature[64] as number, ...signature.subarray(0, 64)])
  return Buffer.from(secp256k1.recoverPublicKey(recoverable, digest, { prehash: false })).toString('hex')
}

/** Bits that don't fill a byte are padding. */
const bytesOf = (words: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(Math.floor((words.length * 5) / 8))
  let value = 0
  let bits = 0
  let at = 0
  for (const word of words) {
    value = ((value << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (value >> bits) & 0xff
  }
  return bytes
}

const hexOf = (words: readonly number[]): string => Buffer.from(bytesOf(words)).toString('hex')

const numberOf = (words: readonly number[]): number => words.reduce((value, word) => value * 32 + word, 0)

/** What is signed: the words as bytes, padded with zero bits. */
export const signedDigest = (hrp: string, words: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((words.length * 5) / 8))
  for (const [i, word] of words.entries()) {
    const bit = i * 5
    const shifted = word << (11 - (bit % 8))
    bytes[bit >> 3] = (bytes[bit >> 3] as number) | (shifted >> 8)
    if ((bit % 8) + 5 > 8) bytes[(bit >> 3) + 1] = shifted & 0xff
  }
  return createHash('sha256').update(hrp).update(bytes).digest()
}
