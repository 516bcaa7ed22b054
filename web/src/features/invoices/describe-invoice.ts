import type { Invoice, ListedInvoice } from '@bitquay/contract/invoices'
import { divideHalfUp, fromCents, toCents, toSats } from '@bitquay/contract/money'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

type State = ListedInvoice['state']

export const shapes: Record<State | 'overdue', BadgeShape> = {
  unpaid: 'open',
  confirming: 'dashed',
  paid: 'solid',
  'partially-paid': 'dashed',
  overpaid: 'dashed',
  'paid-late': 'dashed',
  expired: 'open',
  invalid: 'crossed',
  overdue: 'dashed',
}

/** Whom it is for: a name, else an email address. */
export const whoOf = ({ customerName, customerEmail }: Pick<Invoice, 'customerName' | 'customerEmail'>) =>
  customerName ?? customerEmail

type Meant = Pick<ListedInvoice, 'state' | 'status' | 'additionalStatus' | 'overdue' | 'needsAttention'>

/** What its state means for the merchant, in one sentence. Advice is given until somebody refunded or kept what was paid. */
export const meaningOf = ({ state, status, additionalStatus, overdue, needsAttention }: Meant): string => {
  if (overdue && state === 'unpaid') return t.isOverdue
  if (additionalStatus === 'marked') return status === 'settled' ? t.isMarkedPaid : t.isMarkedInvalid
  if (state === 'partially-paid' && status === 'new') return t.isPartlyPaid
  return {
    unpaid: t.isUnpaid,
    confirming: t.isConfirming,
    paid: t.isPaid,
    'partially-paid': needsAttention ? t.isPartlyPaidExpired : t.wasPartlyPaid,
    overpaid: needsAttention ? t.isOverpaid : t.wasOverpaid,
    'paid-late': needsAttention ? t.isPaidLate : t.wasPaidLate,
    expired: t.isExpired,
    invalid: t.isInvalid,
  }[state]
}

type PartPaid = Pick<ListedInvoice, 'status' | 'receivedUsd' | 'amountUsd' | 'amountBtc' | 'paidBtc'>

/** What was paid of it, in dollars. Before it is booked, at the invoice's own price. */
export const paidUsdOf = ({ status, receivedUsd, amountUsd, amountBtc, paidBtc }: PartPaid): string => {
  const isBooked = status !== 'new' && toCents(receivedUsd) > 0n
  const amountSats = amountBtc === null ? 0n : toSats(amountBtc)
  if (isBooked || amountUsd === null || amountSats === 0n) return receivedUsd
  return fromCents(divideHalfUp(toCents(amountUsd) * toSats(paidBtc), amountSats))
}

/** What was paid too much, in dollars, once it is booked. */
export const findOverpaidUsd = ({
  state,
  receivedUsd,
  amountUsd,
}: Pick<ListedInvoice, 'state' | 'receivedUsd' | 'amountUsd'>): string | undefined => {
  if (state !== 'overpaid' || amountUsd === null) return undefined
  const cents = toCents(receivedUsd) - toCents(amountUsd)
  return cents > 0n ? fromCents(cents) : undefined
}

/** Can a customer still pay it as it is? One with a due date gets a new price when it is opened. */
export const isPayable = (
  { status, expiresAt, dueDate }: Pick<Invoice, 'status' | 'expiresAt' | 'dueDate'>,
  now: Date,
) => status === 'new' && (dueDate !== undefined || expiresAt === null || new Date(expiresAt) > now)
