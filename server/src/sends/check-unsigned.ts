import { longestPsbt } from '@bitquay/contract/signing'
import { base64, hex } from '@scure/base'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { type Lock, locksOf, type OwnWallet } from '../platform/bitcoin/own-wallet.ts'
import {
  globalFields,
  isPsbt,
  outputFields,
  type PsbtMaps,
  type Row,
  readPsbt,
  row,
  unsignedBytesOf,
  valueOf,
  writePsbt,
} from '../platform/bitcoin/psbt-maps.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { countInputs, finalTransaction, outpointOf } from '../platform/bitcoin/transaction-parts.ts'
import { longestSignatures, unlock } from '../platform/bitcoin/unlock.ts'
import { type TakeTurn, takeTurns } from '../platform/take-turns.ts'
import { checkUnsignedInput, type OwnInput } from './check-unsigned-input.ts'
import { mostInputs } from './psbt-limits.ts'
import { accountRows, inputRows, outputRows, type Place, placeIn } from './wallet-rows.ts'

export type Unsigned = {
  /** Base64, with what wallets need and nothing else. */
  psbt: string
  /** The ID that the signed transaction will have. Undefined where signatures are part of it. */
  txid: string | undefined
  feeSats: bigint
  payeeSats: bigint
  /** Of the signed transaction, with the longest signatures that there are. */
  vbytes: number
  /** Outpoints. */
  inputs: string[]
  change: { index: number; number: number; address: string; amountSats: bigint } | undefined
  payeeIndex: number
}

type Wanted = {
  wallet: OwnWallet
  network: NetworkName
  address: string
  amountSats: bigint
  networkFeeFrom: 'wallet' | 'amount'
  /** The coins that may be spent, by outpoint, and their amounts by our records. */
  coins: ReadonlyMap<string, bigint>
  maxFeeSats: bigint
  /** The inputs of each earlier PSBT. The new one must spend one of each, so that no two of them can ever confirm. */
  earlier: readonly (readonly string[])[]
}

/** Change with a higher number is the wallet's own, and its owner would never find it. */
const highestNumber = 100_000

/** How many numbers are tried for change whose number isn't in the PSBT. */
const searchedNumbers = 200

/** In characters of base64, with its key. */
const longestSignatureField = 150

/** A sequence with this bit waits for nothing. */
const noRelativeLock = 0x8000_0000

/**
 * Parses what BTCPay built and reports what is wrong with it. What is handed out is written anew from our own records
 * and our own derivation, so that a signing device never shows what BTCPay only claims. Deriving takes seconds for many
 * inputs, so others take their turn in between.
 */
export const checkUnsigned = async (psbt: string, wanted: Wanted): Promise<Unsigned | { objection: string }> => {
  const maps = readBase64(psbt)
  if (!maps) return { objection: `the response isn’t a PSBT of at most ${mostInputs} inputs` }
  const { unsigned } = maps
  const { wallet } = wanted
  const inputs = unsigned.inputs.map(outpointOf)
  const objection = checkSpending(maps, inputs, wanted)
  if (objection !== undefined) return { objection }

  const lockAt = locksOf(wallet, wanted.network)
  const takeTurn = takeTurns()
  const own: OwnInput[] = []
  for (const [index, rows] of maps.inputs.entries()) {
    await takeTurn()
    const outpoint = unsigned.inputs[index]
    const amountSats = wanted.coins.get(inputs[index] ?? '')
    if (!outpoint || amountSats === undefined) throw new Error('an input was not checked')
    const input = checkUnsignedInput(rows, outpoint, amountSats, wallet, lockAt)
    if ('objection' in input) return { objection: `${inputs[index]} ${input.objection}` }
    own.push(input)
  }

  const paid = await checkOutputs(maps, own, wanted, lockAt, takeTurn)
  if ('objection' in paid) return paid
  const final = finalTransaction(
    unsigned,
    own.map(({ lock }) => unlock(wallet, lock, longestSignatures(wallet))),
  )
  const { changeLock, ...described } = paid
  const written = write(
    maps,
    wallet,
    own,
    described.change && changeLock ? { ...described.change, changeLock } : undefined,
  )
  if (written.length + inputs.length * wallet.required * longestSignatureField > longestPsbt) {
    return { objection: 'it would be larger than one megabyte once it is signed' }
  }
  return {
    psbt: written,
    txid: wallet.script === 'pkh' ? undefined : final.txid,
    vbytes: final.vbytes,
    inputs,
    ...described,
  }
}

const readBase64 = (text: string): PsbtMaps | undefined => {
  try {
    const bytes = base64.decode(text.trim())
    const unsigned = isPsbt(bytes) ? unsignedBytesOf(bytes) : undefined
    const inputs = unsigned && countInputs(unsigned)
    return inputs !== undefined && inputs <= mostInputs ? readPsbt(bytes) : undefined
  } catch {
    return undefined
  }
}

/** The coins, and when they can be spent. */
const checkSpending = ({ unsigned }: PsbtMaps, inputs: readonly string[], wanted: Wanted): string | undefined => {
  const stranger = inputs.find((input) => !wanted.coins.has(input))
  if (stranger !== undefined) return `it spends ${stranger}, which was not chosen`
  if (new Set(inputs).size !== inputs.length || inputs.length === 0) return 'it has no inputs or spends one twice'
  if (!wanted.earlier.every((version) => inputs.some((input) => version.includes(input)))) {
    return 'it could confirm in addition to an earlier version'
  }
  if (unsigned.version !== 1 && unsigned.version !== 2) return `its version is ${unsigned.version}`
  if (unsigned.inputs.some(({ sequence }) => sequence < noRelativeLock)) return 'it would have to wait for blocks'
  return undefined
}

type Paid = Pick<Unsigned, 'feeSats' | 'payeeSats' | 'change' | 'payeeIndex'> & { changeLock: Lock | undefined }

const checkOutputs = async (
  { unsigned, outputs: rowsOf }: PsbtMaps,
  own: readonly OwnInput[],
  wanted: Wanted,
  lockAt: ReturnType<typeof locksOf>,
  takeTurn: TakeTurn,
): Promise<Paid | { objection: string }> => {
  const { outputs } = unsigned
  const inputSats = own.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const feeSats = inputSats - outputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (feeSats < 0n || feeSats > wanted.maxFeeSats) {
    return { objection: `its fee of ${feeSats} satoshis isn’t between 0 and ${wanted.maxFeeSats}` }
  }
  const payeeSats = wanted.networkFeeFrom === 'wallet' ? wanted.amountSats : wanted.amountSats - feeSats
  const payeeScript = scriptOfAddress(wanted.address, wanted.network)
  const payeeIndex = outputs.findIndex(
    ({ script, amount }) => hex.encode(script) === payeeScript && amount === payeeSats,
  )
  if (payeeIndex < 0) return { objection: 'it doesn’t pay the recipient the exact amount' }
  if (outputs.length > 2) return { objection: 'it has more than one output besides the recipient' }
  if (outputs.length === 1) return { feeSats, payeeSats, payeeIndex, change: undefined, changeLock: undefined }
  const index = 1 - payeeIndex
  const { script = new Uint8Array(), amount: amountSats = 0n } = outputs[index] ?? {}
  const found = await findChange(rowsOf[index] ?? [], script, lockAt, takeTurn)
  if (!found) return { objection: 'its other output isn’t a change address of the wallet' }
  const { number, lock } = found
  return {
    feeSats,
    payeeSats,
    payeeIndex,
    change: { index, number, address: lock.address, amountSats },
    changeLock: lock,
  }
}

/** The change address with this script, by the number that the PSBT names, or by trying the first ones. */
const findChange = async (
  rows: readonly Row[],
  script: Uint8Array,
  lockAt: ReturnType<typeof locksOf>,
  takeTurn: TakeTurn,
) => {
  const lockOf = (number: number) => {
    const lock = lockAt(1, number)
    return Buffer.compare(lock.script, script) === 0 ? { number, lock } : undefined
  }
  const named = placeIn(rows, outputFields)
  if (named) {
    const isFound = named !== 'unusable' && named.branch === 1 && named.index <= highestNumber
    return isFound ? lockOf(named.index) : undefined
  }
  for (let number = 0; number < searchedNumbers; number += 1) {
    await takeTurn()
    const found = lockOf(number)
    if (found) return found
  }
  return undefined
}

type Change = { index: number; number: number; changeLock: Lock }

const write = (maps: PsbtMaps, wallet: OwnWallet, own: readonly OwnInput[], change: Change | undefined): string => {
  const transaction = valueOf(maps.global, globalFields.unsigned)
  if (!transaction) throw new Error('a PSBT has no transaction')
  const hasAccounts = maps.global.some(({ type }) => type === globalFields.xpub)
  const changePlace: Place | undefined = change && { branch: 1, index: change.number }
  return base64.encode(
    writePsbt({
      global: [row(globalFields.unsigned, transaction), ...(hasAccounts ? accountRows(wallet) : [])],
      inputs: own.map((input) => inputRows(wallet, input.lock, input.place, input)),
      outputs: maps.outputs.map((_, index) =>
        change && changePlace && index === change.index ? outputRows(wallet, change.changeLock, changePlace) : [],
      ),
    }),
  )
}
