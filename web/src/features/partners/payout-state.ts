import type { Payout } from '@bitquay/contract/partners'
import * as t from './messages.ts'

type State = { shape: 'solid' | 'dashed' | 'crossed' | 'open'; word: string; sentence?: string | undefined }

/** How a withdrawal is shown. An unknown result is dashed, never red. */
export const payoutState = ({ status, problem }: Pick<Payout, 'status' | 'problem'>): State => {
  switch (status) {
    case 'requested':
    case 'signed':
    case 'broadcast':
      return { shape: 'dashed', word: t.pending, sentence: problem ?? undefined }
    case 'confirmed':
      return { shape: 'solid', word: t.confirmed }
    case 'failed':
      return { shape: 'crossed', word: t.failed, sentence: t.failedNote }
    case 'cancelled':
      return { shape: 'open', word: t.canceled, sentence: t.canceledNote }
  }
}
