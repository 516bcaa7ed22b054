import { type ReactNode, useState } from 'react'
import './disclosure.css'

type DisclosureProps = {
  label: string
  /** What is inside, at the right of the label. */
  note?: string
  /** Opens it, such as for an error inside. It stays open until someone closes it. */
  open?: boolean
  children: ReactNode
}

/** What most people don't need, one press away. */
export const Disclosure = ({ label, note, open = false, children }: DisclosureProps) => {
  const [isOpen, setOpen] = useState(open)
  return (
    <details className="disclosure" open={isOpen || open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-row gap-3 muted">
        {label}
        {note && <span className="small quiet">{note}</span>}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
