import type { Checkout } from '@bitquay/contract/invoices'
import { toSats } from '@bitquay/contract/money'

/** What the page shows. `closing`: time is up, and the server has not yet said whether a payment came in time. */
export type Phase =
  | 'waiting'
  | 'part'
  | 'closing'
  | 'received'
  | 'paid'
  | 'expired'
  | 'expired-part'
  | 'paid-late'
  | 'invalid'

export const phaseOf = (checkout: Checkout, nowMs: number): Phase => {
  const { status, additionalStatus } = checkout
  if (status === 'settled') return 'paid'
  if (status === 'processing') return 'received'
  if (status === 'invalid') return 'invalid'
  if (status === 'expired') {
    if (additionalStatus === 'paid-late') return 'paid-late'
    return toSats(checkout.paidBtc) > 0n ? 'expired-part' : 'expired'
  }
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

const mostShown = 6

export type Berth = { number: number; landed: boolean; height: number | undefined }

/** From the quay upward: as many as are needed, and the blocks that came after them, to a limit. */
export const berthsOf = (checkout: Checkout): Berth[] => {
  const landed = confirmationsOf(checkout)
  const heights = standing(checkout).map(({ blockHeight }) => blockHeight ?? undefined)
  const first = heights.includes(undefined) ? undefined : Math.max(...heights.filter((height) => height !== undefined))
  const count = Math.max(checkout.confirmationsNeeded, Math.min(landed, mostShown))
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    landed: index < landed,
    height: index < landed && first !== undefined && Number.isFinite(first) ? first + index : undefined,
  }))
}
