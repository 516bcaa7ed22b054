import { describe, expect, test } from 'vitest'
import { toBytewords } from './bytewords.ts'
import { createCollector } from './collect-parts.ts'
import { toWalletText } from './wallet-text.ts'

const read = async (type: string, hex: string) => {
  const step = await createCollector().take(`ur:${type}/${toBytewords(Buffer.from(hex, 'hex'))}`)
  return step.state === 'whole' ? toWalletText(step.content) : undefined
}

// The account of BCR-2020-015 and BCR-2023-019, whose descriptors are published there.
const xpubs = {
  bip44:
    'xpub6CnQkivUEH9bSbWVWfDLCtigKKgnSWGaVSRyCbN2QNBJzuvHT1vUQpgSpY1NiVvoeNEuVwk748Cn9G3NtbQB1aGGsEL7aYEnjVWgjj9tefu',
  bip49:
    'xpub6CtR1iF4dZPkEyXDwVf3HE74tSwXNMcHtBzX4gwz2UnPhJ54Jz5unHx2syYCCDkvVUmsmoYTmcaHXe1wJppvct4GMMaN5XAbRk7yGScRSte',
  bip84:
    'xpub6BkU445MSEBXbPjD3g2c2ch6mn8yy1SXXQUM7EwjgYiq6Wt1NDwDZ45npqWcV8uQC5oi2gHuVukoCoZZyT4HKq8EpotPMqGqxdZRuapCQ23',
  bip86:
    'xpub6DAvL2L5bgGSpDygSQUDpjwE47saoMk2rSRtYhN7Dma7HvnFLTXNrcSC1AmEN8G2SCD958bUwgc6Bew4sAFa2kqYynF8Rmu6P5jMt2FDPtm',
}
const cosigner =
  'xpub6EC9f7mLFJQoRQ6qiTvWQeeYsgtki6fBzSUgWgUtAujEMtAfJSAn3AVS4KrLHRV2hNX77YwNkg4azUzuSwhNGtcq4r2J8bLGMDkrQYHvoed'
const keys = {
  bip44:
    '03582103eb3e2863911826374de86c231a4b76f0b89dfa174afb78d7f478199884d9dd320458206456a5df2db0f6d9af72b2a1af4b25f45200ed6fcc29c3440b311d4796b70b5b',
  bip49:
    '03582102c7e4823730f6ee2cf864e2c352060a88e60b51a84e89e4c8c75ec22590ad6b690458209d2f86043276f9251a4a4f577166a5abeb16b6ec61e226b5b8fa11038bfda42d',
  bip84:
    '03582103fd433450b6924b4f7efdd5d1ed017d364be95ab2b592dc8bddb3b00c1c24f63f04582072ede7334d5acf91c6fda622c205199c595a31f9218ed30792d301d5ee9e3a88',
  bip86:
    '03582102bbb97cf9efa176b738efd6ee1d4d0fa391a973394fbc16e4c5e78e536cd14d2d0458204b4693e1f794206ed1355b838da24949a92b63d02e58910bf3bd3d9c242281e6',
  cosigner:
    '0358210260563ee80c26844621b06b74070baf0e23fb76ce439d0237e87502ebbd3ca3460458202fa0e41c9dc43dc4518659bfcef935ba8101b57dbc0812805dd983bc1d34b813',
}
const parents = { bip44: '99f9cdf7', bip49: 'a80f7cdb', bip84: '0d5de1d7', bip86: 'cec7070c', cosigner: '59b69b2a' }
const paths = {
  bip44: '86182cf500f500f5',
  bip49: '861831f500f500f5',
  bip84: '861854f500f500f5',
  bip86: '861856f500f500f5',
  cosigner: '881830f500f500f502f5',
}
type Name = keyof typeof keys
const keyOf = (name: Name) => `a4${keys[name]}06d90130a101${paths[name]}081a${parents[name]}`
const hdkey = (name: Name) => `d9012f${keyOf(name)}`
/** The same as it is written since 2023, with the master key of each key. */
const newKeyOf = (name: Name) => `a4${keys[name]}06d99d70a201${paths[name]}021a37b5eed4081a${parents[name]}`
const textOf = (words: string) => (0x60 + words.length).toString(16) + Buffer.from(words).toString('hex')
const newOutput = (words: string, ...names: Name[]) =>
  `a201${textOf(words)}028${names.length}${names.map((name) => `d99d6f${newKeyOf(name)}`).join('')}`

const file = (names: readonly (keyof typeof xpubs)[]) => ({
  xfp: '37B5EED4',
  ...Object.fromEntries(
    names.map((name) => [name, { xpub: xpubs[name], deriv: `m/${name.slice(3)}h/0h/0h` }] as const),
  ),
})

describe('an account', () => {
  const all = ['bip44', 'bip49', 'bip84', 'bip86'] as const

  test('is a file with all of its types, without keys for multisig wallets', async () => {
    const outputs = [
      `d90193${hdkey('bip44')}`,
      `d90190d90194${hdkey('bip49')}`,
      `d90194${hdkey('bip84')}`,
      `d90191${hdkey('cosigner')}`,
      `d90199${hdkey('bip86')}`,
    ]
    const text = await read('crypto-account', `a2011a37b5eed40285${outputs.join('')}`)
    expect(JSON.parse(text ?? '')).toEqual(file(all))
    // Each output may be named as one.
    const named = await read('crypto-account', `a2011a37b5eed40281d90134${outputs[2]}`)
    expect(JSON.parse(named ?? '')).toEqual(file(['bip84']))
  })

  test('is the same by its names of today', async () => {
    const outputs = [
      newOutput('pkh(@0)', 'bip44'),
      newOutput('sh(wpkh(@0))', 'bip49'),
      newOutput('wpkh(@0)', 'bip84'),
      newOutput('wsh(cosigner(@0))', 'cosigner'),
      newOutput('tr(@0)', 'bip86'),
    ].map((output) => `d99d74${output}`)
    const text = await read('account-descriptor', `a2011a37b5eed40285${outputs.join('')}`)
    expect(JSON.parse(text ?? '')).toEqual(file(all))
  })

  test('without a type that we know is nothing', async () => {
    expect(await read('crypto-account', `a2011a37b5eed40281d90191${hdkey('cosigner')}`)).toBeUndefined()
    expect(await read('crypto-account', 'a2011a37b5eed40280')).toBeUndefined()
    expect(await read('crypto-account', '80')).toBeUndefined()
  })
})

describe('a key', () => {
  test('has its origin before it', async () => {
    expect(await read('hdkey', newKeyOf('bip84'))).toBe(`[37b5eed4/84h/0h/0h]${xpubs.bip84}`)
  })

  test('without its master key is only a key', async () => {
    expect(await read('crypto-hdkey', keyOf('bip84'))).toBe(xpubs.bip84)
    expect(await read('crypto-hdkey', `a2${keys.bip84}`)).toMatch(/^xpub6/)
  })

  test('of a test network says so', async () => {
    const key = newKeyOf('bip84').replace(/^a4/, 'a5').replace('06d99d70', '05d90131a1020106d99d70')
    expect(await read('hdkey', key)).toMatch(/^\[37b5eed4\/84h\/0h\/0h\]tpub/)
  })

  test.each([
    ['nothing', 'a0'],
    ['a short key', 'a2034102044102'],
    ['no map', '01'],
  ])('of %s is nothing', async (_what, hex) => {
    expect(await read('crypto-hdkey', hex)).toBeUndefined()
  })
})

describe('an output', () => {
  const multisig = [
    'Policy: 2 of 2',
    'Format: P2WSH',
    'Derivation: m/48h/0h/0h/2h',
    `37b5eed4: ${cosigner}`,
    'Derivation: m/84h/0h/0h',
    `37b5eed4: ${xpubs.bip84}`,
  ].join('\n')

  test('with one key is a file of one type', async () => {
    const key = `d9012f${keyOf('bip86').replace('06d90130a101', '06d90130a201').replace('081a', '021a37b5eed4081a')}`
    expect(JSON.parse((await read('crypto-output', `d90199${key}`)) ?? '')).toEqual(file(['bip86']))
    expect(JSON.parse((await read('output-descriptor', newOutput('tr(@0)', 'bip86'))) ?? '')).toEqual(file(['bip86']))
    const both = newOutput('wpkh(@0/<0;1>/*)', 'bip84')
    expect(JSON.parse((await read('output-descriptor', both)) ?? '')).toEqual(file(['bip84']))
  })

  test('with several keys is the file of a multisig', async () => {
    const list = `d99d6f${newKeyOf('cosigner')}d99d6f${newKeyOf('bip84')}`
    expect(await read('crypto-output', `d90191d90197a201020282${list}`)).toBe(multisig)
    const words = 'wsh(sortedmulti(2,@0,@1))'
    const source = `78${words.length.toString(16)}${Buffer.from(words).toString('hex')}`
    expect(await read('output-descriptor', `a201${source}0282${list}`)).toBe(multisig)
  })

  test.each([
    ['a multisig that isn’t sorted', `d90191d90196a201020281d99d6f${newKeyOf('bip84')}`],
    ['a wrapped multisig', `d90190d90191d90197a201020281d99d6f${newKeyOf('bip84')}`],
    ['a multisig with a key that can’t be read', 'd90191d90197a201020281d9012fa0'],
    ['a raw script', 'd9019841aa'],
  ])('of %s is nothing', async (_what, hex) => {
    expect(await read('crypto-output', hex)).toBeUndefined()
  })
})

test('text with a public key is given on as it is, and no other', () => {
  const text = `wpkh([37b5eed4/84h/0h/0h]${xpubs.bip84}/<0;1>/*)#abcdefgh`
  expect(toWalletText({ type: 'text', text })).toBe(text)
  for (const other of ['https://example.test', 'xpub', '\u0007\u0001-a phrase as bytes', `xprv${'9'.repeat(107)}`]) {
    expect(toWalletText({ type: 'text', text: other }), other).toBeUndefined()
  }
  expect(toWalletText({ type: 'psbt', bytes: new Uint8Array(5) })).toBeUndefined()
})
