import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { base58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer'
import { regtest } from '../chain/regtest.ts'
import { WalletRefusal } from './wallet-refusal.ts'

export type SchemeKind = 'wpkh' | 'pkh' | 'sh-wpkh' | 'tr' | 'wsh-multi' | 'sh-wsh-multi' | 'sh-multi'

/** How an account's keys become scripts. */
export type Scheme = {
  readonly kind: SchemeKind
  /** Extended public keys in the network's own spelling (`tpub…`), as they were given. */
  readonly xpubs: readonly string[]
  /** Signatures needed: 1 unless the account is a multisig. */
  readonly threshold: number
  /** The public keys of a multisig aren't sorted. */
  readonly keepsOrder: boolean
}

const slip132SegwitP2sh = new Set([0x049d7cb2, 0x044a5262])
const base58 = base58check(nobleSha256)
const mostKeys = 15

/**
 * Reads BTCPay's spelling: `tpub` is P2WPKH, `tpub-[legacy]`, `tpub-[p2sh]` and `tpub-[taproot]` are the others, and
 * `2-of-tpub-tpub` is P2WSH with sorted keys. Throws a WalletRefusal.
 */
export const parseScheme = (text: string): Scheme => {
  const labels = new Set<string>()
  const parts = text
    .trim()
    .split('-')
    .filter((part) => {
      const label = /^\[([a-z0-9]+)\]$/i.exec(part)?.[1]
      if (label !== undefined) labels.add(label.toLowerCase())
      return label === undefined
    })
  const threshold = parts[1] === 'of' && /^\d{1,2}$/.test(parts[0] ?? '') ? Number(parts[0]) : undefined
  const keys = (threshold === undefined ? parts : parts.slice(2)).map(readXpub)
  const xpubs = keys.map(({ xpub }) => xpub)
  const known = threshold === undefined ? ['legacy', 'p2sh', 'taproot', 'segwit'] : ['legacy', 'p2sh', 'keeporder']
  if ([...labels].some((label) => !known.includes(label))) throw badScheme()
  if (threshold !== undefined) {
    const isPossible = threshold >= 1 && threshold <= xpubs.length && xpubs.length <= mostKeys
    if (!isPossible || new Set(xpubs).size !== xpubs.length) throw badScheme()
    const kind = labels.has('legacy') ? 'sh-multi' : labels.has('p2sh') ? 'sh-wsh-multi' : 'wsh-multi'
    return { kind, xpubs, threshold, keepsOrder: labels.has('keeporder') }
  }
  if (xpubs.length !== 1) throw badScheme()
  return { kind: singleKind(labels, keys[0]?.isNested ?? false), xpubs, threshold: 1, keepsOrder: false }
}

/** The same in BTCPay's spelling. */
export const formatScheme = ({ kind, xpubs, threshold, keepsOrder }: Scheme): string => {
  const keys = xpubs.join('-')
  if (!isMultisig(kind)) return `${keys}${singleLabels[kind] ?? ''}`
  const label = kind === 'sh-multi' ? '-[legacy]' : kind === 'sh-wsh-multi' ? '-[p2sh]' : ''
  return `${threshold}-of-${keys}${label}${keepsOrder ? '-[keeporder]' : ''}`
}

/**
 * The name of the account that a scheme watches. The order of sorted keys doesn't change any script, so all orders are
 * one account.
 */
export const accountOf = (scheme: Scheme): string =>
  formatScheme(isMultisig(scheme.kind) && !scheme.keepsOrder ? { ...scheme, xpubs: [...scheme.xpubs].sort() } : scheme)

export const isMultisig = (kind: SchemeKind): boolean => kind.endsWith('multi')

/** The scripts of an address, as a PSBT names them. */
export type Scripts = {
  readonly script: Uint8Array
  readonly redeemScript?: Uint8Array
  readonly witnessScript?: Uint8Array
  readonly tapInternalKey?: Uint8Array
}

/** The scripts that these compressed public keys have in the scheme. */
export const scriptsOf = (
  { kind, threshold, keepsOrder }: Pick<Scheme, 'kind' | 'threshold' | 'keepsOrder'>,
  publicKeys: readonly Uint8Array[],
): Scripts => {
  const [first] = publicKeys
  if (!first) throw new Error('A script needs a key.')
  if (kind === 'pkh') return { script: p2pkh(first).script }
  if (kind === 'wpkh') return { script: p2wpkh(first).script }
  if (kind === 'tr') return { script: p2tr(first.subarray(1)).script, tapInternalKey: first.subarray(1) }
  if (kind === 'sh-wpkh') {
    const child = p2wpkh(first)
    return { script: p2sh(child).script, redeemScript: child.script }
  }
  const keys = keepsOrder ? [...publicKeys] : [...publicKeys].sort(Buffer.compare)
  const multi = p2ms(threshold, keys)
  if (kind === 'sh-multi') return { script: p2sh(multi).script, redeemScript: multi.script }
  const witness = p2wsh(multi)
  if (kind === 'wsh-multi') return { script: witness.script, witnessScript: multi.script }
  return { script: p2sh(witness).script, redeemScript: witness.script, witnessScript: multi.script }
}

/**
 * Weight of an input beyond its 41 bytes without signature, never below the signed one: signatures are counted at their
 * maximum length.
 */
export const signatureWeight = ({ kind, threshold, xpubs }: Scheme): number => {
  const multiScript = 3 + 34 * xpubs.length
  const multiBytes = 1 + threshold * 73 + (multiScript < 0xfd ? 1 : 3) + multiScript
  if (kind === 'wpkh') return 108
  if (kind === 'pkh') return 4 * 107
  if (kind === 'sh-wpkh') return 4 * 23 + 108
  if (kind === 'tr') return 66
  if (kind === 'wsh-multi') return 1 + multiBytes
  if (kind === 'sh-wsh-multi') return 4 * 35 + 1 + multiBytes
  return 4 * (multiBytes + 4)
}

const singleLabels: { readonly [kind in SchemeKind]?: string } = {
  pkh: '-[legacy]',
  'sh-wpkh': '-[p2sh]',
  tr: '-[taproot]',
}

const singleKind = (labels: ReadonlySet<string>, isNested: boolean): SchemeKind => {
  if (labels.has('legacy')) return 'pkh'
  if (labels.has('taproot')) return 'tr'
  return labels.has('p2sh') || isNested ? 'sh-wpkh' : 'wpkh'
}

/** Accepts tpub, vpub, upub, xpub, ypub and zpub bytes and returns the network's own (tpub). */
const readXpub = (text: string): { xpub: string; isNested: boolean } => {
  try {
    const bytes = Buffer.from(base58.decode(text.trim()))
    const isNested = slip132SegwitP2sh.has(bytes.readUInt32BE())
    bytes.writeUInt32BE(regtest.bip32.public)
    return { xpub: HDKey.fromExtendedKey(base58.encode(bytes), regtest.bip32).publicExtendedKey, isNested }
  } catch {
    throw badScheme()
  }
}

const badScheme = () => new WalletRefusal('bad-xpub', 'This is no extended public key.')
