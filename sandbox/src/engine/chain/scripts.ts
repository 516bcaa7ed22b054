import { Address, OutScript } from '@scure/btc-signer'
import { regtest } from './regtest.ts'

export type ScriptKind =
  | 'p2wpkh'
  | 'p2wsh'
  | 'p2tr'
  | 'p2pkh'
  | 'p2sh'
  | 'p2pk'
  | 'anchor'
  | 'op_return'
  | 'multisig'
  | 'witness'
  | 'other'

const shapes: readonly (readonly [ScriptKind, RegExp])[] = [
  ['p2wpkh', /^0014[0-9a-f]{40}$/],
  ['p2wsh', /^0020[0-9a-f]{64}$/],
  ['p2tr', /^5120[0-9a-f]{64}$/],
  ['p2pkh', /^76a914[0-9a-f]{40}88ac$/],
  ['p2sh', /^a914[0-9a-f]{40}87$/],
  ['anchor', /^51024e73$/],
  ['p2pk', /^(?:21[0-9a-f]{66}|41[0-9a-f]{130})ac$/],
  ['op_return', /^6a/],
  ['multisig', /^5[1-3](?:21[0-9a-f]{66}|41[0-9a-f]{130}){1,3}5[1-3]ae$/],
]

export const scriptKind = (script: string): ScriptKind => {
  for (const [kind, shape] of shapes) if (shape.test(script)) return kind
  return isWitnessProgram(script) ? 'witness' : 'other'
}

/** Outputs that can never be spent don't enter the coin set. */
export const isUnspendable = (script: string): boolean => script.startsWith('6a') || script.length > 20_000

export const isWitnessProgram = (script: string): boolean => {
  const bytes = script.length / 2
  const pushed = Number.parseInt(script.slice(2, 4), 16)
  return /^(?:00|5[1-9a-f]|60)/.test(script) && bytes >= 4 && bytes <= 42 && pushed === bytes - 2
}

export const addressToScript = (address: string): string | undefined => {
  try {
    return Buffer.from(OutScript.encode(Address(regtest.addresses).decode(address))).toString('hex')
  } catch {
    return undefined
  }
}

export const scriptToAddress = (script: string): string | undefined => {
  const kind = scriptKind(script)
  if (kind === 'op_return' || kind === 'other' || kind === 'p2pk' || kind === 'multisig') return undefined
  try {
    return Address(regtest.addresses).encode(OutScript.decode(Buffer.from(script, 'hex')))
  } catch {
    return undefined
  }
}

/** bitcoind's rule at its default of 3 sat/vB: the cost of spending the output at that rate. */
export const dustLimitSats = (script: string): bigint => {
  if (isUnspendable(script)) return 0n
  const length = script.length / 2
  const spendBytes = isWitnessProgram(script) ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4
  return BigInt((8 + (length < 0xfd ? 1 : 3) + length + spendBytes) * 3)
}
