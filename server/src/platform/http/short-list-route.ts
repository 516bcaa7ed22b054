import type { Call, Output } from '@bitquay/contract/call'
import type { shortListPage } from '@bitquay/contract/scalars'
import { ApiError } from './api-error.ts'
import { type Asked, type Route, route } from './route.ts'

type ShortListCall = Call & { query: typeof shortListPage }
type Row = { id: number }

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
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === Number(cursor)) + 1
  if (cursor !== undefined && start === 0) throw cursorRefusal()
  const rows = all.slice(start, limit === undefined ? undefined : start + limit)
  const isLast = start + rows.length >= all.length
  return { rows, next: isLast ? undefined : rows.at(-1)?.id.toString() }
}

const cursorRefusal = () => {
  const message = 'This cursor isn’t valid'
  return new ApiError('invalid-request', { message, fields: [{ path: 'cursor', message }] })
}
