import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { useState } from 'react'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Field } from '../../ui/field.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { useMerchantChoices } from './use-users.ts'
import './merchant-picker.css'
import * as t from './messages.ts'

type MerchantPickerProps = {
  /** The one that is chosen, also when it is not among those found. */
  chosen: { id: number; storeName: string } | undefined
  onChoose: (id: number | undefined) => void
}

/** Chooses a merchant from the newest, or from those that match a search. */
export const MerchantPicker = ({ chosen, onChoose }: MerchantPickerProps) => {
  const [search, setSearch] = useState('')
  const [typed, setTyped] = useDebouncedInput(search, setSearch)
  const { data, isError } = useMerchantChoices(search)
  const found = data?.rows ?? []
  const more = data?.next !== undefined
  const rest = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen] : []
  return (
    <div className="merchant-picker">
      <Field label={t.findMerchant}>
        <SearchInput placeholder={t.searchHint} value={typed} onType={setTyped} />
      </Field>
      <Field
        label={t.merchant}
        hint={more ? t.moreMerchants : undefined}
        error={isError ? t.merchantsNotLoaded : undefined}
      >
        <Select
          value={chosen?.id ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{t.selectMerchant}</option>
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
  'email' in merchant ? t.storeAndEmail({ store: merchant.storeName, email: merchant.email }) : merchant.storeName
