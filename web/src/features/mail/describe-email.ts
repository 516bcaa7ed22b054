import type { OutboxEmail } from '@bitquay/contract/mail'
import { formatTime } from '../../lib/format-date.ts'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const states: Record<OutboxEmail['state'], { word: string; shape: BadgeShape }> = {
  waiting: { word: t.waiting, shape: 'dashed' },
  delayed: { word: t.delayed, shape: 'half' },
  failed: { word: t.failed, shape: 'crossed' },
  sent: { word: t.sent, shape: 'solid' },
  discarded: { word: t.discarded, shape: 'open' },
}

const reasons: Record<NonNullable<OutboxEmail['reason']>, string> = {
  'no-mailbox': t.noMailbox,
  'mailbox-full': t.mailboxFull,
  spam: t.spam,
  busy: t.busy,
  'no-server': t.noServer,
  'sign-in': t.signIn,
  refused: t.refused,
  held: t.held,
  kept: t.kept,
  other: t.other,
}

/** Why it wasn't sent yet, and when it is tried again. */
export const reasonOf = ({ reason, state, nextTryAt }: OutboxEmail): string | undefined => {
  if (reason === null) return undefined
  if (state !== 'delayed' || nextTryAt === null) return reasons[reason]
  return t.nextTry({ reason: reasons[reason], time: formatTime(new Date(nextTryAt)) })
}
