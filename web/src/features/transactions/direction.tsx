import type { Transaction } from '@bitquay/contract/transactions'
import { Arrow } from './type-icon.tsx'

/** In lands on the line, out leaves it. The word beside it says the same. */
export const Direction = ({ type }: { type: Transaction['type'] }) => (
  <span className={type === 'incoming' ? 'dir in' : 'dir'} aria-hidden="true">
    <Arrow type={type} />
  </span>
)
