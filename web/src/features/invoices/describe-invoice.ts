import type { Invoice } from '@bitquay/contract/invoices'
import type { BadgeShape } from '../../ui/badge.tsx'

type Status = Invoice['status']

const states: Record<Status, { shape: BadgeShape; word: string }> = {
  new: { shape: 'dashed', word: 'New' },
  processing: { shape: 'dashed', word: 'Processing' },
  settled: { shape: 'solid', word: 'Settled' },
  expired: { shape: 'open', word: 'Expired' },
  invalid: { shape: 'crossed', word: 'Invalid' },
}

const remarks: Record<Invoice['additionalStatus'], string | undefined> = {
  none: undefined,
  'paid-late': 'Paid late',
  'paid-partial': 'Paid in part',
  'paid-over': 'Overpaid',
  marked: 'Marked by hand',
}

export const stateOf = ({ status }: Pick<Invoice, 'status'>) => states[status]
export const noteOf = ({ additionalStatus }: Pick<Invoice, 'additionalStatus'>) => remarks[additionalStatus]

/** Choices of the filter, in the order in which an invoice lives. */
export const statusChoices = Object.entries(states).map(([value, { word }]) => ({ value: value as Status, word }))

/** What it means for the merchant, in one sentence. */
export const meaningOf = ({ status, additionalStatus }: Pick<Invoice, 'status' | 'additionalStatus'>): string => {
  if (additionalStatus === 'marked') {
    return status === 'settled' ? 'Marked settled by hand.' : 'Marked invalid by hand.'
  }
  if (additionalStatus === 'paid-partial') {
    return status === 'expired' || status === 'invalid'
      ? 'A part was paid before it expired. The customer may be owed that part back.'
      : 'A part was paid. The rest is still due.'
  }
  if (additionalStatus === 'paid-late') return 'It was paid after it had expired. Check it before you deliver.'
  if (additionalStatus === 'paid-over') return 'More was paid than was asked. The customer may be owed the difference.'
  return {
    new: 'Waiting for the customer’s payment.',
    processing: 'The payment was seen and waits for its confirmation.',
    settled: 'Paid in full and confirmed.',
    expired: 'Nobody paid in time. Create a new invoice for a fresh price.',
    invalid: 'The payment did not confirm.',
  }[status]
}

/** Can a customer still pay it as it is? */
export const isPayable = ({ status, expiresAt }: Pick<Invoice, 'status' | 'expiresAt'>, now: Date) =>
  status === 'new' && (expiresAt === null || new Date(expiresAt) > now)
