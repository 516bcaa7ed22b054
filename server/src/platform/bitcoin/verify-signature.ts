import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { Lock, OwnWallet } from './own-wallet.ts'
import { type Hashes, sighashAll, sighashDefault } from './signature-hash.ts'
import { scriptCodeOf } from './unlock.ts'

/** Whether a signature says of itself that it leaves something open. One that is too short says nothing. */
export const hasOtherSighash = (script: OwnWallet['script'], signature: Uint8Array): boolean => {
  const type = signature.at(-1)
  if (script === 'tr') return signature.length === 65 && type !== sighashAll && type !== sighashDefault
  return type !== undefined && signature.length > 1 && type !== sighashAll
}

/** The keys, by position, that this signature may be of. A signature that names its key can only be of that one. */
export const keysOf = ({ publicKeys }: Lock, claimed: Uint8Array | undefined): number[] =>
  [...publicKeys.keys()].filter(
    (position) => !claimed || Buffer.compare(publicKeys[position] ?? new Uint8Array(), claimed) === 0,
  )

type Signed = { wallet: OwnWallet; lock: Lock; hashes: Hashes; input: number }

/** By the rules of the network's relays: strict DER and low S. */
export const isSignedBy = (
  { wallet, lock, hashes, input }: Signed,
  position: number,
  signature: Uint8Array,
): boolean => {
  const publicKey = lock.publicKeys[position]
  if (!publicKey) return false
  try {
    if (wallet.script === 'tr') return isTaprootSigned(lock, hashes, input, signature)
    if (signature.at(-1) !== sighashAll) return false
    const code = scriptCodeOf(wallet, lock)
    const digest = wallet.script === 'pkh' ? hashes.legacy(input, code) : hashes.witness(input, code)
    return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, {
      prehash: false,
      lowS: true,
      format: 'der',
    })
  } catch {
    return false
  }
}

/** The key that signs is the one in the script: the wallet's own, tweaked. */
const isTaprootSigned = ({ script }: Lock, hashes: Hashes, input: number, signature: Uint8Array): boolean => {
  const isShort = signature.length === 64
  if (!isShort && !(signature.length === 65 && signature[64] === sighashAll)) return false
  const digest = hashes.taproot(input, isShort ? sighashDefault : sighashAll)
  return schnorr.verify(signature.subarray(0, 64), digest, script.subarray(2))
}
