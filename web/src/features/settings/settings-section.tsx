import type { ReactNode } from 'react'
import './settings-section.css'

type SettingsSectionProps = { name: string; sentence: ReactNode; children: ReactNode }

/** A name and a sentence at the left, a card at the right. */
export const SettingsSection = ({ name, sentence, children }: SettingsSectionProps) => (
  <section className="c12 settings-section stack at-top" aria-label={name}>
    <div>
      <h2 className="text-base strong">{name}</h2>
      <p className="small muted mt-1">{sentence}</p>
    </div>
    {children}
  </section>
)
