import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

type TwoFactorFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: ReactNode
  value: string
  onValueChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  /** Leads to more about the error. */
  help?: ReactNode
}

const digitCount = 6

/** Six drawn cells over one real input, so that paste, autofill and screen readers meet an ordinary field. */
export const TwoFactorField = ({ label, value, onValueChange, hint, error, help, ...rest }: TwoFactorFieldProps) => {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const current = Math.min(value.length, digitCount - 1)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="otp">
        <input
          {...rest}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={digitCount}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onValueChange(digitsOf(event.target.value))}
          onPaste={(event) => {
            event.preventDefault()
            onValueChange(digitsOf(event.clipboardData.getData('text')))
          }}
        />
        <div className="cells stack gap-1.5" aria-hidden="true">
          {cells.map((cell) =>
            cell === 'gap' ? (
              <i key={cell} />
            ) : (
              <span
                key={cell}
                className={cell === current ? 'cell on centered text-xl medium' : 'cell centered text-xl medium'}
              >
                {value[cell]}
              </span>
            ),
          )}
        </div>
      </div>
      {error && (
        <span className="err" id={`${id}-error`} role="alert">
          <TriangleAlert className="ico" aria-hidden="true" />
          {help ? (
            <span>
              <span>{error}</span> {help}
            </span>
          ) : (
            error
          )}
        </span>
      )}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

const cells = [0, 1, 2, 'gap', 3, 4, 5] as const

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, digitCount)
