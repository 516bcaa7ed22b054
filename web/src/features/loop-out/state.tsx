import { type AdminLoopOutRequest, type LoopOutRequest, loopOutStatusWords } from '@bitquay/contract/loop-out'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

const shapes: Record<LoopOutRequest['status'], BadgeShape> = {
  pending: 'dashed',
  executing: 'dashed',
  completed: 'solid',
  rejected: 'crossed',
  cancelled: 'open',
}

export const State = ({ status }: Pick<LoopOutRequest, 'status'>) => (
  <Badge shape={shapes[status]}>{loopOutStatusWords[status]}</Badge>
)

/** How far an execution got, or what stops it. */
export const progressOf = ({ problem, status, firstLeg, sendStatus }: AdminLoopOutRequest): string | undefined => {
  if (problem) return problem
  if (status !== 'executing') return undefined
  if (firstLeg === 'awaiting-payment') return t.awaitsLightning
  return sendStatus === 'broadcast' ? t.awaitsConfirmation : t.preparesPayment
}

/** Neither node says what became of the Lightning payment. */
export const mayResolve = ({ problem, status, firstLeg }: AdminLoopOutRequest) =>
  problem !== null && status === 'executing' && firstLeg === 'awaiting-payment'
