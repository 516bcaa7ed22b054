import { sendStatusWords, type Withdrawal } from '@bitquay/contract/withdrawals'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

type State = Pick<Withdrawal, 'status' | 'confirmations' | 'problem'>

/** Nothing more is going to happen to it. */
export const isSettled = ({ status }: Pick<Withdrawal, 'status'>): boolean =>
  status === 'confirmed' || status === 'failed' || status === 'cancelled'

const shapes: Record<Withdrawal['status'], BadgeShape> = {
  requested: 'dashed',
  signed: 'dashed',
  broadcast: 'dashed',
  confirmed: 'solid',
  failed: 'crossed',
  cancelled: 'open',
}

/** A badge, and a sentence that says what it means for the money. */
export const describeWithdrawal = (withdrawal: State): { shape: BadgeShape; word: string; sentence: string } => ({
  shape: shapes[withdrawal.status],
  word: sendStatusWords[withdrawal.status],
  sentence: sentenceOf(withdrawal),
})

const sentenceOf = ({ status, confirmations, problem }: State): string =>
  ({
    requested: problem ? t.isQueued : t.isAccepted,
    signed: t.isSigned,
    broadcast: t.isBroadcast,
    confirmed: t.isConfirmed({ count: confirmations }),
    failed: problem ?? t.hasNotPaid,
    cancelled: t.isCanceled,
  })[status]
