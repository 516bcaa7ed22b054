import { hex } from '@scure/base'
import { RawOutput, RawTx } from '@scure/btc-signer/script.js'
import type { Lock, locksOf, OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import { inputFields, type Row, valueOf } from '../platform/bitcoin/psbt-maps.ts'
import { sighashAll, sighashDefault } from '../platform/bitcoin/signature-hash.ts'
import { idOf, type TransactionParts } from '../platform/bitcoin/transaction-parts.ts'
import { type Place, placeIn } from './wallet-rows.ts'

/** An input as we know it. */
export type OwnInput = {
  place: Place
  lock: Lock
  amountSats: bigint
  /** The whole transaction that the coin comes from. */
  previous: Uint8Array | undefined
}

type Outpoint = TransactionParts['inputs'][number]

const signatureFields: readonly number[] = [
  inputFields.partialSignature,
  inputFields.finalScriptSig,
  inputFields.finalWitness,
  inputFields.taprootSignature,
  inputFields.taprootScriptSignature,
]

/** The objection continues a sentence that names the input. */
export const checkUnsignedInput = (
  rows: readonly Row[],
  outpoint: Outpoint,
  amountSats: bigint,
  { script }: OwnWallet,
  lockAt: ReturnType<typeof locksOf>,
): OwnInput | { objection: string } => {
  if (rows.some(({ type }) => signatureFields.includes(type))) return { objection: 'is already signed' }
  const sighash = valueOf(rows, inputFields.sighash)
  if (sighash && !isSighashAll(sighash, script)) return { objection: 'would not sign everything' }

  const place = placeIn(rows, inputFields)
  if (!place || place === 'unusable') return { objection: 'doesn’t name an address of the wallet' }
  const lock = lockAt(place.branch, place.index)
  const isOurs = (coin: { amount: bigint; script: Uint8Array } | undefined) =>
    coin?.amount === amountSats && Buffer.compare(coin.script, lock.script) === 0

  const witnessUtxo = valueOf(rows, inputFields.witnessUtxo)
  if (witnessUtxo ? !isOurs(decode(RawOutput, witnessUtxo)) : script !== 'pkh') {
    return { objection: 'doesn’t have our amount at an address of the wallet' }
  }
  const previous = valueOf(rows, inputFields.previous)
  if (!previous && script === 'pkh') return { objection: 'doesn’t have its previous transaction' }
  if (previous) {
    const decoded = decode(RawTx, previous)
    if (!decoded || idOf(decoded) !== hex.encode(outpoint.txid))
      return { objection: 'has another previous transaction' }
    if (!isOurs(decoded.outputs[outpoint.index])) {
      return { objection: 'doesn’t have our amount at an address of the wallet in its previous transaction' }
    }
  }
  return { place, lock, amountSats, previous }
}

/** In the field of a PSBT, which has four bytes. */
export const isSighashAll = (field: Uint8Array, script: OwnWallet['script']): boolean => {
  const type = field.length === 4 ? Buffer.from(field).readUInt32LE() : undefined
  return type === sighashAll || (script === 'tr' && type === sighashDefault)
}

const decode = <T>(coder: { decode: (bytes: Uint8Array) => T }, bytes: Uint8Array): T | undefined => {
  try {
    return coder.decode(bytes)
  } catch {
    return undefined
  }
}
