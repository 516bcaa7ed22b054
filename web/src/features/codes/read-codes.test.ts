import { createHash, randomInt } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { crc32, fromBytewords, toBytewords } from './bytewords.ts'
import { createCollector, type Step } from './collect-parts.ts'
import type { Content } from './content.ts'
import { choosePieces, createPuzzle } from './mixed-parts.ts'
import { toBbqrParts } from './write-bbqr.ts'
import { toUrParts } from './write-ur.ts'

/** A PSBT as far as its first bytes say. */
const psbtOf = (length: number, seed = 'block'): Uint8Array<ArrayBuffer> => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, number) =>
    createHash('sha256').update(`${seed} ${number}`).digest(),
  )
  const bytes = Uint8Array.from(Buffer.concat(blocks).subarray(0, length))
  bytes.set([0x70, 0x73, 0x62, 0x74, 0xff])
  return bytes
}
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const fromHex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

const takeAll = async (texts: readonly string[], collector = createCollector()): Promise<Step[]> => {
  const steps: Step[] = []
  for (const text of texts) steps.push(await collector.take(text))
  return steps
}
const lastOf = async (texts: readonly string[]) => (await takeAll(texts)).at(-1)
const whole = (content: Content) => ({ state: 'whole', content })
const psbt = (bytes: Uint8Array<ArrayBuffer>) => whole({ type: 'psbt', bytes })
const text = (content: string) => whole({ type: 'text', text: content })
const countOf = (step: Step | undefined) => (step?.state === 'parts' ? step.filled.filter(Boolean).length : undefined)

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: randomInt(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)

/** Parts as an encoder goes on long after the last piece: each one a mix of several. Their numbers have two bytes. */
const mixedParts = (bytes: Uint8Array, from: number, amount: number): string[] => {
  const simple = toUrParts(bytes).map((part) => {
    const [, , body = ''] = part.split('/')
    return fromBytewords(body) ?? expect.fail('a part can be read')
  })
  const count = simple.length
  // Behind the head of a list of five, all numbers below are written as the encoder wrote them for the first piece.
  const first = simple[0] ?? expect.fail('there are parts')
  const size = Math.ceil((bytes.length + (bytes.length < 0x100 ? 2 : bytes.length < 0x10000 ? 3 : 5)) / count)
  const head = first.subarray(2, first.length - size)
  const checksum = Number.parseInt(/1a([\da-f]{8})58/.exec(hexOf(head))?.[1] ?? '', 16)
  return Array.from({ length: amount }, (_, step) => {
    const number = from + step
    const mix = new Uint8Array(size)
    for (const piece of choosePieces(number, count, checksum)) {
      const data = simple[piece]?.slice(-size) ?? expect.fail('the piece exists')
      for (const [at, byte] of data.entries()) mix[at] = (mix[at] ?? 0) ^ byte
    }
    const part = Buffer.concat([fromHex(`8519${number.toString(16).padStart(4, '0')}`), head, mix])
    return `ur:crypto-psbt/${number}-${count}/${toBytewords(part).toLowerCase()}`
  })
}

describe('bytewords', () => {
  test('are those of the standard, with a checksum', () => {
    expect(toBytewords(Uint8Array.of(0, 1, 2, 128, 255))).toBe('AEADAOLAZMJENDEOTI')
    expect(fromBytewords('aeadaolazmjendeoti')).toEqual(Uint8Array.of(0, 1, 2, 128, 255))
    expect(crc32(new TextEncoder().encode('Wolf'))).toBe(0x598c84dc)
  })

  test.each(['', 'a', 'ae', 'aeadaolazmjendeotx', 'aeadaolazmjendeot', 'aeadaolazojendeoti', '12345678'])(
    'refuse %j',
    (words) => {
      expect(fromBytewords(words)).toBeUndefined()
    },
  )
})

describe('mixed parts', () => {
  // Published with the reference implementations (BCR-2020-005): a message of 1,024 bytes in eleven pieces.
  test('are made of the same pieces as those of the reference', () => {
    const chosen = Array.from({ length: 39 }, (_, step) => choosePieces(step + 12, 11, 0x2f19f3bb).toSorted(order))
    expect(chosen).toEqual([
      ...[[9], [2, 5, 6, 8, 9, 10], [8], [1, 5], [1], [0, 2, 4, 5, 8, 10], [5], [2], [2]],
      ...[[0, 1, 3, 4, 5, 7, 9, 10], [0, 1, 2, 3, 5, 6, 8, 9, 10], [0, 2, 4, 5, 7, 8, 9, 10], [3, 5], [4]],
      ...[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0, 1, 3, 4, 5, 6, 7, 9, 10], [6], [5, 6], [7], [4, 9, 10], [5], [10]],
      ...[[1, 3, 4, 5], [6, 8], [9], [4, 5, 6, 8], [4], [0, 10], [2, 5, 7, 10], [4], [0, 2, 4, 6, 7, 10], [9], [1]],
      ...[[3, 6], [3, 8], [1, 2, 6, 9], [0, 2, 4, 5, 6, 7, 9], [0, 4], [9]],
    ])
    expect(Array.from({ length: 11 }, (_, piece) => choosePieces(piece + 1, 11, 1))).toEqual(
      Array.from({ length: 11 }, (_, piece) => [piece]),
    )
  })

  // The same for 256 bytes in nine pieces.
  const published = [
    '330f0f33a05eead4f331df229871bee733b50de71afd2e5a79f196de09',
    '3b205ce5e52d8c24a52cffa34c564fa1af3fdffcd349dc4258ee4ee828',
    'dd7bf725ea6c16d531b5f03254783803048ca08b87148daacd1cd7a006',
    '760be7ad1c6187902bbc04f539b9ee5eb8ea6833222edea36031306c01',
    '5bf4031217d2c3254b088fa7553778b5003632f46e21db129416f65b55',
    '73f021c0e6f65b05c0a494e50791270a0050a73ae69b6725505a2ec8a5',
    'b8546ebfe2048541348910267331c643133f828afec9337c318f71b7df',
    '23dedeea74e3a0fb052befabefa13e2f80e4315c9dceed4c8630612e64',
    'd01a8daee769ce34b6b35d3ca0005302724abddae405bdb419c0a6b208',
    '3171c5dc365766eff25ae47c6f10e7de48cfb8474e050e5fe997a6dc24',
    'e055c2433562184fa71b4be94f262e200f01c6f74c284b0dc6fae6673f',
  ]

  test('of the reference say all of its message', () => {
    const puzzle = createPuzzle(9)
    let number = 10
    for (const data of published) {
      expect(puzzle.add(choosePieces(number, 9, 0x0167aa07), fromHex(data))).toBe(true)
      number += 1
    }
    // Eleven mixes aren't always enough. What they lack is in the first piece.
    puzzle.add([0], fromHex('916ec65cf77cadf55cd7f9cda1a1030026ddd42e905b77adc36e4f2d3c'))
    puzzle.add([1], fromHex('cba44f7f04f2de44f42d84c374a0e149136f25b01852545961d55f7f7a'))
    const message = Buffer.concat(puzzle.solve() ?? expect.fail('it is solved')).subarray(0, 256)
    expect(crc32(message)).toBe(0x0167aa07)
  })

  // What @ngraveio/bc-ur 1.1.13 writes for these bytes.
  test.each([
    [150, 300, 20, '6967bdd0cf2178285409d131a3c00193a51fcdaaddb2a3e2ea596f6f410e1b3c'],
    [777, 300, 60, '88ce3863c9b728f9e5af14fe7f4a9f2df1022415bc89a874bdeb8900ff8293a3'],
    [4_000, 5_000, 120, '7533e930cc12b0756a22957798827756fecb147b8c1061da4136293c45a1b3fa'],
    [70_000, 3_000, 40, '593ca1f5931d9c04cee38b13fb191c3463448cc23c83f45229872a06c1e5d9f6'],
  ])('of %i bytes from number %i on are those of the reference library', (length, from, amount, digest) => {
    const parts = mixedParts(psbtOf(length), from, amount)
    expect(createHash('sha256').update(parts.join('\n')).digest('hex')).toBe(digest)
  })

  test.each([
    [150, 2],
    [777, 8],
    [4_000, 41],
    [70_000, 701],
  ])('alone are enough for %i bytes, in any order', async (length, count) => {
    const bytes = psbtOf(length)
    const steps = await takeAll(shuffle(mixedParts(bytes, 256 + count + randomInt(1_000), 2 * count + 60)))
    expect(steps.find(({ state }) => state === 'whole')).toEqual(psbt(bytes))
  })

  test('fill one more place with each part that says something new', async () => {
    const bytes = psbtOf(777)
    const counts = (await takeAll(mixedParts(bytes, 300, 60))).map(countOf).filter((count) => count !== undefined)
    expect(counts.every((count, at) => at === 0 || count >= (counts[at - 1] ?? 0) || count <= 1)).toBe(true)
    expect(counts).toContain(7)
  })
})

const order = (a: number, b: number) => a - b

describe('UR', () => {
  test.each([7, 98, 150, 777, 5_000])('of %i bytes is read back, in any order and with doubles', async (length) => {
    const bytes = psbtOf(length)
    const parts = toUrParts(bytes)
    expect(await lastOf(parts)).toEqual(psbt(bytes))
    const seen = shuffle([...parts, ...parts, ...parts].map((part) => (randomInt(2) ? part : part.toLowerCase())))
    expect((await takeAll(seen)).find(({ state }) => state === 'whole')).toEqual(psbt(bytes))
  })

  test('is called psbt or bytes by others', async () => {
    const bytes = psbtOf(777)
    for (const name of ['psbt', 'bytes', 'PSBT']) {
      const parts = toUrParts(bytes).map((part) => part.replace('CRYPTO-PSBT', name))
      expect(await lastOf(parts), name).toEqual(psbt(bytes))
    }
    // The example of the standard.
    const message =
      'ur:bytes/hdeymejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtgwdpfnsboxgwlbaawzuefywkdplrsrjynbvygabwjldapfcsdwkbrkch'
    expect((await lastOf([message]))?.state).toBe('unknown')
  })

  test('with one other letter is not taken', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-/: '
    const [single = ''] = toUrParts(psbtOf(20))
    const [, second = ''] = toUrParts(psbtOf(150))
    for (const part of [single.toLowerCase(), second.toLowerCase()]) {
      for (let at = 0; at < part.length; at += 1) {
        for (const letter of letters.replace(part[at] ?? '', '')) {
          const changed = part.slice(0, at) + letter + part.slice(at + 1)
          const step = await lastOf([changed])
          // What doesn't begin as a code of parts any more is any other text, which is no PSBT.
          if (step?.state !== 'unknown') expect(step, changed).toEqual(text(changed))
        }
        expect((await lastOf([part.slice(0, at)]))?.state, part.slice(0, at)).not.toBe('parts')
      }
    }
  })

  test('of another message starts again', async () => {
    const [one, other] = [psbtOf(777, 'one'), psbtOf(777, 'other')]
    const [first, second] = [toUrParts(one), toUrParts(other)]
    const steps = await takeAll([...first.slice(0, 7), ...second.slice(0, 1), ...first.slice(7), ...second.slice(1)])
    expect(steps.map(countOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 1, 1, 2, 3, 4, 5, 6, 7])
    expect(await lastOf([...first.slice(0, 7), ...second])).toEqual(psbt(other))
  })

  test('whose part says something else than before starts again', async () => {
    const bytes = psbtOf(777)
    const parts = toUrParts(bytes)
    const liar = rewrite(parts[3] ?? '', (part) => part.fill(7, -20))
    expect((await takeAll([...parts.slice(0, 7), liar, ...parts.slice(7)])).map(countOf).slice(6)).toEqual([7, 1, 2])
    // Nothing that is put together from both is ever handed in.
    const steps = await takeAll([liar, ...parts.slice(0, 3), ...parts.slice(4)])
    expect(steps.at(-1)).toEqual({ state: 'broken' })
    expect(await lastOf([liar, ...parts, ...parts])).toEqual({ state: 'parts', filled: expect.anything() })
  })

  test.each([
    ['more parts than we take', (part: Uint8Array) => part.set([0x19, 0xff, 0xff], 2)],
    ['no pieces at all', (part: Uint8Array) => part.set([0], 2)],
  ])('with %s is refused', async (_what, change) => {
    const [part = ''] = toUrParts(psbtOf(777))
    expect(await lastOf([rewrite(part, change)])).toEqual({ state: 'unknown' })
  })

  test('that says it has gigabytes is refused', async () => {
    const part = fromHex(`8501190fa01affffffff1a010203045864${'00'.repeat(100)}`)
    expect(await lastOf([`ur:crypto-psbt/1-4000/${toBytewords(part)}`])).toEqual({ state: 'unknown' })
    const large = fromHex(`8501190fa01a000f00001a01020304590400${'00'.repeat(1024)}`)
    expect(await lastOf([`ur:crypto-psbt/1-4000/${toBytewords(large)}`])).toEqual({ state: 'unknown' })
  })

  test.each(['crypto-seed', 'seed', 'crypto-bip39', 'crypto-eckey', 'crypto-sskr', 'sskr'])(
    'of the type %s is a secret',
    async (type) => {
      expect(await lastOf([`ur:${type}/${toBytewords(Uint8Array.of(0xa0))}`])).toEqual({ state: 'secret' })
      expect(await lastOf([`UR:${type.toUpperCase()}/1-3/AEAD`])).toEqual({ state: 'secret' })
    },
  )

  test('with a private key in a wallet is a secret', async () => {
    const key = `a302f5035821${'00'.repeat(33)}045820${'11'.repeat(32)}`
    for (const [type, cbor] of [
      ['crypto-hdkey', key],
      ['crypto-output', `d90194d9012f${key}`],
      ['crypto-account', `a2011a37b5eed40281d90194d9012f${key}`],
      ['hdkey', key.replace('02f5', '01f5')],
    ] as const) {
      expect(await lastOf([`ur:${type}/${toBytewords(fromHex(cbor))}`]), type).toEqual({ state: 'secret' })
    }
    const open = key.replace('02f5', '02f4')
    expect((await lastOf([`ur:crypto-hdkey/${toBytewords(fromHex(open))}`]))?.state).toBe('whole')
  })
})

/** A part with other content and a right checksum. */
const rewrite = (part: string, change: (bytes: Uint8Array) => unknown): string => {
  const [type, place, words = ''] = part.split('/')
  const bytes = fromBytewords(words)?.slice() ?? expect.fail('a part can be read')
  change(bytes)
  return [type, place, toBytewords(bytes)].join('/')
}

describe('BBQr', () => {
  const inParts = (encoding: string, type: string, pieces: readonly string[]) => {
    const number = (value: number) => value.toString(36).toUpperCase().padStart(2, '0')
    return pieces.map((piece, at) => `B$${encoding}${type}${number(pieces.length)}${number(at)}${piece}`)
  }
  const cut = (letters: string, size: number) => letters.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
  const hexParts = (bytes: Uint8Array) => inParts('H', 'P', cut(hexOf(bytes).toUpperCase(), 300))
  /** As Coldcard does it: packed with a small window, then in base 32. */
  const packedParts = (bytes: Uint8Array, type = 'P') => {
    const packed = deflateRawSync(bytes, { windowBits: 10 })
    return inParts(
      'Z',
      type,
      toBbqrParts(packed).map((part) => part.slice(8)),
    )
  }

  test.each([777, 5_000])('of %i bytes is read in each encoding, in any order', async (length) => {
    const bytes = psbtOf(length)
    for (const parts of [toBbqrParts(bytes), hexParts(bytes), packedParts(bytes)]) {
      expect((await takeAll(shuffle([...parts, ...parts]))).find(({ state }) => state === 'whole')).toEqual(psbt(bytes))
    }
  })

  // What bbqr 1.2.0 writes.
  test('of the reference library is unpacked', async () => {
    const parts = [
      'B$ZJ02005WG4WCUCIAMEMX3F7DL5CRKHDNNKUQ2CDDMU247HFW24RGNJTFKME52P36REL4GBQFZRNXYH3IVYOFPIJPF2BVGBGCA2JYQEYPVAGWP6VTPEG66MBAXGP43RINXLSSQGHHBLJ3RHRQG66QFNGDM52HF52BJC2LONI5G3U3TRBBB77ZBNNFZSWLUV',
      'B$ZJ0201GAB3TWB2RUJWDI7GEJEM6RHZW3ASVLLQ2VM53GONUKUDWYTXEMEOKTHOHSYRM3IW5VK4Y3K72OQZ6QGNMQ7DZR7IKUZI5EQOZEZEOTJM6PTRJ7PFJ5E6RPY',
    ]
    const step = await lastOf(parts.toReversed())
    const said = step?.state === 'whole' && step.content.type === 'text' ? JSON.parse(step.content.text) : undefined
    expect(said).toMatchObject({ xfp: '37B5EED4', bip84: { deriv: 'm/84h/0h/0h' } })
    expect(said.note).toBe('a shop by the water. '.repeat(20))
  })

  test('carries a final transaction, JSON and text', async () => {
    const bytes = fromHex('0200000000010161')
    expect(await lastOf(inParts('H', 'T', ['0200000000010161']))).toEqual(whole({ type: 'transaction', bytes }))
    expect(await lastOf(packedParts(Buffer.from('{"xfp": "73C5DA0A"}'), 'J'))).toEqual(text('{"xfp": "73C5DA0A"}'))
    expect(await lastOf(packedParts(Buffer.from('xpub6…'), 'U'))).toEqual(text('xpub6…'))
    const phrase = Buffer.from(`${'abandon '.repeat(11)}about`)
    expect(await lastOf(packedParts(phrase, 'U'))).toEqual({ state: 'secret' })
  })

  test.each([
    ['a place behind the last one', 'B$HP0202FFFF'],
    ['no parts', 'B$HP0000FFFF'],
    ['half a byte', 'B$HP0200FFF'],
    ['letters of no encoding', 'B$2P0200A189'],
    ['bits that are left over', 'B$2P0200MZXW6YTBOJ'],
    ['an unknown encoding', 'B$XP0200FFFF'],
    ['another type', 'B$HX0200FFFF'],
    ['nothing in it', 'B$HP0200'],
    ['small letters', 'b$hp0200ffff'.replace('b', 'B')],
  ])('with %s is ignored', async (_what, code) => {
    expect(await lastOf([code])).toEqual({ state: 'unknown' })
  })

  test('that holds no PSBT, or can’t be unpacked, starts again', async () => {
    expect(await lastOf(inParts('H', 'P', ['00112233', '44']))).toEqual({ state: 'broken' })
    expect(await lastOf(inParts('Z', 'P', ['MZXW6YTBOI']))).toEqual({ state: 'broken' })
    // Eight hundred bytes that say a hundred megabytes.
    expect(await lastOf(packedParts(new Uint8Array(100_000_000), 'U'))).toEqual({ state: 'broken' })
  })

  test('of two messages with as many parts starts again', async () => {
    const [one, other] = [psbtOf(777, 'one'), psbtOf(777, 'other')]
    const [first, second] = [toBbqrParts(one), toBbqrParts(other)]
    expect(await lastOf([...first.slice(0, 5), ...second])).toEqual(psbt(other))
    expect((await takeAll([...first.slice(0, 5), ...second.slice(0, 2)])).map(countOf)).toEqual([1, 2, 3, 4, 5, 1, 2])
  })
})

describe('text', () => {
  const base64 = Buffer.from(psbtOf(777)).toString('base64')

  test('in one code is given on as it is', async () => {
    expect(await lastOf([base64])).toEqual(text(base64))
  })

  test('in numbered parts is put together, in any order', async () => {
    const pieces = base64.match(/.{1,100}/g) ?? []
    const parts = pieces.map((piece, at) => `p${at + 1}of${pieces.length} ${piece}`)
    expect((await takeAll(shuffle([...parts, ...parts]))).find(({ state }) => state === 'whole')).toEqual(text(base64))
    expect(await lastOf([`p1of2 ${'a'.repeat(30)}`, 'p2of3 cHNidP', 'p1of3 x'])).toMatchObject({ state: 'parts' })
    for (const code of ['p0of3 abc', 'p4of3 abc', 'p1of9999 abc']) {
      expect(await lastOf([code]), code).toEqual(text(code))
    }
  })

  test.each([
    ['a phrase', `${'abandon '.repeat(11)}about`],
    ['the numbers of twelve words', '192402220235174306311124037817700641198012901210'],
    [
      'the numbers of 24 words',
      '0115132511540127119007710415074212891906200808700266134314202016179206140896192903001524080106431023'.slice(
        0,
        96,
      ),
    ],
    ['a private key', `xprv${'9'.repeat(107)}`],
    ['a private key in parts', `p1of1 xprv${'9'.repeat(107)}`],
  ])('with %s is a secret', async (_what, code) => {
    expect(await lastOf([code])).toEqual({ state: 'secret' })
  })

  test('that a camera sees again and again counts once', async () => {
    expect((await takeAll([base64, base64])).map(({ state }) => state)).toEqual(['whole', 'same'])
  })
})

test('no garbage throws', async () => {
  const heads = [
    '',
    'ur:',
    'ur:crypto-psbt/',
    'ur:crypto-psbt/1-2/',
    'ur:crypto-account/',
    'B$ZP0100',
    'B$2J0201',
    'p1of2 ',
  ]
  const collector = createCollector()
  for (let turn = 0; turn < 2_000; turn += 1) {
    const bytes = psbtOf(8 + randomInt(60), `garbage ${turn}`)
    const bodies = [toBytewords(bytes), hexOf(bytes).toUpperCase(), Buffer.from(bytes).toString('latin1')]
    const code = `${heads[randomInt(heads.length)]}${bodies[randomInt(bodies.length)]}`
    expect(['same', 'unknown', 'secret', 'broken', 'parts', 'whole']).toContain((await collector.take(code)).state)
  }
})
