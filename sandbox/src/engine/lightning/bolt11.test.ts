import { createHash } from 'node:crypto'
import { decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import { decode as foreignDecode } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { encodeBolt11, type UnsignedBolt11 } from './bolt11-encode.ts'

/** The examples of BOLT 11, all signed with this key. */
const key = Buffer.from('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734', 'hex')
const payeePublicKey = '03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad'
const paymentHash = '0001020304050607080900010203040506070809000102030405060708090102'
const paymentSecret = '11'.repeat(32)
const shopping =
  'One piece of chocolate cake, one icecream cone, one pickle, one slice of swiss cheese, one slice of salami, one lollypop, one piece of cherry pie, one sausage, one cupcake, and one slice of watermelon'
const descriptionHash = createHash('sha256').update(shopping).digest('hex')
const hashField = { tag: 'paymentHash', hex: paymentHash } as const
const timestampSeconds = 1_496_314_658

const donation =
  'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w'
const coffee =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp'
const nonsense =
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny'
const hashed =
  'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqscc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf9sygkshp5zfem29trqq2yxxz7'
const beans =
  'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq67gye39hfg3zd8rgc80k32tvy9xk2xunwm5lzexnvpx6fd77en8qaq424dxgt56cag2dpt359k3ssyhetktkpqh24jqnjyw6uqd08sgptq44qu'
const beansWithIgnored =
  'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqpqsq2qrqqqfppnqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqppnqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpp4qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhpnqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqhp4qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqspnqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsp4qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnp5qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnpkqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq2jxxfsnucm4jf4zwtznpaxphce606fvhvje5x7d4gw7n73994hgs7nteqvenq8a4ml8aqtchv5d9pf7l558889hp4yyrqv6a7zpq9fgpskqhza'

const written: [string, string, UnsignedBolt11][] = [
  [
    'a donation',
    donation,
    {
      prefix: 'lnbc',
      timestampSeconds,
      fields: [hashField, { tag: 'description', text: 'Please consider supporting this project' }],
    },
  ],
  [
    'a coffee',
    coffee,
    {
      prefix: 'lnbc',
      amountMsat: 250_000_000n,
      timestampSeconds,
      fields: [hashField, { tag: 'description', text: '1 cup coffee' }, { tag: 'expiry', number: 60 }],
    },
  ],
  [
    'nonsense in Japanese',
    nonsense,
    {
      prefix: 'lnbc',
      amountMsat: 250_000_000n,
      timestampSeconds,
      fields: [hashField, { tag: 'description', text: 'ナンセンス 1杯' }, { tag: 'expiry', number: 60 }],
    },
  ],
  [
    'a hashed description',
    hashed,
    {
      prefix: 'lnbc',
      amountMsat: 2_000_000_000n,
      timestampSeconds,
      fields: [hashField, { tag: 'descriptionHash', hex: descriptionHash }],
    },
  ],
  [
    'features and a secret',
    beans,
    {
      prefix: 'lnbc',
      amountMsat: 2_500_000_000n,
      timestampSeconds,
      fields: [
        hashField,
        { tag: 'description', text: 'coffee beans' },
        { tag: 'paymentSecret', hex: paymentSecret },
        { tag: 'features', bits: [9, 15, 99] },
      ],
    },
  ],
]

describe('BOLT 11', () => {
  it('refuses an invoice with two payment hashes or two description hashes', () => {
    const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)]
    const key = Buffer.alloc(32, 7)
    const encode = (...fields: UnsignedBolt11['fields']) =>
      encodeBolt11({ prefix: 'lnbcrt', amountMsat: 1000n, timestampSeconds: 1_700_000_000, fields }, key)
    const [hash, description] = [{ tag: 'paymentHash', hex: a } as const, { tag: 'descriptionHash', hex: a } as const]
    expect(decodeBolt11(encode(hash, description))).toMatchObject({ paymentHash: a, descriptionHash: a })
    expect(decodeBolt11(encode(hash, { ...hash, hex: b }, description))).toBeUndefined()
    expect(decodeBolt11(encode(hash, description, { ...description, hex: b }))).toBeUndefined()
  })

  it.each(written)('encodes the example of %s exactly', (_, bolt11, unsigned) => {
    expect(encodeBolt11(unsigned, key)).toBe(bolt11)
  })

  const base = {
    prefix: 'lnbc',
    timestampSeconds,
    paymentHash,
    payeePublicKey,
    minFinalCltvExpiry: 18,
    expirySeconds: 3600,
  }
  const amountMsat = 2_000_000_000n
  it.each([
    ['a donation', donation, { ...base, description: 'Please consider supporting this project' }],
    ['a coffee', coffee, { ...base, amountMsat: 250_000_000n, expirySeconds: 60, description: '1 cup coffee' }],
    ['nonsense', nonsense, { ...base, amountMsat: 250_000_000n, expirySeconds: 60, description: 'ナンセンス 1杯' }],
    ['a hash', hashed, { ...base, amountMsat, descriptionHash }],
    [
      'testnet with a fallback address',
      'lntb20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfpp3x9et2e20v6pu37c5d9vax37wxq72un98kmzzhznpurw9sgl2v0nklu2g4d0keph5t7tj9tcqd8rexnd07ux4uv2cjvcqwaxgj7v4uwn5wmypjd5n69z2xm3xgksg28nwht7f6zspwp3f9t',
      { ...base, prefix: 'lntb', amountMsat, descriptionHash },
    ],
    [
      'a fallback address and a route',
      'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqsfpp3qjmp7lwpagxun9pygexvgpjdc4jdj85fr9yq20q82gphp2nflc7jtzrcazrra7wwgzxqc8u7754cdlpfrmccae92qgzqvzq2ps8pqqqqqqpqqqqq9qqqvpeuqafqxu92d8lr6fvg0r5gv0heeeqgcrqlnm6jhphu9y00rrhy4grqszsvpcgpy9qqqqqqgqqqqq7qqzqj9n4evl6mr5aj9f58zp6fyjzup6ywn3x6sk8akg5v4tgn2q8g4fhx05wf6juaxu9760yp46454gpg5mtzgerlzezqcqvjnhjh8z3g2qqdhhwkj',
      { ...base, amountMsat, descriptionHash },
    ],
    [
      'a P2SH fallback',
      'lnbc20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfppj3a24vwu6r8ejrss3axul8rxldph2q7z9kmrgvr7xlaqm47apw3d48zm203kzcq357a4ls9al2ea73r8jcceyjtya6fu5wzzpe50zrge6ulk4nvjcpxlekvmxl6qcs9j3tz0469gq5g658y',
      { ...base, amountMsat, descriptionHash },
    ],
    [
      'a P2WPKH fallback',
      'lnbc20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfppqw508d6qejxtdg4y5r3zarvary0c5xw7kepvrhrm9s57hejg0p662ur5j5cr03890fa7k2pypgttmh4897d3raaq85a293e9jpuqwl0rnfuwzam7yr8e690nd2ypcq9hlkdwdvycqa0qza8',
      { ...base, amountMsat, descriptionHash },
    ],
    [
      'a P2WSH fallback',
      'lnbc20m1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqfp4qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q28j0v3rwgy9pvjnd48ee2pl8xrpxysd5g44td63g6xcjcu003j3qe8878hluqlvl3km8rm92f5stamd3jw763n3hck0ct7p8wwj463cql26ava',
      { ...base, amountMsat, descriptionHash },
    ],
    ['features', beans, { ...base, amountMsat: 2_500_000_000n, description: 'coffee beans', paymentSecret }],
    [
      'upper case',
      beans.toUpperCase(),
      { ...base, amountMsat: 2_500_000_000n, description: 'coffee beans', paymentSecret },
    ],
    [
      'fields to ignore',
      beansWithIgnored,
      { ...base, amountMsat: 2_500_000_000n, description: 'coffee beans', paymentSecret },
    ],
  ])('decodes the example with %s', (_, bolt11, expected) => {
    expect(decodeBolt11(bolt11)).toEqual(expected)
  })

  it('decodes the example in pico-bitcoin', () => {
    const bolt11 =
      'lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqezcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxxqyjw5qcqp2rzjq0gxwkzc8w6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9qn07ytgrxxzad9hc4xt3mawjjt8znfv8xzscs7007v9gh9j569lencxa8xeujzkxs0uamak9aln6ez02uunw6rd2ht2sqe4hz8thcdagpleym0j'
    expect(decodeBolt11(bolt11)).toMatchObject({
      amountMsat: 967_878_534n,
      timestampSeconds: 1_572_468_703,
      expirySeconds: 604_800,
      minFinalCltvExpiry: 10,
      paymentHash: '462264ede7e14047e9b249da94fefc47f41f7d02ee9b091815a5506bc8abf75f',
      payeePublicKey,
    })
  })

  it.each([
    [
      'an unknown compulsory feature',
      'lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q4psqqqqqqqqqqqqqqqpqsqq40wa3khl49yue3zsgm26jrepqr2eghqlx86rttutve3ugd05em86nsefzh4pfurpd9ek9w2vp95zxqnfe2u7ckudyahsa52q66tgzcp6t2dyk',
    ],
    ['a wrong checksum', `${nonsense.slice(0, -1)}t`],
    ['no separator', nonsense.replace('lnbc2500u1', '')],
    ['mixed case', nonsense.replace('lnbc', 'LNBC')],
    [
      'a signature of nobody',
      'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaxtrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspk28uwq',
    ],
    [
      'too little',
      'lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6na6hlh',
    ],
    [
      'a wrong unit',
      'lnbc2500x1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpujr6jxr9gq9pv6g46y7d20jfkegkg4gljz2ea2a3m9lmvvr95tq2s0kvu70u3axgelz3kyvtp2ywwt0y8hkx2869zq5dll9nelr83zzqqpgl2zg',
    ],
    [
      'parts of a millisatoshi',
      'lnbc2500000001p1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu7hqtk93pkf7sw55rdv4k9z2vj050rxdr6za9ekfs3nlt5lr89jqpdmxsmlj9urqumg0h9wzpqecw7th56tdms40p2ny9q4ddvjsedzcplva53s',
    ],
    ['an address', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
    ['nothing', ''],
  ])('refuses %s', (_, bolt11) => {
    expect(decodeBolt11(bolt11)).toBeUndefined()
  })

  it.each([1n, 10n, 999n, 1000n, 123_000n, 100_000_000_000n, 2_100_000_000_000_000_000n])(
    'encodes and decodes %s msat',
    (amountMsat) => {
      const bolt11 = encodeBolt11(
        { prefix: 'lnbcrt', amountMsat, timestampSeconds, fields: [hashField, { tag: 'description', text: '' }] },
        key,
      )
      expect(decodeBolt11(bolt11)).toMatchObject({ amountMsat, prefix: 'lnbcrt', payeePublicKey })
      const foreign = foreignDecode(bolt11)
      expect(foreign.sections.find((section) => section.name === 'amount')).toMatchObject({ value: `${amountMsat}` })
    },
  )
})
