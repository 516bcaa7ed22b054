import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { base58check } from '@scure/base'
import type { HDKey } from '@scure/bip32'
import { formatScheme } from '../wallets/derivation-scheme.ts'
import { deriveAddresses, openBranch } from '../wallets/derive-account.ts'
import { withChecksum } from './descriptor-checksum.ts'

export type DeviceScript = 'pkh' | 'wpkh' | 'sh-wpkh' | 'tr' | 'wsh-multi'

/** An account as a device exports it. */
export type DeviceAccount = {
  readonly script: DeviceScript
  /** 8 hex characters, of this cosigner's master key. */
  readonly fingerprint: string
  /** `m/84'/1'/0'` */
  readonly keyPath: string
  readonly xpub: string
  /** The same key with the letters that name its script type: `vpub…` for P2WPKH. */
  readonly slip132: string
  /** All keys, receive and change in one, with checksum. */
  readonly descriptor: string
  readonly receiveDescriptor: string
  readonly changeDescriptor: string
  /** The first receive addresses, as the device shows them for comparison. */
  readonly addresses: readonly string[]
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

const shownAddresses = 5
const threshold = 2

const scripts = {
  pkh: { purpose: "44'", standard: 'bip44', name: 'p2pkh', version: 0x043587cf, wrap: (key: string) => `pkh(${key})` },
  'sh-wpkh': {
    purpose: "49'",
    standard: 'bip49',
    name: 'p2sh-p2wpkh',
    version: 0x044a5262,
    wrap: (key: string) => `sh(wpkh(${key}))`,
  },
  wpkh: {
    purpose: "84'",
    standard: 'bip84',
    name: 'p2wpkh',
    version: 0x045f1cf6,
    wrap: (key: string) => `wpkh(${key})`,
  },
  tr: { purpose: "86'", standard: 'bip86', name: 'p2tr', version: 0x043587cf, wrap: (key: string) => `tr(${key})` },
  'wsh-multi': {
    purpose: "48'",
    standard: 'bip48_2',
    name: 'p2wsh',
    version: 0x02575483,
    wrap: (keys: string) => `wsh(sortedmulti(${threshold},${keys}))`,
  },
} as const

/** Every account is on the test network: purpose, coin 1, number, and for a multisig the script type. */
const pathOf = (script: DeviceScript, account: number): string =>
  `m/${scripts[script].purpose}/1'/${account}'${script === 'wsh-multi' ? "/2'" : ''}`

export const describeAccount = (
  script: DeviceScript,
  account: number,
  own: HDKey,
  masters: readonly HDKey[],
): DeviceAccount => {
  const keyPath = pathOf(script, account)
  const xpubs = masters.map((master) => master.derive(keyPath).publicExtendedKey)
  const describe = (branch: string) =>
    withChecksum(
      scripts[script].wrap(
        masters.map((master, i) => `[${originOf(master, keyPath)}]${xpubs[i]}/${branch}/*`).join(','),
      ),
    )
  const xpub = own.derive(keyPath).publicExtendedKey
  const known = {
    script,
    fingerprint: fingerprintOf(own),
    keyPath,
    xpub,
    slip132: withVersion(xpub, scripts[script].version),
    descriptor: describe('<0;1>'),
    receiveDescriptor: describe('0'),
    changeDescriptor: describe('1'),
    addresses: addressesOf(script, xpubs, shownAddresses),
  }
  return { ...known, files: [sparrowFile(known), ...coldcardFiles(known, account, own, masters)] }
}

type Known = Omit<DeviceAccount, 'files'>

/** Sparrow's "Output Descriptor" export. */
const sparrowFile = ({ script, descriptor, receiveDescriptor, changeDescriptor }: Known) => ({
  name: `sparrow-${script}.txt`,
  text: [
    '# Receive and change descriptor (BIP389):',
    descriptor,
    '',
    '# Receive descriptor (Bitcoin Core):',
    receiveDescriptor,
    '',
    '# Change descriptor (Bitcoin Core):',
    changeDescriptor,
    '',
  ].join('\n'),
})

/** Coldcard's "Generic JSON" export, and for a multisig the setup file that all cosigners load. */
const coldcardFiles = (known: Known, account: number, own: HDKey, masters: readonly HDKey[]) => {
  const master = fingerprintOf(own).toUpperCase()
  const single = (['pkh', 'sh-wpkh', 'wpkh', 'tr', 'wsh-multi'] as const).map((script) => {
    const deriv = pathOf(script, account)
    const key = own.derive(deriv)
    const { standard, name, version, wrap } = scripts[script]
    const first = script === 'wsh-multi' ? undefined : addressesOf(script, [key.publicExtendedKey], 1)[0]
    const desc = withChecksum(wrap(`[${originOf(own, deriv)}]${key.publicExtendedKey}/<0;1>/*`))
    return [
      standard,
      {
        name,
        xfp: fingerprintOf(key).toUpperCase(),
        deriv,
        xpub: key.publicExtendedKey,
        ...(version === 0x043587cf ? {} : { _pub: withVersion(key.publicExtendedKey, version) }),
        ...(first === undefined ? {} : { desc, first }),
      },
    ] as const
  })
  const generic = {
    chain: 'XRT',
    xfp: master,
    account,
    xpub: own.publicExtendedKey,
    ...Object.fromEntries(single),
  }
  const files = [{ name: 'coldcard-export.json', text: JSON.stringify(generic, undefined, 2) }]
  if (known.script !== 'wsh-multi') return files
  const setup = [
    `# Coldcard Multisig setup file (created on ${master})`,
    '#',
    'Name: Sandbox',
    `Policy: ${threshold} of ${masters.length}`,
    'Format: P2WSH',
    '',
    `Derivation: ${known.keyPath}`,
    '',
    ...masters.map((one) => `${fingerprintOf(one).toUpperCase()}: ${one.derive(known.keyPath).publicExtendedKey}`),
    '',
  ].join('\n')
  return [...files, { name: 'coldcard-multisig.txt', text: setup }]
}

const addressesOf = (script: DeviceScript, xpubs: readonly string[], count: number): string[] => {
  const isMulti = script === 'wsh-multi'
  const scheme = formatScheme({ kind: script, xpubs, threshold: isMulti ? threshold : 1, keepsOrder: false })
  return deriveAddresses(openBranch(scheme, 0), 0, count).map(({ address }) => address)
}

const originOf = (master: HDKey, keyPath: string): string =>
  `${fingerprintOf(master)}${keyPath.slice(1).replaceAll("'", 'h')}`

const fingerprintOf = ({ fingerprint }: HDKey): string => (fingerprint >>> 0).toString(16).padStart(8, '0')

const base58 = base58check(nobleSha256)

const withVersion = (xpub: string, version: number): string => {
  const bytes = Buffer.from(base58.decode(xpub))
  bytes.writeUInt32BE(version)
  return base58.encode(bytes)
}
