import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import './chip.css'

type InlineFieldProps = ComponentProps<'input'> & { label: string; error?: string | undefined }

/** A small field among chips, with its label inside. */
export const InlineField = ({ label, error, ...rest }: InlineFieldProps) => {
  const id = useId()
  return (
    <span className="inlab inline-row text-md" data-invalid={error ? true : undefined}>
      <label className="muted nowrap" htmlFor={id}>
        {label}
      </label>
      <input
        autoComplete="off"
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <span className="err nowrap" id={`${id}-error`} role="alert">
          <TriangleAlert className="ico" aria-hidden="true" />
          {error}
        </span>
      )}
    </span>
  )
}
