import type { ReactNode } from 'react'

/** Lucide's drawings of the few icons there are here; its package would bring more than it saves. */
const Icon = ({ children }: { children: ReactNode }) => (
  <svg
    className="ico"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const CopyIcon = () => (
  <Icon>
    <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />
    <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M20 6 9 17l-5-5" />
  </Icon>
)

export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 16v-4M12 8h.01" />
  </Icon>
)

export const WarningIcon = () => (
  <Icon>
    <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01" />
  </Icon>
)

export const PrintIcon = () => (
  <Icon>
    <path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6" />
    <rect x="6" y="14" width="12" height="8" rx="1" />
  </Icon>
)

export const BoltIcon = () => (
  <Icon>
    <path d="M15.9 4a1.5 1.5 0 0 0-2.5-1.6l-9 9A1.5 1.5 0 0 0 5.5 14h4a.5.5 0 0 1 .5.7L8.1 20a1.5 1.5 0 0 0 2.5 1.6l9-9a1.5 1.5 0 0 0-1.1-2.6h-4a.5.5 0 0 1-.5-.7z" />
  </Icon>
)
