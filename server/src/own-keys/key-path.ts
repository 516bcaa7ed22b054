import type { NetworkName } from '../platform/bitcoin/networks.ts'
import type { Script } from '../platform/bitcoin/own-wallet.ts'
import { problem } from './wallet-problem.ts'

const hardened = 0x80000000
const mostSteps = 10

/** `m/84h/0H/0'` and the like as `84'/0'/0'`. Undefined for anything else. */
export const readPath = (text: string): string | undefined => {
  const steps = text.replace(/^m\//i, '').split('/')
  if (steps.length > mostSteps) return undefined
  const read = steps.map((step) => /^(\d{1,10})(['hH]?)$/.exec(step))
  if (read.some((step) => !step || Number(step[1]) >= hardened)) return undefined
  return read.map((step) => `${Number(step?.[1])}${step?.[2] ? "'" : ''}`).join('/')
}

/** `F0569430` as `f0569430`. Undefined for anything else, and for the zeros that wallets write when they don’t know it. */
export const readFingerprint = (text: string): string | undefined =>
  /^[\da-f]{8}$/i.test(text) && text !== '00000000' ? text.toLowerCase() : undefined

const purposes = new Map<string, Script>([
  ["44'", 'pkh'],
  ["49'", 'sh-wpkh'],
  ["84'", 'wpkh'],
  ["86'", 'tr'],
])

/** The type of wallet that a standard path is for. Undefined for other paths. */
export const scriptOfPath = (path: string): Script | undefined => {
  const [purpose = '', , , type] = path.split('/')
  return purpose === "48'" && type === "2'" ? 'wsh-sortedmulti' : purposes.get(purpose)
}

/** A path must lead to its key, and a standard one to the network and the type of wallet that it names. */
export const requirePath = (
  path: string,
  key: { depth: number; index: number },
  script: Script,
  network: NetworkName,
): void => {
  const steps = path.split('/')
  const last = steps.at(-1) ?? ''
  const index = Number.parseInt(last, 10) + (last.endsWith("'") ? hardened : 0)
  if (steps.length !== key.depth || index !== key.index) throw problem('wrong-path')
  const [purpose = '', coin] = steps
  const isStandard = purposes.has(purpose) || purpose === "48'"
  if (!isStandard) return
  if (coin !== undefined && coin !== (network === 'mainnet' ? "0'" : "1'")) throw problem('wrong-network', { network })
  if (purpose !== "48'" && scriptOfPath(path) !== script && script !== 'wsh-sortedmulti') throw problem('wrong-script')
  if (purpose === "48'" && script !== 'wsh-sortedmulti') throw problem('wrong-script')
}
