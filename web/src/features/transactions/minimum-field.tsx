import { isMinAmount } from '../../lib/address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { InlineField } from '../../ui/list-surface/inline-field.tsx'
import * as t from './messages.ts'
import { plainAmount } from './minimum-amount.ts'

type MinimumFieldProps = { value: string; onSettled: (value: string) => void }

/** The smallest amount to show, in bitcoin. */
export const MinimumField = ({ value, onSettled }: MinimumFieldProps) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled, (text) => (isMinAmount(text) ? text : ''))
  const wrong = typed !== '' && !/^0*\.?0*$/.test(typed) && !isMinAmount(typed)
  return (
    <InlineField
      label={t.minimum}
      error={wrong ? t.invalidAmount : undefined}
      type="number"
      min="0"
      step="0.00000001"
      inputMode="decimal"
      placeholder="0.00000000"
      value={typed}
      onChange={(event) => setTyped(plainAmount(event.target.value))}
    />
  )
}
