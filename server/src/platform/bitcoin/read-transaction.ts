import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'

export type RawTransaction = {
  txid: string
  vbytes: number
  /** As `txid-index`. */
  inputs: string[]
  outputs: { script: string; amountSats: bigint }[]
}

/** Parses the bytes of a signed transaction. Returns undefined if they are not one. */
export const readTransaction = (rawHex: string): RawTransaction | undefined => {
  try {
    const transaction = Transaction.fromRaw(hex.decode(rawHex), {
      allowUnknownInputs: true,
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
      const { txid, index: output } = transaction.getInput(index)
      if (!txid || output === undefined) throw new Error('an input spends nothing')
      return `${hex.encode(txid)}-${output}`
    })
    const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
      const { script, amount } = transaction.getOutput(index)
      if (!script || amount === undefined) throw new Error('an output pays nothing')
      return { script: hex.encode(script), amountSats: amount }
    })
    return { txid: transaction.id, vbytes: transaction.vsize, inputs, outputs }
  } catch {
    return undefined
  }
}
