import { type Transaction, transactionStatusWords } from '@bitquay/contract/transactions'
import { platformBrand } from '../../content/platform-brand.ts'
import type { BadgeShape } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const directionOf = ({ type }: Pick<Transaction, 'type'>) => (type === 'incoming' ? t.received : t.sent)

/** A confirmed payment to a deposit address or a Lightning Address. */
export const isPaidWithoutInvoice = ({
  purpose,
  status,
  invoiceId,
}: Pick<Transaction, 'purpose' | 'status' | 'invoiceId'>) =>
  purpose === 'invoice' && status === 'confirmed' && invoiceId === null

type Whose = Pick<Transaction, 'purpose' | 'customerName' | 'customerEmail'>
type Named = Whose & Pick<Transaction, 'itemDescription' | 'label'>

/** Who the row is about. Null when nobody is known. */
export const whoOf = ({ purpose, customerName, customerEmail }: Whose): string | null => {
  if (purpose === 'sweep') return platformBrand().name
  if (purpose === 'loop-out') return t.lightningBalance
  return customerName || customerEmail || null
}

/** What the row is about. */
export const whatOf = ({ purpose, itemDescription, label }: Named): string | null => {
  if (purpose === 'loop-out') return t.movedOnChain
  // As the invoice is called elsewhere.
  if (purpose === 'refund' && label) return label.replace(/[A-Za-z0-9]{16,}/, (id) => id.slice(0, 8))
  return itemDescription || label || { deposit: t.depositNote, sweep: t.platformFees }[purpose as string] || null
}

/** Shape and word of the state. A disputed payment vanished from the network and waits to be seen again or replaced. */
export const stateOf = ({ status }: Pick<Transaction, 'status'>): { shape: BadgeShape; word: string } => ({
  shape: shapes[status],
  word: transactionStatusWords[status],
})

const shapes: Record<Transaction['status'], BadgeShape> = {
  confirmed: 'solid',
  unconfirmed: 'dashed',
  failed: 'crossed',
}

/** The same for admins, whose list says pending. */
export const adminStateOf = ({ status }: { status: 'pending' | 'confirmed' | 'failed' }) =>
  stateOf({ status: status === 'pending' ? 'unconfirmed' : status })

/** Amounts of all stores are without a sign. */
export const signOf = ({ type }: Pick<Transaction, 'type'>) => (type === 'outgoing' ? '-' : '')

/**
 * The address of the other side. For incoming payments `address` is our own, so the payer's is read from the inputs.
 * If there are several, it is the first.
 */
export const counterpartyOf = ({ type, address, inputs }: Pick<Transaction, 'type' | 'address' | 'inputs'>) =>
  type === 'outgoing' ? address : (inputs?.find((input) => input.address !== null)?.address ?? null)

/** What an output is to the merchant, as far as it is certain. */
export const outputNote = (
  { type, address }: Pick<Transaction, 'type' | 'address'>,
  output: { address: string | null; index: number },
): { own: boolean; text: string } => {
  const named = address !== null && output.address === address
  const index = String(output.index)
  if (named && type === 'incoming') return { own: true, text: t.ownOutput({ index }) }
  return { own: false, text: named ? t.destinationOutput({ index }) : t.otherOutput({ index }) }
}
