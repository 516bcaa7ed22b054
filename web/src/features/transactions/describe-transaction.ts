import type { Transaction } from '@bitquay/contract/transactions'
import type { BadgeShape } from '../../ui/badge.tsx'

export const directionOf = ({ type }: Pick<Transaction, 'type'>) =>
  type === 'incoming' ? 'Payment Received' : 'Payment Sent'

/** Shape and word of the state. A disputed payment vanished from the network and waits to be seen again or replaced. */
export const stateOf = ({ status }: Pick<Transaction, 'status'>): { shape: BadgeShape; word: string } =>
  ({
    confirmed: { shape: 'solid' as const, word: 'Confirmed' },
    unconfirmed: { shape: 'dashed' as const, word: 'Pending' },
    failed: { shape: 'crossed' as const, word: 'Failed' },
  })[status]

/**
 * Who stands at the other end. Of money in, `address` is our own, so the payer is read from the inputs; the first
 * stands for them all.
 */
export const counterpartyOf = ({ type, address, inputs }: Pick<Transaction, 'type' | 'address' | 'inputs'>) =>
  type === 'outgoing' ? address : (inputs?.find((input) => input.address !== null)?.address ?? null)

/** What an output is to the merchant, as far as it is certain. */
export const outputNote = (
  { type, address }: Pick<Transaction, 'type' | 'address'>,
  output: { address: string | null; index: number },
): { own: boolean; text: string } => {
  const named = address !== null && output.address === address
  if (named && type === 'incoming') return { own: true, text: `Your wallet, output ${output.index}` }
  return { own: false, text: `${named ? 'destination, ' : ''}output ${output.index}` }
}
