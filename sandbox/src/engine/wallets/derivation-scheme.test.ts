import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { Address, OutScript } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { regtest } from '../chain/regtest.ts'
import { addressToScript } from '../chain/scripts.ts'
import { accountOf, formatScheme, parseScheme, scriptsOf } from './derivation-scheme.ts'
import { deriveAddresses, openBranch } from './derive-account.ts'

const abandon = HDKey.fromMasterSeed(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`), regtest.bip32)
const xpub = (path: string) => abandon.derive(`m/${path}`).publicExtendedKey
const [one, two, three] = [0, 1, 2].map((account) => xpub(`48'/1'/${account}'/2'`)) as [string, string, string]
const firstAddress = (scheme: string) => deriveAddresses(openBranch(scheme, 0), 0, 1)[0]?.address
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('derivation schemes in BTCPay’s spelling', () => {
  it('give the addresses that other wallets derive from the same phrase', () => {
    // The test network's first addresses of the standards' example phrase.
    expect(firstAddress(`${xpub("44'/1'/0'")}-[legacy]`)).toBe('mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV')
    expect(firstAddress(xpub("84'/1'/0'"))).toBe('bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk')
    // BIP49's test vector.
    expect(firstAddress(`${xpub("49'/1'/0'")}-[p2sh]`)).toBe('2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2')
    // BIP86's test vector, on the main network.
    const account =
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ'
    const [first] = deriveAddresses(openBranch(`${account}-[taproot]`, 0), 0, 1)
    expect(first?.script).toBe('5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c')
  })

  it('sort the keys of a multisig unless they keep their order', () => {
    // BIP67's first test vector, whose address is of the main network.
    const keys = [
      '02ff12471208c14bd580709cb2358d98975247d8765f92bc25eab3b2763ed605f8',
      '02fe6f0a5a297eb38c391581c4413e084773ea23954d93f7753db7dc0adc188b2f',
    ].map((key) => Buffer.from(key, 'hex'))
    const multi = { kind: 'sh-multi', threshold: 2, keepsOrder: false } as const
    const sorted = hex(scriptsOf(multi, keys).script)
    expect(sorted).toBe(hex(OutScript.encode(Address().decode('39bgKC7RFbpoCRbtD5KEdkYKtNyhpsNa3Z'))))
    expect(hex(scriptsOf(multi, [...keys].reverse()).script)).toBe(sorted)
    expect(hex(scriptsOf({ ...multi, keepsOrder: true }, keys).script)).not.toBe(sorted)
  })

  it.each([
    [one, 'wpkh'],
    [`${one}-[legacy]`, 'pkh'],
    [`${one}-[p2sh]`, 'sh-wpkh'],
    [`${one}-[taproot]`, 'tr'],
    [`2-of-${one}-${two}-${three}`, 'wsh-multi'],
    [`2-of-${one}-${two}-[p2sh]`, 'sh-wsh-multi'],
    [`1-of-${one}-${two}-[legacy]`, 'sh-multi'],
    [`2-of-${one}-${two}-${three}-[keeporder]`, 'wsh-multi'],
  ])('are read and written the same', (text, kind) => {
    expect(parseScheme(text).kind).toBe(kind)
    expect(formatScheme(parseScheme(text))).toBe(text)
  })

  it('name one account whatever the order of sorted keys', () => {
    const orders = [`2-of-${one}-${two}-${three}`, `2-of-${three}-${one}-${two}`]
    expect(new Set(orders.map((text) => accountOf(parseScheme(text)))).size).toBe(1)
    expect(new Set(orders.map(firstAddress)).size).toBe(1)
    const kept = orders.map((text) => `${text}-[keeporder]`)
    expect(new Set(kept.map((text) => accountOf(parseScheme(text)))).size).toBe(2)
  })

  it('are refused when they are none', () => {
    const bad = ['', 'x', `${one}x`, `${one}-[p2tr]`, `${one}-${two}`, `3-of-${one}-${two}`, `0-of-${one}`, '2-of-']
    for (const text of [...bad, `2-of-${one}-${one}`, `2-of-${one}-${two}-[taproot]`]) {
      expect(() => parseScheme(text), text).toThrow('extended public key')
    }
  })

  it('have addresses that lead back to their scripts', () => {
    for (const label of ['', '-[legacy]', '-[p2sh]', '-[taproot]']) {
      const [first] = deriveAddresses(openBranch(`${one}${label}`, 1), 7, 1)
      expect(addressToScript(first?.address ?? '')).toBe(first?.script)
    }
  })
})
