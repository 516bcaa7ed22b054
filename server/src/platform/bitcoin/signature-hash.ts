import { RawOutput } from '@scure/btc-signer/script.js'
import { concatBytes, tagSchnorr } from '@scure/btc-signer/utils.js'
import { compactSize } from './psbt-maps.ts'
import { sha256, sha256d, type TransactionParts } from './transaction-parts.ts'

/** Signatures of everything. Taproot has a shorter way to say the same. */
export const sighashAll = 1
export const sighashDefault = 0

/** An input without a script: its outpoint, a zero and its sequence. */
const blankBytes = 41

type SpentCoin = { script: Uint8Array; amountSats: bigint }

/**
 * What the signatures of a transaction sign, if they sign all of it. The parts that all inputs have in common are hashed
 * once: otherwise the time would grow with the square of their number. ECDSA signs the SHA-256 of what is returned, so
 * the second of its two hashes is left to whoever verifies.
 */
export const hashesOf = (transaction: TransactionParts, coins: readonly SpentCoin[]) => {
  const inputs = transaction.inputs.map(({ txid, index, sequence }) => ({
    outpoint: Buffer.concat([Buffer.from(txid).reverse(), uint32(index)]),
    sequence: uint32(sequence),
  }))
  const [version, lockTime] = [int32(transaction.version), uint32(transaction.lockTime)]
  const outpoints = Buffer.concat(inputs.map(({ outpoint }) => outpoint))
  const sequences = Buffer.concat(inputs.map(({ sequence }) => sequence))
  const outputs = concatBytes(...transaction.outputs.map((output) => RawOutput.encode(output)))
  const shared = { outpoints: sha256d(outpoints), sequences: sha256d(sequences), outputs: sha256d(outputs) }
  const blank = Buffer.concat(inputs.flatMap(({ outpoint, sequence }) => [outpoint, Buffer.from([0]), sequence]))
  const common = once(() =>
    Buffer.concat([
      version,
      lockTime,
      sha256(outpoints),
      sha256(Buffer.concat(coins.map(({ amountSats }) => uint64(amountSats)))),
      sha256(Buffer.concat(coins.map(({ script }) => sized(script)))),
      sha256(sequences),
      sha256(outputs),
    ]),
  )
  const inputAt = (index: number) => {
    const [input, coin] = [inputs[index], coins[index]]
    if (!input || !coin) throw new Error('there is no such input')
    return { ...input, ...coin }
  }
  return {
    /** Before segregated witness. */
    legacy: (index: number, scriptCode: Uint8Array): Buffer => {
      const { outpoint, sequence } = inputAt(index)
      return sha256(
        Buffer.concat([
          version,
          compactSize(inputs.length),
          blank.subarray(0, index * blankBytes),
          outpoint,
          sized(scriptCode),
          sequence,
          blank.subarray((index + 1) * blankBytes),
          compactSize(transaction.outputs.length),
          outputs,
          lockTime,
          uint32(sighashAll),
        ]),
      )
    },
    /** BIP 143. */
    witness: (index: number, scriptCode: Uint8Array): Buffer => {
      const { outpoint, sequence, amountSats } = inputAt(index)
      return sha256(
        Buffer.concat([
          version,
          shared.outpoints,
          shared.sequences,
          outpoint,
          sized(scriptCode),
          uint64(amountSats),
          sequence,
          shared.outputs,
          lockTime,
          uint32(sighashAll),
        ]),
      )
    },
    /** BIP 341, for the key itself and without an annex. */
    taproot: (index: number, type: typeof sighashAll | typeof sighashDefault): Uint8Array =>
      tagSchnorr('TapSighash', Buffer.from([0, type]), common(), Buffer.from([0]), uint32(index)),
  }
}

export type Hashes = ReturnType<typeof hashesOf>

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const sized = (bytes: Uint8Array) => Buffer.concat([compactSize(bytes.length), bytes])

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const uint64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
