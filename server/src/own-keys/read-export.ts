import { z } from 'zod'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import type { Script } from '../platform/bitcoin/own-wallet.ts'
import { readFingerprint, readPath } from './key-path.ts'
import { type ReadKey, type ReadWallet, readCount, readDescriptors } from './read-descriptor.ts'
import { readExtendedKey } from './read-extended-key.ts'
import { problem } from './wallet-problem.ts'

const described = z.object({ desc: z.string() })
const coldcardAccount = z.object({ xpub: z.string().optional(), _pub: z.string().optional(), deriv: z.string() })

const files = {
  /** Sparrow and Specter: one wallet with its descriptor. */
  withDescriptor: z.object({ descriptor: z.string() }),
  /** Bitcoin Core: `listdescriptors`, or the list that `importdescriptors` takes. */
  core: z.union([
    z.array(described),
    z.object({ descriptors: z.array(described) }).transform((file) => file.descriptors),
  ]),
  /** Coldcard: one account in every form. */
  coldcard: z.object({
    xfp: z.string(),
    bip44: coldcardAccount.optional(),
    bip49: coldcardAccount.optional(),
    bip84: coldcardAccount.optional(),
    bip86: coldcardAccount.optional(),
  }),
  /** A new Electrum wallet, as Coldcard and Sparrow write it. */
  electrum: z.object({
    keystore: z.object({ xpub: z.string(), derivation: z.string(), root_fingerprint: z.string().optional() }),
  }),
}

const coldcardScripts = [
  ['bip84', 'wpkh'],
  ['bip86', 'tr'],
  ['bip49', 'sh-wpkh'],
  ['bip44', 'pkh'],
] as const satisfies readonly (readonly [string, Script])[]

/** Reads a wallet file in JSON. */
export const readJson = (text: string, network: NetworkName): ReadWallet[] => {
  const file = parse(text)
  const { data: withDescriptor } = files.withDescriptor.safeParse(file)
  if (withDescriptor) return readDescriptors([withDescriptor.descriptor], network)
  const { data: core } = files.core.safeParse(file)
  if (core) {
    return readDescriptors(
      core.map(({ desc }) => desc),
      network,
    )
  }
  const { data: coldcard } = files.coldcard.safeParse(file)
  if (coldcard) {
    return coldcardScripts.flatMap(([name, script]) => {
      const { [name]: account } = coldcard
      const key = account?.xpub ?? account?._pub
      return account && key ? [{ script, required: 1, keys: [readKey(key, coldcard.xfp, account.deriv, network)] }] : []
    })
  }
  const { data: electrum } = files.electrum.safeParse(file)
  if (!electrum) throw problem('unreadable')
  const { xpub, derivation, root_fingerprint: fingerprint = '' } = electrum.keystore
  const { script } = readExtendedKey(xpub, network)
  return [{ script, required: 1, keys: [readKey(xpub, fingerprint, derivation, network)] }]
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw problem('unreadable')
  }
}

const readKey = (key: string, fingerprint: string, path: string, network: NetworkName): ReadKey => {
  const { script: _, ...read } = readExtendedKey(key, network)
  return { ...read, fingerprint: readFingerprint(fingerprint), path: readPath(path) }
}

/** A multisig wallet as Coldcard and Sparrow exchange it: lines of `Name: value`, and a line for each key. */
export const isMultisigFile = (text: string): boolean => /^\s*policy:/im.test(text)

export const readMultisigFile = (text: string, network: NetworkName): ReadWallet[] => {
  let required = 0
  let count = 0
  let path = ''
  let format = ''
  const keys: ReadKey[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*([^#:]+):\s*(.*?)\s*$/.exec(line) ?? []
    const field = name.toLowerCase().trim()
    if (field === 'policy') [required, count] = readPolicy(value)
    else if (field === 'derivation') path = value
    else if (field === 'format') format = value.toUpperCase()
    else if (readFingerprint(field) !== undefined) keys.push(readKey(value, field, path, network))
    else if (field !== '' && field !== 'name') throw problem('unreadable')
  }
  if (format !== 'P2WSH') throw problem('unsupported-script')
  if (keys.length !== count) throw problem('wrong-count')
  return [{ script: 'wsh-sortedmulti', required, keys }]
}

const readPolicy = (value: string): [number, number] => {
  const [, required, count] = /^(\d{1,2})\s*(?:of|\/)\s*(\d{1,2})$/i.exec(value) ?? []
  return [readCount(required), readCount(count)]
}
