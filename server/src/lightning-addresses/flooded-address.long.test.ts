import { afterAll, beforeAll, test } from 'vitest'
import { expectBounded } from '../../test/flood-address.ts'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { type Money, startMoney } from '../../test/money.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
})
afterAll(() => money.close())

test(
  '5,000 callbacks from one source leave a bounded number of rows, and others can still pay',
  () => expectBounded(money, createAddressStage(money), 5000),
  300_000,
)
