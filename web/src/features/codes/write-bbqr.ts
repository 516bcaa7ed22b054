import { cutInto } from './bytes.ts'

/** Small enough for the camera of a signing device. A multiple of five, so that each part is whole in base 32. */
const usualBytes = 150
/** The number of a part has two digits of base 36. */
const mostParts = 36 ** 2 - 1

/** A PSBT as BBQr (bbqr.org), which Coldcard Q, Sparrow and Nunchuk read. */
export const toBbqrParts = (psbt: Uint8Array): string[] => {
  const size = Math.max(usualBytes, 5 * Math.ceil(psbt.length / mostParts / 5))
  const pieces = cutInto(psbt, size)
  return pieces.map((piece, index) => `B$2P${toBase36(pieces.length)}${toBase36(index)}${toBase32(piece)}`)
}

const toBase36 = (number: number) => number.toString(36).toUpperCase().padStart(2, '0')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const toBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let [waiting, bits] = [0, 0]
  for (const byte of bytes) {
    waiting = ((waiting << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(waiting >> bits) & 31]
    }
  }
  return bits > 0 ? text + alphabet[(waiting << (5 - bits)) & 31] : text
}
