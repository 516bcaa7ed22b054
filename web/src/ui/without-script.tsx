import type { ReactNode } from 'react'

const nothing = { __html: '' }

/** For browsers without scripts. Where scripts run, the server's HTML is text there, which stays as it is. */
export const WithoutScript = ({ children }: { children: ReactNode }) =>
  typeof document === 'undefined' ? <noscript>{children}</noscript> : <noscript dangerouslySetInnerHTML={nothing} />
