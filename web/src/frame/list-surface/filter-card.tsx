import { BookmarkMinus, Columns3, ListFilter as FilterIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDebouncedInput } from '../../lib/use-debounced-input.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SearchInput } from '../../ui/input.tsx'
import { DateRangeChip } from '../../ui/list-surface/date-range-chip.tsx'
import { FilterChip, type FilterOption } from '../../ui/list-surface/filter-chip.tsx'
import { Menu, MenuCheck } from '../../ui/list-surface/menu.tsx'
import * as u from '../../ui/list-surface/messages.ts'
import { SaveView } from '../../ui/list-surface/save-view.tsx'
import { TimeZoneChoice } from '../../ui/list-surface/time-zone-choice.tsx'
import { ViewTabs } from '../../ui/list-surface/view-tabs.tsx'
import { without, writeView } from './address-view.ts'
import './filter-card.css'
import type { useListPreferences } from './use-list-preferences.ts'
import type { ListView } from './use-list-view.ts'

type BuiltInView = {
  name: string
  /** What it sets in the address. Other filters, the search and the range stay. */
  filters: Record<string, string>
  count?: number | undefined
  urgent?: boolean
}

export type ListFilter = {
  /** Its name in the address. */
  name: string
  label: string
  options?: readonly FilterOption[]
  /** How a value is written that isn't one of the options. */
  format?: (value: string) => string
}

export type FilterCardProps = {
  view: ListView
  preferences: ReturnType<typeof useListPreferences>
  views: readonly BuiltInView[]
  filters: readonly ListFilter[]
  /** What can be searched for. Without it there is no search. */
  searchHint?: string | undefined
  /** How many characters may be searched for, if more than usual. */
  searchLength?: number | undefined
  /** More fields beside the date. */
  fields?: ReactNode
  /** Columns that can be hidden. */
  columns: readonly { name: string; head: string }[]
}

/** Views, search, date, fields and chips. On phones the fields and chips are folded. */
export const FilterCard = (props: FilterCardProps) => {
  const { view, preferences, views, filters, searchHint, searchLength, fields, columns } = props
  const [unfolded, setUnfolded] = useState(false)
  const setCount = filters.filter(({ name }) => view.params.has(name)).length
  return (
    <search className={classNames('card filters2', unfolded && 'is-open')} aria-label={u.searchAndFilter}>
      {(views.length > 0 || preferences.views.length > 0) && (
        <ViewTabs
          views={preferences.views.some(isCurrent(view)) ? builtIn(view, views, false) : builtIn(view, views, true)}
          saved={preferences.views.map((saved) => ({
            name: saved.name,
            search: saved.query,
            current: isCurrent(view)(saved),
          }))}
        />
      )}
      <div className="toolbar cluster gap-2" key={view.round}>
        {searchHint && (
          <SearchField
            hint={searchHint}
            length={searchLength}
            value={view.params.get('search') ?? ''}
            onSettled={(value) => view.set('search', value)}
          />
        )}
        <DateRangeChip
          range={view.range}
          today={view.today}
          onChange={view.setRange}
          foot={<TimeZoneChoice chosen={preferences.timeZone} onChoose={preferences.setTimeZone} />}
        />
        {(filters.length > 0 || fields) && (
          <button type="button" className="chip fold" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            <FilterIcon className="ico" aria-hidden="true" />
            {u.filters}
            {setCount > 0 && <span className="n tiny">{setCount}</span>}
          </button>
        )}
        {fields && <div className="more">{fields}</div>}
        {columns.length > 0 && <ColumnsMenu columns={columns} preferences={preferences} />}
      </div>
      <Chips {...props} />
    </search>
  )
}

/** Chips, and what can be done with the whole set. Nothing when there is nothing to show. */
const Chips = ({ view, preferences, filters }: FilterCardProps) => {
  const saved = preferences.views.find(isCurrent(view))
  const query = writeView(view.params)
  if (filters.length === 0 && !view.narrowed && query === '') return null
  return (
    <div className="toolbar chips more cluster gap-2" role="group" aria-label={u.filters}>
      {filters.map(({ name, label, options, format }) => (
        <FilterChip
          key={name}
          label={label}
          value={view.params.get(name) ?? undefined}
          options={options}
          format={format}
          onChange={(value) => view.set(name, value)}
        />
      ))}
      {view.narrowed && (
        <Button variant="ghost" size="sm" onClick={view.clear}>
          {u.clearFilters}
        </Button>
      )}
      <span className="grow" />
      {saved ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<BookmarkMinus className="ico" aria-hidden="true" />}
          onClick={() => preferences.removeView(saved.name)}
        >
          {u.removeView}
        </Button>
      ) : (
        query !== '' && <SaveView onSave={(name) => preferences.saveView(name, query)} />
      )}
    </div>
  )
}

const isCurrent =
  (view: Pick<ListView, 'params'>) =>
  ({ query }: { query: string }) =>
    writeView(new URLSearchParams(query)) === writeView(view.params)

/** Each is a link to the same address with its own filters in the place of the other views'. */
const builtIn = ({ params }: ListView, views: readonly BuiltInView[], mayBeCurrent: boolean) => {
  const names = [...new Set(views.flatMap(({ filters }) => Object.keys(filters)))]
  const rest = without(params, [...names, 'open'])
  return views.map(({ filters, count, ...view }) => ({
    ...view,
    // Zero says nothing that the empty view wouldn't.
    count: count || undefined,
    search: new URLSearchParams([...Object.entries(filters), ...rest]).toString(),
    current: mayBeCurrent && names.every((name) => (params.get(name) ?? '') === (filters[name] ?? '')),
  }))
}

type SearchFieldProps = {
  hint: string
  length: number | undefined
  value: string
  onSettled: (value: string) => void
}

const SearchField = ({ hint, length, value, onSettled }: SearchFieldProps) => {
  const [typed, setTyped] = useDebouncedInput(value, onSettled)
  return (
    // The input is inside SearchInput.
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control
    <label className="find">
      <span className="sr-only">{u.search}</span>
      <SearchInput placeholder={hint} maxLength={length} value={typed} onType={setTyped} />
    </label>
  )
}

const ColumnsMenu = ({ columns, preferences }: Pick<FilterCardProps, 'columns' | 'preferences'>) => (
  <Menu
    align="end"
    trigger={
      <button type="button" className="chip columns only-desk">
        <Columns3 className="ico" aria-hidden="true" />
        {u.columns}
      </button>
    }
  >
    {columns.map(({ name, head }) => (
      <MenuCheck
        key={name}
        checked={!preferences.hidden.includes(name)}
        onChange={(checked) => preferences.hideColumn(name, !checked)}
      >
        {head}
      </MenuCheck>
    ))}
  </Menu>
)
