import { formatDueDate } from '../../lib/format-due-date.ts'
import * as t from './messages.ts'
import type { DetailedInvoice } from './use-invoices.ts'

type Moment = {
  at: string | null
  text: string
  /** Dashed is still ahead. */
  shape: 'solid' | 'dashed' | 'crossed' | 'open'
}

/** What happened to an invoice, oldest first, and what is still ahead. */
export const timelineOf = (invoice: DetailedInvoice, now: Date): Moment[] => {
  const { status, createdAt, expiresAt, additionalStatus } = invoice
  const expired = expiresAt !== null && new Date(expiresAt) <= now
  const past: Moment[] = [
    ...emailed(invoice),
    ...openingsOf(invoice),
    ...paymentsOf(invoice),
    ...(expired && (status === 'expired' || additionalStatus === 'paid-late')
      ? [{ at: expiresAt, text: t.wasExpired, shape: 'open' as const }]
      : []),
    ...(invoice.paidAt ? [{ at: invoice.paidAt, text: t.wasPaid, shape: 'solid' as const }] : []),
    ...refundsOf(invoice),
    ...emailsOf(invoice),
    ...actionsOf(invoice),
  ].sort((one, other) => secondOf(one).localeCompare(secondOf(other)))
  // Nothing comes before it, whatever the payment server's clock says.
  return [{ at: createdAt, text: describeCreation(invoice), shape: 'solid' }, ...past, ...aheadOf(invoice, expired)]
}

/** The payment server tells seconds only. Within one, a customer opens the invoice first and pays then. */
const secondOf = ({ at }: Moment) => (at ?? '').slice(0, 19)

const describeCreation = ({ createdBy }: DetailedInvoice): string => {
  if (createdBy?.type === 'customer') return t.createdByCustomer
  if (!createdBy?.name) return t.created
  const { name } = createdBy
  if (createdBy.type === 'api-key') return t.createdByKey({ name })
  if (createdBy.type === 'till') return t.createdByTill({ name })
  return createdBy.type === 'payment-link' ? t.createdByLink({ name }) : t.createdBy({ name })
}

/** Sending it again is an action of its own. */
const emailed = ({ mailedAt, customerEmail, actions }: DetailedInvoice): Moment[] =>
  mailedAt && customerEmail && !actions.some(({ type }) => type === 'resent')
    ? [{ at: mailedAt, text: t.emailedTo({ email: customerEmail }), shape: 'solid' }]
    : []

const paymentsOf = ({ payments }: DetailedInvoice): Moment[] =>
  payments.map(({ seenAt, method, status }) => ({
    at: seenAt,
    text: status === 'failed' ? t.paymentFailed : method === 'lightning' ? t.lightningReceived : t.onChainSeen,
    shape: status === 'failed' ? 'crossed' : 'solid',
  }))

const emailsOf = ({ emails, remindersStoppedAt }: DetailedInvoice): Moment[] => [
  ...emails
    .filter(({ status }) => status === 'sent')
    .map(({ type, at }) => ({
      at,
      text: type === 'receipt' ? t.receiptEmailed : t.reminderEmailed,
      shape: 'solid' as const,
    })),
  ...(remindersStoppedAt ? [{ at: remindersStoppedAt, text: t.remindersStopped, shape: 'open' as const }] : []),
]

const refundsOf = ({ refunds }: DetailedInvoice): Moment[] =>
  refunds.flatMap(({ offeredAt, paidAt }) => [
    { at: offeredAt, text: t.refundSent, shape: 'solid' as const },
    ...(paidAt ? [{ at: paidAt, text: t.refundPaid, shape: 'solid' as const }] : []),
  ])

const actionTexts = {
  resent: t.resentBy,
  'marked-settled': t.markedPaidBy,
  'marked-invalid': t.markedInvalidBy,
  resolved: t.resolvedBy,
  canceled: t.canceledBy,
}

const actionsOf = ({ actions }: DetailedInvoice): Moment[] =>
  actions.map(({ type, at, by }) => ({
    at,
    text: actionTexts[type]({ name: by ?? t.someone }),
    shape: type === 'marked-invalid' || type === 'canceled' ? 'crossed' : 'solid',
  }))

const openingsOf = ({ timesOpened, lastOpenedAt }: DetailedInvoice): Moment[] =>
  timesOpened && lastOpenedAt ? [{ at: lastOpenedAt, text: t.openedTimes({ count: timesOpened }), shape: 'solid' }] : []

const aheadOf = ({ status, expiresAt, dueDate, overdue }: DetailedInvoice, expired: boolean): Moment[] => {
  if (status === 'processing') return [{ at: null, text: t.isConfirming, shape: 'dashed' }]
  if (dueDate !== undefined)
    return status === 'new'
      ? [{ at: null, text: t.dueOn({ date: formatDueDate(dueDate) }), shape: overdue ? 'open' : 'dashed' }]
      : []
  return status === 'new' && !expired ? [{ at: expiresAt, text: t.expires, shape: 'dashed' }] : []
}
