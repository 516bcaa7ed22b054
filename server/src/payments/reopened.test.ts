import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type HostileBtcpay, startHostileBtcpay } from '../../test/hostile-btcpay.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant } from '../../test/people.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let hostile: HostileBtcpay
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  hostile = await startHostileBtcpay(engine.engine.url)
  // The operator has configured no explorer.
  server = await startTestApp({ RATE_LIMITS: 'off' }, { ...engine.engine, url: hostile.url, esploraUrl: undefined })
})
afterAll(async () => {
  await server.close()
  await hostile.close()
  await engine.close()
})

type Shown = { id: string }

/** As a real server does for minutes, this one goes on showing the invoice as it is now. Returns a way to end that. */
const freeze = async (storeId: string, invoiceId: string) => {
  const read = async (url: string, authorization = '') =>
    (await fetch(`${engine.engine.url}${url}`, { headers: { authorization } })).json()
  let frozen: Shown | undefined
  hostile.behave(storeId, ({ url, headers }, response) => {
    if (!new RegExp(`/invoices(\\?|/${invoiceId}\\?)`).test(url)) return false
    const answer = async () => {
      const shown = (await read(url, headers.authorization)) as Shown | Shown[]
      const found = Array.isArray(shown) ? shown.find(({ id }) => id === invoiceId) : shown
      frozen ??= found
      const kept = (one: Shown) => (one.id === invoiceId ? frozen : one)
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(Array.isArray(shown) ? shown.map(kept) : kept(shown)))
    }
    void answer()
    return true
  })
  return () => hostile.behave(storeId, undefined)
}

test('an invoice whose payment was replaced is open again 15 seconds after BTCPay says so, however late that is', async () => {
  const { db } = server.deps
  const { id: merchantId } = await addMerchant(server)
  const store = await provisionStore(server.deps, { merchantId, name: 'Replaced' })
  const invoiceId = String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId)
  const { txid } = (await engine.control.pay({ invoiceId, method: 'onchain', replaceable: true })) as { txid: string }
  await sql`update invoices set check_due_at = app_now()`.execute(db)
  await syncStore(server.deps, store.id)
  const statusOf = async () =>
    (await db.selectFrom('invoices').select('status').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow())
      .status
  expect(await statusOf()).toBe('processing')

  /** The next sync on schedule. Returns after how many seconds it was. */
  const syncWhenDue = async () => {
    const { rows } = await sql<{ pause: number }>`
      select ceil(extract(epoch from sync_due_at - app_now()))::int as pause from stores where id = ${store.id}`.execute(
      db,
    )
    const seconds = Math.max(1, rows[0]?.pause ?? 1)
    await server.advance(seconds)
    await engine.control.clock({ advanceSeconds: seconds })
    await syncStore(server.deps, store.id)
    return seconds
  }
  const thaw = await freeze(store.storeId, invoiceId)
  await syncWhenDue()
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  for (let seconds = 0; seconds < 300; ) seconds += await syncWhenDue()
  expect(await statusOf()).toBe('processing')
  thaw()
  let waited = 0
  while (waited < 120 && (await statusOf()) !== 'new') waited += await syncWhenDue()
  expect(waited).toBeLessThanOrEqual(15)
})
