import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { SkeletonLines } from './skeleton.tsx'

type ListBodyProps<Row> = {
  rows: readonly Row[] | undefined
  /** The query behind the rows. Rows that are there stay when it fails later. */
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Shown when there are no rows. Without it an empty list is drawn like any other. */
  empty?: ReactNode
  failed: { title: string; sentence: ReactNode }
  /** How many lines to draw while the rows are loading. */
  lines?: number
  children: (rows: readonly Row[]) => ReactNode
}

/** The content of a list card: rows, nothing yet, couldn't load, or loading. */
export const ListBody = <Row,>({ rows, query, empty, failed, lines = 5, children }: ListBodyProps<Row>) => {
  if (rows && (rows.length > 0 || empty === undefined)) return children(rows)
  if (rows) return empty
  if (query.isError) return <LoadError {...failed} reading={query} />
  return (
    <div className="pad">
      <SkeletonLines lines={lines} />
    </div>
  )
}
