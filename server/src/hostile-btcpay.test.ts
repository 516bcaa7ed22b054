import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaying, silent } from '../test/hostile-btcpay.ts'
import { type HostileStage, type OwnStore, startHostileStage } from '../test/hostile-stage.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { createInvoice } from './invoices/create-invoice.ts'
import { syncStore } from './payments/sync-store.ts'

let stage: HostileStage
let honest: OwnStore
let bad: OwnStore
beforeAll(async () => {
  stage = await startHostileStage()
  // The lower ID, so that it comes first wherever work is done in order.
  bad = await stage.ownStore('bad', 300_000n, 300_000n, 300_000n)
  honest = await stage.ownStore('honest', ...Array.from({ length: 20 }, () => 100_000n))
})
afterAll(() => stage.close())

test('a server that claims another merchant’s transaction and invoice takes nothing from that merchant', async () => {
  const invoice = await makeInvoice(stage.money.deps, honest.merchantId, '12.00')
  const { txid } = (await stage.money.engine.control.pay({
    invoiceId: invoice.invoiceId ?? '',
    method: 'onchain',
  })) as { txid: string }
  stage.hostile.behave(bad.storeId, replaying({ txid, invoiceId: invoice.invoiceId ?? '', storeId: bad.storeId }))
  await syncStore(stage.money.deps, bad.id).catch(() => undefined)
  await stage.expectServedInOneRound(honest)
  const rows = await stage.money.deps.db
    .selectFrom('transactions')
    .select(['merchantId', 'booked', 'amountUsd'])
    .where('invoiceId', '=', invoice.invoiceId)
    .execute()
  expect(rows).toEqual([{ merchantId: honest.merchantId, booked: true, amountUsd: '12.00' }])
  stage.hostile.behave(bad.storeId, undefined)
})

test('an invoice is created for an honest merchant while another’s server never answers', async () => {
  stage.hostile.behave(bad.storeId, silent)
  const hanging = makeInvoice(stage.money.deps, bad.merchantId, '1.00').catch((error: unknown) => error)
  const created = await createInvoice(stage.money.deps, {
    ...{ merchantId: honest.merchantId, amount: '3.00', currency: 'USD', description: undefined },
    ...{ customerEmail: undefined, createdBy: 'test', idempotencyKey: undefined },
  })
  expect(created.status).toBe('new')
  await stage.hostile.close()
  await hanging
})
