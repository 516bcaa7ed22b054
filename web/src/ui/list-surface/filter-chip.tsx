import { Plus, X } from 'lucide-react'
import './chip.css'
import { Menu, MenuChoice } from './menu.tsx'
import * as t from './messages.ts'

export type FilterOption = { value: string; text: string }

type FilterChipProps = {
  label: string
  /** Undefined when the filter isn't set. */
  value: string | undefined
  /** Without options a filter can only be shown and removed here. */
  options?: readonly FilterOption[] | undefined
  /** How a value is written that isn't one of the options. */
  format?: ((value: string) => string) | undefined
  /** The empty text removes the filter. */
  onChange: (value: string) => void
}

/** Dashed while the filter isn't set. Tinted when it is, with a button that removes it. */
export const FilterChip = ({ label, value, options, format, onChange }: FilterChipProps) => {
  const choice = options && (
    <MenuChoice value={value ?? ''} options={[{ value: '', text: t.anyValue }, ...options]} onChoose={onChange} />
  )
  if (value === undefined) {
    return choice ? (
      <Menu
        trigger={
          <button type="button" className="chip chip--sm chip--unset">
            <Plus className="ico" aria-hidden="true" />
            {label}
          </button>
        }
      >
        {choice}
      </Menu>
    ) : null
  }
  const text = options?.find((option) => option.value === value)?.text ?? format?.(value) ?? value
  const content = (
    <>
      <span className="q">{label}</span>
      <span className="clip">{text}</span>
    </>
  )
  return (
    <span className="chip chip--sm chip--on">
      {choice ? (
        <Menu
          trigger={
            <button type="button" className="value">
              {content}
            </button>
          }
        >
          {choice}
        </Menu>
      ) : (
        <span className="value">{content}</span>
      )}
      <button type="button" className="x" aria-label={t.removeFilter({ name: label })} onClick={() => onChange('')}>
        <X className="ico" aria-hidden="true" />
      </button>
    </span>
  )
}
