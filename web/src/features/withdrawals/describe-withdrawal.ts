import type { Withdrawal } from '@bitquay/contract/withdrawals'
import type { BadgeShape } from '../../ui/badge.tsx'

type Standing = Pick<Withdrawal, 'status' | 'confirmations' | 'problem'>

/** Nothing more is expected of it. */
export const isSettled = ({ status }: Pick<Withdrawal, 'status'>): boolean =>
  status === 'confirmed' || status === 'failed' || status === 'cancelled'

/** Where a withdrawal stands: a badge, and a sentence that says what it means for the money. */
export const describeWithdrawal = (withdrawal: Standing): { shape: BadgeShape; word: string; sentence: string } => {
  const { status, confirmations, problem } = withdrawal
  switch (status) {
    case 'requested':
      return {
        shape: 'dashed',
        word: 'Processing',
        sentence: problem
          ? 'Accepted, and held up for the moment. It goes out by itself, once; until then you can cancel it.'
          : 'Accepted. It goes out in a moment; until then you can cancel it.',
      }
    case 'signed':
      return { shape: 'dashed', word: 'Processing', sentence: 'Signed, and on its way to the network.' }
    case 'broadcast':
      return { shape: 'dashed', word: 'Pending', sentence: 'On the network. It waits for its first confirmation.' }
    case 'confirmed':
      return {
        shape: 'solid',
        word: 'Confirmed',
        sentence:
          confirmations === 1
            ? 'Your customer has it: 1 confirmation.'
            : `Your customer has it: ${confirmations} confirmations.`,
      }
    case 'failed':
      return { shape: 'crossed', word: 'Failed', sentence: problem ?? 'It was not paid. The money is in your wallet.' }
    case 'cancelled':
      return { shape: 'open', word: 'Cancelled', sentence: 'Called off before it was signed. Nothing was sent.' }
  }
}
