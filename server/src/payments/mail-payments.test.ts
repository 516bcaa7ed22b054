import { createInvoice } from '@bitquay/contract/invoices'
import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addMerchant, ask, type Someone, signInAs } from '../../test/people.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let app: TestApp
let merchant: Someone
let token: string
let storeRef: number
beforeAll(async () => {
  engine = await startTestEngine()
  app = await startTestApp({ PUBLIC_URL: 'https://pay.example.test' }, engine.engine)
  merchant = await addMerchant(app)
  token = await signInAs(app, merchant)
  storeRef = (await provisionStore(app.deps, { merchantId: merchant.id, name: 'Blue Door' })).id
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

const emails = () =>
  app.deps.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'bodyText'])
    .where('subject', 'like', '%received')
    .orderBy('id')
    .execute()

const pay = async (method: 'onchain' | 'lightning', amount: string) => {
  const invoice = await ask(app, createInvoice, { token, body: { amount, currency: 'USD' } })
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(200)
  const invoiceId = String(invoice.body.invoiceId)
  await engine.control.pay({ invoiceId, method })
  return invoiceId
}
const sync = async () => {
  await app.deps.db
    .updateTable('invoices')
    .set({ checkDueAt: new Date(0) })
    .execute()
  await syncStore(app.deps, storeRef)
}

test('a merchant gets one email for each payment since opting in, also when a reorganization removes one for a while', async () => {
  await pay('lightning', '10.00')
  await sync()
  expect(await emails()).toEqual([])
  expect((await ask(app, getSettings, { token })).body).toMatchObject({ paymentLetters: false })

  const on = await ask(app, changeSettings, { token, body: { paymentLetters: true } })
  expect(on).toMatchObject({ status: 200, body: { paymentLetters: true, storeName: 'Blue Door' } })
  const lightning = await pay('lightning', '20.00')
  await sync()
  await sync()
  expect(await emails()).toEqual([
    { recipient: merchant.email, subject: '$20.00 received', bodyText: expect.stringContaining(lightning) },
  ])

  await pay('onchain', '1500.00')
  await sync()
  expect(await emails()).toHaveLength(1)
  await engine.control.mine({ blocks: 1 })
  await sync()
  expect((await emails()).at(-1)).toMatchObject({ subject: '$1,500.00 received' })
  const booked = () =>
    app.deps.db.selectFrom('transactions').select('bookings').where('method', '=', 'on-chain').executeTakeFirstOrThrow()
  await engine.control.reorg({ depth: 1, empty: true })
  await sync()
  await engine.control.mine({ blocks: 2 })
  await sync()
  expect((await booked()).bookings).toBe(2)
  expect(await emails()).toHaveLength(2)

  await ask(app, changeSettings, { token, body: { paymentLetters: false } })
  await pay('lightning', '30.00')
  await sync()
  expect(await emails()).toHaveLength(2)
})
