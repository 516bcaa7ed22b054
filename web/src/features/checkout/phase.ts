import type { Checkout } from '@bitquay/contract/checkout'
import { toSats } from '@bitquay/contract/money'

/**
 * What the page shows. `closing`: time is up, and the server has not yet said whether a payment came in time.
 * `unpriced`: an invoice with a due date, whose price has ended.
 */
export type Phase =
  | 'waiting'
  | 'part'
  | 'closing'
  | 'unpriced'
  | 'received'
  | 'paid'
  | 'overpaid'
  | 'expired'
  | 'expired-part'
  | 'paid-late'
  | 'invalid'
  | 'store-closed'

export const phaseOf = (checkout: Checkout, nowMs: number): Phase => {
  const { status, additionalStatus } = checkout
  if (status === 'settled') return additionalStatus === 'paid-over' ? 'overpaid' : 'paid'
  if (status === 'processing') return 'received'
  if (status === 'invalid') return 'invalid'
  const isUnpaid = toSats(checkout.paidBtc) === 0n && additionalStatus !== 'paid-late'
  if (checkout.storeClosed && (status === 'new' || isUnpaid)) return 'store-closed'
  if (status === 'expired') {
    if (additionalStatus === 'paid-late') return 'paid-late'
    return toSats(checkout.paidBtc) > 0n ? 'expired-part' : 'expired'
  }
  const hasEnded = checkout.expiresAt === null || Date.parse(checkout.expiresAt) <= nowMs
  if (checkout.dueDate !== undefined && hasEnded) return 'unpriced'
  if (checkout.expiresAt !== null && Date.parse(checkout.expiresAt) <= nowMs) return 'closing'
  return toSats(checkout.paidBtc) > 0n ? 'part' : 'waiting'
}

/** Whether money is still expected. */
const isOpen = ({ status }: Checkout) => status === 'new' || status === 'processing'

/** Whether something is still to come, so that the page must look often. A settled invoice may be known before the block that holds it. */
export const isUnfinished = (checkout: Checkout) =>
  isOpen(checkout) ||
  standing(checkout).some(({ method, blockHeight }) => method === 'on-chain' && blockHeight === null)

export type Payment = Checkout['payments'][number]

/** Payments that count: a replaced one does not. */
export const standing = ({ payments }: Checkout): Payment[] => payments.filter(({ status }) => status !== 'failed')

export const isLightningOnly = (checkout: Checkout) => {
  const payments = standing(checkout)
  return payments.length > 0 && payments.every(({ method }) => method === 'lightning')
}

/** Of the payment that has fewest: the invoice waits for the last of them. */
export const confirmationsOf = (checkout: Checkout): number => {
  const onChain = standing(checkout).filter(({ method }) => method === 'on-chain')
  return onChain.length === 0 ? 0 : Math.min(...onChain.map(({ confirmations }) => confirmations))
}

/** What the drawing shows: the code, the payment on its way, the payment set down, or an empty place. */
export type Scene = 'code' | 'hanging' | 'landed' | 'gone'

export const sceneOf = (checkout: Checkout, phase: Phase): Scene => {
  if (isPayable(phase)) return 'code'
  if (phase === 'received') return 'hanging'
  if (phase === 'paid' || phase === 'overpaid') return 'landed'
  if (phase === 'paid-late')
    return isLightningOnly(checkout) || checkout.confirmedInBlock !== null ? 'landed' : 'hanging'
  return 'gone'
}

/** Whether the customer is expected to pay now. `closing` keeps the same layout while the server checks. */
export const isPayable = (phase: Phase) => phase === 'waiting' || phase === 'part' || phase === 'closing'

/** Whether a block holds what was paid. Lightning has none, nor has an invoice that was marked as paid. */
export const hasChain = (checkout: Checkout) => standing(checkout).some(({ method }) => method === 'on-chain')
