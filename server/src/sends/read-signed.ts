import { longestPsbt } from '@bitquay/contract/signing'
import { base64, hex } from '@scure/base'
import { RawOldTx, RawTx, RawWitness } from '@scure/btc-signer/script.js'
import type { OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { inputFields, isPsbt, type Row, readPsbt, unsignedBytesOf, valueOf } from '../platform/bitcoin/psbt-maps.ts'
import { countInputs, type TransactionParts } from '../platform/bitcoin/transaction-parts.ts'
import { type FoundSignature, signaturesOf } from '../platform/bitcoin/unlock.ts'
import { isSighashAll } from './check-unsigned-input.ts'
import { mostInputs } from './psbt-limits.ts'

/** What came back, of which nothing is verified yet. */
type Signed = {
  transaction: TransactionParts
  /** By input. */
  found: FoundSignature[][]
  /** Whether an input declares that its signatures leave something open. */
  hasOtherSighash: boolean
}

/** Reads a PSBT in base64 or hex, final or not, or a transaction in hex. */
export const readSigned = (text: string, wallet: OwnWallet): Signed | 'too-large' | 'unreadable' => {
  if (text.length > longestPsbt) return 'too-large'
  const bytes = bytesOf(text.replaceAll(/\s/g, ''))
  if (!bytes) return 'unreadable'
  const transaction = isPsbt(bytes) ? unsignedBytesOf(bytes) : bytes
  const inputs = transaction && countInputs(transaction)
  if (inputs === undefined || inputs === 0) return 'unreadable'
  if (inputs > mostInputs) return 'too-large'
  try {
    return (isPsbt(bytes) ? readMaps(bytes, wallet) : readTransaction(bytes, wallet)) ?? 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const bytesOf = (text: string): Uint8Array | undefined => {
  try {
    return /^[0-9a-f]+$/i.test(text) ? hex.decode(text.toLowerCase()) : base64.decode(text)
  } catch {
    return undefined
  }
}

const readTransaction = (bytes: Uint8Array, wallet: OwnWallet): Signed => {
  const hasWitness = bytes[4] === 0
  const { witnesses, ...transaction } = hasWitness
    ? RawTx.decode(bytes)
    : { ...RawOldTx.decode(bytes), witnesses: undefined }
  const found = transaction.inputs.map(({ finalScriptSig }, index) =>
    signaturesOf(wallet, { scriptSig: finalScriptSig, witness: witnesses?.[index] ?? [] }),
  )
  return { transaction, found, hasOtherSighash: false }
}

const readMaps = (bytes: Uint8Array, wallet: OwnWallet): Signed | undefined => {
  const maps = readPsbt(bytes)
  return (
    maps && {
      transaction: maps.unsigned,
      found: maps.inputs.map((rows) => readInput(rows, wallet)),
      hasOtherSighash: maps.inputs.some((rows) => {
        const field = valueOf(rows, inputFields.sighash)
        return field !== undefined && !isSighashAll(field, wallet.script)
      }),
    }
  )
}

const readInput = (rows: readonly Row[], wallet: OwnWallet): FoundSignature[] => {
  const scriptSig = valueOf(rows, inputFields.finalScriptSig) ?? new Uint8Array()
  const witness = valueOf(rows, inputFields.finalWitness)
  return [
    ...(wallet.script === 'tr' ? taprootSignatures(rows) : partialSignatures(rows)),
    ...signaturesOf(wallet, { scriptSig, witness: witness ? RawWitness.decode(witness) : [] }),
  ]
}

const partialSignatures = (rows: readonly Row[]): FoundSignature[] =>
  rows
    .filter(({ type }) => type === inputFields.partialSignature)
    .map(({ key, value }) => ({ publicKey: key.subarray(1), signature: value }))

const taprootSignatures = (rows: readonly Row[]): FoundSignature[] => {
  const signature = valueOf(rows, inputFields.taprootSignature)
  return signature ? [{ publicKey: undefined, signature }] : []
}
