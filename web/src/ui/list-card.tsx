import type { ReactNode } from 'react'
import { LoadError, type LoadErrorWords } from './load-error.tsx'
import { SkeletonLines } from './skeleton.tsx'

type Query = { isError: boolean; isFetching: boolean; refetch: () => unknown }

type ListBodyProps<Row> = {
  rows: readonly Row[] | undefined
  /** How many lines to draw while the rows are loading. */
  lines?: number
  children: (rows: readonly Row[]) => ReactNode
  /** The query behind the rows. Rows that are there stay when it fails later. */
  query: Query
  /** Shown when there are no rows. Without it an empty list is drawn like any other. */
  empty?: ReactNode
  /** What to say when the rows couldn't be loaded. `card` where the list isn't in one. */
  failed: LoadErrorWords & { card?: boolean }
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
  return <LoadError {...failed} reading={query} />
}
