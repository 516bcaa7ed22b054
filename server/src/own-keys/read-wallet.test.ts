import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addChecksum, checksumOf } from '../platform/bitcoin/descriptor-checksum.ts'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import {
  addressAt,
  derivationSchemeOf,
  descriptorOf,
  firstAddresses,
  hashOfKey,
  hashOfPhrase,
  type OwnWallet,
  type Script,
  versionsOf,
} from '../platform/bitcoin/own-wallet.ts'
import { readWallet, type WalletText } from './read-wallet.ts'

const test = { private: 0x04358394, public: 0x043587cf }
// The phrase of the vectors in BIP 49, 84 and 86.
const master = (versions = versionsOf('mainnet')) =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`), versions)
const fingerprint = '73c5da0a'
const accountAt = (path: string, versions?: typeof test) => master(versions).derive(`m/${path}`).publicExtendedKey

const spell = (path: string, version: number) =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`), { private: 0, public: version }).derive(
    `m/${path}`,
  ).publicExtendedKey

const read = (text: string, beside: Omit<WalletText, 'text'> = {}, network: NetworkName = 'mainnet'): OwnWallet => {
  const { wallet, missing } = readWallet({ text, ...beside }, network)
  if (!wallet) throw new Error(`missing: ${missing.join()}`)
  return wallet
}
const refusal = (text: string, beside: Omit<WalletText, 'text'> = {}, network: NetworkName = 'mainnet'): string => {
  try {
    return `missing ${readWallet({ text, ...beside }, network).missing.join()}`
  } catch (error) {
    return (error as Error).message
  }
}

const xpub84 = accountAt("84'/0'/0'")

describe('addresses of published vectors', () => {
  it('BIP 84', () => {
    const zpub =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
    const wallet = read(zpub, { fingerprint, path: "m/84'/0'/0'" })
    expect(firstAddresses(wallet, 'mainnet', 2)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ])
    expect(addressAt(wallet, 'mainnet', 0, 1)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el')
    expect(wallet).toMatchObject({ script: 'wpkh', required: 1, keys: [{ fingerprint, path: "84'/0'/0'" }] })
  })

  it('BIP 86', () => {
    const xpub =
      'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ'
    const wallet = read(`[${fingerprint}/86h/0h/0h]${xpub}`)
    expect(wallet.script).toBe('tr')
    expect(firstAddresses(wallet, 'mainnet', 2)).toEqual([
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
    ])
    expect(addressAt(wallet, 'mainnet', 0, 1)).toBe('bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7')
  })

  it('BIP 49, on a test network', () => {
    const upub = spell("49'/1'/0'", 0x044a5262)
    const wallet = read(upub, { fingerprint, path: "49'/1'/0'" }, 'testnet')
    expect(wallet.script).toBe('sh-wpkh')
    expect(addressAt(wallet, 'testnet', 0)).toBe('2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2')
  })

  it('BIP 44', () => {
    const wallet = read(accountAt("44'/0'/0'"), { script: 'pkh', fingerprint, path: "44'/0'/0'" })
    expect(addressAt(wallet, 'mainnet', 0)).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA')
  })

  it('BIP 32, first vector', () => {
    const key = HDKey.fromMasterSeed(Uint8Array.from({ length: 16 }, (_, byte) => byte)).derive(
      "m/0'",
    ).publicExtendedKey
    expect(key).toBe(
      'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    )
    expect(read(`[3442193e/0h]${key}`, { script: 'wpkh' }).keys).toEqual([
      { xpub: key, fingerprint: '3442193e', path: "0'" },
    ])
  })

  it('BIP 380, checksums', () => {
    expect(checksumOf('raw(deadbeef)')).toBe('89f8spxm')
    expect(checksumOf('raw(deedbeef)')).not.toBe('89f8spxm')
    expect(checksumOf('raw(Ü)')).toBeUndefined()
  })
})

const multisigKeys = ["48'/0'/0'/2'", "48'/0'/1'/2'", "48'/0'/2'/2'"].map((path) => ({ path, xpub: accountAt(path) }))
const multisig = addChecksum(
  `wsh(sortedmulti(2,${multisigKeys.map(({ path, xpub }) => `[${fingerprint}/${path.replaceAll("'", 'h')}]${xpub}/<0;1>/*`).join()}))`,
)

it('knows the key that BTCPay makes of a phrase', () => {
  const phrase = `${'abandon '.repeat(11)}about`
  expect(hashOfPhrase(phrase, 'mainnet')).toEqual(hashOfKey(xpub84, 'mainnet'))
  expect(hashOfPhrase(phrase, 'regtest')).toEqual(hashOfKey(accountAt("84'/1'/0'", test), 'regtest'))
})

describe('wallet files', () => {
  const coldcard = JSON.stringify({
    chain: 'BTC',
    xfp: '73C5DA0A',
    account: 0,
    xpub: master().publicExtendedKey,
    bip44: { deriv: "m/44'/0'/0'", xpub: accountAt("44'/0'/0'"), name: 'p2pkh' },
    bip49: {
      deriv: "m/49'/0'/0'",
      xpub: accountAt("49'/0'/0'"),
      _pub: spell("49'/0'/0'", 0x049d7cb2),
      name: 'p2sh-p2wpkh',
    },
    bip84: { deriv: "m/84'/0'/0'", xpub: xpub84, _pub: spell("84'/0'/0'", 0x04b24746), name: 'p2wpkh' },
    bip86: { deriv: "m/86'/0'/0'", xpub: accountAt("86'/0'/0'"), name: 'p2tr' },
  })

  it('reads a Coldcard export, once its type is chosen', () => {
    expect(readWallet({ text: coldcard }, 'mainnet')).toEqual({
      wallet: undefined,
      missing: ['script'],
      scripts: ['wpkh', 'tr', 'sh-wpkh', 'pkh'],
    })
    expect(read(coldcard, { script: 'wpkh' })).toEqual({
      script: 'wpkh',
      required: 1,
      keys: [{ xpub: xpub84, fingerprint, path: "84'/0'/0'" }],
    })
    expect(read(coldcard, { script: 'pkh' }).keys[0]?.path).toBe("44'/0'/0'")
  })

  it('reads what the browser writes from scanned codes', () => {
    // web/src/features/codes/wallet-text.test.ts has the codes. The account is the one that is published in BCR-2020-015.
    const bip84 =
      'xpub6BkU445MSEBXbPjD3g2c2ch6mn8yy1SXXQUM7EwjgYiq6Wt1NDwDZ45npqWcV8uQC5oi2gHuVukoCoZZyT4HKq8EpotPMqGqxdZRuapCQ23'
    const cosigner =
      'xpub6EC9f7mLFJQoRQ6qiTvWQeeYsgtki6fBzSUgWgUtAujEMtAfJSAn3AVS4KrLHRV2hNX77YwNkg4azUzuSwhNGtcq4r2J8bLGMDkrQYHvoed'
    const key = { xpub: bip84, fingerprint: '37b5eed4', path: "84'/0'/0'" }
    const account = JSON.stringify({ xfp: '37B5EED4', bip84: { xpub: bip84, deriv: 'm/84h/0h/0h' } })
    expect(read(account)).toEqual({ script: 'wpkh', required: 1, keys: [key] })
    expect(read(`[37b5eed4/84h/0h/0h]${bip84}`)).toEqual({ script: 'wpkh', required: 1, keys: [key] })
    const multisig = [
      ...['Policy: 2 of 2', 'Format: P2WSH', 'Derivation: m/48h/0h/0h/2h', `37b5eed4: ${cosigner}`],
      ...['Derivation: m/48h/0h/0h/2h', `73c5da0a: ${accountAt("48'/0'/0'/2'")}`],
    ].join('\n')
    expect(read(multisig)).toMatchObject({ script: 'wsh-sortedmulti', required: 2 })
    expect(new Set(read(multisig).keys.map(({ fingerprint: name }) => name))).toEqual(new Set(['37b5eed4', '73c5da0a']))
  })

  it('reads what Sparrow exports as descriptors', () => {
    const both = addChecksum(`wpkh([${fingerprint}/84h/0h/0h]${xpub84}/<0;1>/*)`)
    const receive = addChecksum(`wpkh([${fingerprint}/84'/0'/0']${xpub84}/0/*)`)
    const change = addChecksum(`wpkh([${fingerprint}/84'/0'/0']${xpub84}/1/*)`)
    const file = `# Receive and change descriptor (BIP389):\n${both}\n`
    const wallet = read(file)
    expect(wallet).toEqual({ script: 'wpkh', required: 1, keys: [{ xpub: xpub84, fingerprint, path: "84'/0'/0'" }] })
    expect(descriptorOf(wallet)).toBe(both)
    expect(read(`# Receive:\n${receive}\n\n# Change:\n${change}`)).toEqual(wallet)
    expect(read(JSON.stringify({ label: 'Shop', blockheight: 0, descriptor: both, devices: [] }))).toEqual(wallet)
    expect(read(`importdescriptors '[{"desc":"${receive}"},{"desc":"${change}"}]'`)).toEqual(wallet)
    expect(
      read(
        JSON.stringify({
          keystore: { xpub: spell("84'/0'/0'", 0x04b24746), derivation: "m/84'/0'/0'", root_fingerprint: fingerprint },
        }),
      ),
    ).toEqual(wallet)
  })

  it('reads a multisig wallet from its file and from its descriptor alike', () => {
    const file = [
      '# Coldcard Multisig setup file (created by Sparrow)',
      '#',
      'Name: Shop vault',
      'Policy: 2 of 3',
      'Format: P2WSH',
      '',
      ...[...multisigKeys].reverse().flatMap(({ path, xpub }) => [`Derivation: m/${path}`, `73C5DA0A: ${xpub}`, '']),
    ].join('\r\n')
    const wallet = read(multisig)
    expect(read(file)).toEqual(wallet)
    expect(wallet).toMatchObject({ script: 'wsh-sortedmulti', required: 2 })
    expect(derivationSchemeOf(wallet)).toBe(`2-of-${wallet.keys.map(({ xpub }) => xpub).join('-')}`)
    expect(addressAt(wallet, 'mainnet', 0)).toMatch(/^bc1q.{58}$/)
  })
})

describe('what a text may lack', () => {
  it('asks for type, fingerprint and path of a bare key', () => {
    expect(readWallet({ text: xpub84 }, 'mainnet').missing).toEqual(['script', 'fingerprint', 'path'])
    expect(readWallet({ text: spell("84'/0'/0'", 0x04b24746) }, 'mainnet').missing).toEqual(['fingerprint', 'path'])
  })

  it('asks for a fingerprint where a wallet wrote zeros', () => {
    expect(readWallet({ text: `[00000000/84h/0h/0h]${xpub84}` }, 'mainnet').missing).toEqual(['fingerprint'])
  })
})

describe('refusals', () => {
  const descriptor = (body: string) => addChecksum(body)
  const key = `[${fingerprint}/84h/0h/0h]${xpub84}`
  const mine = { fingerprint, path: "84'/0'/0'" }
  const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'

  it.each([
    ['a private key', master().derive("m/84'/0'/0'").privateExtendedKey, /private key/],
    ['a private key in a descriptor', `wpkh(${master().privateExtendedKey}/84h/0h/0h/0/*)`, /private key/],
    ['a private key as WIF', wif, /private key/],
    ['a private key as hex', 'f'.repeat(63) + '1', /private key/],
    ['a phrase', `${'abandon '.repeat(11)}about`, /recovery phrase/],
    ['a numbered phrase', Array.from({ length: 24 }, (_, i) => `${i + 1}. zoo`).join('\n'), /recovery phrase/],
    ['a descriptor without checksum', `wpkh(${key}/<0;1>/*)`, /checksum/],
    ['a descriptor with another checksum', `wpkh(${key}/<0;1>/*)#89f8spxm`, /checksum/],
    ['another branch', descriptor(`wpkh(${key}/2/*)`), /\/0\/\*/],
    ['change only', descriptor(`wpkh(${key}/1/*)`), /\/0\/\*/],
    ['a tree of scripts', descriptor(`tr(${key}/<0;1>/*,pk(${xpub84}))`), /don’t support/],
    ['unsorted keys', descriptor(`wsh(multi(1,${key}/0/*,${xpub84}/0/*))`), /don’t support/],
    ['a legacy multisig', descriptor(`sh(sortedmulti(1,${key}/0/*,${xpub84}/0/*))`), /don’t support/],
    [
      'the same key twice',
      descriptor(`wsh(sortedmulti(1,[73c5da0a/84h/0h/0h]${xpub84}/0/*,[11111111/84h/0h/0h]${xpub84}/0/*))`),
      /twice/,
    ],
    [
      'more signatures than keys',
      multisig.replace(/^.*$/, () => descriptor(multisig.replace(/#.*/, '').replace('(2,', '(4,'))),
      /2 to 15/,
    ],
    ['a single cosigner', spell("48'/0'/0'/2'", 0x02aa7ed3), /doesn’t say who else/],
    ['nested multisig', spell("48'/0'/0'/1'", 0x0295b43f), /don’t support/],
    ['the master key', master().publicExtendedKey, /whole wallet/],
    ['a test network', accountAt("84'/1'/0'", test), /for mainnet/],
    ['a typo', `${xpub84.slice(0, -1)}${xpub84.endsWith('1') ? '2' : '1'}`, /can’t read/],
    ['nothing', '  ', /can’t read/],
    ['other JSON', '{"a":1}', /can’t read/],
    ['broken JSON', '{"a":1,}', /can’t read/],
    ['two keys', `${xpub84}\n${accountAt("86'/0'/0'")}`, /more than one/],
    [
      'two accounts',
      [
        descriptor(`wpkh(${key}/0/*)`),
        descriptor(`wpkh([${fingerprint}/84h/0h/1h]${accountAt("84'/0'/1'")}/0/*)`),
      ].join('\n'),
      /more than one/,
    ],
    ['BTCPay’s own configuration', '{"isHotWallet":true,"accountDerivation":"xpub"}', /can’t read/],
  ])('refuses %s', (_name, text, reason) => {
    expect(refusal(text)).toMatch(reason)
  })

  it.each([
    ['a path that leads elsewhere', { ...mine, path: "84'/0'/1'" }, /don’t belong together/],
    ['a path that is too short', { ...mine, path: "84'/0'" }, /don’t belong together/],
    ['a path of another type', { ...mine, path: "49'/0'/0'", script: 'wpkh' as Script }, /another type/],
    ['a path of another network', { ...mine, path: "84'/1'/0'" }, /for mainnet/],
  ])('refuses %s', (_name, beside, reason) => {
    expect(refusal(xpub84, { script: 'wpkh', ...beside })).toMatch(reason)
  })
})

const seeds = fc.uint8Array({ minLength: 16, maxLength: 32 })
const step = fc.tuple(fc.nat(0x7fffffff), fc.boolean()).map(([index, isHard]) => `${index}${isHard ? "'" : ''}`)
// Without a standard purpose, any type of wallet may have the path.
const paths = fc
  .array(step, { minLength: 1, maxLength: 5 })
  .map((steps) => [`7${steps[0]}`.slice(0, 9).replace("'", ''), ...steps.slice(1)].join('/'))
  .filter((path) => path.split('/').every((part) => Number.parseInt(part, 10) < 0x80000000))
const networkNames = fc.constantFrom<NetworkName>('mainnet', 'testnet', 'signet', 'regtest')

const walletKey = (seed: Uint8Array, path: string, network: NetworkName) => {
  const root = HDKey.fromMasterSeed(seed, versionsOf(network))
  return {
    xpub: root.derive(`m/${path}`).publicExtendedKey,
    fingerprint: root.fingerprint.toString(16).padStart(8, '0'),
    path,
  }
}

describe('any wallet', () => {
  it('is read back from its own descriptor, and its key is found in every spelling', () => {
    fc.assert(
      fc.property(
        seeds,
        paths,
        networkNames,
        fc.constantFrom<Script>('pkh', 'sh-wpkh', 'wpkh', 'tr'),
        (seed, path, network, script) => {
          const key = walletKey(seed, path, network)
          if (key.fingerprint === '00000000') return
          const wallet: OwnWallet = { script, required: 1, keys: [key] }
          expect(read(descriptorOf(wallet), {}, network)).toEqual(wallet)
          const isMainnet = network === 'mainnet'
          for (const version of isMainnet ? [0x049d7cb2, 0x04b24746] : [0x044a5262, 0x045f1cf6]) {
            const spelled = HDKey.fromMasterSeed(seed, { private: 0, public: version }).derive(
              `m/${path}`,
            ).publicExtendedKey
            const [found] = read(spelled, key, network).keys
            expect(found && hashOfKey(found.xpub, network)).toEqual(hashOfKey(key.xpub, network))
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('has the same addresses in whichever order its keys are written', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(seeds, { minLength: 2, maxLength: 4, selector: String }),
        paths,
        fc.nat(4),
        (all, path, turn) => {
          const keys = all.map((seed) => walletKey(seed, path, 'regtest'))
          const turned = [...keys.slice(turn % keys.length), ...keys.slice(0, turn % keys.length)]
          const write = (of: typeof keys) => descriptorOf({ script: 'wsh-sortedmulti', required: 1, keys: of })
          const wallet = read(write(keys), {}, 'regtest')
          expect(read(write(turned), {}, 'regtest')).toEqual(wallet)
          expect(addressAt({ ...wallet, keys: turned }, 'regtest', 3)).toBe(addressAt(wallet, 'regtest', 3))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('is refused without decoding it when it is very long', () => {
    // Decoding takes the square of the length: twenty of these would take longer than the test may.
    for (const digit of '23456789abcdefghijkm') expect(refusal(`xpub${digit.repeat(19_000)}`)).toMatch(/can’t read/)
  })

  it('never reads a text that was changed anywhere', () => {
    fc.assert(
      fc.property(
        fc.nat(multisig.length - 1),
        fc.constantFrom(...Array.from('023456789acdefghjklmnpqrstuvwxyz/*[]();,')),
        (place, character) => {
          if (multisig[place] === character) return
          expect(refusal(multisig.slice(0, place) + character + multisig.slice(place + 1))).not.toMatch(/^missing/)
        },
      ),
      { numRuns: 200 },
    )
  })
})
