import { Field } from './field.tsx'
import { Select } from './input.tsx'
import * as t from './messages.ts'

type StoreSelectProps = {
  stores: readonly { merchantId: number; storeName: string }[]
  chosen: number | undefined
  onChoose: (merchantId: string) => void
}

/** Which store a list is about. One that was named by its number alone is still offered, so that it can be seen and left. */
export const StoreSelect = ({ stores, chosen, onChoose }: StoreSelectProps) => (
  <Field label={t.store}>
    <Select value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
      <option value="">{t.allStores}</option>
      {stores.map(({ merchantId, storeName }) => (
        <option key={merchantId} value={merchantId}>
          {storeName}
        </option>
      ))}
      {chosen !== undefined && !stores.some(({ merchantId }) => merchantId === chosen) && (
        <option value={chosen}>{t.storeNumber({ id: String(chosen) })}</option>
      )}
    </Select>
  </Field>
)
