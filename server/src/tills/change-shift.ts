import type { Shift } from '@bitquay/contract/tills'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { checkPin } from './check-pin.ts'
import { tillUsed } from './facts.ts'
import { getShift } from './queries.shifts.ts'
import { insertShift, markShiftClosed } from './table.shifts.ts'

type Pin = { cashierId: number; pin: string }

/** Opens a cashier's shift. The one before must be closed, so that each sale belongs to one cashier. */
export const openShift = async (deps: Deps, device: TillDevice, { cashierId, pin }: Pin): Promise<Shift> => {
  const cashier = await checkPin(deps, device, cashierId, pin)
  return inTransaction(deps.db, async (tx) => {
    const opened = await insertShift(tx, device, cashier.id)
    if (!opened) throw new ApiError('shift-open')
    await announce(tx, tillUsed, device)
    return getShift(tx, opened.id)
  })
}

export const closeShift = (deps: Deps, device: TillDevice): Promise<Shift> =>
  inTransaction(deps.db, async (tx) => {
    const closed = await markShiftClosed(tx, device.id)
    if (closed === undefined) throw new ApiError('not-found')
    await announce(tx, tillUsed, device)
    return getShift(tx, closed)
  })
