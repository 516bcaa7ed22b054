import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { ParsedTransaction, TransactionOutput } from './chain-types.ts'
import { hash160, sha256 } from './digests.ts'
import { type ScriptKind, scriptKind } from './scripts.ts'
import { legacyHash, taprootHash, witnessV0Hash } from './signature-hash.ts'

/** Undefined when the input may spend its coin, else the reason, in bitcoind's words where it has some. */
export const verifyInput = (
  transaction: ParsedTransaction,
  index: number,
  prevouts: readonly TransactionOutput[],
): string | undefined => {
  const input = transaction.inputs[index]
  const prevout = prevouts[index]
  if (!input || !prevout) return 'no such input'
  const kind = scriptKind(prevout.script)
  const { witness, scriptSig } = input
  if (isNativeWitness(kind) && scriptSig !== '') return 'Witness requires empty scriptSig'
  if (kind === 'p2wpkh') return verifyKeyHash(transaction, index, prevout.script.slice(4), prevout.amountSats)
  if (kind === 'p2tr') return verifyTaproot(transaction, index, prevouts)
  if (kind === 'p2wsh') {
    // Anyone may spend OP_TRUE. Long histories use it to avoid a hundred thousand signatures.
    const [script, ...rest] = [...witness].reverse()
    if (!script || sha256(Buffer.from(script, 'hex')).toString('hex') !== prevout.script.slice(4)) {
      return 'Witness program hash mismatch'
    }
    return script === '51' && rest.length === 0 ? undefined : 'the sandbox cannot run this witness script'
  }
  if (kind === 'anchor') return witness.length === 0 ? undefined : 'Witness provided for anchor output'
  if (kind === 'p2sh') return verifyNested(transaction, index, prevout)
  if (witness.length > 0) return 'Witness provided for non-witness script'
  if (kind === 'p2pkh') {
    const [signature, key, ...rest] = pushes(scriptSig) ?? []
    if (!signature || !key || rest.length > 0) return 'Operation not valid with the current stack size'
    if (hash160(key).toString('hex') !== prevout.script.slice(6, 46)) return 'Script failed an OP_EQUALVERIFY operation'
    return verifyLegacy(transaction, index, prevout.script, signature, key)
  }
  if (kind === 'p2pk') {
    const [signature, ...rest] = pushes(scriptSig) ?? []
    if (!signature || rest.length > 0) return 'Operation not valid with the current stack size'
    return verifyLegacy(transaction, index, prevout.script, signature, Buffer.from(prevout.script.slice(2, -2), 'hex'))
  }
  return `the sandbox cannot run scripts of the kind ${kind}`
}

const isNativeWitness = (kind: ScriptKind): boolean =>
  kind === 'p2wpkh' || kind === 'p2wsh' || kind === 'p2tr' || kind === 'anchor'

const verifyNested = (
  transaction: ParsedTransaction,
  index: number,
  prevout: TransactionOutput,
): string | undefined => {
  const redeem = pushes(transaction.inputs[index]?.scriptSig ?? '')
  const script = redeem?.[0]
  if (!script || redeem.length !== 1) return 'the sandbox cannot run this redeem script'
  if (hash160(script).toString('hex') !== prevout.script.slice(4, 44))
    return 'Script evaluated without error but finished with a false/empty top stack element'
  const hex = script.toString('hex')
  if (scriptKind(hex) !== 'p2wpkh') return 'the sandbox cannot run this redeem script'
  return verifyKeyHash(transaction, index, hex.slice(4), prevout.amountSats)
}

const verifyKeyHash = (transaction: ParsedTransaction, index: number, keyHash: string, amountSats: bigint) => {
  const [signatureHex, keyHex, ...rest] = transaction.inputs[index]?.witness ?? []
  if (signatureHex === undefined || !keyHex || rest.length > 0) return 'Witness program hash mismatch'
  const key = Buffer.from(keyHex, 'hex')
  if (hash160(key).toString('hex') !== keyHash) return 'Script failed an OP_EQUALVERIFY operation'
  if (key.length !== 33) return 'Using non-compressed keys in segwit'
  const signature = Buffer.from(signatureHex, 'hex')
  const type = signature.at(-1) ?? 0
  if (![1, 2, 3].includes(type & ~0x80)) return 'Signature hash type missing or not understood'
  const scriptCode = Buffer.from(`76a914${keyHash}88ac`, 'hex')
  return verifyEcdsa(signature, witnessV0Hash(transaction, index, scriptCode, amountSats, type), key)
}

const verifyLegacy = (
  transaction: ParsedTransaction,
  index: number,
  script: string,
  signature: Buffer,
  key: Buffer,
) => {
  if (signature.at(-1) !== 1) return 'Signature hash type missing or not understood'
  return verifyEcdsa(signature, legacyHash(transaction, index, script), key)
}

const verifyEcdsa = (signatureAndType: Buffer, digest: Buffer, key: Buffer): string | undefined => {
  const signature = signatureAndType.subarray(0, -1)
  try {
    const isRight = secp256k1.verify(signature, digest, key, { prehash: false, lowS: true, format: 'der' })
    return isRight ? undefined : 'Signature must be zero for failed CHECK(MULTI)SIG operation'
  } catch {
    return 'Non-canonical DER signature'
  }
}

const verifyTaproot = (transaction: ParsedTransaction, index: number, prevouts: readonly TransactionOutput[]) => {
  const [signatureHex, ...rest] = transaction.inputs[index]?.witness ?? []
  if (signatureHex === undefined || rest.length > 0) return 'the sandbox verifies taproot key spends only'
  const signature = Buffer.from(signatureHex, 'hex')
  const type = signature.length === 65 ? (signature[64] as number) : 0
  if (signature.length !== 64 && (signature.length !== 65 || type === 0)) return 'Invalid Schnorr signature size'
  try {
    const digest = taprootHash(transaction, index, prevouts, type)
    const key = Buffer.from(prevouts[index]?.script.slice(4) ?? '', 'hex')
    return schnorr.verify(signature.subarray(0, 64), digest, key) ? undefined : 'Invalid Schnorr signature'
  } catch {
    return 'Invalid Schnorr signature'
  }
}

/** The pushed items of a scriptSig. Undefined when it does anything other than push. */
const pushes = (script: string): Buffer[] | undefined => {
  const bytes = Buffer.from(script, 'hex')
  const items: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const opcode = bytes[at] as number
    const lengthBytes = opcode === 0x4c ? 1 : 0
    const length = lengthBytes ? (bytes[at + 1] ?? Number.NaN) : opcode
    if ((!lengthBytes && opcode > 0x4b) || !(at + 1 + lengthBytes + length <= bytes.length)) return undefined
    items.push(bytes.subarray(at + 1 + lengthBytes, at + 1 + lengthBytes + length))
    at += 1 + lengthBytes + length
  }
  return items
}
