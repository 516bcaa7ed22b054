import type { Transaction } from '@bitquay/contract/transactions'
import { classNames } from '../../ui/class-names.ts'
import { Arrow } from './type-icon.tsx'

type DirectionProps = { type: Transaction['type']; pending?: boolean }

/** In lands on the line, out leaves it, dashed is not yet. The words beside it say the same. */
export const Direction = ({ type, pending = false }: DirectionProps) => (
  <span
    className={classNames('dir', type === 'incoming' && 'in', pending && 'border-dashed border-edge')}
    aria-hidden="true"
  >
    <Arrow type={type} />
  </span>
)
