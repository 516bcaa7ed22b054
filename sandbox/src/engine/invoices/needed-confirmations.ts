import type { ParsedTransaction } from '../engine.ts'
import type { SpeedPolicy } from './invoice.ts'

/** BIP125: a sequence below this signals that the sender may replace the transaction. */
const FINAL_SEQUENCE = 0xfffffffe

/** HighSpeed accepts an unconfirmed payment, unless its sender signals that it may be replaced. */
export const neededConfirmations = (policy: SpeedPolicy, transaction: ParsedTransaction): number => {
  if (policy === 'HighSpeed') return transaction.inputs.some((input) => input.sequence < FINAL_SEQUENCE) ? 1 : 0
  return policy === 'MediumSpeed' ? 1 : policy === 'LowMediumSpeed' ? 2 : 6
}
