import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type CSSProperties, Fragment, type MouseEvent, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Delayed, Skeleton } from '../skeleton.tsx'
import './data-table.css'
import * as t from './messages.ts'

export type DataColumn<Row> = {
  /** Its cells have the class `c-{name}`, and its width is the custom property `--w-{name}`. */
  name: string
  head: string
  /** The head is only read aloud, as above icons. */
  quietHead?: boolean
  /** The field that the server sorts by. */
  sort?: string
  numeric?: boolean
  /** Can't be hidden in the Columns menu. */
  always?: boolean
  cell: (row: Row) => ReactNode
}

export type RowGroup<Row> = {
  key: string
  rows: readonly Row[]
  /** Above its rows. Without one the list has no groups. */
  heading?: {
    title: ReactNode
    aside?: ReactNode
    totals?: Partial<Record<string, ReactNode>>
    /** What it sums, in words. In the place of totals and aside where the list is too narrow for their columns. */
    inWords?: readonly string[]
  }
}

type DataTableProps<Row> = {
  caption: string
  /** Carries the column widths. */
  className: string
  columns: readonly DataColumn<Row>[]
  groups: readonly RowGroup<Row>[]
  keyOf: (row: Row) => string
  /** Names a row for those who don't see it. */
  nameOf: (row: Row) => string
  /** `field` or `-field`. */
  sort: string
  onSort: (sort: string) => void
  /** The key of the open row. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
  /** Below an open row. Without it a row only says that it is open, as beside a sheet. */
  renderDetail?: ((row: Row) => ReactNode) | undefined
  /** Rows of other filters are shown until the new ones are there. */
  stale?: boolean
}

/** Rows on a grid, whose columns give way by the width of the list. The roles make it a table for screen readers. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { caption, className, columns, groups, keyOf, sort, onSort, stale = false } = props
  return (
    <div
      role="table"
      className={classNames('dt block full', className)}
      style={widthsOf(columns)}
      aria-label={caption}
      aria-busy={stale || undefined}
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      {groups.map((group) => (
        <div key={group.key} role="rowgroup" className="dt-body">
          {group.heading && <GroupHeading columns={columns} heading={group.heading} />}
          {group.rows.map((row) => (
            <DataRow key={keyOf(row)} {...props} row={row} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Rows in the shape of what comes, after a moment. */
export const DataTableSkeleton = <Row,>({
  columns,
  className,
  label,
  lines = 8,
}: Pick<DataTableProps<Row>, 'columns' | 'className'> & { label: string; lines?: number }) => (
  <div
    role="status"
    aria-label={label}
    className={classNames('dt dt--skeleton block full', className)}
    style={widthsOf(columns)}
  >
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className="line row">
        <Delayed>
          {columns.map(({ name, numeric }) => (
            <span key={name} className={classNames(`c-${name}`, numeric && 'num stack')}>
              <Skeleton width={`${[72, 88, 64, 80][(line + name.length) % 4]}%`} />
              <Skeleton width={`${[48, 56, 40, 60][(line + name.length) % 4]}%`} />
            </span>
          ))}
        </Delayed>
      </div>
    ))}
  </div>
)

const widthsOf = (columns: readonly { name: string }[]) =>
  ({ '--cols': [...columns.map(({ name }) => `var(--w-${name})`), 'var(--w-open)'].join(' ') }) as CSSProperties

const Head = <Row,>({ columns, sort, onSort }: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'>) => (
  <div role="rowgroup" className="dt-head">
    <div role="row" className="line">
      {columns.map((column) => (
        <div
          key={column.name}
          role="columnheader"
          className={classNames(`c-${column.name}`, column.numeric && 'num')}
          aria-sort={directionOf(column.sort, sort)}
        >
          {column.sort ? (
            <button
              className="inline-row gap-1"
              type="button"
              onClick={() => onSort(nextSort(column.sort ?? '', sort))}
            >
              {column.head}
              <SortMark direction={directionOf(column.sort, sort)} />
            </button>
          ) : (
            <span className={column.quietHead ? 'sr-only' : undefined}>{column.head}</span>
          )}
        </div>
      ))}
      <div role="columnheader" className="c-open">
        <span className="sr-only">{t.details}</span>
      </div>
    </div>
  </div>
)

const directionOf = (field: string | undefined, sort: string) => {
  if (field === undefined || field !== sort.replace('-', '')) return undefined
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** A first press shows the largest and newest first. */
const nextSort = (field: string, sort: string) => (sort === `-${field}` ? field : `-${field}`)

const SortMark = ({ direction }: { direction: 'ascending' | 'descending' | undefined }) => {
  const Icon = direction ? { ascending: ArrowUp, descending: ArrowDown }[direction] : ChevronsUpDown
  return <Icon className="ico" aria-hidden="true" />
}

type GroupHeadingProps<Row> = {
  columns: readonly DataColumn<Row>[]
  heading: NonNullable<RowGroup<Row>['heading']>
}

const GroupHeading = <Row,>({ columns, heading: { title, aside, totals = {}, inWords } }: GroupHeadingProps<Row>) => {
  const firstTotal = columns.findIndex(({ name }) => totals[name] !== undefined)
  const span = firstTotal === -1 ? columns.length : firstTotal
  return (
    <div role="row" className="line day small">
      <div role="rowheader" style={{ '--span': span } as CSSProperties}>
        <span className="title strong">{title}</span>
        {aside && <span className="aside across tiny gap-3">{aside}</span>}
      </div>
      {columns.slice(span).map(({ name, numeric }) => (
        <div key={name} role="cell" className={classNames(`c-${name}`, numeric && 'num')}>
          {totals[name]}
        </div>
      ))}
      {inWords && (
        <div role="cell" className="in-words to-right">
          {inWords.map((sum) => (
            <div key={sum}>{sum}</div>
          ))}
        </div>
      )}
    </div>
  )
}

const DataRow = <Row,>({
  row,
  columns,
  keyOf,
  nameOf,
  open,
  onOpen,
  renderDetail,
}: Omit<DataTableProps<Row>, 'groups'> & { row: Row }) => {
  const id = useId()
  const key = keyOf(row)
  const isOpen = key === open
  const toggle = () => onOpen(isOpen ? undefined : key)
  const onClick = (event: MouseEvent) => {
    // Links and buttons in the row do their own work, and text can be selected.
    const own = (event.target as Element).closest('a, button')
    if (!own && !getSelection()?.toString()) toggle()
  }
  return (
    <Fragment>
      {/* The button at its end does the same by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div role="row" className={classNames('line row', isOpen && 'is-open')} onClick={onClick}>
        {columns.map(({ name, numeric, cell }) => (
          <div key={name} role="cell" className={classNames(`c-${name}`, numeric && 'num')}>
            {cell(row)}
          </div>
        ))}
        <div role="cell" className="c-open">
          <button
            type="button"
            className="open centered"
            data-row={key}
            aria-expanded={isOpen}
            aria-controls={renderDetail && isOpen ? id : undefined}
            aria-label={t.detailsOf({ name: nameOf(row) })}
            onClick={toggle}
          >
            <ChevronDown className="ico" aria-hidden="true" />
          </button>
        </div>
      </div>
      {isOpen && renderDetail && (
        <div role="row" className="detail" id={id}>
          <div role="cell">{renderDetail(row)}</div>
        </div>
      )}
    </Fragment>
  )
}
