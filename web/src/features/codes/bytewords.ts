import { joinBytes } from './bytes.ts'

/** What is between 0 and 255, as the first and last letter of a word of its own (BCR-2020-012). */
const bytewords =
  'AEADAOAXAAAHAMATAYASBKBDBNBTBABSBEBYBGBWBBBZCMCHCSCFCYCWCECACKCTCXCLCPCNDKDADSDIDEDTDRDNDWDPDMDLDYEHEY' +
  'EOEEECENEMETESFTFRFNFSFMFHFZFPFWFXFYFEFGFLFDGAGEGRGSGTGLGWGDGYGMGUGHGOHFHGHDHKHTHPHHHLHYHEHNHSIDIAIEIH' +
  'IYIOISINIMJEJZJNJTJLJOJSJPJKJYKPKOKTKSKKKNKGKEKIKBLBLALYLFLSLRLPLNLTLOLDLELULKLGMNMYMHMEMOMUMWMDMTMSMK' +
  'NLNYNDNSNTNNNENBOYOEOTOXONOLOSPDPTPKPYPSPMPLPEPFPAPRQDQZRERPRLRORHRDRKRFRYRNRSRTSESASRSSSKSWSTSPSOSGSB' +
  'SFSNTOTKTITTTDTETYTLTBTSTPTATNUYUOUTUEURVTVYVOVLVEVWVAVDVSWLWDWMWPWEWYWSWTWNWZWFWKYKYNYLYAYTZSZOZTZCZE' +
  'ZM'

const wordOf = (byte: number) => bytewords.slice(2 * byte, 2 * byte + 2)
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [wordOf(byte), byte]))

export const toBytewords = (bytes: Uint8Array): string =>
  Array.from(joinBytes(bytes, bigEndian(crc32(bytes), checksumBytes)), wordOf).join('')

/** Undefined where it has other words, or its checksum is wrong. */
export const fromBytewords = (text: string): Uint8Array | undefined => {
  const letters = text.toUpperCase()
  if (letters.length % 2 === 1) return undefined
  const bytes = new Uint8Array(letters.length / 2)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = byteOf.get(letters.slice(2 * at, 2 * at + 2))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  const content = bytes.subarray(0, Math.max(0, bytes.length - checksumBytes))
  const checksum = bigEndian(crc32(content), checksumBytes)
  return checksum.every((byte, place) => bytes[content.length + place] === byte) ? content : undefined
}

const checksumBytes = 4

export const bigEndian = (number: number, length: number) =>
  Uint8Array.from({ length }, (_, place) => (number >>> (8 * (length - 1 - place))) & 0xff)

export const crc32 = (bytes: Uint8Array): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
