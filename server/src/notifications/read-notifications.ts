import type { Notices } from '@bitquay/contract/notifications'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { listNotices } from './queries.ts'
import { markAllRead, markRead } from './table.ts'

/** Marks one of the person's notifications as read. Someone else's doesn't exist for them. */
export const readOne = (deps: Deps, person: Person, id: number) =>
  change(deps, person, async (tx) => {
    if (!(await markRead(tx, person, id))) throw new ApiError('not-found')
  })

/** Marks what the person has seen. What arrived since stays unread. */
export const readAll = (deps: Deps, person: Person, upTo: number) =>
  change(deps, person, (tx) => markAllRead(tx, person, upTo))

const change = ({ db }: Deps, person: Person, mark: (tx: Tx) => Promise<void>): Promise<Notices> =>
  inTransaction(db, async (tx) => {
    await mark(tx)
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'notifications')
    return listNotices(tx, person)
  })
