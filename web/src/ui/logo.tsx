/** A key lying on its side: the shaft is the quay, the bits are stacked containers, the newest in signal. */
const Mark = ({ className }: { className?: string }) => (
  <svg className={className} viewBox="0 2 40 26" aria-hidden="true">
    <circle cx="9" cy="19" r="6.6" fill="none" stroke="currentColor" strokeWidth="3.6" />
    <path d="M15.6 19H39" stroke="currentColor" strokeWidth="3.6" />
    <path fill="currentColor" d="M21.4 10.2h8v5.4h-8zM31 10.2h8v5.4h-8z" />
    <path className="top" d="M31 3.2h8v5.4h-8z" />
  </svg>
)

/** Mark and name; the caller puts it in a link. */
export const Logo = ({ name }: { name: string }) => (
  <span className="logo">
    <Mark />
    <span>{name}</span>
  </span>
)

/** A small stamped word, as on a container door. */
export const Plate = ({ children }: { children: string }) => <span className="plate">{children}</span>
