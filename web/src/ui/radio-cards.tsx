import { useId } from 'react'

type RadioCardsProps<Value extends string> = {
  label: string
  /** Shown to those who can't see that the cards belong together. The page says it in another way. */
  hidesLabel?: boolean
  options: readonly { value: Value; title: string; hint: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices that each need a sentence. */
export const RadioCards = <Value extends string>({
  label,
  hidesLabel = false,
  options,
  value,
  onChange,
}: RadioCardsProps<Value>) => {
  const name = useId()
  return (
    <fieldset className="stack gap-2">
      <legend className={hidesLabel ? 'sr-only' : 'strong mb-2'}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="radio-card stack gap-x-3">
          <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
          <b>{option.title}</b>
          <small className="small muted">{option.hint}</small>
        </label>
      ))}
    </fieldset>
  )
}
