import { findCents, fromCents } from '@bitquay/contract/money'
import { findCodeProblem } from '../../lib/check-code.ts'
import * as t from './messages.ts'

export type WithdrawalFields = {
  amount: string
  address: string
  notes: string
  promoCode: string
  twoFactorToken: string
}

type WithdrawalErrors = Partial<Record<keyof WithdrawalFields, string>>

/** The amount in cents, or undefined when it is not a plain amount above zero. */
export const findAmountCents = (amount: string): bigint | undefined => {
  const cents = /^\d{1,10}(\.\d{0,2})?$/.test(amount.trim()) ? findCents(amount.trim().replace(/\.$/, '')) : undefined
  return cents !== undefined && cents > 0n ? cents : undefined
}

/** What can be checked before anything is sent. */
export const checkWithdrawal = (fields: WithdrawalFields): WithdrawalErrors => {
  const code = findCodeProblem(fields.twoFactorToken)
  return {
    ...(findAmountCents(fields.amount) === undefined ? { amount: t.amountNotPositive } : {}),
    ...(fields.address.trim() === '' ? { address: t.addressMissing } : {}),
    ...(code ? { twoFactorToken: code } : {}),
  }
}

/** `neededCents` is the amount plus the withdrawal fee: `availableUsd` already leaves room for the network fee. */
export const findInsufficiency = (neededCents: bigint, availableUsd: string | undefined): string | undefined => {
  const available = availableUsd === undefined ? undefined : findCents(availableUsd)
  if (available === undefined || neededCents <= available) return undefined
  return t.insufficient({ needed: fromCents(neededCents), available: fromCents(available) })
}

/** The largest amount whose withdrawal fee can also be paid. */
export const computeMaxUsd = (availableUsd: string, withdrawalFeePercent: number): string => {
  const feeThousandths = BigInt(Math.round(withdrawalFeePercent * 1000))
  return fromCents(((findCents(availableUsd) ?? 0n) * 100_000n) / (100_000n + feeThousandths))
}
