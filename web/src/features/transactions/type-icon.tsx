import type { Transaction } from '@bitquay/contract/transactions'
import { Link2, Percent, RefreshCcwDot, Undo2 } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'
import '../../ui/type-icon.css'

type TypeIconProps = { transaction: Pick<Transaction, 'type' | 'purpose' | 'status' | 'paymentLinkId'> }

/** Dashed while pending. Green only for confirmed money in. The words beside it say the same. */
export const TypeIcon = ({ transaction: { type, purpose, status, paymentLinkId } }: TypeIconProps) => (
  <span
    className={classNames('type', type === 'incoming' && 'in', status === 'unconfirmed' && 'type--wait')}
    aria-hidden="true"
  >
    {purpose === 'refund' ? (
      <Undo2 />
    ) : purpose === 'sweep' ? (
      <Percent />
    ) : purpose === 'loop-out' ? (
      <RefreshCcwDot />
    ) : paymentLinkId !== null ? (
      <Link2 />
    ) : (
      <Arrow type={type} />
    )}
  </span>
)

/** In lands on the line, out leaves it. */
const Arrow = ({ type }: Pick<Transaction, 'type'>) => (
  <svg viewBox="0 0 16 16" fill="none">
    <path
      d={
        type === 'incoming'
          ? 'M8 1.5v9m0 0L4.5 7M8 10.500l3.5-3.500M2 14h12'
          : 'M8 10.500v-9m0 0L4.5 5M8 1.5 11.5 5M2 14h12'
      }
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
