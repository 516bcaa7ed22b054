import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { type Script, versionsOf } from '../platform/bitcoin/own-wallet.ts'
import { problem } from './wallet-problem.ts'

type Spelling = { isMainnet: boolean; script?: Script | 'sh-wsh' }

/** SLIP 132: the first letters say the network, and some of them how the wallet locks its coins. */
const spellings = new Map<number, Spelling>([
  [0x0488b21e, { isMainnet: true }],
  [0x049d7cb2, { isMainnet: true, script: 'sh-wpkh' }],
  [0x04b24746, { isMainnet: true, script: 'wpkh' }],
  [0x0295b43f, { isMainnet: true, script: 'sh-wsh' }],
  [0x02aa7ed3, { isMainnet: true, script: 'wsh-sortedmulti' }],
  [0x043587cf, { isMainnet: false }],
  [0x044a5262, { isMainnet: false, script: 'sh-wpkh' }],
  [0x045f1cf6, { isMainnet: false, script: 'wpkh' }],
  [0x024289ef, { isMainnet: false, script: 'sh-wsh' }],
  [0x02575483, { isMainnet: false, script: 'wsh-sortedmulti' }],
])

export type ExtendedKey = {
  /** As xpub or tpub. */
  xpub: string
  depth: number
  /** The last step of its path, `2147483648` and up when hardened. */
  index: number
  /** What the first letters say, if they say it. */
  script: Script | undefined
}

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** Reads the public key of an account in any spelling. */
export const readExtendedKey = (text: string, network: NetworkName): ExtendedKey => {
  const bytes = decode(text)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const spelling = bytes.length === 78 ? spellings.get(view.getUint32(0)) : undefined
  if (!spelling) throw problem('unreadable')
  if (spelling.isMainnet !== (network === 'mainnet')) throw problem('wrong-network', { network })
  if (spelling.script === 'sh-wsh') throw problem('unsupported-script')
  const versions = versionsOf(network)
  view.setUint32(0, versions.public)
  const { depth, index, publicExtendedKey } = parse(base58check.encode(bytes), versions)
  if (depth === 0) throw problem('whole-wallet')
  return { xpub: publicExtendedKey, depth, index, script: spelling.script }
}

/** All have 111 characters. Decoding takes the square of the length. */
const mostCharacters = 120

const decode = (text: string): Uint8Array => {
  if (text.length > mostCharacters) throw problem('unreadable')
  try {
    return base58check.decode(text)
  } catch {
    throw problem('unreadable')
  }
}

/** The curve refuses what is no point on it. */
const parse = (xpub: string, versions: ReturnType<typeof versionsOf>): HDKey => {
  try {
    return HDKey.fromExtendedKey(xpub, versions)
  } catch {
    throw problem('unreadable')
  }
}
