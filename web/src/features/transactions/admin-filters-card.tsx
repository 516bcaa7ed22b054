import { useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { StoreSelect } from '../../ui/store-select.tsx'
import { readAdminFilters } from './admin-filters.ts'
import './admin-filters-card.css'
import { useStores } from './use-admin-transactions.ts'

/** By store, by status, and by any word that stands in a row. */
export const AdminFiltersCard = () => {
  const { filters, filtered, round, set, clear } = useAddressFilters(readAdminFilters)
  const { data: stores = [] } = useStores()
  return (
    <search className="card c12" aria-label="Search and filter">
      <div className="pad admin-filters" key={round}>
        <SearchField value={filters.search ?? ''} onSettled={(value) => set('search', value)} />
        <StoreSelect stores={stores} chosen={filters.merchantId} onChoose={(id) => set('store', id)} />
        <Field label="Status">
          <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
            <option value="">All</option>
            <option value="confirmed">Confirmed</option>
            <option value="pending">Pending</option>
            <option value="failed">Failed</option>
          </Select>
        </Field>
        <Button variant="ghost" disabled={!filtered} onClick={clear}>
          Clear filters
        </Button>
      </div>
    </search>
  )
}

const SearchField = ({ value, onSettled }: { value: string; onSettled: (value: string) => void }) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled)
  return (
    <Field label="Search">
      <SearchInput placeholder="Store, TXID, address, invoice, words" value={typed} onType={setTyped} />
    </Field>
  )
}
