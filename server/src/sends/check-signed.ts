import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { readTransaction } from '../platform/bitcoin/read-transaction.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'

export type Signed = {
  txid: string
  vbytes: number
  feeSats: bigint
  payeeSats: bigint
  inputs: string[]
  change: { outpoint: string; amountSats: bigint } | undefined
}

type Wanted = {
  address: string
  amountSats: bigint
  networkFeeFrom: 'wallet' | 'amount'
  network: NetworkName
  /** The coins that may be spent, by outpoint. */
  coins: ReadonlyMap<string, bigint>
  /**
   * The inputs of each earlier version. The new one must spend one input of each, so that no two of them can ever
   * confirm.
   */
  earlier: readonly (readonly string[])[]
  maxFeeSats: bigint
}

/**
 * Parses what BTCPay signed and reports what is wrong with it. A broadcast transaction must spend only our coins, pay
 * the recipient exactly, and have at most one other output and a reasonable fee.
 */
export const checkSigned = (rawHex: string, wanted: Wanted): Signed | { objection: string } => {
  const transaction = readTransaction(rawHex)
  if (!transaction) return { objection: 'the response isn’t a transaction' }
  const { txid, vbytes, inputs, outputs } = transaction
  let inputSats = 0n
  for (const input of inputs) {
    const amountSats = wanted.coins.get(input)
    if (amountSats === undefined) return { objection: `it spends ${input}, which was not chosen` }
    inputSats += amountSats
  }
  if (new Set(inputs).size !== inputs.length || inputs.length === 0)
    return { objection: 'it has no inputs or spends one twice' }
  if (!wanted.earlier.every((version) => inputs.some((input) => version.includes(input)))) {
    return { objection: 'it could confirm in addition to an earlier version' }
  }
  const feeSats = inputSats - outputs.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  if (feeSats < 0n || feeSats > wanted.maxFeeSats) {
    return { objection: `its fee of ${feeSats} satoshis isn’t between 0 and ${wanted.maxFeeSats}` }
  }
  const payeeSats = wanted.networkFeeFrom === 'wallet' ? wanted.amountSats : wanted.amountSats - feeSats
  const payeeScript = scriptOfAddress(wanted.address, wanted.network)
  const payee = outputs.findIndex(({ script, amountSats }) => script === payeeScript && amountSats === payeeSats)
  if (payeeScript === undefined || payee < 0) return { objection: 'it doesn’t pay the recipient the exact amount' }
  if (outputs.length > 2) return { objection: 'it has more than one output besides the recipient' }
  const changeIndex = outputs.length === 2 ? 1 - payee : undefined
  const change = changeIndex === undefined ? undefined : outputs[changeIndex]
  return {
    txid,
    vbytes,
    feeSats,
    payeeSats,
    inputs,
    change: change && { outpoint: `${txid}-${changeIndex}`, amountSats: change.amountSats },
  }
}
