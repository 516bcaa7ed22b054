import type { DetailedInvoice } from './invoice-payments.tsx'

type Moment = {
  at: string | null
  text: string
  /** not yet: still ahead. */
  shape: 'solid' | 'dashed' | 'crossed' | 'open'
}

/** What happened to an invoice, oldest first, and what is still ahead. */
export const timelineOf = (invoice: DetailedInvoice, now: Date): Moment[] => {
  const { status, createdAt, expiresAt, paidAt, payments, additionalStatus } = invoice
  const seen: Moment[] = payments.map((payment) => ({
    at: payment.seenAt,
    text: payment.method === 'lightning' ? 'Lightning payment received' : 'On-chain payment seen',
    shape: payment.status === 'failed' ? 'crossed' : 'solid',
  }))
  const expired = expiresAt !== null && new Date(expiresAt) <= now
  const past: Moment[] = [
    ...seen,
    ...(expired && (status === 'expired' || additionalStatus === 'paid-late')
      ? [{ at: expiresAt, text: 'Expired', shape: 'open' as const }]
      : []),
    ...(paidAt ? [{ at: paidAt, text: 'Paid', shape: 'solid' as const }] : []),
  ].sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  // Nothing comes before it, whatever the payment server's clock says.
  return [{ at: createdAt, text: 'Created', shape: 'solid' }, ...past, ...endOf(invoice, expired)]
}

const endOf = ({ status, additionalStatus, expiresAt }: DetailedInvoice, expired: boolean): Moment[] => {
  const byHand = additionalStatus === 'marked' ? ', marked by hand' : ''
  switch (status) {
    case 'settled':
      return [{ at: null, text: `Settled${byHand}`, shape: 'solid' }]
    case 'invalid':
      return [{ at: null, text: `Invalid${byHand}`, shape: 'crossed' }]
    case 'processing':
      return [{ at: null, text: 'Waiting for its confirmation', shape: 'dashed' }]
    case 'new':
      return expired ? [] : [{ at: expiresAt, text: 'Expires', shape: 'dashed' }]
    case 'expired':
      return []
  }
}
