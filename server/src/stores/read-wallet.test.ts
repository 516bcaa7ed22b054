import { fromSats } from '@bitquay/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

test('a payment that arrives between the balance and the transactions of the platform’s wallet is in both', async () => {
  const { deps, platform, engine } = money
  const address = await money.addressOf(platform)
  const { at } = deps.engines
  const arrivals = { left: 1 }
  deps.engines.at = (place) => {
    const client = at(place)
    const listTransactions: typeof client.wallet.listTransactions = async (...given) => {
      if (arrivals.left-- > 0) {
        await engine.control.faucet({ address, amountBtc: fromSats(100_000n) })
        await engine.control.mine({ blocks: 1 })
      }
      return client.wallet.listTransactions(...given)
    }
    return { ...client, wallet: { ...client.wallet, listTransactions } }
  }
  await syncStore(deps, platform.id)
  await money.expectCleanAudit()
  const { balanceSats } = await deps.db
    .selectFrom('stores')
    .select('balanceSats')
    .where('id', '=', platform.id)
    .executeTakeFirstOrThrow()
  expect(balanceSats).toBe(100_000n)
  deps.engines.at = at
})
