import type { SigningFault } from '@bitquay/contract/signing.faults'
import { hex } from '@scure/base'
import type { NetworkName } from '../platform/bitcoin/networks.ts'
import { addressOfScript } from '../platform/bitcoin/script-of-address.ts'
import { outpointOf, type TransactionParts } from '../platform/bitcoin/transaction-parts.ts'

/** What the screen says about a fault besides its name. */
export type FaultDetail = {
  /** Where the payments differ, in sum by address. Empty if only their order differs. */
  outputs?: { address: string; requestedSats: bigint; signedSats: bigint }[]
  fee?: { sats: bigint; mostSats: bigint }
  /** How many of the inputs are signed, by the signer with this fingerprint if there is one. */
  signed?: { inputs: number; of: number; fingerprint?: string }
}

export type Refused = { fault: SigningFault; detail: FaultDetail }

type Known = { network: NetworkName; transaction: TransactionParts; inputSats: bigint; maxFeeSats: bigint }

/** Whoever sees more than this many strange payments knows enough. */
const listedOutputs = 20

/** The first way in which a transaction isn't the one that was requested. */
export const compareSigned = (known: Known, signed: TransactionParts): Refused | undefined => {
  const { transaction } = known
  if (listInputs(transaction) !== listInputs(signed)) return { fault: 'other-inputs', detail: {} }
  const fee = { sats: known.inputSats - sumOf(signed), mostSats: known.maxFeeSats }
  const isTooHigh = fee.sats > fee.mostSats
  // A larger fee must come from somewhere: if nothing else is different, the fee is what is wrong.
  if (isTooHigh && paysNobodyElse(transaction, signed)) return { fault: 'fee-too-high', detail: { fee } }
  if (listOutputs(transaction) !== listOutputs(signed)) {
    return { fault: 'other-outputs', detail: { outputs: listDifferences(known, signed) } }
  }
  if (transaction.lockTime !== signed.lockTime || transaction.version !== signed.version) {
    return { fault: 'other-locktime', detail: {} }
  }
  if (listSequences(transaction) !== listSequences(signed)) return { fault: 'other-sequence', detail: {} }
  return undefined
}

const sumOf = ({ outputs }: TransactionParts) => outputs.reduce((sum, { amount }) => sum + amount, 0n)

const listInputs = ({ inputs }: TransactionParts) => inputs.map(outpointOf).join()

const listOutputs = ({ outputs }: TransactionParts) =>
  outputs.map(({ script, amount }) => `${hex.encode(script)} ${amount}`).join()

const listSequences = ({ inputs }: TransactionParts) => inputs.map(({ sequence }) => sequence).join()

const paysNobodyElse = (requested: TransactionParts, signed: TransactionParts): boolean =>
  requested.outputs.length === signed.outputs.length &&
  requested.outputs.every(({ script, amount }, index) => {
    const other = signed.outputs[index]
    return other !== undefined && other.amount <= amount && Buffer.compare(script, other.script) === 0
  })

const listDifferences = ({ network, transaction }: Known, signed: TransactionParts) => {
  const [requestedSats, signedSats] = [sumByScript(transaction), sumByScript(signed)]
  return [...new Set([...requestedSats.keys(), ...signedSats.keys()])]
    .map((script) => ({
      script,
      requestedSats: requestedSats.get(script) ?? 0n,
      signedSats: signedSats.get(script) ?? 0n,
    }))
    .filter((output) => output.requestedSats !== output.signedSats)
    .slice(0, listedOutputs)
    .map(({ script, ...sats }) => ({ address: addressOfScript(hex.decode(script), network), ...sats }))
}

const sumByScript = ({ outputs }: TransactionParts): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { script, amount } of outputs) {
    const name = hex.encode(script)
    sums.set(name, (sums.get(name) ?? 0n) + amount)
  }
  return sums
}
