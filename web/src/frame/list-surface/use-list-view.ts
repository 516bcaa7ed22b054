import type { ListName } from '@bitquay/contract/lists'
import { useState } from 'react'
import { withFilter } from '../../lib/address-filters.ts'
import { dayOf } from '../../lib/format-date.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { useNow } from '../../lib/use-now.ts'
import { type DateRange, daysOf } from '../../ui/list-surface/date-presets.ts'
import {
  isNarrowed,
  readCreating,
  readOpen,
  readRange,
  readSort,
  withCreating,
  withOpen,
  withRange,
  withSort,
} from './address-view.ts'

type ListSpec<Filters, Field extends string> = {
  /** Whose saved views and hidden columns these are. */
  list: ListName
  /** What the server is asked for. What can't be read is left out. */
  readFilters: (params: URLSearchParams) => Filters
  /** Fields to sort by. The first one, downwards, is how the list begins. */
  sorts: readonly [Field, ...Field[]]
}

/** Everything that decides what a list shows, read from the page's address, and how to change it. */
export const useListView = <Filters extends object, Field extends string>({
  list,
  readFilters,
  sorts,
}: ListSpec<Filters, Field>) => {
  const [params, change] = useAddressParams()
  const tz = useTimeZone()
  const today = dayOf(useNow(60_000))
  const [exporting, setExporting] = useState(false)
  // Clearing empties what is being typed as well: fields with this key begin anew.
  const [round, setRound] = useState(0)
  const range = readRange(params, today)
  const sort = readSort(params, sorts)
  return {
    list,
    params,
    today,
    tz,
    range,
    sort,
    /** Whether rows are in the order of the first field, so that they can be grouped by it. */
    usuallySorted: sort.replace('-', '') === sorts[0],
    open: readOpen(params),
    /** For totals. Lists and exports take `sort` as well. */
    filter: { ...readFilters(params), ...daysOf(range, today), tz },
    narrowed: isNarrowed(params),
    round,
    set: (name: string, value: string) => change((before) => withOpen(withFilter(before, name, value), undefined)),
    setRange: (next: DateRange) => change((before) => withOpen(withRange(before, next), undefined)),
    setSort: (next: string) => change((before) => withSort(before, next, `-${sorts[0]}`)),
    setOpen: (key: string | undefined) => change((before) => withOpen(before, key)),
    /** Whether the form that creates a row is open. */
    creating: readCreating(params),
    setCreating: (creating: boolean) => change((before) => withCreating(before, creating)),
    clear: () => {
      change(() => new URLSearchParams())
      setRound(round + 1)
    },
    /** Whether the export menu is open: a key opens it too. */
    exporting,
    setExporting,
  }
}

/** What the parts of a list surface need to know of a view, whatever its filters are. */
export type ListView = Omit<ReturnType<typeof useListView<object, string>>, 'filter'>
