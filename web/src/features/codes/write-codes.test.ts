import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toBbqrParts } from './write-bbqr.ts'
import { toUrParts } from './write-ur.ts'

/** Bytes that every run has the same, of any length. */
const bytesOf = (length: number): Uint8Array => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, number) =>
    createHash('sha256').update(`block ${number}`).digest(),
  )
  return Uint8Array.from(Buffer.concat(blocks).subarray(0, length))
}

const digestOf = (parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')

describe('UR', () => {
  // What @ngraveio/bc-ur 1.1.13 writes for these bytes.
  test.each([
    [5, 1, 'd4925ed13abd14a585fcedaed370a2deecd5647c570960c78db554c3712285af'],
    [98, 1, 'b8d28c379c13ee5fca645e8aa99592bed6115f21d6ff9e5426372cbb9e384ae1'],
    [150, 2, 'dc21f6a62bd08d7b07ea5e498223dc529bba831fc0f518de725a09858d4edc8c'],
    [777, 8, '2da35e119fcb6f079bc3fd212d56c1a5bf7901b9e42aead08633720769188445'],
    [70_000, 701, '7d94b7e2182b884437e1a1b7d7c53cbda124ef0bd3ab44088792efc6ebe6ac6c'],
  ])('writes the same parts for %i bytes as the reference library', (length, count, digest) => {
    const parts = toUrParts(bytesOf(length))
    expect(parts).toHaveLength(count)
    expect(digestOf(parts)).toBe(digest)
  })

  test('names each part and fits a small code without lowercase letters', () => {
    const parts = toUrParts(bytesOf(1_200))
    for (const [index, part] of parts.entries()) {
      expect(part).toMatch(new RegExp(`^UR:CRYPTO-PSBT/${index + 1}-${parts.length}/[A-Z]+$`))
      expect(part.length).toBeLessThan(260)
    }
  })
})

describe('BBQr', () => {
  test('writes a short PSBT as one part', () => {
    // The example of RFC 4648.
    expect(toBbqrParts(new TextEncoder().encode('foobar'))).toEqual(['B$2P0100MZXW6YTBOI'])
  })

  // What the parts hold was read back with bbqr 1.2.0.
  test.each([
    [777, 6, 248],
    [200_000, 1_291, 256],
  ])('cuts %i bytes into %i parts', (length, count, longest) => {
    const parts = toBbqrParts(bytesOf(length))
    expect(parts).toHaveLength(count)
    expect(Math.max(...parts.map((part) => part.length))).toBe(longest)
    const total = count.toString(36).toUpperCase().padStart(2, '0')
    for (const [index, part] of parts.entries()) {
      expect(part.slice(0, 8)).toBe(`B$2P${total}${index.toString(36).toUpperCase().padStart(2, '0')}`)
    }
    const read = readBase32(parts.map((part) => part.slice(8)).join(''))
    expect(Buffer.from(read).equals(bytesOf(length))).toBe(true)
  })
})

/** The other direction, bit by bit. */
const readBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
