import { sha256 } from '@noble/hashes/sha2.js'
import { joinBytes } from './bytes.ts'
import { bigEndian } from './bytewords.ts'
import type { Content } from './content.ts'
import { type Cbor, type CborMap, Tagged } from './read-cbor.ts'

/** Each text of a wallet has one. Any other text may be what nobody should send, such as a phrase as bare bytes. */
const publicKey = /[xyztuvYZUV]pub[1-9A-HJ-NP-Za-km-z]{50,}/

type Script = 'pkh' | 'sh-wpkh' | 'wpkh' | 'tr'
type Key = { xpub: string; fingerprint: string | undefined; path: string | undefined }
type Output = { script: Script; key: Key } | { required: number; keys: Key[] }

/**
 * What a device says of its keys, as a text that wallets exchange: a key with its origin, a file of one account in several
 * types, or a file of a multisig. Undefined if it has nothing that we can read.
 */
export const toWalletText = (content: Content): string | undefined => {
  if (content.type === 'text') return publicKey.test(content.text) ? content.text : undefined
  if (content.type === 'key') return toText(readKey(content.value))
  if (content.type === 'output' || content.type === 'descriptor') return writeOutputs([readOutput(content.value)])
  if (content.type !== 'account' || !(content.value instanceof Map)) return undefined
  const [master, outputs] = [content.value.get(1), content.value.get(2)]
  if (!Array.isArray(outputs)) return undefined
  // An account also names keys for multisig wallets, without those of the others: none of them is an output.
  return writeOutputs(outputs.map((output) => readOutput(output, toFingerprint(master))))
}

const toText = (key: Key | undefined): string | undefined => {
  if (!key) return undefined
  const { xpub, fingerprint, path } = key
  return fingerprint === undefined ? xpub : `[${fingerprint}${path === undefined ? '' : `/${path}`}]${xpub}`
}

/** The names that Coldcard gave the types in its files. */
const names: Record<Script, string> = { pkh: 'bip44', 'sh-wpkh': 'bip49', wpkh: 'bip84', tr: 'bip86' }

const writeOutputs = (all: readonly (Output | undefined)[]): string | undefined => {
  const outputs = all.filter((output) => output !== undefined)
  const [first] = outputs
  if (!first) return undefined
  if ('keys' in first) return writeMultisig(first)
  const accounts = outputs.flatMap((output) => ('script' in output ? [output] : []))
  const { fingerprint, path } = first.key
  if (fingerprint === undefined || path === undefined) return toText(first.key)
  const entries = accounts.map(({ script, key: { xpub, path: deriv = '' } }) => [
    names[script],
    { xpub, deriv: `m/${deriv}` },
  ])
  return JSON.stringify({ xfp: fingerprint.toUpperCase(), ...Object.fromEntries(entries) })
}

const writeMultisig = ({ required, keys }: { required: number; keys: readonly Key[] }): string =>
  [
    ...Object.entries({ Policy: `${required} of ${keys.length}`, Format: 'P2WSH' }),
    ...keys.flatMap(({ xpub, fingerprint = '', path = '' }) => [
      ...Object.entries({ Derivation: `m/${path}` }),
      [fingerprint, xpub],
    ]),
  ]
    .map((line) => line.join(': '))
    .join('\n')

/** A key that doesn’t name the master key that it is from has that of the account. */
const readOutput = (value: Cbor, master?: string): Output | undefined => {
  if (value instanceof Tagged && isName(value.tag, 308)) return readOutput(value.value, master)
  return value instanceof Map ? readSource(value, master) : readTags(value, master)
}

/** Types have had a second number since 2023. */
const isName = (tag: number, name: number) => tag === name || tag === name + 40_000

const scriptsByTag = new Map<string, Script>([
  ['403', 'pkh'],
  ['400 404', 'sh-wpkh'],
  ['404', 'wpkh'],
  ['409', 'tr'],
])

/** A tag for each function of a descriptor. */
const readTags = (value: Cbor, master?: string): Output | undefined => {
  const tags: number[] = []
  let inner = value
  while (inner instanceof Tagged && !isName(inner.tag, 303)) {
    tags.push(inner.tag)
    inner = inner.value
  }
  if (tags.join(' ') === '401 407' && inner instanceof Map) return readMultisig(inner.get(1), inner.get(2))
  const script = scriptsByTag.get(tags.join(' '))
  const key = readKey(inner, master)
  return script && key && { script, key }
}

const scriptsBySource = new Map<string, Script>([
  ['pkh(@0)', 'pkh'],
  ['sh(wpkh(@0))', 'sh-wpkh'],
  ['wpkh(@0)', 'wpkh'],
  ['tr(@0)', 'tr'],
])

/** A descriptor whose keys are beside it. */
const readSource = (value: CborMap, master?: string): Output | undefined => {
  const [source, keys] = [value.get(1), value.get(2)]
  if (typeof source !== 'string' || !Array.isArray(keys)) return undefined
  const plain = source.replace(/\/(?:<0;1>\/\*|\*\*)/g, '')
  const [, required, list = ''] = /^wsh\(sortedmulti\((\d{1,2}),(@\d{1,2}(?:,@\d{1,2})*)\)\)$/.exec(plain) ?? []
  if (required !== undefined) {
    return readMultisig(
      Number(required),
      list.split(',').map((name) => keys[Number(name.slice(1))] ?? null),
    )
  }
  const script = scriptsBySource.get(plain)
  const key = readKey(keys[0], master)
  return script && key && { script, key }
}

const readMultisig = (required: Cbor | undefined, list: Cbor | undefined): Output | undefined => {
  const keys = Array.isArray(list) ? list.map((key) => readKey(key)).filter((key) => key !== undefined) : []
  if (typeof required !== 'number' || !Array.isArray(list) || keys.length < list.length) return undefined
  return { required, keys }
}

const versions = [0x0488b21e, 0x043587cf]

/**
 * A public key with its chain code (BCR-2020-007). Which addresses are derived from it isn’t read: wallets agree on that, and
 * the first addresses are compared with the device.
 */
const readKey = (value: Cbor | undefined, master?: string): Key | undefined => {
  const map = value instanceof Tagged ? value.value : value
  if (!(map instanceof Map)) return undefined
  const [data, chainCode] = [map.get(3), map.get(4)]
  if (!(data instanceof Uint8Array && chainCode instanceof Uint8Array)) return undefined
  if (data.length !== 33 || chainCode.length !== 32) return undefined
  const origin = readPath(map.get(6))
  const info = mapOf(map.get(5))
  const version = versions[info?.get(2) === 1 ? 1 : 0] ?? 0
  const parent = map.get(8)
  const last = origin?.steps.at(-1)
  const bytes = joinBytes(
    bigEndian(version, 4),
    Uint8Array.of(origin?.depth ?? 0),
    bigEndian(typeof parent === 'number' ? parent : 0, 4),
    bigEndian(last ? last.index + (last.isHardened ? 0x8000_0000 : 0) : 0, 4),
    chainCode,
    data,
  )
  const steps = origin?.steps.map(({ index, isHardened }) => `${index}${isHardened ? 'h' : ''}`)
  return {
    xpub: toBase58(joinBytes(bytes, sha256(sha256(bytes)).subarray(0, 4))),
    fingerprint: origin?.fingerprint ?? (origin && master),
    path: steps && steps.length > 0 ? steps.join('/') : undefined,
  }
}

const mapOf = (value: Cbor | undefined): CborMap | undefined => {
  const map = value instanceof Tagged ? value.value : value
  return map instanceof Map ? map : undefined
}

/** Each step is a number and whether it is hardened. */
const readPath = (value: Cbor | undefined) => {
  const map = mapOf(value)
  const list = map?.get(1)
  if (!map || !Array.isArray(list) || list.length % 2 === 1) return undefined
  // A step may be a range or any number, which isn’t the path of one key.
  if (list.some((part, at) => typeof part !== (at % 2 === 0 ? 'number' : 'boolean'))) return undefined
  const steps = Array.from({ length: list.length / 2 }, (_, step) => ({
    index: Number(list[2 * step]),
    isHardened: list[2 * step + 1] === true,
  }))
  const [source, depth] = [map.get(2), map.get(3)]
  return {
    steps,
    fingerprint: toFingerprint(source),
    depth: typeof depth === 'number' ? depth : steps.length,
  }
}

const toFingerprint = (number: Cbor | undefined): string | undefined =>
  typeof number === 'number' ? number.toString(16).padStart(8, '0') : undefined

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The first byte of an extended key is never zero for long: it has no leading ones. */
const toBase58 = (bytes: Uint8Array): string => {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  while (number > 0n) {
    text = (letters[Number(number % 58n)] ?? '') + text
    number /= 58n
  }
  return text
}
