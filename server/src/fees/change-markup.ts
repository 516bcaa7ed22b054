import { markupNoticeDays } from '@bitquay/contract/fees'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { markupChanged } from './facts.ts'
import { lockMarkup, saveMarkupChange } from './table.schedules.ts'

const noticeMs = markupNoticeDays * 24 * 3_600_000

/**
 * Changes a merchant's markup and notifies the merchant by email. A markup above what is in effect or announced needs
 * at least 30 days' notice, as the terms promise. A lower one may take effect at once. Requesting no more than the
 * current markup cancels an announced increase.
 */
export const changeMarkup = async (
  tx: Tx,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  admin: Admin,
  merchant: { id: number; email: string },
  change: { markupFeePercent: string; effectiveFrom: Date | undefined },
  source: Source,
) => {
  const before = await lockMarkup(tx, merchant.id)
  if (!before) throw new ApiError('not-found')
  const wanted = milli(change.markupFeePercent)
  if (wanted === milli(before.current) && !before.announced) return
  const earliest = new Date(tx.now.getTime() + (wanted > milli(before.promised) ? noticeMs : 0))
  const effectiveFrom = change.effectiveFrom ?? earliest
  if (effectiveFrom < earliest) {
    if (wanted > milli(before.promised)) throw new ApiError('notice-too-short')
    throw new ApiError('invalid-request', { message: 'A fee change can’t start in the past.' })
  }
  await saveMarkupChange(tx, {
    merchantId: merchant.id,
    markupFeePercent: change.markupFeePercent,
    effectiveFrom,
    createdBy: admin.id,
  })
  const { id: merchantId, email: to } = merchant
  const about = { merchantId, to, before: before.current, after: change.markupFeePercent, effectiveFrom, publicUrl }
  await announce(tx, markupChanged, about, { actor: admin, source })
}

/** Percentages have at most three decimals: thousandths compare exactly. */
const milli = (percent: string): bigint => {
  const [whole = '0', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(3, '0').slice(0, 3))
}
