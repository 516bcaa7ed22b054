import type { Call } from '@bitquay/contract/call'
import type { List, ListSpec } from '@bitquay/contract/lists'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { daysOf } from '../../ui/list-surface/date-presets.ts'
import { type Day, writeDayHeading, writeRange } from '../../ui/list-surface/plain-date.ts'
import type { ListFilter } from './filter-card.tsx'
import { ListExport } from './list-export.tsx'
import { ListSurface } from './list-surface.tsx'
import type { Listed, RowOf, SummaryOf, useList } from './use-list.ts'

type Surface<L extends ListSpec> = ComponentProps<typeof ListSurface<RowOf<L>>>
type Texts = 'label' | 'nameOf' | 'loading' | 'filteredEmpty' | 'failed'
type Options = 'empty' | 'searchHint' | 'note' | 'renderDetail' | 'keyOf' | 'className'

/** What a screen adds to a declared list: texts, cells and what a row opens. */
type Shown<L extends ListSpec> = Omit<Listed<L>, 'list'> &
  Pick<Surface<L>, Texts> &
  Partial<Pick<Surface<L>, Options>> & {
    /** Head and cell of each column. */
    cells: { [Name in keyof L['columns']]: readonly [head: string, cell: (row: RowOf<L>, today: Day) => ReactNode] }
    /** The chips, by the name of their filter. */
    chips?: { [Name in keyof L['filters']]?: Omit<ListFilter, 'name'> }
    views?: (summary: SummaryOf<L> | undefined) => NonNullable<Surface<L>['views']>
    /** `period` is the range in words. */
    totals?: (summary: SummaryOf<L> | undefined, period: string | undefined) => ReactNode
    /** The day of a row, by which rows are grouped. */
    dayOf?: (row: RowOf<L>) => Day
    /** What the export menu calls the rows while they aren't counted, if not as the label does. */
    exportName?: string
    /** How many rows the filters leave, and in words. Not exact where the server stopped counting. */
    count?: (summary: NonNullable<SummaryOf<L>>) => { count: number; exact?: boolean; words: string }
  }

/** Joins a declared list with its screen, for `useList`. */
export const showList = <const L extends ListSpec>(list: List<L>, shown: Shown<L>) => ({ list, ...shown })

type State<L extends ListSpec> = ReturnType<typeof useList<L, Listed<L> & Shown<L>>>
type Given<L extends ListSpec> = {
  of: State<L>
  chips?: Shown<L>['chips']
  /** What stands above the rows of a day, if not only the day. */
  heading?: NonNullable<Surface<L>['days']>['heading']
} & Partial<Pick<Surface<L>, 'notice' | 'renderDetail' | 'empty' | 'fields' | 'linked' | 'note'>>

/** The surface of a list. What only the page knows is given here. */
export const DeclaredList = <L extends ListSpec>({ of, chips, heading, ...given }: Given<L>) => {
  const { view, pages, summary, shown } = of
  const counted = countOf(of)
  const { list, cells: _cells, chips: usual, views, totals, count: _count, className, dayOf, ...surface } = shown
  const range = daysOf(view.range, view.today)
  const { search } = list.filters
  return (
    <ListSurface<RowOf<L>>
      keyOf={(row) => String(row['id'])}
      {...surface}
      {...given}
      view={view}
      list={pages}
      className={classNames(className, `dt--${list.name}`)}
      columns={columnsOf(shown, view.today)}
      filters={filtersOf(list, chips ?? usual)}
      views={views?.(summary) ?? []}
      totals={totals?.(summary, range && writeRange(range.from, range.to, view.today))}
      {...(dayOf && { days: { dayOf, heading: heading ?? ((day) => ({ title: writeDayHeading(day, view.today) })) } })}
      searchLength={search?.kind === 'text' ? search.longest : undefined}
      count={counted?.exact === false ? undefined : counted?.count}
    />
  )
}

/** Downloads what the filters leave. */
export const DeclaredExport = <L extends ListSpec>({ of }: { of: State<L> }) => {
  const { view, shown, params } = of
  const calls: { export: Call; print?: Call } = shown.list.calls
  const counted = countOf(of)
  return (
    <ListExport
      view={view}
      {...(params ? { params } : {})}
      query={{ ...view.filter, sort: view.sort }}
      csv={calls.export}
      {...(calls.print ? { pdf: calls.print } : {})}
      count={counted?.count}
      rows={counted?.words ?? shown.exportName ?? shown.label}
    />
  )
}

const countOf = <L extends ListSpec>({ summary, shown }: State<L>) =>
  summary === undefined ? undefined : shown.count?.(summary)

const columnsOf = <L extends ListSpec>({ list, cells }: { list: L } & Pick<Shown<L>, 'cells'>, today: Day) =>
  Object.entries(list.columns).map(([name, { sort, numeric, quietHead, always }]) => {
    const [head, cell] = cells[name as keyof L['columns']]
    return {
      name,
      head,
      cell: (row: RowOf<L>) => cell(row, today),
      ...(sort ? { sort } : {}),
      ...(numeric ? { numeric } : {}),
      ...(quietHead ? { quietHead } : {}),
      ...(always ? { always } : {}),
    }
  })

const filtersOf = <L extends ListSpec>({ filters }: L, chips: Shown<L>['chips'] = {}): ListFilter[] =>
  Object.entries<Omit<ListFilter, 'name'> | undefined>(chips).flatMap(([name, chip]) =>
    chip ? [{ ...chip, name: filters[name]?.as ?? name }] : [],
  )
