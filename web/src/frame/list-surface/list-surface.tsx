/**
 * The one list surface: views, search, date range, filter chips, totals, rows by day with details, export, saved views,
 * columns and keys. `DeclaredList` (show-list.tsx) draws it for a declared list. CONTRIBUTING.md says how to add one.
 */
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { requestCodeOf } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { type DataColumn, DataTable, DataTableSkeleton, type RowGroup } from '../../ui/list-surface/data-table.tsx'
import { ListFoot } from '../../ui/list-surface/list-foot.tsx'
import * as u from '../../ui/list-surface/messages.ts'
import type { Day } from '../../ui/list-surface/plain-date.ts'
import { RowMessage } from '../../ui/list-surface/row-message.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FilterCard, type FilterCardProps } from './filter-card.tsx'
import { groupByDay } from './group-by-day.ts'
import './list-surface.css'
import * as t from './messages.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListPreferences } from './use-list-preferences.ts'

/** What `usePages` returns. */
type ListPages<Row> = {
  data: { pages: readonly { rows: readonly Row[] }[] } | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

type Words = { title: string; sentence: ReactNode }

type ListSurfaceProps<Row> = Pick<FilterCardProps, 'view' | 'filters' | 'searchHint' | 'searchLength' | 'fields'> & {
  views?: FilterCardProps['views']
  /** Names the list for those who don't see it. */
  label: string
  list: ListPages<Row>
  columns: readonly DataColumn<Row>[]
  /** Carries the column widths. */
  className: string
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  days?: {
    dayOf: (row: Row) => Day
    heading: (day: Day, rows: readonly Row[]) => NonNullable<RowGroup<Row>['heading']>
  }
  renderDetail?: (row: Row) => ReactNode
  /** The open row of a link, when it is on none of the loaded pages. */
  linked?: Row | undefined
  totals?: ReactNode
  /** Between filters and totals, such as a warning about old figures. */
  notice?: ReactNode
  /** How many rows the filters leave. */
  count: number | undefined
  /** Said after the number of rows. */
  note?: string | undefined
  loading: string
  empty?: ReactNode
  filteredEmpty: Words
  failed: Words & { again?: string; help?: ReactNode }
}

export const ListSurface = <Row,>(props: ListSurfaceProps<Row>) => {
  const { view, views = [], label, list, columns, notice, totals, filters, searchHint, searchLength, fields } = props
  const root = useRef<HTMLDivElement>(null)
  const preferences = useListPreferences(view.list)
  const shown = columns.filter(({ name, always }) => always || !preferences.hidden.includes(name))
  useListKeys({
    root,
    enabled: preferences.shortcuts,
    onClose: () => view.setOpen(undefined),
    onExport: () => view.setExporting(true),
    onEnd: () => {
      if (list.hasNextPage) void list.fetchNextPage()
    },
  })
  // Filters, totals and keys of nothing are zeros and dead ends.
  const isEmpty = props.empty !== undefined && !view.narrowed && !props.linked && rowsOf(list)?.length === 0
  return (
    <div className="list-surface stack span-all columns-1 gap-3" ref={root}>
      {!isEmpty && (
        <FilterCard
          view={view}
          preferences={preferences}
          views={views}
          filters={filters}
          searchHint={searchHint}
          searchLength={searchLength}
          fields={fields}
          columns={columns.filter(({ always }) => !always)}
        />
      )}
      {notice}
      {!isEmpty && totals}
      <section className="card list" aria-label={label}>
        <h2 className="sr-only">{label}</h2>
        <Rows {...props} columns={shown} />
        <LoadMore pages={list} />
        {!isEmpty && (
          <ListFoot
            note={<FootNote {...props} />}
            search={searchHint !== undefined}
            keys={preferences.shortcuts}
            onKeysChange={preferences.setShortcuts}
          />
        )}
      </section>
    </div>
  )
}

/** The rows, or what is shown instead of them. */
const Rows = <Row,>(props: ListSurfaceProps<Row>) => {
  const { view, list, columns, className, label, keyOf, nameOf, days, renderDetail, linked } = props
  const rows = rowsOf(list)
  if (!rows && list.isError) return <Failed {...props} />
  if (!rows) return <DataTableSkeleton columns={columns} className={className} label={props.loading} />
  if (rows.length === 0 && !linked) return view.narrowed ? <FilteredEmpty {...props} /> : props.empty
  const groups = days && view.usuallySorted ? groupByDay(rows, days) : [{ key: 'all', rows }]
  return (
    <DataTable
      caption={label}
      className={className}
      columns={columns}
      groups={linked ? [{ key: 'linked', rows: [linked], heading: { title: t.fromLink } }, ...groups] : groups}
      keyOf={keyOf}
      nameOf={nameOf}
      sort={view.sort}
      onSort={view.setSort}
      open={view.open}
      onOpen={view.setOpen}
      renderDetail={renderDetail}
      stale={list.isPlaceholderData}
    />
  )
}

/** Rows of other filters say nothing about these when loading fails. */
const rowsOf = <Row,>({ data, isError, isPlaceholderData }: ListPages<Row>): readonly Row[] | undefined =>
  isError && isPlaceholderData ? undefined : data?.pages.flatMap(({ rows }) => rows)

const Failed = <Row,>({ list, failed }: ListSurfaceProps<Row>) => (
  <RowMessage
    alert
    title={failed.title}
    sentence={failed.sentence}
    actions={
      <>
        <Button
          busy={list.isFetching}
          icon={<RefreshCw className="ico" aria-hidden="true" />}
          onClick={() => void list.refetch()}
        >
          {failed.again ?? t.tryAgain}
        </Button>
        {failed.help}
      </>
    }
    code={requestCodeOf(list.error)}
  />
)

const FilteredEmpty = <Row,>({ view, filteredEmpty }: ListSurfaceProps<Row>) => (
  <RowMessage {...filteredEmpty} actions={<Button onClick={view.clear}>{u.clearFilters}</Button>} />
)

/** How much is shown, how old it is if it couldn't be refreshed, and the list's own note. */
const FootNote = <Row,>({ list, count, note }: ListSurfaceProps<Row>) => {
  const shown = rowsOf(list)?.length ?? 0
  return (
    <>
      {list.isError && shown > 0 && <>{t.figuresFrom({ time: formatTime(new Date(list.dataUpdatedAt)) })}. </>}
      {shown > 0 && count !== undefined && count >= shown && (
        <>
          {count > shown || list.hasNextPage
            ? u.someShown({ shown: formatCount(shown), count: formatCount(count) })
            : u.allShown({ count })}
          .{' '}
        </>
      )}
      {shown > 0 && note}
    </>
  )
}
