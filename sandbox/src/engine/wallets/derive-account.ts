import { createHmac, pbkdf2Sync } from 'node:crypto'
import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { hash160 } from '../chain/digests.ts'
import { regtest } from '../chain/regtest.ts'
import { scriptToAddress } from '../chain/scripts.ts'
import { parseScheme, type Scheme, scriptsOf } from './derivation-scheme.ts'
import { WalletRefusal } from './wallet-refusal.ts'
import type { CreateWallet } from './wallet-types.ts'
import { wordLists } from './word-lists.ts'

const { Point } = secp256k1

export type Account = {
  readonly xpub: string
  readonly keyPath: string
  readonly fingerprint: string
}

export const chooseMnemonic = ({ mnemonic, wordList = 'English', wordCount = 24 }: CreateWallet): string => {
  if (mnemonic === undefined) return generateMnemonic(wordLists[wordList], (wordCount / 3) * 32)
  const words = mnemonic
    .trim()
    .split(/\s+/u)
    .join(wordList === 'Japanese' ? '\u3000' : ' ')
  // Words from elsewhere may come from another list than the one named.
  const isKnown = Object.values(wordLists).some((list) => validateMnemonic(words, list))
  if (!isKnown) throw new WalletRefusal('bad-mnemonic', 'The recovery phrase isn’t valid.')
  return words
}

/** BIP84 on a test network. */
export const deriveAccount = (
  mnemonic: string,
  passphrase: string,
  accountNumber: number,
): Account & { key: HDKey } => {
  const master = HDKey.fromMasterSeed(stretchSeed(mnemonic, passphrase), regtest.bip32)
  const keyPath = `84'/1'/${accountNumber}'`
  const key = master.derive(`m/${keyPath}`)
  return { key, xpub: key.publicExtendedKey, keyPath, fingerprint: fingerprintHex(master.fingerprint) }
}

/** One branch of an account: the parent keys of its addresses. */
export type Branch = { readonly scheme: Scheme; readonly keys: readonly HDKey[] }

export const openBranch = (account: string, branch: 0 | 1): Branch => {
  const scheme = parseScheme(account)
  const keys = scheme.xpubs.map((xpub) => HDKey.fromExtendedKey(xpub, regtest.bip32).deriveChild(branch))
  return { scheme, keys }
}

export type DerivedAddress = { readonly index: number; readonly script: string; readonly address: string }

/** The addresses of a branch in order. */
export const deriveAddresses = ({ scheme, keys }: Branch, first: number, count: number): DerivedAddress[] => {
  const publicKeys = keys.map((key) => derivePublicKeys(key, first, count))
  return Array.from({ length: count }, (_, i) => {
    const own = publicKeys.map((list) => list[i] as Uint8Array)
    // Almost all accounts are of this kind, and the library checks more than is needed here.
    const script =
      scheme.kind === 'wpkh'
        ? `0014${hash160(own[0] as Uint8Array).toString('hex')}`
        : Buffer.from(scriptsOf(scheme, own).script).toString('hex')
    return { index: first + i, script, address: scriptToAddress(script) as string }
  })
}

/**
 * Public child keys, as BIP32 derives them. The library computes each alone and in constant time, which takes three
 * times as long and protects only secrets.
 */
const derivePublicKeys = ({ publicKey, chainCode }: HDKey, first: number, count: number): Uint8Array[] => {
  if (!publicKey || !chainCode) throw new Error('A branch has no public key.')
  const parent = Point.fromBytes(publicKey)
  const children = Array.from({ length: count }, (_, i) => {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(first + i)
    const tweak = createHmac('sha512', chainCode).update(publicKey).update(index).digest().subarray(0, 32)
    return parent.add(Point.BASE.multiplyUnsafe(Point.Fn.fromBytes(tweak)))
  })
  return normalizeZ(Point, children).map((child) => child.toBytes())
}

const fingerprintHex = (fingerprint: number): string => (fingerprint >>> 0).toString(16).padStart(8, '0')

/** BIP39. Node's native function takes two milliseconds, JavaScript a hundred. */
const stretchSeed = (mnemonic: string, passphrase: string): Buffer =>
  pbkdf2Sync(mnemonic.normalize('NFKD'), `mnemonic${passphrase}`.normalize('NFKD'), 2048, 64, 'sha512')
