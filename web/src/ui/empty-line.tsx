import type { ReactNode } from 'react'

/** One line in place of a short list, inside its card. */
export const EmptyLine = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="blank-line across muted gap-3">
    {icon}
    {children}
  </p>
)
