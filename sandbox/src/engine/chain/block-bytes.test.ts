import { describe, expect, it } from 'vitest'
import { headerHash, heightPush, merkleRoot, parseBlock, serializeBlock } from './block-bytes.ts'
import { regtest } from './regtest.ts'
import { parseTransaction, serializeTransaction } from './transaction-bytes.ts'

describe('blocks as bytes', () => {
  it('reproduces the regtest genesis', () => {
    const { genesis } = regtest
    const header = { ...genesis, bits: regtest.bits }
    expect(headerHash(header)).toBe(genesis.hash)
    const coinbase = parseTransaction(genesis.coinbaseHex)
    expect(coinbase.isCoinbase).toBe(true)
    expect(merkleRoot([coinbase.txid])).toBe(genesis.merkleRoot)
    const parsed = parseBlock(serializeBlock(header, [genesis.coinbaseHex]))
    expect(parsed.hash).toBe(genesis.hash)
    expect(parsed.transactions[0]).toEqual(coinbase)
    expect(() => parseBlock(`${serializeBlock(header, [genesis.coinbaseHex])}00`)).toThrow()
  })

  it.each([
    [1, '51'],
    [16, '60'],
    [17, '0111'],
    [127, '017f'],
    [128, '028000'],
    [255, '02ff00'],
    [256, '020001'],
    [32_768, '03008000'],
  ])('pushes height %i as %s', (height, push) => expect(heightPush(height)).toBe(push))

  it('parses and serializes the BIP143 example with its witness', () => {
    // The signed P2WPKH transaction of BIP143.
    const hex =
      '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000'
    const parsed = parseTransaction(hex)
    expect(parsed.lockTime).toBe(17)
    expect(parsed.inputs.map(({ witness }) => witness.length)).toEqual([0, 2])
    expect(serializeTransaction(parsed, true).toString('hex')).toBe(hex)
    expect(() => parseTransaction(hex.slice(0, -2))).toThrow('unexpected end')
    expect(() => parseTransaction(`${hex}00`)).toThrow('after the transaction')
  })
})
