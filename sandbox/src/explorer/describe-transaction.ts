import type { Chain, ParsedTransaction } from '../engine/engine.ts'
import { describeScript, type EsploraScript, toAsm } from './describe-script.ts'

export type EsploraStatus =
  | { confirmed: false }
  | { confirmed: true; block_height: number; block_hash: string; block_time: number }

export type EsploraOutput = EsploraScript & { value: number }

export type EsploraTransaction = {
  txid: string
  version: number
  locktime: number
  vin: {
    txid: string
    vout: number
    prevout: EsploraOutput | null
    scriptsig: string
    scriptsig_asm: string
    witness?: readonly string[]
    is_coinbase: boolean
    sequence: number
  }[]
  vout: EsploraOutput[]
  size: number
  weight: number
  fee: number
  status: EsploraStatus
}

/** Only what a network node would know: in the active chain or in the mempool. */
export const describeTransaction = (chain: Chain, txid: string): EsploraTransaction | undefined => {
  const transaction = chain.parsed(txid)
  if (!transaction || chain.confirmations(txid) === undefined) return undefined
  const { version, lockTime, inputs, outputs, size, weight, isCoinbase } = transaction
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map((input) => ({
      txid: input.txid,
      vout: input.vout,
      prevout: describePrevout(chain, transaction, input),
      scriptsig: input.scriptSig,
      scriptsig_asm: toAsm(input.scriptSig),
      ...(input.witness.length > 0 ? { witness: input.witness } : {}),
      is_coinbase: isCoinbase,
      sequence: input.sequence,
    })),
    vout: outputs.map(describeOutput),
    size,
    weight,
    fee: Number(chain.transaction(txid)?.feeSats ?? 0n),
    status: describeStatus(chain, txid),
  }
}

export const describeStatus = (chain: Chain, txid: string): EsploraStatus => {
  const mined = chain.confirmation(txid)
  const block = mined && chain.blockByHash(mined.blockHash)
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.timeSeconds }
}

/** Esplora returns satoshis as JSON numbers, which hold every possible amount exactly. */
const describeOutput = ({ script, amountSats }: { script: string; amountSats: bigint }): EsploraOutput => ({
  ...describeScript(script),
  value: Number(amountSats),
})

const describePrevout = (chain: Chain, { isCoinbase }: ParsedTransaction, input: { txid: string; vout: number }) => {
  const output = isCoinbase ? undefined : chain.output(`${input.txid}:${input.vout}`)
  return output ? describeOutput(output) : null
}
