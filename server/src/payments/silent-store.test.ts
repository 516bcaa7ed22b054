import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { sendMoney } from '../sends/worker.ts'
import { reconcileEngine } from './worker.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  money.deps.broadcastPatienceMs = 0
  // Only the workers themselves do anything.
  money.deps.wake = () => undefined
})
afterAll(() => money.close())

test('a merchant’s server that does not answer delays nobody else’s payments, in or out', async () => {
  const silent = await money.newStore('silent', 1_000_000n)
  const other = await money.newStore('other', 1_000_000n)
  const { engines, db } = money.deps
  const { at } = engines
  let letGo: () => void = () => undefined
  const answer = new Promise<never>((_, reject) => {
    letGo = () => reject(new Error('no answer'))
  })
  answer.catch(() => undefined)
  engines.at = (connection) => {
    const client = at(connection)
    if (connection.apiKey !== silent.openedKey) return client
    return { ...client, wallet: { ...client.wallet, overview: () => answer, listUtxos: () => answer } }
  }
  const reconciler = reconcileEngine(money.deps, () => undefined)
  const sender = sendMoney(money.deps)
  try {
    const order = async (store: typeof other) =>
      withdrawFrom(money.deps, store, await money.strangersAddress(), '300.00')
    const [stuck, first] = [await order(silent), await order(other)]
    const { signal } = new AbortController()
    const applySnapshot = (id: number, status: string) =>
      expect.poll(async () => (await money.sendOf(id)).status, { timeout: 30_000 }).toBe(status)
    await sender.run(signal)
    await applySnapshot(first.id, 'broadcast')
    expect((await money.sendOf(stuck.id)).status).toBe('requested')
    await money.engine.control.mine({ blocks: 1 })
    await db
      .updateTable('stores')
      .set({ syncDueAt: new Date(0) })
      .execute()
    await reconciler.run(signal)
    await applySnapshot(first.id, 'confirmed')
    // And again, while the first one is still waiting.
    const second = await order(other)
    await sender.run(signal)
    await applySnapshot(second.id, 'broadcast')
    // The request that got no answer reports so once it is over, as long as nothing else ends it.
    letGo()
    const errorOf = async () =>
      (await db.selectFrom('stores').selectAll().where('id', '=', silent.id).executeTakeFirstOrThrow()).syncError
    await expect.poll(errorOf).toContain('no answer')
  } finally {
    letGo()
    engines.at = at
    // A shutdown ends what is still running.
    await Promise.all([reconciler.end?.(), sender.end?.()])
  }
})
