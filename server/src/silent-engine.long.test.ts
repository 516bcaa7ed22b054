import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { type Money, startMoney } from '../test/money.ts'
import { reconcileEngine } from './payments/worker.ts'

let second: TestEngine
let money: Money
beforeAll(async () => {
  second = await startTestEngine('second')
  const { url, apiKey } = second.engine
  money = await startMoney({}, [{ name: 'second', url, apiKey }])
})
afterAll(async () => {
  await money.close()
  await second.close()
})

const setCapacities = (main: number | null, further: number | null) =>
  sql`update engines set capacity = case id when 1 then ${main}::int else ${further}::int end`.execute(money.deps.db)
const newStoreOn = async (engineId: number, name: string) => {
  await sql`update engines set capacity = case when id = ${engineId} then null else 1 end`.execute(money.deps.db)
  const store = await money.newStore(name)
  await setCapacities(null, null)
  expect(store.engineId).toBe(engineId)
  return store
}
const countStores = async () => {
  const { rows } = await sql<{ engineId: number; stores: number }>`
    select engine_id, count(*)::int as stores from stores where merchant_id is not null group by 1 order by 1`.execute(
    money.deps.db,
  )
  return new Map(rows.map(({ engineId, stores }) => [engineId, stores]))
}

test('stores of a silent engine take no turns from the stores of another', async () => {
  const { deps } = money
  const store = await newStoreOn(1, 'beside-silence')
  // More than a worker syncs at once on an engine.
  while (((await countStores()).get(2) ?? 0) < 9) await newStoreOn(2, `silent-${(await countStores()).get(2) ?? 0}`)
  const invoice = await makeInvoice(deps, store.merchantId, '10.00')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await money.pass(31)
  await sql`update stores set sync_due_at = app_now() - case when engine_id = 2 then interval '1 hour' else interval '1 minute' end,
    sync_not_before = null`.execute(deps.db)
  await second.control.fail({ calls: 10_000, mode: 'timeout' })
  const reconciler = reconcileEngine(deps, () => undefined)
  try {
    await reconciler.run(new AbortController().signal)
    const isBooked = async () =>
      (
        await deps.db.selectFrom('transactions').select('booked').where('merchantId', '=', store.merchantId).execute()
      )[0]?.booked
    await expect.poll(isBooked).toBe(true)
    expect(deps.engines.readGate(2).figures.running).toBeGreaterThan(0)
  } finally {
    await reconciler.end?.()
    await second.control.fail({ calls: 0, mode: 'timeout' })
  }
})
