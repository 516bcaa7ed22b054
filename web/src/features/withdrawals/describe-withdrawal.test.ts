import { sendStatuses } from '@bitquay/contract/withdrawals'
import { expect, test } from 'vitest'
import { describeWithdrawal, isSettled } from './describe-withdrawal.ts'

test('an unanswered send is dashed, never red, until it has failed', () => {
  const shapes = sendStatuses.map((status) => describeWithdrawal({ status, confirmations: 0, problem: 'stuck' }).shape)
  expect(shapes).toEqual(['dashed', 'dashed', 'dashed', 'solid', 'crossed', 'open'])
})

test('each state has one of four words', () => {
  const words = sendStatuses.map((status) => describeWithdrawal({ status, confirmations: 1, problem: null }).word)
  expect(words).toEqual(['Pending', 'Pending', 'Pending', 'Confirmed', 'Failed', 'Canceled'])
})

test('only confirmed, failed and canceled withdrawals are no longer followed', () => {
  expect(sendStatuses.filter((status) => isSettled({ status }))).toEqual(['confirmed', 'failed', 'cancelled'])
})
