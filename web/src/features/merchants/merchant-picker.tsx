import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { useState } from 'react'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Field } from '../../ui/field.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { useMerchantChoices } from './use-users.ts'
import './merchant-picker.css'

type MerchantPickerProps = {
  /** The one that is chosen, also when it is not among those found. */
  chosen: { id: number; storeName: string } | undefined
  onChoose: (id: number | undefined) => void
}

/** Chooses a merchant: from the newest, or from those whose name or address begins so. */
export const MerchantPicker = ({ chosen, onChoose }: MerchantPickerProps) => {
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedInput(search, setSearch)
  const { data, isError } = useMerchantChoices(search)
  const found = data?.rows ?? []
  const more = data?.next !== undefined
  const rest = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
  return (
    <div className="merchant-picker">
      <Field label="Find a merchant">
        <SearchInput placeholder="Store name or email" value={typed} onType={setTyped} />
      </Field>
      <Field
        label="Merchant"
        hint={more ? 'There are more: type the beginning of a name.' : undefined}
        error={isError ? 'The merchants could not be loaded.' : undefined}
      >
        <Select
          value={chosen?.id ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">Select a merchant</option>
          {[...rest, ...found].map((merchant) => (
            <option key={merchant.id} value={merchant.id}>
              {labelOf(merchant)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

const labelOf = (merchant: { storeName: string } | AdminMerchant) =>
  'email' in merchant ? `${merchant.storeName} (${merchant.email})` : merchant.storeName
