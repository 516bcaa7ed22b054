import { HDKey } from '@scure/bip32'
import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { parseTransaction } from '../../sandbox/src/engine/chain/transaction-bytes.ts'
import { verifyInput } from '../../sandbox/src/engine/chain/verify-input.ts'
import { type Cheat, signOnDevice } from '../../sandbox/src/engine/device/sign-on-device.ts'
import { networks } from '../src/platform/bitcoin/networks.ts'
import { type OwnWallet, type Script, versionsOf } from '../src/platform/bitcoin/own-wallet.ts'
import { type PsbtMaps, readPsbt, row, writePsbt } from '../src/platform/bitcoin/psbt-maps.ts'

const network = networks.regtest

/** The payee of every payment, who belongs to nobody here. */
export const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const purposes: Record<Script, string> = {
  pkh: "44'/1'/0'",
  'sh-wpkh': "49'/1'/0'",
  wpkh: "84'/1'/0'",
  tr: "86'/1'/0'",
  'wsh-sortedmulti': "48'/1'/0'/2'",
}

/** A wallet of signing devices: one, or three of which two must sign. */
export const openOutsideWallet = (script: Script) => {
  const path = purposes[script]
  const masters = (script === 'wsh-sortedmulti' ? [1, 2, 3] : [1]).map((seed) =>
    HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), versionsOf('regtest')),
  )
  const wallet: OwnWallet = {
    script,
    required: masters.length > 1 ? 2 : 1,
    keys: masters.map((master) => ({
      xpub: master.derive(`m/${path}`).publicExtendedKey,
      fingerprint: fingerprintOf(master).toString(16).padStart(8, '0'),
      path,
    })),
  }
  const scriptsAt = (branch: number, index: number) => {
    const keys = masters.map((master) => ({
      publicKey: master.derive(`m/${path}/${branch}/${index}`).publicKey ?? new Uint8Array(),
      origin: {
        fingerprint: fingerprintOf(master),
        path: [...path.split('/').map((part) => Number.parseInt(part, 10) + 0x8000_0000), branch, index],
      },
    }))
    const payment = payTo(
      script,
      keys.map(({ publicKey }) => publicKey),
    )
    const { redeemScript, witnessScript } = payment
    const origins =
      script === 'tr'
        ? {
            tapInternalKey: keys[0]?.publicKey.slice(1) ?? new Uint8Array(),
            tapBip32Derivation: keys.map(
              ({ publicKey, origin }): [Uint8Array, { hashes: Uint8Array[]; der: typeof origin }] => [
                publicKey.slice(1),
                { hashes: [], der: origin },
              ],
            ),
          }
        : {
            bip32Derivation: keys.map(({ publicKey, origin }): [Uint8Array, typeof origin] => [publicKey, origin]),
          }
    return {
      script: payment.script,
      address: payment.address ?? '',
      known: {
        ...(redeemScript ? { redeemScript } : {}),
        ...(witnessScript ? { witnessScript } : {}),
        ...origins,
      },
    }
  }
  return {
    wallet,
    masters,
    addressAt: (branch: number, index: number) => scriptsAt(branch, index).address,
    /** As BTCPay builds it: from coins of 100,000 satoshis on the first addresses of both branches. */
    build: ({ inputs = 1, amountSats = 60_000n, feeSats = 1000n, change = true, changeNumber = 7 }: Payment = {}) => {
      const transaction = new Transaction({ lockTime: 120 })
      const coins = Array.from({ length: inputs }, (_, number) => {
        const { script: locking, known } = scriptsAt(number % 2, number)
        const previous = fund(locking, number)
        const { txid } = parseTransaction(previous)
        transaction.addInput({
          txid,
          index: 1,
          sequence: 0xffff_fffd,
          ...(script === 'tr' ? {} : { nonWitnessUtxo: previous }),
          ...(script === 'pkh' ? {} : { witnessUtxo: { script: locking, amount: coinSats } }),
          ...known,
        })
        return { outpoint: `${txid}-1`, script: Buffer.from(locking).toString('hex') }
      })
      const changeSats = coinSats * BigInt(inputs) - amountSats - feeSats
      const { script: changeScript, known } = scriptsAt(1, changeNumber)
      if (change) transaction.addOutput({ script: changeScript, amount: changeSats, ...known })
      const paidSats = change ? amountSats : amountSats + changeSats
      transaction.addOutputAddress(payee, paidSats, network)
      return {
        psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
        amountSats: paidSats,
        feeSats,
        changeSats,
        coins: new Map(coins.map(({ outpoint }) => [outpoint, coinSats])),
        /** What the network says of a transaction: undefined if all its inputs may spend these coins. */
        refusal: (hex: string) => {
          const parsed = parseTransaction(hex)
          const spent = coins.map(({ script: locking }) => ({ script: locking, amountSats: coinSats }))
          return coins.map((_, index) => verifyInput(parsed, index, spent)).find((reason) => reason !== undefined)
        },
      }
    },
    sign: (psbt: string, cosigner = 0, cheat?: Cheat) => signOnDevice(masters[cosigner] as HDKey, psbt, cheat),
    /** Signed by as many devices as it needs. */
    signByAll: (psbt: string) => {
      const first = signOnDevice(masters[0] as HDKey, psbt)
      return masters.length > 1 ? signOnDevice(masters[1] as HDKey, first.psbt) : first
    },
  }
}

type Payment = { inputs?: number; amountSats?: bigint; feeSats?: bigint; change?: boolean; changeNumber?: number }

export const coinSats = 100_000n

const fingerprintOf = ({ fingerprint }: HDKey): number => fingerprint >>> 0

type Paid = { script: Uint8Array; address?: string; redeemScript?: Uint8Array; witnessScript?: Uint8Array }

const payTo = (script: Script, publicKeys: Uint8Array[]): Paid => {
  const [publicKey = new Uint8Array()] = publicKeys
  if (script === 'wsh-sortedmulti') return p2wsh(p2ms(2, [...publicKeys].sort(Buffer.compare)), network)
  if (script === 'tr') return p2tr(publicKey.slice(1), undefined, network)
  if (script === 'pkh') return p2pkh(publicKey, network)
  return script === 'wpkh' ? p2wpkh(publicKey, network) : p2sh(p2wpkh(publicKey, network), network)
}

/** A transaction whose second output is the coin. */
const fund = (script: Uint8Array, number: number): string => {
  const parts = {
    version: 2,
    inputs: [
      { txid: new Uint8Array(32).fill(number + 1), index: 0, finalScriptSig: new Uint8Array(), sequence: 0xffff_ffff },
    ],
    outputs: [
      { amount: 5000n, script: Buffer.from('6a00', 'hex') },
      { amount: coinSats, script },
    ],
    lockTime: 0,
  }
  return Buffer.from(RawOldTx.encode(parts)).toString('hex')
}

/** The same PSBT with other fields. */
export const alter = (psbt: string, change: (maps: PsbtMaps) => void): string => {
  const maps = readPsbt(Buffer.from(psbt, 'base64'))
  if (!maps) throw new Error('this is not a PSBT')
  change(maps)
  return Buffer.from(writePsbt(maps)).toString('base64')
}

/** The same PSBT with another transaction in it. */
export const alterTransaction = (psbt: string, change: (transaction: PsbtMaps['unsigned']) => void): string =>
  alter(psbt, (maps) => {
    change(maps.unsigned)
    maps.global = [row(0x00, RawOldTx.encode(maps.unsigned)), ...maps.global.filter(({ type }) => type !== 0x00)]
    while (maps.outputs.length < maps.unsigned.outputs.length) maps.outputs.push([])
    maps.outputs.length = maps.unsigned.outputs.length
  })
