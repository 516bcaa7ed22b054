import { Transaction } from '@scure/btc-signer'
import { int32, sized, uint32, uint64 } from './byte-stream.ts'
import type { ParsedTransaction, TransactionOutput } from './chain-types.ts'
import { sha256d } from './digests.ts'
import { serializeOutpoint, serializeOutput, serializeTransaction } from './transaction-bytes.ts'

const none = 2
const single = 3
const anyoneCanPay = 0x80
const zeroes = Buffer.alloc(32)

/** BIP143. */
export const witnessV0Hash = (
  transaction: ParsedTransaction,
  index: number,
  scriptCode: Buffer,
  amountSats: bigint,
  type: number,
): Buffer => {
  const { inputs, outputs } = transaction
  const base = type & 0x1f
  const alone = (type & anyoneCanPay) !== 0
  const input = inputs[index] as (typeof inputs)[number]
  const sequencesMatter = !alone && base !== single && base !== none
  const output = outputs[index]
  const hashOutputs =
    base !== single && base !== none
      ? sha256d(Buffer.concat(outputs.map(serializeOutput)))
      : base === single && output
        ? sha256d(serializeOutput(output))
        : zeroes
  return sha256d(
    Buffer.concat([
      int32(transaction.version),
      alone ? zeroes : sha256d(Buffer.concat(inputs.map(serializeOutpoint))),
      sequencesMatter ? sha256d(Buffer.concat(inputs.map(({ sequence }) => uint32(sequence)))) : zeroes,
      serializeOutpoint(input),
      sized(scriptCode),
      uint64(amountSats),
      uint32(input.sequence),
      hashOutputs,
      uint32(transaction.lockTime),
      uint32(type),
    ]),
  )
}

/** Before segregated witness. */
export const legacyHash = (transaction: ParsedTransaction, index: number, scriptCode: string, type: number): Buffer => {
  const base = type & 0x1f
  // Satoshi's: without an output beside the input, the number one is signed.
  if (base === single && index >= transaction.outputs.length) return Buffer.concat([Buffer.from([1]), zeroes], 32)
  const blank = { amountSats: 0xffff_ffff_ffff_ffffn, script: '' }
  const upToOwn = transaction.outputs.slice(0, index + 1).map((output, i) => (i === index ? output : blank))
  const outputs = base === none ? [] : base === single ? upToOwn : undefined
  const inputs = transaction.inputs.map((input, i) => ({
    ...input,
    scriptSig: i === index ? scriptCode : '',
    sequence: i === index || outputs === undefined ? input.sequence : 0,
    witness: [],
  }))
  const signed = {
    ...transaction,
    inputs: (type & anyoneCanPay) === 0 ? inputs : inputs.slice(index, index + 1),
    outputs: outputs ?? transaction.outputs,
  }
  return sha256d(Buffer.concat([serializeTransaction(signed, false), uint32(type)]))
}

/** BIP341, key path. */
export const taprootHash = (
  transaction: ParsedTransaction,
  index: number,
  prevouts: readonly TransactionOutput[],
  type: number,
): Uint8Array => {
  const signer = Transaction.fromRaw(serializeTransaction(transaction, true), {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
    allowUnknownVersion: true,
  })
  return signer.preimageWitnessV1(
    index,
    prevouts.map(({ script }) => Buffer.from(script, 'hex')),
    type,
    prevouts.map(({ amountSats }) => amountSats),
  )
}
