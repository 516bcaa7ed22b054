import { findCents, fromCents } from '@bitquay/contract/money'
import { findCodeProblem } from '../../lib/check-code.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

export type WithdrawalFields = { amount: string; btcAddress: string; twoFactorToken: string }
type WithdrawalErrors = Partial<Record<keyof WithdrawalFields, string>>

/**
 * Checks a form. The page and the dashboard's dialog have their own texts. Uncollected earnings may be requested too:
 * the server then collects them first.
 */
export type CheckWithdrawal = (fields: WithdrawalFields, limits: WithdrawalLimits) => WithdrawalErrors
export type WithdrawalLimits = { availableUsd: string; uncollectedUsd: string; balanceUsd: string }

const leastCents = 100n
export const minimumWithdrawal = formatUsd(fromCents(leastCents))
const leastAddressLength = 26

export const checkOnPage: CheckWithdrawal = ({ amount, btcAddress, twoFactorToken }, limits) => {
  const cents = findCents(amount)
  const errors: WithdrawalErrors = {}
  if (cents === undefined || cents < leastCents) {
    errors.amount = t.belowMinimum
  } else if (cents > largestCents(limits)) {
    errors.amount = t.insufficient({ amount: formatUsd(limits.availableUsd) })
  }
  if (btcAddress.trim().length < leastAddressLength) errors.btcAddress = t.invalidAddress
  return { ...errors, ...problemOf(twoFactorToken) }
}

export const checkInDialog: CheckWithdrawal = ({ amount, btcAddress, twoFactorToken }, limits) => {
  const cents = findCents(amount)
  const errors: WithdrawalErrors = {}
  if (cents === undefined || cents <= 0n) {
    errors.amount = t.invalidAmount
  } else if (cents > largestCents(limits)) {
    errors.amount = t.aboveBalance({ amount: formatUsd(limits.availableUsd) })
  }
  if (btcAddress.trim() === '') errors.btcAddress = t.addressNeeded
  return { ...errors, ...problemOf(twoFactorToken) }
}

/** The balance at today's price, as the server counts. What isn’t collected yet is shown at the price when it was earned. */
const largestCents = ({ availableUsd, balanceUsd }: WithdrawalLimits) => {
  const [available, balance] = [findCents(availableUsd) ?? 0n, findCents(balanceUsd) ?? 0n]
  return balance > available ? balance : available
}

const problemOf = (code: string): WithdrawalErrors => {
  const problem = findCodeProblem(code)
  return problem === undefined ? {} : { twoFactorToken: problem }
}
