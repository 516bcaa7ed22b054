import { createHash } from 'node:crypto'
import { hex } from '@scure/base'
import { RawOldTx, RawTx } from '@scure/btc-signer/script.js'

/** A transaction without its witness. Its ids are in the order in which people write them. */
export type TransactionParts = ReturnType<typeof RawOldTx.decode>

export const sha256d = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const idOf = (transaction: TransactionParts): string =>
  sha256d(RawOldTx.encode(transaction)).reverse().toString('hex')

export const outpointOf = ({ txid, index }: TransactionParts['inputs'][number]): string =>
  `${hex.encode(txid)}-${index}`

/**
 * How many inputs the bytes of a transaction promise, found without parsing them. Undefined if they end before. The
 * marker of a witness counts as none, so it is stepped over.
 */
export const countInputs = (bytes: Uint8Array): number | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = view[4] === 0 && view[5] === 1 ? 6 : 4
  const first = view[at]
  if (first === undefined) return undefined
  if (first < 0xfd) return first
  if (view.length < at + 9) return undefined
  if (first === 0xfd) return view.readUInt16LE(at + 1)
  return first === 0xfe ? view.readUInt32LE(at + 1) : Number(view.readBigUInt64LE(at + 1))
}

export type UnlockedInput = { scriptSig: Uint8Array; witness: Uint8Array[] }

export type FinalTransaction = { rawTransaction: string; txid: string; vbytes: number }

/** The transaction with what unlocks each of its inputs. */
export const finalTransaction = (unsigned: TransactionParts, unlocked: readonly UnlockedInput[]): FinalTransaction => {
  const inputs = unsigned.inputs.map((input, index) => ({
    ...input,
    finalScriptSig: unlocked[index]?.scriptSig ?? new Uint8Array(),
  }))
  const parts = { ...unsigned, inputs }
  const stripped = RawOldTx.encode(parts)
  const witnesses = unlocked.map(({ witness }) => witness)
  const hasWitness = witnesses.some(({ length }) => length > 0)
  const raw = hasWitness ? RawTx.encode({ ...parts, segwitFlag: true, witnesses }) : stripped
  return {
    rawTransaction: hex.encode(raw),
    txid: idOf(parts),
    vbytes: Math.ceil((stripped.length * 3 + raw.length) / 4),
  }
}
