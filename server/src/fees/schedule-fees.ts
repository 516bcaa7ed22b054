import type { Body } from '@bitquay/contract/call'
import { type scheduleFees as call, feeNoticeDays, type PlannedSchedule } from '@bitquay/contract/fees'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { feesAnnounced, feesCanceled } from './facts.ts'
import {
  cancelFeeSchedule,
  type FeeName,
  feeNames,
  getPercentagesAt,
  insertFeeSchedule,
  listFeeSchedules,
  lockFeePlans,
  type Percentages,
} from './table.schedules.ts'

/** Announces a change of fees with the notice that the terms promise, and notifies every merchant by email. */
export const scheduleFees = async (
  deps: Deps,
  admin: Admin,
  { twoFactorToken, effectiveFrom, ...percentages }: Body<typeof call>,
  source: Source,
): Promise<PlannedSchedule> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  const id = await inTransaction(deps.db, async (tx) => {
    await lockFeePlans(tx)
    const from = new Date(effectiveFrom)
    requireNotice(tx, from)
    const changes = changesOf(await getPercentagesAt(tx, from), percentages)
    if (changes.length === 0) throw new ApiError('fees-unchanged')
    const planned = await insertFeeSchedule(tx, { ...percentages, effectiveFrom: from, createdBy: admin.id })
    if (planned === undefined) throw new ApiError('fees-already-planned')
    const about = { id: planned, effectiveFrom: from, changes, publicUrl: deps.config.publicUrl }
    await announce(tx, feesAnnounced, about, { actor: admin, source })
    return planned
  })
  deps.wake('send-mail')
  return getPlanned(deps, id)
}

/** Cancels an announced change before it takes effect, and notifies the merchants. */
export const cancelScheduledFees = async (
  deps: Deps,
  admin: Admin,
  { id, twoFactorToken }: { id: number; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    await lockFeePlans(tx)
    const effectiveFrom = await cancelFeeSchedule(tx, id, admin.id)
    if (!effectiveFrom) throw new ApiError('not-found')
    const about = { id, effectiveFrom, publicUrl: deps.config.publicUrl }
    await announce(tx, feesCanceled, about, { actor: admin, source })
  })
  deps.wake('send-mail')
}

const dayMs = 24 * 60 * 60 * 1000

const requireNotice = (tx: Tx, from: Date) => {
  if (from.getTime() < tx.now.getTime() + feeNoticeDays * dayMs) {
    throw new ApiError('notice-too-short', {
      message: `Schedule fee changes at least ${feeNoticeDays} days ahead.`,
    })
  }
}

const changesOf = (before: Percentages, after: Percentages) =>
  (Object.keys(feeNames) as FeeName[])
    .filter((fee) => milli(before[fee]) !== milli(after[fee]))
    .map((fee) => ({ fee, before: before[fee], after: after[fee] }))

/** Percentages have at most three decimals, so they are whole numbers of thousandths. */
const milli = (percent: string) => Math.round(Number(percent) * 1000)

const getPlanned = async ({ db }: Deps, id: number) => {
  const planned = (await listFeeSchedules(db)).find((schedule) => schedule.id === id)
  if (!planned) throw new Error(`fee schedule ${id} is gone`)
  return planned
}
