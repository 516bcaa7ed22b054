import type { Body } from '@bitquay/contract/call'
import { type scheduleFees as call, feeNoticeDays, type PlannedSchedule } from '@bitquay/contract/fees'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmails } from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { feeChangeEmail, feeChangeWithdrawnEmail } from './emails.ts'
import { listMerchantEmails } from './queries.ts'
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

/** Merchants are not notified about what partners pay. */
const merchantFees: readonly FeeName[] = [
  'platformFeePercent',
  'partnerPoolPercent',
  'withdrawalFeePercent',
  'invoiceProcessingPercent',
]

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

    await recordActivity(tx, {
      act: 'fees-announced',
      actor: admin,
      source,
      subject: { kind: 'fee-schedule', id: planned },
      detail: {
        effectiveFrom: from.toISOString(),
        ...Object.fromEntries(changes.map(({ fee, before, after }) => [fee, `${before} → ${after}`])),
      },
    })
    const merchantChanges = changes.filter(({ fee }) => merchantFees.includes(fee))
    if (merchantChanges.length > 0) {
      const email = feeChangeEmail(deps.config.publicUrl, {
        effectiveFrom: from,
        changes: merchantChanges.map(({ fee, before, after }) => ({
          name: feeNames[fee],
          beforePercent: before,
          afterPercent: after,
        })),
      })
      await queueEmails(tx, await listMerchantEmails(tx), { ...email, isMass: true })
    }
    await emitChange(tx, 'admin', 'fees')
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
    await recordActivity(tx, {
      act: 'fees-withdrawn',
      actor: admin,
      source,
      subject: { kind: 'fee-schedule', id },
      detail: { effectiveFrom: effectiveFrom.toISOString() },
    })
    const email = feeChangeWithdrawnEmail(deps.config.publicUrl, effectiveFrom)
    await queueEmails(tx, await listMerchantEmails(tx), { ...email, isMass: true })
    await emitChange(tx, 'admin', 'fees')
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
