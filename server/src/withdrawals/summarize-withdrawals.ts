import type { Output } from '@bitquay/contract/call'
import { fromCents } from '@bitquay/contract/money'
import { type summarizeWithdrawals as call, withdrawalStates } from '@bitquay/contract/withdrawals'
import type { Db } from '../platform/db/connect.ts'
import { countCap } from '../platform/db/sorted-rows.ts'
import { sumParts } from '../platform/db/sum-parts.ts'
import { readWithdrawalSums, type WithdrawalFilter } from './queries.ts'

/** Adds up a merchant's withdrawals. What failed or was canceled left no wallet, so it counts in no total. */
export const summarizeWithdrawals = async (
  db: Db,
  merchantId: number,
  filter: WithdrawalFilter,
): Promise<Output<typeof call>> => {
  const rows = await readWithdrawalSums(db, merchantId, filter)
  const { total, filtered, counts, isExact, sumCents } = sumParts(rows, withdrawalStates, filter.status)
  const isOut = (state: string) => state === 'pending' || state === 'confirmed'
  const amount = sumCents(({ amountUsd }) => amountUsd, isOut)
  const networkFee = sumCents(({ networkFeeUsd }) => networkFeeUsd, isOut)
  const platformFee = sumCents(({ platformFeeUsd }) => platformFeeUsd, isOut)
  return {
    total,
    filtered,
    statuses: counts,
    amountUsd: fromCents(amount),
    networkFeeUsd: fromCents(networkFee),
    platformFeeUsd: fromCents(platformFee),
    totalUsd: fromCents(amount + networkFee + platformFee),
    exact: isExact,
    cap: countCap,
  }
}
