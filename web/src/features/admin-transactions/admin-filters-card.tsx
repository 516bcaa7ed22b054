import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTyped } from '../../lib/use-typed.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconInput, Select } from '../../ui/input.tsx'
import { readAdminFilters, withAdminFilter } from './admin-filters.ts'
import './admin-filters-card.css'
import { useStores } from './use-admin-transactions.ts'

/** By store, by status, and by any word that stands in a row. */
export const AdminFiltersCard = () => {
  const [params, setParams] = useSearchParams()
  const filters = readAdminFilters(params)
  const { data: stores = [] } = useStores()
  const set = (name: 'store' | 'status' | 'search', value: string) =>
    setParams((before) => withAdminFilter(before, name, value), { replace: true, preventScrollReset: true })
  return (
    <search className="card c12" aria-label="Search and filter">
      <div className="pad admin-filters">
        <Field label="Search">
          <SearchInput value={filters.search ?? ''} onSettled={(value) => set('search', value)} />
        </Field>
        <Field label="Store">
          <Select value={filters.merchantId ?? ''} onChange={(event) => set('store', event.target.value)}>
            <option value="">All stores</option>
            {stores.map(({ merchantId, storeName }) => (
              <option key={merchantId} value={merchantId}>
                {storeName}
              </option>
            ))}
            {filters.merchantId !== undefined && !stores.some((store) => store.merchantId === filters.merchantId) && (
              <option value={filters.merchantId}>Store {filters.merchantId}</option>
            )}
          </Select>
        </Field>
        <Field label="Status">
          <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
            <option value="">All</option>
            <option value="confirmed">Confirmed</option>
            <option value="pending">Pending</option>
            <option value="failed">Failed</option>
          </Select>
        </Field>
        <Button
          variant="ghost"
          onClick={() => setParams({}, { replace: true, preventScrollReset: true })}
          disabled={Object.keys(filters).length === 0}
        >
          Clear filters
        </Button>
      </div>
    </search>
  )
}

const SearchInput = ({ value, onSettled }: { value: string; onSettled: (value: string) => void }) => {
  const [typed, setTyped] = useTyped(value, onSettled)
  return (
    <IconInput
      icon={<Search className="ico" aria-hidden="true" />}
      type="search"
      placeholder="Store, TXID, address, invoice, words"
      maxLength={200}
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
