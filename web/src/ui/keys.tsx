import type { ReactNode } from 'react'
import './keys.css'

/** Keys of the keyboard, and what they do. */
export const Keys = ({ names, children }: { names: readonly string[]; children?: ReactNode }) => (
  <span className="keys-of inline-row">
    {names.map((name) => (
      <kbd className="muted" key={name}>
        {name}
      </kbd>
    ))}
    {children}
  </span>
)
