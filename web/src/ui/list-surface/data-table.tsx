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
  heading?: { title: ReactNode; aside?: ReactNode; totals?: Partial<Record<string, ReactNode>> }
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
  detail?: ((row: Row) => ReactNode) | undefined
  /** Rows of other filters are shown until the new ones are there. */
  stale?: boolean
}

/**
 * Rows on a grid, whose columns give way by the width of the list. The roles are written out because a grid isn't a table to
 * browsers.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { caption, className, columns, groups, keyOf, sort, onSort, stale = false } = props
  return (
    <table
      role="table"
      className={classNames('dt', className)}
      style={widthsOf(columns)}
      aria-label={caption}
      aria-busy={stale || undefined}
    >
      <Head columns={columns} sort={sort} onSort={onSort} />
      {groups.map((group) => (
        <tbody key={group.key} role="rowgroup">
          {group.heading && <GroupHeading columns={columns} heading={group.heading} />}
          {group.rows.map((row) => (
            <DataRow key={keyOf(row)} {...props} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Rows in the shape of what comes, after a moment. */
export const DataTableSkeleton = <Row,>({
  columns,
  className,
  label,
  lines = 8,
}: Pick<DataTableProps<Row>, 'columns' | 'className'> & { label: string; lines?: number }) => (
  <div role="status" aria-label={label} className={classNames('dt dt--skeleton', className)} style={widthsOf(columns)}>
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className="row">
        <Delayed>
          {columns.map(({ name, numeric }) => (
            <span key={name} className={classNames(`c-${name}`, numeric && 'num')}>
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
  <thead role="rowgroup">
    <tr role="row">
      {columns.map((column) => (
        <th
          key={column.name}
          role="columnheader"
          scope="col"
          className={classNames(`c-${column.name}`, column.numeric && 'num')}
          aria-sort={directionOf(column.sort, sort)}
        >
          {column.sort ? (
            <button type="button" onClick={() => onSort(nextSort(column.sort ?? '', sort))}>
              {column.head}
              <SortMark direction={directionOf(column.sort, sort)} />
            </button>
          ) : (
            <span className={column.quietHead ? 'sr-only' : undefined}>{column.head}</span>
          )}
        </th>
      ))}
      <th role="columnheader" scope="col" className="c-open">
        <span className="sr-only">{t.details}</span>
      </th>
    </tr>
  </thead>
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

const GroupHeading = <Row,>({ columns, heading: { title, aside, totals = {} } }: GroupHeadingProps<Row>) => {
  const firstTotal = columns.findIndex(({ name }) => totals[name] !== undefined)
  const span = firstTotal === -1 ? columns.length : firstTotal
  return (
    <tr role="row" className="day">
      <th role="rowheader" scope="rowgroup" style={{ '--span': span } as CSSProperties}>
        <span className="title">{title}</span>
        {aside && <span className="aside">{aside}</span>}
      </th>
      {columns.slice(span).map(({ name, numeric }) => (
        <td key={name} role="cell" className={classNames(`c-${name}`, numeric && 'num')}>
          {totals[name]}
        </td>
      ))}
    </tr>
  )
}

const DataRow = <Row,>({
  row,
  columns,
  keyOf,
  nameOf,
  open,
  onOpen,
  detail,
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
      <tr role="row" className={classNames('row', isOpen && 'is-open')} onClick={onClick}>
        {columns.map(({ name, numeric, cell }) => (
          <td key={name} role="cell" className={classNames(`c-${name}`, numeric && 'num')}>
            {cell(row)}
          </td>
        ))}
        <td role="cell" className="c-open">
          <button
            type="button"
            className="open"
            data-row={key}
            aria-expanded={isOpen}
            aria-controls={detail && isOpen ? id : undefined}
            aria-label={t.detailsOf({ name: nameOf(row) })}
            onClick={toggle}
          >
            <ChevronDown className="ico" aria-hidden="true" />
          </button>
        </td>
      </tr>
      {isOpen && detail && (
        <tr role="row" className="detail" id={id}>
          <td role="cell">{detail(row)}</td>
        </tr>
      )}
    </Fragment>
  )
}
