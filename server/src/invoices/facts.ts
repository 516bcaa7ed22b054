import { toCents } from '@bitquay/contract/money'
import type { AttentionReason } from '@bitquay/contract/notifications'
import { actionsOn, adminScreens, type Fact, merchantScreens } from '../facts/index.ts'
import { type Email, usd } from '../mail/index.ts'
import type { Notice } from '../notifications/index.ts'
import { invoiceAttentionEmail, invoiceOverdueEmail } from './emails.ts'
import { nameInvoice, presentInvoice, trimAmount } from './present-invoice.ts'
import type { InvoiceStatus } from './table.snapshots.ts'
import type { InvoiceRow } from './table.ts'

export type OfInvoice = { row: InvoiceRow; publicUrl: string }

const screens = merchantScreens(['invoices'])
const onInvoice = actionsOn('invoice', screens)
const shown = ({ row, publicUrl }: OfInvoice) => [row.merchantId, presentInvoice(row, publicUrl)] as const

export const invoiceCreated: Fact<OfInvoice> = { event: 'invoice.created', shown, screens: ({ row }) => screens(row) }
export const invoiceChanged = onInvoice('invoice-changed')
export const invoiceCanceled = onInvoice('invoice-canceled')
export const invoiceMarkedSettled = onInvoice('invoice-marked-settled')
export const invoiceMarkedInvalid = onInvoice('invoice-marked-invalid')
export const invoiceResolved = onInvoice('invoice-resolved')
export const invoiceResent = onInvoice('invoice-resent')
/** What only open screens show: metadata, a price, new figures. */
export const invoicesChanged: Fact<{ merchantId: number }> = { screens }
/** BTCPay has forgotten an invoice, which the operator saw as unknown. */
export const unknownInvoiceEnded: Fact<{ merchantId: number }> = {
  screens: (about) => [...screens(about), ...adminScreens('system')()],
}

export const invoiceEntered: Record<Exclude<InvoiceStatus, 'new'>, Fact<OfInvoice>> = {
  processing: { event: 'invoice.processing', shown },
  settled: { event: 'invoice.settled', shown },
  expired: { event: 'invoice.expired', shown },
  invalid: { event: 'invoice.invalid', shown },
}
export const invoicePaidPartial: Fact<OfInvoice> = { event: 'invoice.paid_partial', shown }
export const invoicePaidLate: Fact<OfInvoice> = { event: 'invoice.paid_late', shown }
export const invoiceOverpaid: Fact<OfInvoice> = { event: 'invoice.overpaid', shown }

const reasons = ['overpaid', 'paid-late', 'partially-paid'] as const satisfies AttentionReason[]

/** The merchant's people learn of an invoice that someone has to decide about, once for each state that it enters. */
export const invoiceUpdated: Fact<OfInvoice> = {
  bell: ({ row, publicUrl }) => {
    const { receivedUsd } = row
    const reason = reasons.find((state) => state === row.state)
    if (reason === undefined || row.dealtWithAt !== null) return undefined
    // Its payments may be booked after it, and then this is announced again.
    if (toCents(receivedUsd) === 0n) return undefined
    if (reason === 'partially-paid' && row.status !== 'expired') {
      // The rest may still come, but a late payment that counts for less may be accepted as it is.
      if (row.dueAt === null || row.lateSats === 0n) return undefined
      const late = { reason: 'late-and-short', receivedUsd } as const
      return notice(row, 'paid-late', receivedUsd, (about) => invoiceAttentionEmail(publicUrl, { ...about, ...late }))
    }
    return notice(row, reason, receivedUsd, (about) =>
      invoiceAttentionEmail(publicUrl, { ...about, reason, receivedUsd }),
    )
  },
}

/** A sale that was accepted without a confirmation is over: the goods may be gone, and nothing was ever credited. */
export const invoiceDoubleSpent: Fact<OfInvoice & { lostUsd: string }> = {
  ...invoiceEntered.invalid,
  bell: ({ row, publicUrl, lostUsd }) =>
    notice(row, 'double-spent', lostUsd, (about) =>
      invoiceAttentionEmail(publicUrl, { ...about, reason: 'double-spent', receivedUsd: '0.00' }),
    ),
}

/** An invoice wasn't paid by its due date. */
export const invoiceOverdue: Fact<OfInvoice> = {
  event: 'invoice.overdue',
  shown,
  bell: ({ row, publicUrl }) => {
    const { dueAt, amountUsd } = row
    if (dueAt === null) return undefined
    return notice(row, 'overdue', amountUsd, ({ invoiceId, about }) =>
      invoiceOverdueEmail(publicUrl, { invoiceId, amount: writeAmount(row), dueAt, about }),
    )
  },
  screens: ({ row }) => screens(row),
}

type Shown = { invoiceId: string; amountUsd: string | null; about: string | null }

/** Of an invoice, once for each reason. */
const notice = (
  row: InvoiceRow,
  reason: AttentionReason,
  figureUsd: string | null,
  email: (shown: Shown) => Email,
): Notice | undefined => {
  const { merchantId, invoiceId, amountUsd } = row
  if (invoiceId === null) return undefined
  const about = nameInvoice(row)
  return {
    to: { merchantId },
    kind: 'needs-attention',
    subject: `${invoiceId}:${reason}`,
    reason,
    amountUsd: figureUsd,
    about,
    invoiceId,
    email: () => email({ invoiceId, amountUsd, about }),
  }
}

const writeAmount = ({ priceAmount, currency }: InvoiceRow) => {
  const amount = trimAmount(priceAmount ?? '0', currency)
  return currency === 'USD' ? usd(amount) : `${amount} ${currency}`
}
