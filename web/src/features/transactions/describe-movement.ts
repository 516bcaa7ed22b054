import type { Transaction } from '@bitquay/contract/transactions'
import * as t from './messages.ts'

const words: Record<Transaction['purpose'], string> = {
  invoice: t.isInvoice,
  deposit: t.isDeposit,
  withdrawal: t.isWithdrawal,
  sweep: t.isSweep,
  'loop-out': t.isLoopOut,
  refund: t.isRefund,
  outside: t.isOutside,
}

type Movement = Pick<
  Transaction,
  'purpose' | 'paymentLinkId' | 'customerName' | 'customerEmail' | 'itemDescription' | 'label'
>

/** What a movement is: an invoice that a payment link created is named after the link. */
export const kindOf = ({ purpose, paymentLinkId }: Pick<Movement, 'purpose' | 'paymentLinkId'>): string =>
  purpose === 'invoice' && paymentLinkId !== null ? t.isPaymentLink : words[purpose]

/** Who it is about, and what for. Without a customer, the kind stands in for the name. */
export const namesOf = (movement: Movement): { who: string; what: string | null } => {
  const { customerName, customerEmail, itemDescription, label } = movement
  const who = customerName ?? customerEmail
  const what = itemDescription ?? label
  return who === null ? { who: what ?? kindOf(movement), what: null } : { who, what: what ?? null }
}
