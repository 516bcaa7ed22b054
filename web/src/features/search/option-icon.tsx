import type { ReactNode } from 'react'
import '../../ui/type-icon.css'

export const Icon = ({ children }: { children: ReactNode }) => (
  <span className="type" aria-hidden="true">
    {children}
  </span>
)
