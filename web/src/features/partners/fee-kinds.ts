import type { FeeType } from '@bitquay/contract/partners'

/** The three kinds of fee, as the dashboard names them. */
export const feeKinds: readonly { type: FeeType; name: string; unit: string }[] = [
  { type: 'deposit', name: 'Deposit fees', unit: 'payment' },
  { type: 'withdrawal', name: 'Withdrawal fees', unit: 'withdrawal' },
  { type: 'lightning', name: 'Lightning fees', unit: 'payment' },
]

export const nameOfFee = (feeType: FeeType): string => feeKinds.find(({ type }) => type === feeType)?.name ?? feeType
