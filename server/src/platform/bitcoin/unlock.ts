import { Script as scriptCoder } from '@scure/btc-signer'
import type { Lock, OwnWallet } from './own-wallet.ts'
import type { UnlockedInput } from './transaction-parts.ts'

/** Signatures of one input, by the position of their key among the wallet's keys. */
export type KeySignatures = ReadonlyMap<number, Uint8Array>

const none = new Uint8Array()

/** The longest signature that the network relays, with its type. */
const longestEcdsa = 72
const longestSchnorr = 64

export const longestSignatures = ({ script, required }: OwnWallet): KeySignatures =>
  new Map(
    Array.from({ length: required }, (_, position) => [
      position,
      new Uint8Array(script === 'tr' ? longestSchnorr : longestEcdsa),
    ]),
  )

/** What makes an input final. It must have as many signatures as the wallet requires, and uses no more. */
export const unlock = ({ script, required }: OwnWallet, lock: Lock, signatures: KeySignatures): UnlockedInput => {
  const signed = [...signatures].map(([position, signature]) => ({ key: publicKeyAt(lock, position), signature }))
  if (signed.length < required) throw new Error('an input has too few signatures')
  if (script === 'wsh-sortedmulti') {
    // A multisig reads signatures in the order of its keys.
    const chosen = signed.sort((a, b) => Buffer.compare(a.key, b.key)).slice(0, required)
    const witnessScript = lock.witnessScript ?? none
    return { scriptSig: none, witness: [none, ...chosen.map(({ signature }) => signature), witnessScript] }
  }
  const [only] = signed
  if (!only) throw new Error('an input has no signature')
  if (script === 'pkh') return { scriptSig: scriptCoder.encode([only.signature, only.key]), witness: [] }
  if (script === 'tr') return { scriptSig: none, witness: [only.signature] }
  const scriptSig = script === 'sh-wpkh' ? scriptCoder.encode([lock.redeemScript ?? none]) : none
  return { scriptSig, witness: [only.signature, only.key] }
}

/** A signature as it came: its key is what it claims to be, if it claims anything. */
export type FoundSignature = { publicKey: Uint8Array | undefined; signature: Uint8Array }

/** The reverse: the signatures of a final input. One that has something else where they should be has an empty one. */
export const signaturesOf = (
  { script, required }: OwnWallet,
  { scriptSig, witness }: UnlockedInput,
): FoundSignature[] => {
  const items = script === 'pkh' ? pushesOf(scriptSig) : witness
  if (items?.length === 0) return []
  const malformed = [{ publicKey: undefined, signature: none }]
  if (!items) return malformed
  if (script === 'tr') return items.length === 1 ? [{ publicKey: undefined, signature: items[0] ?? none }] : malformed
  if (script === 'wsh-sortedmulti') {
    if (items.length !== required + 2) return malformed
    return items.slice(1, -1).map((signature) => ({ publicKey: undefined, signature }))
  }
  const [signature = none, publicKey] = items
  return items.length === 2 ? [{ publicKey, signature }] : malformed
}

const pushesOf = (scriptSig: Uint8Array): Uint8Array[] | undefined => {
  try {
    const items = scriptCoder.decode(scriptSig)
    return items.every((item) => item instanceof Uint8Array) ? items : undefined
  } catch {
    return undefined
  }
}

/** The script that the signatures of an address sign. */
export const scriptCodeOf = ({ script }: OwnWallet, lock: Lock): Uint8Array => {
  if (script === 'wsh-sortedmulti') return lock.witnessScript ?? none
  if (script !== 'wpkh' && script !== 'sh-wpkh') return lock.script
  const keyHash = (lock.redeemScript ?? lock.script).subarray(2)
  return scriptCoder.encode(['DUP', 'HASH160', keyHash, 'EQUALVERIFY', 'CHECKSIG'])
}

const publicKeyAt = ({ publicKeys }: Lock, position: number): Uint8Array => {
  const key = publicKeys[position]
  if (!key) throw new Error('the wallet has no such key')
  return key
}
