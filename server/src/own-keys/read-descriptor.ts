import { checksumOf } from '../platform/bitcoin/descriptor-checksum.ts'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import type { Script } from '../platform/bitcoin/own-wallet.ts'
import { readFingerprint, readPath } from './key-path.ts'
import { type ExtendedKey, readExtendedKey } from './read-extended-key.ts'
import { problem } from './wallet-problem.ts'

export type ReadKey = Omit<ExtendedKey, 'script'> & { fingerprint: string | undefined; path: string | undefined }
/** What a text says of a wallet, which may lack something. */
export type ReadWallet = { script: Script | undefined; required: number; keys: readonly ReadKey[] }

/** Receiving addresses, change, or both. */
type Branches = 'receive' | 'change' | 'both'
type ReadDescriptor = ReadWallet & { branches: Branches }

const forms: readonly (readonly [Script, RegExp])[] = [
  ['pkh', /^pkh\(([^()]+)\)$/],
  ['wpkh', /^wpkh\(([^()]+)\)$/],
  ['sh-wpkh', /^sh\(wpkh\(([^()]+)\)\)$/],
  // With a tree of scripts beside the key, somebody else could spend too.
  ['tr', /^tr\(([^(),{}]+)\)$/],
  ['wsh-sortedmulti', /^wsh\(sortedmulti\(([^()]+)\)\)$/],
]

const mostKeys = 15

/** Reads the descriptors of one text: one wallet, or several of different types, each with receiving addresses and change. */
export const readDescriptors = (texts: readonly string[], network: NetworkName): ReadWallet[] => {
  const wallets = new Map<string, ReadWallet & { seen: Set<Branches> }>()
  for (const text of texts) {
    const { branches, ...wallet } = readDescriptor(text, network)
    const known = wallets.get(JSON.stringify(wallet))
    if (known) known.seen.add(branches)
    else wallets.set(JSON.stringify(wallet), { ...wallet, seen: new Set([branches]) })
  }
  const read = [...wallets.values()]
  if (new Set(read.map(({ script }) => script)).size < read.length) throw problem('two-wallets')
  return read.map(({ seen, ...wallet }) => {
    if (!seen.has('both') && !seen.has('receive')) throw problem('wrong-branches')
    return wallet
  })
}

const readDescriptor = (text: string, network: NetworkName): ReadDescriptor => {
  const [, body = '', checksum = ''] = /^([^#]+)#([a-z\d]{8})$/.exec(text.trim()) ?? []
  if (body === '' || checksumOf(body) !== checksum) throw problem('checksum')
  for (const [script, form] of forms) {
    const inner = form.exec(body)?.[1]
    if (inner === undefined) continue
    const parts = inner.split(',')
    const required = script === 'wsh-sortedmulti' ? readCount(parts.shift()) : 1
    if (script !== 'wsh-sortedmulti' && parts.length !== 1) throw problem('unsupported-script')
    const keys = parts.map((part) => readKeyExpression(part, network))
    const branches = keys[0]?.branches
    if (branches === undefined || keys.some((key) => key.branches !== branches)) throw problem('wrong-branches')
    return {
      script,
      required,
      keys: keys.map(({ xpub, depth, index, fingerprint, path }) => ({ xpub, depth, index, fingerprint, path })),
      branches,
    }
  }
  throw problem('unsupported-script')
}

export const readCount = (text = ''): number => {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > mostKeys) throw problem('wrong-count')
  return count
}

export const requireCounts = ({ script, required, keys }: ReadWallet): void => {
  if (script !== 'wsh-sortedmulti') return
  if (keys.length < 2 || keys.length > mostKeys || required > keys.length) throw problem('wrong-count')
}

const branchesOf = new Map<string, Branches>([
  ['', 'both'],
  ['/<0;1>/*', 'both'],
  ['/**', 'both'],
  ['/0/*', 'receive'],
  ['/1/*', 'change'],
])

/** A key with its origin, as descriptors and wallets write it: `[73c5da0a/84h/0h/0h]xpub…/<0;1>/*`. */
export const readKeyExpression = (text: string, network: NetworkName) => {
  const parts = /^(?:\[([\da-fA-F]{8})((?:\/\d+['hH]?)*)\])?([1-9A-HJ-NP-Za-km-z]+)((?:\/.*)?)$/.exec(text.trim())
  if (!parts) throw problem('unreadable')
  const [, fingerprint, path = '', key = '', tail = ''] = parts
  const branches = branchesOf.get(tail)
  if (branches === undefined) throw problem('wrong-branches')
  return {
    ...readExtendedKey(key, network),
    fingerprint: fingerprint === undefined ? undefined : readFingerprint(fingerprint),
    path: path === '' ? undefined : readPath(path.slice(1)),
    branches,
  }
}
