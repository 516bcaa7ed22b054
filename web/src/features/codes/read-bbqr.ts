import { joinBytes } from './bytes.ts'
import { type Content, isPsbt, mostBytes, type Part, toText } from './content.ts'

/** BBQr (bbqr.org), as Coldcard Q shows it. Its parts have no checksum, so they are checked by what they hold. */
export const readBbqr = (text: string): Part | undefined => {
  const found = /^B\$([H2Z])([PTJU])([\dA-Z]{2})([\dA-Z]{2})([\dA-Z]+)$/.exec(text)
  if (!found) return undefined
  const [, encoding = '', type = '', countText = '', placeText = '', letters = ''] = found
  const [count, place] = [Number.parseInt(countText, 36), Number.parseInt(placeText, 36)]
  const data = encoding === 'H' ? fromHex(letters) : fromBase32(letters)
  if (!data || place >= count || data.length * (count - 1) > mostBytes) return undefined
  return {
    key: ['bbqr', encoding, type, count].join(' '),
    count,
    pieces: [place],
    data,
    join: async (pieces) => {
      const joined = joinBytes(...pieces)
      const bytes = encoding === 'Z' ? await inflate(joined) : joined
      return bytes && bytes.length <= mostBytes ? toContent(type, bytes) : undefined
    },
  }
}

const toContent = (type: string, joined: Uint8Array): Content | undefined => {
  const bytes = new Uint8Array(joined)
  if (type === 'P') return isPsbt(bytes) ? { type: 'psbt', bytes } : undefined
  if (type === 'T') return { type: 'transaction', bytes }
  const text = toText(bytes)
  return text === undefined ? undefined : { type: 'text', text }
}

const fromHex = (text: string): Uint8Array | undefined =>
  /^(?:[\dA-F]{2})+$/.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Uint8Array | undefined => {
  const bytes: number[] = []
  let [waiting, bits] = [0, 0]
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return undefined
    waiting = ((waiting << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((waiting >> bits) & 0xff)
  }
  // What is left over fills the last letter, and is zero.
  return bits < 5 && (waiting & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : undefined
}

/** A few bytes can say that they are gigabytes, so it stops at what we would take. */
const inflate = async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = stream.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return joinBytes(...pieces)
      pieces.push(value)
      length += value.length
      if (length > mostBytes) {
        await reader.cancel()
        return undefined
      }
    }
  } catch {
    return undefined
  }
}
