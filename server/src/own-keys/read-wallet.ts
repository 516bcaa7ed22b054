import { recognizeSecret } from '@bitquay/contract/own-keys.secrets'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { hashOfKey, type OwnWallet, type Script, scripts } from '../platform/bitcoin/own-wallet.ts'
import { readFingerprint, readPath, requirePath, scriptOfPath } from './key-path.ts'
import { type ReadKey, type ReadWallet, readDescriptors, readKeyExpression, requireCounts } from './read-descriptor.ts'
import { isMultisigFile, readJson, readMultisigFile } from './read-export.ts'
import { problem } from './wallet-problem.ts'

export type WalletText = {
  /** A key, a descriptor or a wallet file, as a person pasted or uploaded it. */
  text: string
  /** What the text may lack. */
  script?: Script | undefined
  fingerprint?: string | undefined
  path?: string | undefined
}

export type Reading =
  | { wallet: OwnWallet; missing: readonly [] }
  | {
      wallet: undefined
      missing: readonly ('script' | 'fingerprint' | 'path')[]
      /** Which types of wallet the text allows. */
      scripts: readonly Script[]
    }

/** Reads a wallet from a text and checks it. Nothing of the text itself is passed on to anybody. */
export const readWallet = (input: WalletText, network: NetworkName): Reading => {
  const secret = recognizeSecret(input.text)
  if (secret) throw problem(secret)
  const found = readText(input.text.trim(), network).map(withScriptOfPath)
  const [only] = found
  if (!only) throw problem('unreadable')
  const allowed =
    found.length === 1 && only.script === undefined ? singleScripts : found.flatMap(({ script }) => script ?? [])
  const script = allowed.length === 1 ? allowed[0] : input.script
  if (script !== undefined && !allowed.includes(script)) throw problem('wrong-script')
  const chosen = found.find((wallet) => wallet.script === script) ?? only
  if (script === 'wsh-sortedmulti' && chosen.keys.length < 2) throw problem('one-key')
  requireCounts(chosen)
  const keys = chosen.keys.length === 1 ? chosen.keys.map((key) => completeKey(key, input)) : chosen.keys
  const missing = [
    ...(script === undefined ? ['script' as const] : []),
    ...(keys.some(({ fingerprint }) => fingerprint === undefined) ? ['fingerprint' as const] : []),
    ...(keys.some(({ path }) => path === undefined) ? ['path' as const] : []),
  ]
  if (script === undefined || missing.length > 0) return { wallet: undefined, missing, scripts: allowed }
  return { wallet: toWallet(script, chosen.required, keys, network), missing: [] }
}

const singleScripts = scripts.filter((script) => script !== 'wsh-sortedmulti')

const readText = (text: string, network: NetworkName): ReadWallet[] => {
  if (isMultisigFile(text)) return readMultisigFile(text, network)
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const json = /^(?:importdescriptors\s+')?([[{].*[\]}])'?$/s.exec(lines.join('\n'))?.[1]
  // A key with its origin starts with a bracket too.
  if (json !== undefined && !/^\[[\da-f]{8}[/\]]/i.test(json)) return readJson(json, network)
  if (lines.some((line) => line.includes('('))) return readDescriptors(lines, network)
  if (lines.length > 1) throw problem('two-wallets')
  const { branches: _, script, ...key } = readKeyExpression(lines[0] ?? '', network)
  return [{ script, required: 1, keys: [key] }]
}

const withScriptOfPath = (wallet: ReadWallet): ReadWallet => {
  if (wallet.script !== undefined) return wallet
  const [{ path } = { path: undefined }] = wallet.keys
  return { ...wallet, script: path === undefined ? undefined : scriptOfPath(path) }
}

/** What the text says wins over what was entered beside it. */
const completeKey = (key: ReadKey, { fingerprint, path }: WalletText): ReadKey => ({
  ...key,
  fingerprint: key.fingerprint ?? (fingerprint === undefined ? undefined : readFingerprint(fingerprint)),
  path: key.path ?? (path === undefined ? undefined : readPath(path)),
})

const toWallet = (script: Script, required: number, keys: readonly ReadKey[], network: NetworkName): OwnWallet => {
  const complete = keys.map(({ xpub, depth, index, fingerprint, path }) => {
    if (fingerprint === undefined || path === undefined) throw new Error('a key is not complete')
    requirePath(path, { depth, index }, script, network)
    return { xpub, fingerprint, path, identity: hashOfKey(xpub, network).toString('hex') }
  })
  if (new Set(complete.map(({ identity }) => identity)).size < complete.length) throw problem('same-key-twice')
  const sorted = complete.sort((a, b) => (a.identity < b.identity ? -1 : 1))
  return { script, required, keys: sorted.map(({ xpub, fingerprint, path }) => ({ xpub, fingerprint, path })) }
}
