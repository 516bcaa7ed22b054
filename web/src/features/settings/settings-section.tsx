import type { ReactNode } from 'react'
import './settings-section.css'

type SettingsSectionProps = {
  name: string
  sentence: string
  /** Lists need more room than a form: they go below the name. */
  wide?: boolean
  children: ReactNode
}

/** A name and a sentence at the left, a card at the right. */
export const SettingsSection = ({ name, sentence, wide = false, children }: SettingsSectionProps) => (
  <section className={`c12 settings-section${wide ? ' settings-section--wide' : ''}`} aria-label={name}>
    <div>
      <h2>{name}</h2>
      <p>{sentence}</p>
    </div>
    {children}
  </section>
)
