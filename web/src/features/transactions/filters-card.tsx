import { useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { isMinAmount, plainAmount, readFilters } from './filters.ts'
import './filters-card.css'

export const useFilters = () => useAddressFilters(readFilters)

type FiltersCardProps = ReturnType<typeof useFilters>

export const FiltersCard = ({ filters, round, set, clear }: FiltersCardProps) => (
  <search className="card c12" aria-label="Search and filter">
    <div className="pad tx-filters" key={round}>
      <SearchField value={filters.search ?? ''} onSettled={(value) => set('search', value)} />
      <Field label="Type">
        <Select value={filters.type ?? ''} onChange={(event) => set('type', event.target.value)}>
          <option value="">All</option>
          <option value="incoming">Received</option>
          <option value="outgoing">Sent</option>
        </Select>
      </Field>
      <Field label="Status">
        <Select value={filters.status ?? ''} onChange={(event) => set('status', event.target.value)}>
          <option value="">All</option>
          <option value="confirmed">Confirmed</option>
          <option value="unconfirmed">Pending</option>
          <option value="failed">Failed</option>
        </Select>
      </Field>
      <Field label="Method">
        <Select value={filters.method ?? ''} onChange={(event) => set('method', event.target.value)}>
          <option value="">All</option>
          <option value="BTC">On-chain</option>
          <option value="BTC-LN">Lightning</option>
        </Select>
      </Field>
      <MinimumField value={filters.minAmount ?? ''} onSettled={(value) => set('minAmount', value)} />
      <Button variant="ghost" onClick={clear}>
        Clear filters
      </Button>
    </div>
  </search>
)

type TypedProps = { value: string; onSettled: (value: string) => void }

const SearchField = ({ value, onSettled }: TypedProps) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled)
  return (
    <Field label="Search">
      <SearchInput placeholder="Hash, address, invoice, email" value={typed} onType={setTyped} />
    </Field>
  )
}

const MinimumField = ({ value, onSettled }: TypedProps) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled, (text) => (isMinAmount(text) ? text : ''))
  const wrong = typed !== '' && !/^0*\.?0*$/.test(typed) && !isMinAmount(typed)
  return (
    <Field label="Minimum (BTC)" error={wrong ? 'Please enter a valid amount' : undefined}>
      <Input
        type="number"
        min="0"
        step="0.00000001"
        inputMode="decimal"
        placeholder="0.00000000"
        value={typed}
        onChange={(event) => setTyped(plainAmount(event.target.value))}
      />
    </Field>
  )
}
