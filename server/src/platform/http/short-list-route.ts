import type { Call, Output } from '@bitquay/contract/call'
import type { shortListPage } from '@bitquay/contract/scalars'
import { ApiError } from './api-error.ts'
import { type Asked, type Route, route } from './route.ts'

type ShortListCall = Call & { query: typeof shortListPage }
/** Null: the owner of a team, who comes first and has no ID in it. */
type Row = { id: number | null }

/** A route for a list that is read as a whole, and returned in pages to those who ask for them. */
export const shortListRoute = <C extends ShortListCall>(
  call: C,
  list: (asked: Omit<Asked<C>, 'idempotencyKey' | 'joinAnswer'>) => Promise<Output<C> & Row[]>,
): Route =>
  route(call, async (asked) => {
    const { limit, cursor } = asked.query as { limit?: number; cursor?: string }
    const { rows, next } = pageOf<Row>(await list(asked), limit, cursor)
    asked.nextCursor(next)
    return rows as Output<C>
  })

/** The cursor is the ID of a page's last row, whatever the list is sorted by. */
const pageOf = <R extends Row>(all: R[], limit: number | undefined, cursor: string | undefined) => {
  const start = cursor === undefined ? 0 : all.findIndex((row) => cursorOf(row) === Number(cursor)) + 1
  if (cursor !== undefined && start === 0) throw cursorRefusal()
  const rows = all.slice(start, limit === undefined ? undefined : start + limit)
  const last = rows.at(-1)
  const isLastPage = start + rows.length >= all.length
  return { rows, next: last && !isLastPage ? cursorOf(last).toString() : undefined }
}

const cursorOf = ({ id }: Row) => id ?? 0

export const cursorRefusal = () => {
  const message = 'This cursor isn’t valid'
  return new ApiError('invalid-request', { message, fields: [{ path: 'cursor', message }] })
}
