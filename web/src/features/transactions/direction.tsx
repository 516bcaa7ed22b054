import type { Transaction } from '@bitquay/contract/transactions'

/** In lands on the line, out leaves it. The word beside it says the same. */
export const Direction = ({ type }: { type: Transaction['type'] }) => (
  <span className={type === 'incoming' ? 'dir in' : 'dir'} aria-hidden="true">
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
  </span>
)
