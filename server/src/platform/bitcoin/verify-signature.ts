import { createPublicKey, verify } from 'node:crypto'
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
  if (wallet.script === 'tr') return isTaprootSigned(lock, hashes, input, signature)
  const parsed = signature.at(-1) === sighashAll ? parseDer(signature.subarray(0, -1)) : undefined
  if (!parsed || parsed.hasHighS()) return false
  const code = scriptCodeOf(wallet, lock)
  const hash = wallet.script === 'pkh' ? hashes.legacy(input, code) : hashes.witness(input, code)
  // OpenSSL takes a quarter of the time. It gets the parsed numbers, so that it reads no other signature than we did.
  const key = createPublicKey({ key: Buffer.concat([keyHeader, publicKey]), format: 'der', type: 'spki' })
  return verify('sha256', hash, { key, dsaEncoding: 'ieee-p1363' }, parsed.toBytes('compact'))
}

/** What DER says before a compressed key: a public key of the curve secp256k1, in 33 bytes. */
const keyHeader = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

const parseDer = (bytes: Uint8Array) => {
  try {
    return secp256k1.Signature.fromBytes(bytes, 'der')
  } catch {
    return undefined
  }
}

/** The key that signs is the one in the script: the wallet's own, tweaked. */
const isTaprootSigned = ({ script }: Lock, hashes: Hashes, input: number, signature: Uint8Array): boolean => {
  const isShort = signature.length === 64
  if (!isShort && !(signature.length === 65 && signature[64] === sighashAll)) return false
  const digest = hashes.taproot(input, isShort ? sighashDefault : sighashAll)
  return schnorr.verify(signature.subarray(0, 64), digest, script.subarray(2))
}
