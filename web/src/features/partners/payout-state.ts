import type { Payout } from '@bitquay/contract/partners'

type State = { shape: 'solid' | 'dashed' | 'crossed' | 'open'; word: string; sentence?: string | undefined }

/** How a withdrawal is drawn. What is not known yet is dashed, never red. */
export const payoutState = ({ status, problem }: Pick<Payout, 'status' | 'problem'>): State => {
  switch (status) {
    case 'requested':
    case 'signed':
      return { shape: 'dashed', word: 'Processing', sentence: problem ?? undefined }
    case 'broadcast':
      return { shape: 'dashed', word: 'Pending', sentence: problem ?? undefined }
    case 'confirmed':
      return { shape: 'solid', word: 'Confirmed' }
    case 'failed':
      return { shape: 'crossed', word: 'Failed', sentence: 'It was not paid, and the money is back in your balance.' }
    case 'cancelled':
      return { shape: 'open', word: 'Cancelled', sentence: 'The money is back in your balance.' }
  }
}
