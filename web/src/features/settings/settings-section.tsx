import type { ReactNode } from 'react'
import './settings-section.css'

type SettingsSectionProps = { name: string; sentence: string; children: ReactNode }

/** A name and a sentence at the left, a card at the right. */
export const SettingsSection = ({ name, sentence, children }: SettingsSectionProps) => (
  <section className="c12 settings-section" aria-label={name}>
    <div>
      <h2>{name}</h2>
      <p>{sentence}</p>
    </div>
    {children}
  </section>
)
