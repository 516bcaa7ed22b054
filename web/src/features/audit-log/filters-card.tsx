import { actorKinds } from '@bitquay/contract/act-log'
import { useAddressFilters } from '../../lib/use-address-filters.ts'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput, Select } from '../../ui/input.tsx'
import { StoreSelect } from '../../ui/store-select.tsx'
import { readActivityFilters } from './filters.ts'
import './audit-log.css'
import { actorNames, nameOfActivity } from './describe-activity.ts'
import * as t from './messages.ts'
import { useActivityTypes, useStoreNames } from './use-activity.ts'

export const ActivityFiltersCard = () => {
  const { filters, filtered, round, set, clear } = useAddressFilters(readActivityFilters)
  const { data: names = [] } = useActivityTypes()
  const { data: stores = [] } = useStoreNames()
  return (
    <search className="card c12" aria-label={t.searchRegion}>
      <div className="pad act-filters" key={round}>
        <SearchField value={filters.search ?? ''} onSettled={(value) => set('search', value)} />
        <Field label={t.type}>
          <Select value={filters.act ?? ''} onChange={(event) => set('act', event.target.value)}>
            <option value="">{t.allTypes}</option>
            {[...new Set([...names, ...(filters.act ? [filters.act] : [])])].map((name) => (
              <option key={name} value={name}>
                {nameOfActivity(name)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.actor}>
          <Select value={filters.actorKind ?? ''} onChange={(event) => set('actor', event.target.value)}>
            <option value="">{t.allActors}</option>
            {actorKinds.map((kind) => (
              <option key={kind} value={kind}>
                {actorNames[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <StoreSelect stores={stores} chosen={filters.merchantId} onChoose={(id) => set('store', id)} />
        <Button variant="ghost" disabled={!filtered} onClick={clear}>
          {t.clearFilters}
        </Button>
      </div>
    </search>
  )
}

const SearchField = ({ value, onSettled }: { value: string; onSettled: (value: string) => void }) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled)
  return (
    <Field label={t.search}>
      <SearchInput placeholder={t.searchHint} value={typed} onType={setTyped} />
    </Field>
  )
}
