import type { FeeType } from '@bitquay/contract/partners'
import * as t from './messages.ts'

/** The three types of fee, as the dashboard names them. */
export const feeKinds: readonly { type: FeeType; name: string }[] = [
  { type: 'deposit', name: t.depositFees },
  { type: 'withdrawal', name: t.withdrawalFees },
  { type: 'lightning', name: t.lightningFees },
]

export const nameOfFee = (feeType: FeeType): string => feeKinds.find(({ type }) => type === feeType)?.name ?? feeType
