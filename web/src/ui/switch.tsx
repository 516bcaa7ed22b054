import { type ReactNode, useId } from 'react'
import './switch.css'

type SwitchRowProps = {
  name: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

type SwitchProps = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

/** A switch whose name stands elsewhere on the screen, such as in the heads of a table. */
export const Switch = ({ label, checked, disabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={checked}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!checked)}
  />
)

/** Something that is on or off. It takes effect at once. */
export const SwitchRow = ({ name, hint, checked, disabled = false, onChange }: SwitchRowProps) => {
  const id = useId()
  return (
    <div className="switch-row flex between at-top">
      <div>
        <div className="strong" id={id}>
          {name}
        </div>
        {hint && (
          <div className="small quiet" id={`${id}-hint`}>
            {hint}
          </div>
        )}
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      />
    </div>
  )
}
