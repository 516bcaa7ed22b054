import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import './sheet.css'

type SheetSectionProps = { title: string; note?: ReactNode; children: ReactNode }

/** A named part of a sheet. */
export const SheetSection = ({ title, note, children }: SheetSectionProps) => (
  <section className="sheet-section" aria-label={title}>
    <h3 className="across between text-md strong gap-2">
      {title}
      {note !== undefined && <span className="quiet small plain">{note}</span>}
    </h3>
    {children}
  </section>
)

type Fact = { name: string; value: ReactNode; copy?: string | undefined }

/** Names and values. Some can be copied. */
export const SheetFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="sheet-facts lined">
    {facts.map(({ name, value, copy }) => (
      <div key={name}>
        <dt className="small muted">{name}</dt>
        <dd className="clip min-w-0" title={copy}>
          {value}
        </dd>
        <dd className="clip min-w-0">{copy !== undefined && <CopyButton label={name} text={copy} />}</dd>
      </div>
    ))}
  </dl>
)
