import type { SigningRequest } from '@bitquay/contract/signing'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

const badges: Record<SigningRequest['state'], { shape: BadgeShape; word: string }> = {
  preparing: { shape: 'dashed', word: t.preparing },
  waiting: { shape: 'dashed', word: t.signing },
  sending: { shape: 'dashed', word: t.pending },
  confirmed: { shape: 'solid', word: t.confirmed },
  failed: { shape: 'crossed', word: t.failed },
  canceled: { shape: 'open', word: t.canceled },
}

export const badgeOf = ({ state }: SigningRequest) => badges[state]

export const countSigned = ({ signers }: Pick<SigningRequest, 'signers'>) =>
  signers.filter(({ signedAt }) => signedAt !== null).length

/** How many of the three steps are behind it. Undefined once it ended without being sent. */
export const stepsDone = ({ state }: SigningRequest): number | undefined =>
  ({ preparing: 0, waiting: 1, sending: 3, confirmed: 3, failed: undefined, canceled: undefined })[state]
