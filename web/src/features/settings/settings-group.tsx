import type { ReactNode } from 'react'
import './settings-section.css'

/** Sections that belong together, under a heading on the quay line. */
export const SettingsGroup = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="c12 settings-group stack gap-5" aria-label={name}>
    <h2 className="hull text-xl">{name}</h2>
    {children}
  </section>
)
