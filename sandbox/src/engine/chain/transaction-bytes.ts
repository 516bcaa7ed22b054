import {
  type ByteReader,
  compactSize,
  hashToWire,
  int32,
  MalformedBytes,
  readBytes,
  reverseBytes,
  sized,
  uint32,
  uint64,
} from './byte-stream.ts'
import type { ParsedTransaction, TransactionInput, TransactionOutput } from './chain-types.ts'
import { sha256d } from './digests.ts'

export type TransactionParts = Pick<ParsedTransaction, 'version' | 'lockTime' | 'inputs' | 'outputs'>

const nullTxid = '0'.repeat(64)

/** Throws MalformedBytes. */
export const parseTransaction = (hex: string): ParsedTransaction => {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new MalformedBytes('not hexadecimal')
  const reader = readBytes(Buffer.from(hex, 'hex'))
  const transaction = readTransaction(reader)
  if (reader.left > 0) throw new MalformedBytes('bytes after the transaction')
  return transaction
}

export const readTransaction = (reader: ByteReader): ParsedTransaction => {
  const version = reader.int32()
  let count = reader.compactSize()
  let hasWitness = false
  if (count === 0) {
    if (reader.uint8() !== 1) throw new MalformedBytes('no inputs')
    hasWitness = true
    count = reader.compactSize()
  }
  const bare = list(count, () => ({
    txid: reader.hash(),
    vout: reader.uint32(),
    scriptSig: reader.hex(reader.compactSize()),
    sequence: reader.uint32(),
  }))
  const outputs = list(reader.compactSize(), () => ({
    amountSats: reader.uint64(),
    script: reader.hex(reader.compactSize()),
  }))
  const inputs = bare.map((input) => ({
    ...input,
    witness: hasWitness ? list(reader.compactSize(), () => reader.hex(reader.compactSize())) : [],
  }))
  if (hasWitness && inputs.every(({ witness }) => witness.length === 0)) {
    throw new MalformedBytes('superfluous witness record')
  }
  return describeTransaction({ version, lockTime: reader.uint32(), inputs, outputs })
}

export const serializeTransaction = (parts: TransactionParts, withWitness: boolean): Buffer => {
  const { version, lockTime, inputs, outputs } = parts
  const segwit = withWitness && inputs.some(({ witness }) => witness.length > 0)
  const chunks = [int32(version)]
  if (segwit) chunks.push(Buffer.from([0, 1]))
  chunks.push(compactSize(inputs.length))
  for (const input of inputs) chunks.push(serializeInput(input))
  chunks.push(compactSize(outputs.length))
  for (const output of outputs) chunks.push(serializeOutput(output))
  if (segwit) {
    for (const { witness } of inputs) {
      chunks.push(compactSize(witness.length))
      for (const item of witness) chunks.push(sized(Buffer.from(item, 'hex')))
    }
  }
  chunks.push(uint32(lockTime))
  return Buffer.concat(chunks)
}

/** Adds ids and sizes to the parts of a transaction. */
export const describeTransaction = (parts: TransactionParts): ParsedTransaction => {
  const stripped = serializeTransaction(parts, false)
  const whole = serializeTransaction(parts, true)
  const txid = reverseBytes(sha256d(stripped)).toString('hex')
  const weight = stripped.length * 3 + whole.length
  const [first] = parts.inputs
  return {
    ...parts,
    txid,
    wtxid: whole.length === stripped.length ? txid : reverseBytes(sha256d(whole)).toString('hex'),
    size: whole.length,
    weight,
    vsize: Math.ceil(weight / 4),
    isCoinbase: parts.inputs.length === 1 && first?.txid === nullTxid && first.vout === 0xffff_ffff,
  }
}

export const serializeOutpoint = ({ txid, vout }: { txid: string; vout: number }): Buffer =>
  Buffer.concat([hashToWire(txid), uint32(vout)])

export const serializeOutput = ({ amountSats, script }: TransactionOutput): Buffer =>
  Buffer.concat([uint64(amountSats), sized(Buffer.from(script, 'hex'))])

export const outpointOf = (input: { txid: string; vout: number }): string => `${input.txid}:${input.vout}`

const serializeInput = (input: TransactionInput): Buffer =>
  Buffer.concat([serializeOutpoint(input), sized(Buffer.from(input.scriptSig, 'hex')), uint32(input.sequence)])

const list = <T>(count: number, read: () => T): T[] => {
  const items: T[] = []
  for (let i = 0; i < count; i += 1) items.push(read())
  return items
}
