import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { syncStore } from './sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

/** The statements that are sent while something runs. */
const watchStatements = async (work: () => Promise<unknown>) => {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const statements = sent.mock.calls.map(([query]) => query)
  sent.mockRestore()
  return (beginning: string) => statements.filter((statement) => statement.trimStart().startsWith(beginning)).length
}

test('a confirmed payment is settled in two transactions, and what is known is not inserted again', async () => {
  const store = await money.newStore('trips')
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '20.00')
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  const count = await watchStatements(() => syncStore(money.deps, store.id))
  const rows = await money.deps.db
    .selectFrom('transactions')
    .select(['booked', 'invoiceId'])
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(rows).toEqual([{ booked: true, invoiceId }])
  // One for the invoice, one for the wallet and the end of the sync.
  expect(count('begin')).toBe(2)
  expect(count('commit')).toBe(2)
  expect(count('insert into "transactions"')).toBe(0)
})

test('webhooks that arrive during a sync and report what it has saved need no further sync', async () => {
  const { db } = money.deps
  const store = await money.newStore('meanwhile')
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '20.00')
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  await money.engine.control.mine({ blocks: 1 })
  /** A sync during which webhooks arrive, after it has looked for them and before it saves what it has read. */
  const syncWith = async (...types: string[]) => {
    const query = pg.Client.prototype.query
    const received = types.map((type) => ({
      storeRef: store.id,
      type,
      invoiceId: invoiceId ?? '',
      body: Buffer.from(''),
    }))
    let isSent = false
    const sent = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: never[]
    ) {
      const run = () => Reflect.apply(query, this, given) as Promise<unknown>
      if (isSent || !String(given[0]).includes('find_invoices_to_read')) return run()
      isSent = true
      return db.insertInto('engineHooks').values(received).execute().then(run)
    } as never)
    await syncStore(money.deps, store.id)
    sent.mockRestore()
    const { rows } = await sql<{ isDue: boolean; waiting: number }>`
      select sync_due_at <= app_now() as is_due,
        (select count(*)::int from engine_hooks where store_ref = s.id and handled_at is null) as waiting
      from stores s where id = ${store.id}`.execute(db)
    return rows[0]
  }
  expect(await syncWith('InvoicePaymentSettled', 'InvoiceSettled')).toEqual({ isDue: false, waiting: 0 })
  // Any other webhook may announce something new.
  expect(await syncWith('InvoiceSettled', 'InvoiceReceivedPayment')).toEqual({ isDue: true, waiting: 1 })
  // A payment that isn't booked is read again.
  await sql`update transactions set booked = false, final = true where merchant_id = ${store.merchantId}`.execute(db)
  expect(await syncWith('InvoiceSettled')).toMatchObject({ isDue: true })
})
