import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeInvoice } from '../test/make-invoice.ts'
import { startTwoEngines } from '../test/two-engines.ts'
import { reconcileEngine } from './payments/worker.ts'

const { money, second, newStoreOn, countStores, close } = await startTwoEngines()
afterAll(close)

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
