import { findCents, fromCents } from '@bitquay/contract/money'
import { findCodeProblem } from '../../lib/check-code.ts'

export type WithdrawalFields = {
  amount: string
  address: string
  notes: string
  promoCode: string
  twoFactorToken: string
}

type WithdrawalErrors = Partial<Record<keyof WithdrawalFields, string>>

/** The amount in cents; nothing where it is not a plain amount above zero. */
export const findAmountCents = (amount: string): bigint | undefined => {
  const cents = /^\d{1,10}(\.\d{0,2})?$/.test(amount.trim()) ? findCents(amount.trim().replace(/\.$/, '')) : undefined
  return cents !== undefined && cents > 0n ? cents : undefined
}

/** What the form says before anything is sent; `availableUsd` is what can leave after the fees of this withdrawal. */
export const checkWithdrawal = (fields: WithdrawalFields, availableUsd: string | undefined): WithdrawalErrors => {
  const cents = findAmountCents(fields.amount)
  const amount =
    cents === undefined ? 'Customer withdrawal amount must be positive' : findInsufficiency(cents, availableUsd)
  const code = findCodeProblem(fields.twoFactorToken)
  return {
    ...(amount ? { amount } : {}),
    ...(fields.address.trim() === '' ? { address: 'Bitcoin address is required' } : {}),
    ...(code ? { twoFactorToken: code } : {}),
  }
}

export const findInsufficiency = (cents: bigint, availableUsd: string | undefined): string | undefined => {
  const available = availableUsd === undefined ? undefined : findCents(availableUsd)
  if (available === undefined || cents <= available) return undefined
  return `Insufficient balance. Need $${fromCents(cents)} but only $${fromCents(available)} available.`
}
