import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Card } from './card.tsx'
import { LoadError, type LoadErrorWords } from './load-error.tsx'
import { LoadMore } from './load-more.tsx'
import { SkeletonLines } from './skeleton.tsx'

type Query = { isError: boolean; isFetching: boolean; refetch: () => unknown }

type ListProps<Row> = {
  rows: readonly Row[] | undefined
  /** How many lines to draw while the rows are loading. */
  lines?: number
  children: (rows: readonly Row[]) => ReactNode
}

type ListBodyProps<Row> = ListProps<Row> & {
  /** The query behind the rows. Rows that are there stay when it fails later. */
  query: Query
  /** Shown when there are no rows. Without it an empty list is drawn like any other. */
  empty?: ReactNode
  /** What to say when the rows couldn't be loaded, or a notice to show instead where the list is a small part of its card. */
  failed: LoadErrorWords | ReactElement
}

/** The content of a list card: rows, nothing yet, couldn't load, or loading. */
export const ListBody = <Row,>({ rows, query, empty, failed, lines = 5, children }: ListBodyProps<Row>) => {
  if (rows) return rows.length > 0 || empty === undefined ? children(rows) : empty
  if (!query.isError) {
    return (
      <div className="pad">
        <SkeletonLines lines={lines} />
      </div>
    )
  }
  return isValidElement(failed) ? <div className="pad">{failed}</div> : <LoadError {...failed} reading={query} />
}

type ListCardProps<Row> = ListProps<Row> &
  Omit<ComponentProps<typeof Card>, 'title' | 'bare' | 'children'> & {
    title: string
    query: Query & ComponentProps<typeof LoadMore>['pages']
    empty: ReactNode
    failed: LoadErrorWords
    /** Drawn while loading, in place of lines. */
    loading?: ReactNode
  }

/** A list that is the main part of its page, loaded page by page. What couldn't be loaded has a card of its own. */
export const ListCard = <Row,>(props: ListCardProps<Row>) => {
  const { title, rows, query, empty, failed, lines = 10, loading, children, ...card } = props
  if (!rows && query.isError) return <LoadError card prominent {...failed} reading={query} />
  if (!rows) {
    return (
      <Card title={title} bare>
        {loading ?? (
          <div className="pad flex-1">
            <SkeletonLines lines={lines} />
          </div>
        )}
      </Card>
    )
  }
  return (
    <Card title={title} bare aria-label={title} {...card}>
      {rows.length > 0 ? children(rows) : empty}
      <LoadMore pages={query} />
    </Card>
  )
}
