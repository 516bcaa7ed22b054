import { bolt11Tags, signedDigest } from '@bitquay/btcpay/wire/bolt11'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'

/** In the order in which they are encoded. */
export type Bolt11Field =
  | { readonly tag: 'paymentHash' | 'descriptionHash' | 'paymentSecret'; readonly hex: string }
  | { readonly tag: 'description'; readonly text: string }
  | { readonly tag: 'expiry' | 'minFinalCltvExpiry'; readonly number: number }
  /** Bit numbers. */
  | { readonly tag: 'features'; readonly bits: readonly number[] }

export type UnsignedBolt11 = {
  /** `lnbcrt` */
  readonly prefix: string
  readonly amountMsat?: bigint
  readonly timestampSeconds: number
  readonly fields: readonly Bolt11Field[]
}

export const encodeBolt11 = (invoice: UnsignedBolt11, secretKey: Uint8Array): string => {
  const hrp = `${invoice.prefix}${encodeAmount(invoice.amountMsat)}`
  const words = [...numberWords(invoice.timestampSeconds, 7)]
  for (const field of invoice.fields) {
    const content = fieldWords(field)
    words.push(bolt11Tags[field.tag], content.length >> 5, content.length & 31, ...content)
  }
  const digest = signedDigest(hrp, words)
  const recovered = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' })
  const signature = Uint8Array.from([...recovered.subarray(1), recovered[0] as number])
  return bech32.encode(hrp, [...words, ...bech32.toWords(signature)], false)
}

/** The shortest form: the largest unit without a fraction. One millisatoshi is ten pico-bitcoin. */
const encodeAmount = (amountMsat: bigint | undefined): string => {
  if (amountMsat === undefined) return ''
  const units = [
    ['', 100_000_000_000n],
    ['m', 100_000_000n],
    ['u', 100_000n],
    ['n', 100n],
  ] as const
  for (const [letter, msat] of units) if (amountMsat % msat === 0n) return `${amountMsat / msat}${letter}`
  return `${amountMsat * 10n}p`
}

const fieldWords = (field: Bolt11Field): number[] => {
  if ('hex' in field) return bech32.toWords(Buffer.from(field.hex, 'hex'))
  if ('text' in field) return bech32.toWords(Buffer.from(field.text))
  if ('number' in field) return numberWords(field.number)
  const words = Array.from({ length: Math.floor(Math.max(...field.bits) / 5) + 1 }, () => 0)
  for (const bit of field.bits) {
    const at = words.length - 1 - Math.floor(bit / 5)
    words[at] = (words[at] as number) | (1 << (bit % 5))
  }
  return words
}

const numberWords = (value: number, length?: number): number[] => {
  const words: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32)
  while (words.length < (length ?? 1)) words.unshift(0)
  return words
}
