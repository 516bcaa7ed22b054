import { actorKinds } from '@bitquay/contract/act-log'
import { Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useTyped } from '../../lib/use-typed.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconInput, Select } from '../../ui/input.tsx'
import { type ActFilterName, readActFilters, withActFilter } from './act-filters.ts'
import './act-log.css'
import { actorNames, nameOfAct } from './describe-act.ts'
import { useActNames, useStoreNames } from './use-acts.ts'

export const ActFiltersCard = () => {
  const [params, setParams] = useSearchParams()
  const filters = readActFilters(params)
  const { data: names = [] } = useActNames()
  const { data: stores = [] } = useStoreNames()
  const set = (name: ActFilterName, value: string) =>
    setParams((before) => withActFilter(before, name, value), { replace: true, preventScrollReset: true })
  return (
    <search className="card c12" aria-label="Search and filter">
      <div className="pad act-filters">
        <Field label="Who or from where">
          <SearchInput value={filters.search ?? ''} onSettled={(value) => set('search', value)} />
        </Field>
        <Field label="Act">
          <Select value={filters.act ?? ''} onChange={(event) => set('act', event.target.value)}>
            <option value="">All acts</option>
            {[...new Set([...names, ...(filters.act ? [filters.act] : [])])].map((name) => (
              <option key={name} value={name}>
                {nameOfAct(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Done by">
          <Select value={filters.actorKind ?? ''} onChange={(event) => set('actor', event.target.value)}>
            <option value="">Everyone</option>
            {actorKinds.map((kind) => (
              <option key={kind} value={kind}>
                {actorNames[kind]}
              </option>
            ))}
          </Select>
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
        <Button
          variant="ghost"
          disabled={Object.keys(filters).length === 0}
          onClick={() => setParams({}, { replace: true, preventScrollReset: true })}
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
      placeholder="E-mail or IP address"
      maxLength={200}
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
