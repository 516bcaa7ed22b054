import { type BtcpayClient, createBtcpayClient } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crashingAt } from '../../test/crash-at.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { provisionStore } from './provision-store.ts'
import type { ReadyStore } from './table.ts'

let money: Money
/** Every key that BTCPay created, with the store that it is for. */
const created: { apiKey: string; storeId: string }[] = []
let answer: (outcome: Awaited<ReturnType<BtcpayClient['keys']['create']>>) => typeof outcome = (outcome) => outcome
beforeAll(async () => {
  money = await startMoney()
  const { engines } = money.deps
  const { of } = engines
  engines.of = (engineId) => {
    const client = of(engineId)
    const create: typeof client.keys.create = async (body, options) => {
      const outcome = await client.keys.create(body, options)
      if (outcome.kind === 'ok')
        created.push({ apiKey: outcome.value.apiKey, storeId: body.permissions?.[0]?.split(':')[1] ?? '' })
      return answer(outcome)
    }
    return { ...client, keys: { ...client.keys, create } }
  }
})
afterAll(() => money.close())

const provision = async (name: string) => {
  created.length = 0
  const { id: merchantId } = await inTransaction(money.deps.db, (tx) =>
    createMerchant(tx, { email: `${name}@example.test`, storeName: name, passwordHash: null }),
  )
  return () => provisionStore(money.deps, { merchantId, name })
}
const mayUse = ({ apiKey, storeId }: { apiKey: string; storeId: string }) =>
  withKey(apiKey, async ({ wallet }) => (await wallet.overview(storeId)).kind === 'ok')
const withKey = async <T>(apiKey: string, use: (client: BtcpayClient) => Promise<T>) => {
  const client = createBtcpayClient({
    ...{ url: money.deps.engine.url, auth: { apiKey } },
    transport: { policy: { allowPrivate: true } },
  })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}
/** Of all keys that exist, only the saved one may do anything. */
const expectOneKey = async (store: ReadyStore) => {
  expect(await mayUse({ apiKey: store.openedKey, storeId: store.storeId })).toBe(true)
  for (const key of created) expect(await mayUse(key)).toBe(key.apiKey === store.openedKey)
  expect((await money.addressOf(store)).length).toBeGreaterThan(20)
}

test('a crash after BTCPay created a key leaves no key with rights that nobody knows', async () => {
  const run = await provision('crashed')
  await crashingAt(money.deps, 'key-created', () => run().catch(() => undefined))
  expect(created).toHaveLength(1)
  const store = await run()
  expect(created).toHaveLength(2)
  await expectOneKey(store)
})

test('a lost answer to the request for a key leaves no such key either', async () => {
  const run = await provision('lost-answer')
  answer = () => ({ kind: 'unknown', reason: 'timeout', message: 'no answer' }) as never
  await expect(run()).rejects.toThrow()
  answer = (outcome) => outcome
  await expectOneKey(await run())
  expect(created).toHaveLength(2)
})

test('a process that comes back after another one finished the store revokes its own key', async () => {
  const run = await provision('slow')
  let other: ReadyStore | undefined
  let isFirst = true
  money.deps.reached = async (step) => {
    if (step !== 'key-created' || !isFirst) return
    isFirst = false
    await sql`update stores set leased_until = now() - interval '1 second' where status = 'provisioning'`.execute(
      money.deps.db,
    )
    other = await run()
  }
  await expect(run()).rejects.toThrow('set up twice')
  money.deps.reached = () => undefined
  await expectOneKey(other ?? expect.fail('not finished'))
  const exists = await Promise.all(created.map(({ apiKey }) => withKey(apiKey, ({ keys }) => keys.current())))
  expect(exists.map(({ kind }) => kind)).toEqual(['refused', 'ok'])
  expect(await run()).toMatchObject({ openedKey: other?.openedKey })
})

test('a refused request for a key keeps the store', async () => {
  const run = await provision('refused')
  answer = () => ({ kind: 'refused', status: 422, validation: [], message: 'no' }) as never
  await expect(run()).rejects.toThrow()
  answer = (outcome) => outcome
  created.length = 0
  const store = await run()
  expect(created.map(({ storeId }) => storeId)).toEqual([store.storeId])
})
