import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { HDKey } from '@scure/bip32'
import { p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { legacyHash, witnessV0Hash } from '../chain/signature-hash.ts'
import { parseTransaction } from '../chain/transaction-bytes.ts'

export const cheats = [
  'changed-output',
  'other-fee',
  'wrong-key',
  'missing-signature',
  'sighash-single',
  'changed-sequence',
  'changed-locktime',
] as const

/** What a broken or stolen device might do to what it was given. */
export type Cheat = (typeof cheats)[number]

export type SignedPsbt = {
  /** Base64. */
  readonly psbt: string
  /** How many inputs it signed. */
  readonly signatures: number
  /** The final transaction, if no more signatures are needed. */
  readonly hex?: string
}

export class DeviceRefusal extends Error {}

const thiefScript = p2wpkh(secp256k1.getPublicKey(Buffer.alloc(32, 0x66))).script
const thiefKey = Buffer.alloc(32, 0x67)
const changedFeeSats = 500n

export const signOnDevice = (master: HDKey, text: string, cheat?: Cheat): SignedPsbt => {
  const transaction = change(readPsbt(text), cheat)
  const type = cheat === 'sighash-single' ? SigHash.SINGLE : undefined
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => i)
  const wanted = cheat === 'missing-signature' ? inputs.slice(0, -1) : inputs
  let signatures = 0
  for (const index of wanted) {
    if (type !== undefined) transaction.updateInput(index, { sighashType: type }, true)
    if (!signInput(transaction, master, index, type)) continue
    if (cheat === 'wrong-key') forge(transaction, index)
    signatures += 1
  }
  if (signatures === 0 && wanted.length > 0) throw new DeviceRefusal('This device has none of the keys.')
  const psbt = Buffer.from(transaction.toPSBT()).toString('base64')
  const hex = finalize(psbt)
  return { psbt, signatures, ...(hex === undefined ? {} : { hex }) }
}

const readPsbt = (text: string): Transaction => {
  const bytes = Buffer.from(text.trim(), /^[0-9a-f\s]+$/i.test(text) ? 'hex' : 'base64')
  try {
    return Transaction.fromPSBT(bytes, options)
  } catch {
    throw new DeviceRefusal('This isn’t a PSBT.')
  }
}

const options = { allowUnknownOutputs: true }

/** The same PSBT, or one that claims to be. */
const change = (given: Transaction, cheat: Cheat | undefined): Transaction => {
  const lockTime = given.lockTime + (cheat === 'changed-locktime' ? 1 : 0)
  const changed = new Transaction({ ...options, lockTime, version: given.version })
  for (let i = 0; i < given.inputsLength; i += 1) {
    const input = given.getInput(i)
    changed.addInput(cheat === 'changed-sequence' ? { ...input, sequence: 0xffff_fffe } : input, true)
  }
  for (let i = 0; i < given.outputsLength; i += 1) {
    const output = given.getOutput(i)
    const { amount = 0n } = output
    if (i === 0 && cheat === 'changed-output') changed.addOutput({ amount, script: thiefScript }, true)
    else if (i === 0 && cheat === 'other-fee') changed.addOutput({ ...output, amount: amount - changedFeeSats }, true)
    else changed.addOutput(output, true)
  }
  return changed
}

/** False if the input has none of its keys. */
const signInput = (transaction: Transaction, master: HDKey, index: number, type?: SigHash): boolean => {
  try {
    // The library's own type of a key has no key that may be missing.
    const signer = master as unknown as Parameters<Transaction['signIdx']>[0]
    return transaction.signIdx(signer, index, type === undefined ? undefined : [type])
  } catch {
    return false
  }
}

/** Puts signatures of a stranger where its own are. */
const forge = (transaction: Transaction, index: number): void => {
  const { partialSig, tapKeySig } = transaction.getInput(index)
  if (tapKeySig) {
    transaction.updateInput(index, { tapKeySig: schnorr.sign(Buffer.alloc(32, 1), thiefKey) }, true)
    return
  }
  const digest = digestOf(transaction, index)
  const signature = secp256k1.sign(digest, thiefKey, { prehash: false, lowS: true, format: 'der' })
  const forged = Buffer.concat([signature, Buffer.from([SigHash.ALL])])
  // The library removes a field that is given as undefined, and adds to one that is there.
  transaction.updateInput(index, { partialSig: undefined } as object, true)
  transaction.updateInput(index, { partialSig: partialSig?.map(([key]) => [key, forged]) ?? [] }, true)
}

const digestOf = (transaction: Transaction, index: number): Buffer => {
  const { witnessUtxo, nonWitnessUtxo, redeemScript, witnessScript, index: vout = 0 } = transaction.getInput(index)
  const parsed = parseTransaction(Buffer.from(transaction.unsignedTx).toString('hex'))
  const script = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[vout]?.script ?? new Uint8Array()
  if (!witnessUtxo) return legacyHash(parsed, index, Buffer.from(redeemScript ?? script).toString('hex'), SigHash.ALL)
  const program = Buffer.from(redeemScript ?? script)
  const keyHash = Buffer.concat([Buffer.from('76a914', 'hex'), program.subarray(2), Buffer.from('88ac', 'hex')])
  const code = witnessScript ? Buffer.from(witnessScript) : keyHash
  return witnessV0Hash(parsed, index, code, witnessUtxo.amount, SigHash.ALL)
}

const finalize = (psbt: string): string | undefined => {
  try {
    const transaction = readPsbt(psbt)
    transaction.finalize()
    return Buffer.from(transaction.extract()).toString('hex')
  } catch {
    return undefined
  }
}
