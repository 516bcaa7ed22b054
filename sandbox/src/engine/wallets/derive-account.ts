import { createHmac, pbkdf2Sync } from 'node:crypto'
import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { base58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { hash160 } from '../chain/digests.ts'
import { regtest } from '../chain/regtest.ts'
import { scriptToAddress } from '../chain/scripts.ts'
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

/** Accepts tpub, vpub, xpub or zpub bytes and returns the network's own (tpub). */
export const normalizeXpub = (text: string): string => {
  try {
    const coder = base58check(nobleSha256)
    const bytes = Buffer.from(coder.decode(text.trim().split(/[-\s]/u)[0] ?? ''))
    bytes.writeUInt32BE(regtest.bip32.public)
    return HDKey.fromExtendedKey(coder.encode(bytes), regtest.bip32).publicExtendedKey
  } catch {
    throw new WalletRefusal('bad-xpub', 'This is no extended public key.')
  }
}

export const branchKey = (xpub: string, branch: 0 | 1): HDKey =>
  HDKey.fromExtendedKey(xpub, regtest.bip32).deriveChild(branch)

export type DerivedAddress = { readonly index: number; readonly script: string; readonly address: string }

/**
 * The addresses of a branch, as BIP32 derives public keys. The library computes each alone and in constant time, which
 * takes three times as long and protects only secrets.
 */
export const deriveAddresses = (branch: HDKey, first: number, count: number): DerivedAddress[] => {
  const { publicKey, chainCode } = branch
  if (!publicKey || !chainCode) throw new Error('A branch has no public key.')
  const parent = Point.fromBytes(publicKey)
  const children = Array.from({ length: count }, (_, i) => {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(first + i)
    const tweak = createHmac('sha512', chainCode).update(publicKey).update(index).digest().subarray(0, 32)
    return parent.add(Point.BASE.multiplyUnsafe(Point.Fn.fromBytes(tweak)))
  })
  return normalizeZ(Point, children).map((child, i) => {
    const script = `0014${hash160(child.toBytes()).toString('hex')}`
    return { index: first + i, script, address: scriptToAddress(script) as string }
  })
}

const fingerprintHex = (fingerprint: number): string => (fingerprint >>> 0).toString(16).padStart(8, '0')

/** BIP39. Node's native function takes two milliseconds, JavaScript a hundred. */
const stretchSeed = (mnemonic: string, passphrase: string): Buffer =>
  pbkdf2Sync(mnemonic.normalize('NFKD'), `mnemonic${passphrase}`.normalize('NFKD'), 2048, 64, 'sha512')
