import { base64 } from '@scure/base'
import { RawOutput, RawTx } from '@scure/btc-signer/script.js'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { type Lock, locksOf, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import {
  inputFields,
  type PsbtMaps,
  type Row,
  readPsbt,
  row,
  valueOf,
  writePsbt,
} from '../platform/bitcoin/psbt-maps.ts'
import { type Hashes, hashesOf } from '../platform/bitcoin/signature-hash.ts'
import { type FinalTransaction, finalTransaction } from '../platform/bitcoin/transaction-parts.ts'
import { type FoundSignature, type KeySignatures, unlock } from '../platform/bitcoin/unlock.ts'
import { hasOtherSighash, isSignedBy, keysOf } from '../platform/bitcoin/verify-signature.ts'
import { type TakeTurn, takeTurns } from '../platform/take-turns.ts'
import { compareSigned, type Refused } from './compare-signed.ts'
import { readSigned } from './read-signed.ts'
import { placeIn } from './wallet-rows.ts'

type Known = {
  wallet: OwnWallet
  network: NetworkName
  /** What we handed out, with the signatures that were accepted since. */
  psbt: string
  maxFeeSats: bigint
}

export type Accepted = {
  /** What we handed out with all verified signatures, in base64. */
  psbt: string
  /** The positions in the wallet of the keys that have signed every input. */
  signers: number[]
  /** What can be broadcast, once every input has enough signatures. */
  complete: FinalTransaction | undefined
}

type KnownInput = { lock: Lock; amountSats: bigint; signatures: KeySignatures }

/**
 * Reads what a signing device returned. Only its signatures are taken, and only those that verify with the wallet's
 * keys, our amounts and our scripts. All the rest of the transaction is what we handed out. It takes seconds of computing
 * for many inputs, so others take their turn in between.
 */
export const readSignatures = async (known: Known, text: string): Promise<Accepted | Refused> => {
  const { wallet } = known
  const signed = readSigned(text, wallet)
  if (typeof signed === 'string') return refuse(signed)
  const maps = readPsbt(base64.decode(known.psbt))
  if (!maps) throw new Error('the PSBT that was handed out can’t be read')
  const takeTurn = takeTurns()
  const inputs = await readKnownInputs(maps, known, takeTurn)

  const inputSats = inputs.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const difference = compareSigned({ ...known, transaction: maps.unsigned, inputSats }, signed.transaction)
  if (difference) return difference

  const found = signed.found.flatMap((signatures, index) => signatures.map((one) => ({ ...one, index })))
  if (signed.hasOtherSighash || found.some(({ signature }) => hasOtherSighash(wallet.script, signature))) {
    return refuse('wrong-sighash')
  }
  const isStranger = ({ index, publicKey }: (typeof found)[number]) => {
    const input = inputs[index]
    return !input || keysOf(input.lock, publicKey).length === 0
  }
  if (found.some(isStranger)) return refuse('wrong-key')

  const hashes = hashesOf(
    maps.unsigned,
    inputs.map(({ lock, amountSats }) => ({ script: lock.script, amountSats })),
  )
  const merged: KnownInput[] = []
  for (const [index, input] of inputs.entries()) {
    const signatures = await addSignatures(input, signed.found[index] ?? [], { wallet, hashes, index, takeTurn })
    if (!signatures) return refuse('invalid-signature')
    merged.push({ ...input, signatures })
  }
  if (found.length === 0) return { fault: 'not-signed', detail: { signed: { inputs: 0, of: inputs.length } } }
  return conclude(maps, wallet, merged)
}

const refuse = (fault: Refused['fault']): Refused => ({ fault, detail: {} })

/** Our own PSBT: its fields were written by us. */
const readKnownInputs = async (maps: PsbtMaps, { wallet, network }: Known, takeTurn: TakeTurn) => {
  const lockAt = locksOf(wallet, network)
  const known: KnownInput[] = []
  for (const [index, rows] of maps.inputs.entries()) {
    await takeTurn()
    const place = placeIn(rows, inputFields)
    const amountSats = amountIn(rows, maps.unsigned.inputs[index]?.index)
    if (!place || place === 'unusable' || amountSats === undefined) {
      throw new Error('the PSBT that was handed out lacks a field')
    }
    const lock = lockAt(place.branch, place.index)
    known.push({ lock, amountSats, signatures: readKnownSignatures(rows, lock) })
  }
  return known
}

const amountIn = (rows: readonly Row[], output = 0): bigint | undefined => {
  const [coin, previous] = [valueOf(rows, inputFields.witnessUtxo), valueOf(rows, inputFields.previous)]
  if (coin) return RawOutput.decode(coin).amount
  return previous && RawTx.decode(previous).outputs[output]?.amount
}

const readKnownSignatures = (rows: readonly Row[], lock: Lock): KeySignatures => {
  const signatures = new Map<number, Uint8Array>()
  for (const { type, key, value } of rows) {
    if (type === inputFields.taprootSignature) signatures.set(0, value)
    if (type !== inputFields.partialSignature) continue
    for (const position of keysOf(lock, key.subarray(1))) signatures.set(position, value)
  }
  return signatures
}

/** Undefined if one of the new signatures isn't valid. */
const addSignatures = async (
  { lock, signatures }: KnownInput,
  found: readonly FoundSignature[],
  { wallet, hashes, index, takeTurn }: { wallet: OwnWallet; hashes: Hashes; index: number; takeTurn: TakeTurn },
): Promise<KeySignatures | undefined> => {
  const signerOf = async (candidates: readonly number[], signature: Uint8Array) => {
    for (const position of candidates) {
      await takeTurn()
      if (isSignedBy({ wallet, lock, hashes, input: index }, position, signature)) return position
    }
    return undefined
  }
  const added = new Map(signatures)
  for (const { publicKey, signature } of found) {
    const candidates = keysOf(lock, publicKey)
    const isKnown = (position: number) => Buffer.compare(added.get(position) ?? new Uint8Array(), signature) === 0
    if (signature.length > 0 && candidates.some(isKnown)) continue
    const signer = await signerOf(candidates, signature)
    if (signer === undefined) return undefined
    if (!added.has(signer)) added.set(signer, signature)
  }
  return added
}

const conclude = (maps: PsbtMaps, wallet: OwnWallet, inputs: readonly KnownInput[]): Accepted | Refused => {
  const isComplete = inputs.every(({ signatures }) => signatures.size >= wallet.required)
  const signers = wallet.keys.map(({ fingerprint }, position) => ({
    position,
    fingerprint,
    inputs: inputs.filter(({ signatures }) => signatures.has(position)).length,
  }))
  const partly = signers.find((signer) => signer.inputs > 0 && signer.inputs < inputs.length)
  if (partly && !isComplete) {
    const { fingerprint } = partly
    return { fault: 'partly-signed', detail: { signed: { fingerprint, inputs: partly.inputs, of: inputs.length } } }
  }
  return {
    psbt: base64.encode(
      writePsbt({ ...maps, inputs: maps.inputs.map((rows, at) => withSignatures(rows, inputs[at], wallet)) }),
    ),
    signers: signers.filter((signer) => signer.inputs === inputs.length).map(({ position }) => position),
    complete: isComplete
      ? finalTransaction(
          maps.unsigned,
          inputs.map(({ lock, signatures }) => unlock(wallet, lock, signatures)),
        )
      : undefined,
  }
}

const withSignatures = (rows: readonly Row[], input: KnownInput | undefined, { script }: OwnWallet): Row[] => {
  const signatures = [...(input?.signatures ?? [])].map(([position, signature]) =>
    script === 'tr'
      ? row(inputFields.taprootSignature, signature)
      : row(inputFields.partialSignature, signature, input?.lock.publicKeys[position]),
  )
  const isSignature = ({ type }: Row) => type === inputFields.taprootSignature || type === inputFields.partialSignature
  return [...rows.filter((one) => !isSignature(one)), ...signatures]
}
