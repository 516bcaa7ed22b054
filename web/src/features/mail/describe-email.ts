import { emailReasonWords, type OutboxEmail } from '@bitquay/contract/mail'
import { formatTime } from '../../lib/format-date.ts'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const shapes: Record<OutboxEmail['state'], BadgeShape> = {
  waiting: 'dashed',
  delayed: 'half',
  failed: 'crossed',
  sent: 'solid',
  discarded: 'open',
}

/** Why it wasn't sent yet, and when it is tried again. */
export const reasonOf = ({ reason, state, nextTryAt }: OutboxEmail): string | undefined => {
  if (reason === null) return undefined
  if (state !== 'delayed' || nextTryAt === null) return emailReasonWords[reason]
  return t.nextTry({ reason: emailReasonWords[reason], time: formatTime(new Date(nextTryAt)) })
}
