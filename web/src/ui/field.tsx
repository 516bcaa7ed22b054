import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import * as t from './messages.ts'

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean }

const FieldContext = createContext<Wiring | null>(null)

type FieldProps = {
  label: ReactNode
  optional?: boolean
  hint?: ReactNode
  /** The sentence to show below; its presence marks the field as invalid. */
  error?: string | undefined
  /** Leads to more about the error. */
  help?: ReactNode
  /** Stands at the right of the label, such as a link. */
  aside?: ReactNode
  children: ReactNode
}

/** Ties one control to its label, hint and error. The control inside takes its id from here. */
export const Field = ({ label, optional, hint, error, help, aside, children }: FieldProps) => {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={id}>
          {label} {optional && <span className="opt">{t.optional}</span>}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {error && (
        <span className="err" id={errorId} role="alert">
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
        <span className="hint" id={hintId}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** What a control inside a Field must carry. */
export const useFieldWiring = () => {
  const wiring = useContext(FieldContext)
  if (!wiring) return {}
  return {
    id: wiring.id,
    'aria-invalid': wiring.invalid || undefined,
    'aria-describedby': wiring.describedBy,
  }
}
