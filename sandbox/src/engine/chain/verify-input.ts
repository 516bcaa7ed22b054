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
    const script = witnessScript(transaction, index, prevout.script)
    if (script === undefined) return 'Witness program hash mismatch'
    // Anyone may spend OP_TRUE. Long histories use it to avoid a hundred thousand signatures.
    if (script === '51' && witness.length === 1) return undefined
    return verifyWitnessMultisig(transaction, index, script, prevout.amountSats)
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
  const { scriptSig = '', witness = [] } = transaction.inputs[index] ?? {}
  const items = pushes(scriptSig)
  const redeem = items?.at(-1)
  if (!items || !redeem) return 'the sandbox cannot run this redeem script'
  if (hash160(redeem).toString('hex') !== prevout.script.slice(4, 44))
    return 'Script evaluated without error but finished with a false/empty top stack element'
  const hex = redeem.toString('hex')
  const kind = scriptKind(hex)
  if (kind !== 'p2wpkh' && kind !== 'p2wsh') {
    if (witness.length > 0) return 'Witness provided for non-witness script'
    const digest = (type: number) => legacyHash(transaction, index, hex, type)
    return verifyMultisig(hex, items.slice(0, -1), digest)
  }
  if (items.length !== 1) return 'Witness requires only-redeemscript scriptSig'
  if (kind === 'p2wpkh') return verifyKeyHash(transaction, index, hex.slice(4), prevout.amountSats)
  const script = witnessScript(transaction, index, hex)
  if (script === undefined) return 'Witness program hash mismatch'
  return verifyWitnessMultisig(transaction, index, script, prevout.amountSats)
}

/** The last item of the witness, if the program commits to it. */
const witnessScript = (transaction: ParsedTransaction, index: number, program: string): string | undefined => {
  const script = transaction.inputs[index]?.witness.at(-1)
  if (script === undefined) return undefined
  return sha256(Buffer.from(script, 'hex')).toString('hex') === program.slice(4) ? script : undefined
}

const verifyWitnessMultisig = (transaction: ParsedTransaction, index: number, script: string, amountSats: bigint) => {
  const items = (transaction.inputs[index]?.witness ?? []).slice(0, -1).map((item) => Buffer.from(item, 'hex'))
  const code = Buffer.from(script, 'hex')
  return verifyMultisig(script, items, (type) => witnessV0Hash(transaction, index, code, amountSats, type))
}

/** `m key… n CHECKMULTISIG`, the only script with several keys that wallets here have. */
const verifyMultisig = (
  script: string,
  [dummy, ...signatures]: readonly Buffer[],
  digest: (type: number) => Buffer,
): string | undefined => {
  const [, threshold, keysHex, total] = /^(5[1-9a-f]|60)((?:21[0-9a-f]{66})+)(5[1-9a-f]|60)ae$/.exec(script) ?? []
  const keys = (keysHex?.match(/.{68}/g) ?? []).map((push) => Buffer.from(push.slice(2), 'hex'))
  const count = (opcode = '') => Number.parseInt(opcode, 16) - 0x50
  if (keys.length !== count(total)) return 'the sandbox cannot run this script'
  if (!dummy || signatures.length !== count(threshold)) return 'Operation not valid with the current stack size'
  if (dummy.length > 0) return 'Dummy CHECKMULTISIG argument must be zero'
  let next = 0
  for (const signature of signatures) {
    const type = signature.at(-1) ?? 0
    if (!isKnownType(type)) return 'Signature hash type missing or not understood'
    const message = digest(type)
    while (next < keys.length && verifyEcdsa(signature, message, keys[next] as Buffer) !== undefined) next += 1
    if (next === keys.length) return 'Signature must be zero for failed CHECK(MULTI)SIG operation'
    next += 1
  }
  return undefined
}

const isKnownType = (type: number): boolean => [1, 2, 3].includes(type & ~0x80)

const verifyKeyHash = (transaction: ParsedTransaction, index: number, keyHash: string, amountSats: bigint) => {
  const [signatureHex, keyHex, ...rest] = transaction.inputs[index]?.witness ?? []
  if (signatureHex === undefined || !keyHex || rest.length > 0) return 'Witness program hash mismatch'
  const key = Buffer.from(keyHex, 'hex')
  if (hash160(key).toString('hex') !== keyHash) return 'Script failed an OP_EQUALVERIFY operation'
  if (key.length !== 33) return 'Using non-compressed keys in segwit'
  const signature = Buffer.from(signatureHex, 'hex')
  const type = signature.at(-1) ?? 0
  if (!isKnownType(type)) return 'Signature hash type missing or not understood'
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
  const type = signature.at(-1) ?? 0
  if (!isKnownType(type)) return 'Signature hash type missing or not understood'
  return verifyEcdsa(signature, legacyHash(transaction, index, script, type), key)
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
    const lengthBytes = opcode === 0x4c ? 1 : opcode === 0x4d ? 2 : 0
    const length = lengthBytes ? readLength(bytes, at + 1, lengthBytes) : opcode
    if ((!lengthBytes && opcode > 0x4b) || !(at + 1 + lengthBytes + length <= bytes.length)) return undefined
    items.push(bytes.subarray(at + 1 + lengthBytes, at + 1 + lengthBytes + length))
    at += 1 + lengthBytes + length
  }
  return items
}

const readLength = (bytes: Buffer, at: number, size: number): number =>
  at + size <= bytes.length ? bytes.readUIntLE(at, size) : Number.NaN
