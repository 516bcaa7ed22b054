import { RawOldTx } from '@scure/btc-signer/script.js'
import type { TransactionParts } from './transaction-parts.ts'

/** One field: its key begins with its type. */
export type Row = { type: number; key: Uint8Array; value: Uint8Array }

/** A PSBT of version 0 (BIP 174) as its fields, which nobody has interpreted yet. */
export type PsbtMaps = { unsigned: TransactionParts; global: Row[]; inputs: Row[][]; outputs: Row[][] }

export const globalFields = { unsigned: 0x00, xpub: 0x01 } as const
export const inputFields = {
  previous: 0x00,
  witnessUtxo: 0x01,
  partialSignature: 0x02,
  sighash: 0x03,
  redeemScript: 0x04,
  witnessScript: 0x05,
  derivation: 0x06,
  finalScriptSig: 0x07,
  finalWitness: 0x08,
  taprootSignature: 0x13,
  taprootScriptSignature: 0x14,
  taprootDerivation: 0x16,
  taprootInternalKey: 0x17,
} as const
export const outputFields = {
  redeemScript: 0x00,
  witnessScript: 0x01,
  derivation: 0x02,
  taprootInternalKey: 0x05,
  taprootDerivation: 0x07,
} as const

const magic = Buffer.from('70736274ff', 'hex')

export const isPsbt = (bytes: Uint8Array): boolean => magic.equals(bytes.subarray(0, magic.length))

/** The bytes of its unsigned transaction. Undefined if it isn't readable so far. */
export const unsignedBytesOf = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return valueOf(cursorOf(bytes.subarray(magic.length)).rows(), globalFields.unsigned)
  } catch {
    return undefined
  }
}

/** Undefined if the bytes are not exactly one PSBT. */
export const readPsbt = (bytes: Uint8Array): PsbtMaps | undefined => {
  if (!isPsbt(bytes)) return undefined
  try {
    const cursor = cursorOf(bytes.subarray(magic.length))
    const global = cursor.rows()
    const transaction = valueOf(global, globalFields.unsigned)
    if (!transaction) return undefined
    const unsigned = RawOldTx.decode(transaction)
    if (unsigned.inputs.some(({ finalScriptSig }) => finalScriptSig.length > 0)) return undefined
    const inputs = unsigned.inputs.map(() => cursor.rows())
    const outputs = unsigned.outputs.map(() => cursor.rows())
    return cursor.isAtEnd() ? { unsigned, global, inputs, outputs } : undefined
  } catch {
    return undefined
  }
}

export const writePsbt = ({ global, inputs, outputs }: Omit<PsbtMaps, 'unsigned'>): Uint8Array =>
  Buffer.concat([magic, ...[global, ...inputs, ...outputs].map(writeRows)])

/** The value of a field that a map has once. */
export const valueOf = (rows: readonly Row[], type: number): Uint8Array | undefined =>
  rows.find((row) => row.type === type && row.key.length === 1)?.value

/** A field whose key is its type, and some bytes more where there can be several. */
export const row = (type: number, value: Uint8Array, rest: Uint8Array = new Uint8Array()): Row => ({
  type,
  key: Buffer.concat([Buffer.from([type]), rest]),
  value,
})

const writeRows = (rows: readonly Row[]): Buffer => {
  const sorted = [...rows].sort((a, b) => Buffer.compare(a.key, b.key))
  return Buffer.concat([...sorted.flatMap(({ key, value }) => [sized(key), sized(value)]), Buffer.from([0])])
}

const sized = (bytes: Uint8Array): Buffer => Buffer.concat([compactSize(bytes.length), bytes])

export const compactSize = (count: number): Buffer => {
  if (count < 0xfd) return Buffer.from([count])
  const bytes = Buffer.alloc(count <= 0xffff ? 3 : 5)
  bytes[0] = count <= 0xffff ? 0xfd : 0xfe
  bytes.writeUIntLE(count, 1, bytes.length - 1)
  return bytes
}

const cursorOf = (bytes: Uint8Array) => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    if (at + length > view.length) throw new Error('the bytes end too early')
    at += length
    return view.subarray(at - length, at)
  }
  const size = () => {
    const first = take(1).readUInt8()
    if (first < 0xfd) return first
    const width = first === 0xfd ? 2 : first === 0xfe ? 4 : undefined
    if (width === undefined) throw new Error('nothing here is that long')
    const count = take(width).readUIntLE(0, width)
    if (count < 0xfd || (width === 4 && count <= 0xffff)) throw new Error('a length is written too long')
    return count
  }
  const rows = (): Row[] => {
    const read: Row[] = []
    const keys = new Set<string>()
    for (let length = size(); length > 0; length = size()) {
      const key = take(length)
      const value = take(size())
      const name = key.toString('hex')
      if (keys.has(name)) throw new Error('a field is there twice')
      keys.add(name)
      // Types above 252 are longer than one byte. Nobody here knows any of them.
      read.push({ type: key.readUInt8(), key, value })
    }
    return read
  }
  return { rows, isAtEnd: () => at === view.length }
}
