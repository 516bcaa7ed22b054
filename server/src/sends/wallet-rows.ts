import { createBase58check } from '@scure/base'
import { bip32Path } from '@scure/btc-signer'
import { RawOutput } from '@scure/btc-signer/script.js'
import { sha256 } from '@scure/btc-signer/utils.js'
import type { Branch, Lock, OwnWallet, WalletKey } from '../platform/bitcoin/own-wallet.ts'
import { globalFields, inputFields, outputFields, type Row, row } from '../platform/bitcoin/psbt-maps.ts'

export type Place = { branch: Branch; index: number }

/**
 * The branch and number that a map names for its address. They are only a claim: whoever asks derives the address from
 * them and compares. `unusable` if no wallet here can have such an address.
 */
export const placeIn = (rows: readonly Row[], fields: DerivationFields): Place | 'unusable' | undefined => {
  const found = rows.find(({ type }) => type === fields.derivation || type === fields.taprootDerivation)
  if (!found) return undefined
  const value = Buffer.from(found.value)
  if (value.length < 8) return 'unusable'
  const [branch, index] = [value.readUInt32LE(value.length - 8), value.readUInt32LE(value.length - 4)]
  return (branch === 0 || branch === 1) && index < firstHardened ? { branch, index } : 'unusable'
}

type DerivationFields = { readonly derivation: number; readonly taprootDerivation: number }

const firstHardened = 0x8000_0000

/** What a signing device must know of a coin, from our own records and derivation. */
export const inputRows = (wallet: OwnWallet, lock: Lock, place: Place, coin: Coin): Row[] => {
  const { script } = wallet
  return [
    ...(coin.previous ? [row(inputFields.previous, coin.previous)] : []),
    ...(script === 'pkh'
      ? []
      : [row(inputFields.witnessUtxo, RawOutput.encode({ amount: coin.amountSats, script: lock.script }))]),
    ...keyRows(inputFields, wallet, lock, place),
  ]
}

type Coin = { amountSats: bigint; previous: Uint8Array | undefined }

/** What a signing device must know to recognize its own change. */
export const outputRows = (wallet: OwnWallet, lock: Lock, place: Place): Row[] =>
  keyRows(outputFields, wallet, lock, place)

type Fields = DerivationFields & {
  readonly redeemScript: number
  readonly witnessScript: number
  readonly taprootInternalKey: number
}

const keyRows = (fields: Fields, wallet: OwnWallet, lock: Lock, { branch, index }: Place): Row[] => {
  const keys = wallet.keys.map((key, position) => ({
    publicKey: lock.publicKeys[position] ?? new Uint8Array(),
    origin: Buffer.concat([originOf(key), uint32(branch), uint32(index)]),
  }))
  if (wallet.script === 'tr') {
    return keys.flatMap(({ publicKey, origin }) => [
      row(fields.taprootInternalKey, publicKey.subarray(1)),
      // It is in none of the scripts that a key may have besides itself.
      row(fields.taprootDerivation, Buffer.concat([Buffer.from([0]), origin]), publicKey.subarray(1)),
    ])
  }
  return [
    ...(lock.redeemScript ? [row(fields.redeemScript, lock.redeemScript)] : []),
    ...(lock.witnessScript ? [row(fields.witnessScript, lock.witnessScript)] : []),
    ...keys.map(({ publicKey, origin }) => row(fields.derivation, origin, publicKey)),
  ]
}

/** The wallet's account keys. The format allows only those whose path is as long as their depth. */
export const accountRows = ({ keys }: OwnWallet): Row[] =>
  keys.flatMap((key) => {
    const xpub = base58.decode(key.xpub)
    const origin = originOf(key)
    return xpub[4] === origin.length / 4 - 1 ? [row(globalFields.xpub, origin, xpub)] : []
  })

const base58 = createBase58check(sha256)

const originOf = ({ fingerprint, path }: WalletKey): Buffer =>
  Buffer.concat([
    Buffer.from(fingerprint, 'hex'),
    ...bip32Path(path === '' ? 'm' : `m/${path.replaceAll('h', "'")}`).map(uint32),
  ])

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
