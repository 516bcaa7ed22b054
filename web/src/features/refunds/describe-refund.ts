import type { Refund } from '@bitquay/contract/refunds'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

/** A refund's state as one word and a badge shape. */
export const describeRefund = ({
  status,
  awaitingApproval,
  signingRequestId,
}: Pick<Refund, 'status' | 'awaitingApproval' | 'signingRequestId'>): { shape: BadgeShape; word: string } => {
  switch (status) {
    case 'offered':
      return { shape: 'dashed', word: t.waiting }
    case 'claimed':
      if (signingRequestId !== null) return { shape: 'dashed', word: t.awaitingSignature }
      return { shape: 'dashed', word: awaitingApproval ? t.awaitingApproval : t.pending }
    case 'paid':
      return { shape: 'solid', word: t.confirmed }
    case 'called-off':
      return { shape: 'open', word: t.canceled }
    case 'expired':
      return { shape: 'open', word: t.expired }
  }
}
