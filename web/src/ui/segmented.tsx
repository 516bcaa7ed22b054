type SegmentedProps<Value extends string> = {
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices of which exactly one holds. */
export const Segmented = <Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) => (
  <fieldset className="seg">
    <legend className="sr-only">{label}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.text}
      </button>
    ))}
  </fieldset>
)
