import { findCents } from '@bitquay/contract/money'
import { findCodeProblem } from '../../lib/check-code.ts'
import { formatUsd } from '../../ui/money-text.ts'

export type WithdrawalFields = { amount: string; btcAddress: string; twoFactorToken: string }
type WithdrawalErrors = Partial<Record<keyof WithdrawalFields, string>>

/**
 * What each form says of what was typed. The page and the dashboard's dialog have their own sentences. What is not
 * collected yet may be asked for: the server says what it waits for, and has it collected.
 */
export type CheckWithdrawal = (fields: WithdrawalFields, limits: WithdrawalLimits) => WithdrawalErrors
export type WithdrawalLimits = { availableUsd: string; uncollectedUsd: string }

const leastCents = 100n
const leastAddressLength = 26

export const checkOnPage: CheckWithdrawal = ({ amount, btcAddress, twoFactorToken }, limits) => {
  const cents = findCents(amount)
  const errors: WithdrawalErrors = {}
  if (cents === undefined || cents < leastCents) {
    errors.amount = 'Minimum withdrawal amount is $1.00 (Bitcoin dust threshold)'
  } else if (cents > largestCents(limits)) {
    errors.amount = `Insufficient balance. Available: ${formatUsd(limits.availableUsd)}`
  }
  if (btcAddress.trim().length < leastAddressLength) errors.btcAddress = 'Please enter a valid Bitcoin address'
  return { ...errors, ...problemOf(twoFactorToken) }
}

export const checkInDialog: CheckWithdrawal = ({ amount, btcAddress, twoFactorToken }, limits) => {
  const cents = findCents(amount)
  const errors: WithdrawalErrors = {}
  if (cents === undefined || cents <= 0n) {
    errors.amount = 'Please enter a valid amount'
  } else if (cents > largestCents(limits)) {
    errors.amount = `Amount exceeds available balance of ${formatUsd(limits.availableUsd)}`
  }
  if (btcAddress.trim() === '') errors.btcAddress = 'Please enter a Bitcoin address'
  return { ...errors, ...problemOf(twoFactorToken) }
}

const largestCents = ({ availableUsd, uncollectedUsd }: WithdrawalLimits) =>
  (findCents(availableUsd) ?? 0n) + (findCents(uncollectedUsd) ?? 0n)

const problemOf = (code: string): WithdrawalErrors => {
  const problem = findCodeProblem(code)
  return problem === undefined ? {} : { twoFactorToken: problem }
}
