import { sendStatuses } from '@bitquay/contract/withdrawals'
import { expect, test } from 'vitest'
import { describeWithdrawal, isSettled } from './describe-withdrawal.ts'

test('a send without an answer is dashed, never red, until it has truly failed', () => {
  const shapes = sendStatuses.map((status) => describeWithdrawal({ status, confirmations: 0, problem: 'stuck' }).shape)
  expect(shapes).toEqual(['dashed', 'dashed', 'dashed', 'solid', 'crossed', 'open'])
})

test('only what is confirmed, failed or cancelled is no longer followed', () => {
  expect(sendStatuses.filter((status) => isSettled({ status }))).toEqual(['confirmed', 'failed', 'cancelled'])
})
