import { createHash } from 'node:crypto'
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { addChecksum } from './descriptor-checksum.ts'
import { type NetworkName, networks } from './networks.ts'

/** How a wallet locks its coins, by the names of output descriptors. */
export const scripts = ['pkh', 'sh-wpkh', 'wpkh', 'tr', 'wsh-sortedmulti'] as const
export type Script = (typeof scripts)[number]

export type WalletKey = {
  /** The key of an account, always as xpub or tpub, whatever spelling it came in. */
  xpub: string
  /** The master key's fingerprint, 8 hex digits. */
  fingerprint: string
  /** From the master key to this one: `84'/0'/0'`. */
  path: string
}

/** A wallet that somebody else has the keys of, in the one form that we save. Several keys are sorted. */
export type OwnWallet = { script: Script; required: number; keys: readonly WalletKey[] }

const versions = {
  mainnet: { private: 0x0488ade4, public: 0x0488b21e },
  test: { private: 0x04358394, public: 0x043587cf },
}

export const versionsOf = (network: NetworkName) => (network === 'mainnet' ? versions.mainnet : versions.test)

/**
 * What makes a key the same key, in every spelling: chain code and public key. Depth, parent and the letters in front are
 * only notes about it. It is a hash, so that what is kept for good says nothing about anybody.
 */
export const hashOfKey = (xpub: string, network: NetworkName): Buffer =>
  hashOf(HDKey.fromExtendedKey(xpub, versionsOf(network)))

const hashOf = ({ chainCode, publicKey }: HDKey): Buffer => {
  if (!chainCode || !publicKey) throw new Error('an account key has no public key')
  return createHash('sha256').update(chainCode).update(publicKey).digest()
}

/** The same of the account that BTCPay creates from a recovery phrase. */
export const hashOfPhrase = (phrase: string, network: NetworkName): Buffer =>
  hashOf(HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(`m/84'/${network === 'mainnet' ? 0 : 1}'/0'`))

/** How the coins of one address are locked. */
export type Lock = {
  address: string
  script: Uint8Array
  /** In the order of the wallet's keys. */
  publicKeys: Uint8Array[]
  redeemScript?: Uint8Array | undefined
  witnessScript?: Uint8Array | undefined
}

/** The receiving addresses of a wallet are on branch 0, its change is on branch 1. */
export type Branch = 0 | 1

/** Finds the locks of many addresses. Deriving a branch takes as long as deriving an address, so each is kept. */
export const locksOf = (wallet: OwnWallet, network: NetworkName): ((branch: Branch, index: number) => Lock) => {
  const kept = new Map<Branch, HDKey[]>()
  const keysOf = (branch: Branch) => {
    const known = kept.get(branch)
    if (known) return known
    const keys = wallet.keys.map(({ xpub }) => HDKey.fromExtendedKey(xpub, versionsOf(network)).deriveChild(branch))
    kept.set(branch, keys)
    return keys
  }
  return (branch, index) => {
    const publicKeys = keysOf(branch).map((key) => {
      const { publicKey } = key.deriveChild(index)
      if (!publicKey) throw new Error('an account key has no public key')
      return publicKey
    })
    const { address, ...scripts } = payTo(wallet, publicKeys, networks[network])
    if (address === undefined) throw new Error(`no address for ${wallet.script}`)
    return { address, publicKeys, ...scripts }
  }
}

/** An address of the wallet. */
export const addressAt = (wallet: OwnWallet, network: NetworkName, index: number, branch: Branch = 0): string =>
  locksOf(wallet, network)(branch, index).address

type Paid = Pick<Lock, 'script' | 'redeemScript' | 'witnessScript'> & { address?: string | undefined }

const payTo = (
  { script, required }: OwnWallet,
  publicKeys: Uint8Array[],
  network: (typeof networks)[NetworkName],
): Paid => {
  if (script === 'wsh-sortedmulti') return pick(p2wsh(p2ms(required, sortKeys(publicKeys)), network))
  const [publicKey] = publicKeys
  if (!publicKey) throw new Error('a wallet has no key')
  if (script === 'pkh') return pick(p2pkh(publicKey, network))
  if (script === 'wpkh') return pick(p2wpkh(publicKey, network))
  if (script === 'tr') return pick(p2tr(publicKey.slice(1), undefined, network))
  return pick(p2sh(p2wpkh(publicKey, network), network))
}

const pick = ({ address, script, redeemScript, witnessScript }: Paid): Paid => ({
  address,
  script,
  redeemScript,
  witnessScript,
})

/** BIP 67: each address sorts the keys that it has. */
const sortKeys = (publicKeys: readonly Uint8Array[]) =>
  [...publicKeys].sort((a, b) => (hex.encode(a) < hex.encode(b) ? -1 : 1))

/** How many addresses a person compares with the wallet. */
const comparedAddresses = 3

export const firstAddresses = (wallet: OwnWallet, network: NetworkName, count = comparedAddresses): string[] =>
  Array.from({ length: count }, (_, index) => addressAt(wallet, network, index))

/** The wallet as an output descriptor with its checksum, for receiving and change, as other wallets import it. */
export const descriptorOf = ({ script, required, keys }: OwnWallet): string => {
  const written = keys.map(
    ({ fingerprint, path, xpub }) => `[${fingerprint}/${path.replaceAll("'", 'h')}]${xpub}/<0;1>/*`,
  )
  const inner = written.join(',')
  return addChecksum(
    {
      pkh: `pkh(${inner})`,
      'sh-wpkh': `sh(wpkh(${inner}))`,
      wpkh: `wpkh(${inner})`,
      tr: `tr(${inner})`,
      'wsh-sortedmulti': `wsh(sortedmulti(${required},${inner}))`,
    }[script],
  )
}

/** The wallet as BTCPay names it. Several keys are sorted in each address unless the name says otherwise. */
export const derivationSchemeOf = ({ script, required, keys }: OwnWallet): string => {
  if (script === 'wsh-sortedmulti') return `${required}-of-${keys.map(({ xpub }) => xpub).join('-')}`
  const suffix = { pkh: '-[legacy]', 'sh-wpkh': '-[p2sh]', wpkh: '', tr: '-[taproot]' }[script]
  return `${keys[0]?.xpub}${suffix}`
}

/** How much a coin of the wallet adds to a transaction, in virtual bytes. */
export const inputVbytesOf = ({ script, required, keys }: OwnWallet): bigint => {
  if (script !== 'wsh-sortedmulti') return { pkh: 148n, 'sh-wpkh': 91n, wpkh: 68n, tr: 58n }[script]
  // Without the witness 41 bytes. In it, each signature has up to 73 bytes and its length, and the script names all keys.
  const witness = 8 + 74 * required + 34 * keys.length
  return BigInt(41 + Math.ceil(witness / 4))
}
