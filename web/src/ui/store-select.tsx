import { Field } from './field.tsx'
import { Select } from './input.tsx'

type StoreSelectProps = {
  stores: readonly { merchantId: number; storeName: string }[]
  chosen: number | undefined
  onChoose: (merchantId: string) => void
}

/** Which store a list is about. One that was named by its number alone is still offered, so that it can be seen and left. */
export const StoreSelect = ({ stores, chosen, onChoose }: StoreSelectProps) => (
  <Field label="Store">
    <Select value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
      <option value="">All stores</option>
      {stores.map(({ merchantId, storeName }) => (
        <option key={merchantId} value={merchantId}>
          {storeName}
        </option>
      ))}
      {chosen !== undefined && !stores.some(({ merchantId }) => merchantId === chosen) && (
        <option value={chosen}>Store {chosen}</option>
      )}
    </Select>
  </Field>
)
