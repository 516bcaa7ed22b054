import type { Withdrawal } from '@bitquay/contract/withdrawals'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

type State = Pick<Withdrawal, 'status' | 'confirmations' | 'problem'>

/** Nothing more is going to happen to it. */
export const isSettled = ({ status }: Pick<Withdrawal, 'status'>): boolean =>
  status === 'confirmed' || status === 'failed' || status === 'cancelled'

/** A badge, and a sentence that says what it means for the money. */
export const describeWithdrawal = (withdrawal: State): { shape: BadgeShape; word: string; sentence: string } => {
  const { status, confirmations, problem } = withdrawal
  switch (status) {
    case 'requested':
      return { shape: 'dashed', word: t.pending, sentence: problem ? t.isQueued : t.isAccepted }
    case 'signed':
      return { shape: 'dashed', word: t.pending, sentence: t.isSigned }
    case 'broadcast':
      return { shape: 'dashed', word: t.pending, sentence: t.isBroadcast }
    case 'confirmed':
      return { shape: 'solid', word: t.confirmed, sentence: t.isConfirmed({ count: confirmations }) }
    case 'failed':
      return { shape: 'crossed', word: t.hasFailed, sentence: problem ?? t.hasNotPaid }
    case 'cancelled':
      return { shape: 'open', word: t.canceled, sentence: t.isCanceled }
  }
}
