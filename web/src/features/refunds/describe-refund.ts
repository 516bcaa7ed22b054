import type { Refund } from '@bitquay/contract/refunds'
import type { BadgeShape } from '../../ui/badge.tsx'

/** How a refund stands, in a word and a shape. */
export const describeRefund = (refund: Pick<Refund, 'status' | 'txid'>): { shape: BadgeShape; word: string } => {
  switch (refund.status) {
    case 'offered':
      return { shape: 'dashed', word: 'Waiting for the customer' }
    case 'claimed':
      return { shape: 'dashed', word: refund.txid ? 'On its way' : 'Being sent' }
    case 'paid':
      return { shape: 'solid', word: 'Paid back' }
    case 'called-off':
      return { shape: 'open', word: 'Called off' }
    case 'expired':
      return { shape: 'open', word: 'Expired' }
  }
}
