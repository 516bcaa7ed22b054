import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { recordStatements, textOf } from '../../test/record-statements.ts'
import { readRefundable } from '../refunds/queries.ts'
import { syncStore } from './sync-store.ts'
import { reconcileEngine } from './worker.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

/** A store with an invoice that was paid and not synced since. */
const payInvoice = async (name: string) => {
  const store = await money.newStore(name)
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '20.00')
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  return { store, invoiceId }
}

/** The statements of a sync. */
const syncAndRecord = async (storeRef: number) =>
  (await recordStatements(() => syncStore(money.deps, storeRef))).statements

// Each statement is a round trip, and all payments of a block wait for those of the others.
const most = { seen: 25, settled: 31, deeper: 14 }

test('a payment costs few statements when it is seen, when it settles and when it gets deeper', async () => {
  const { store } = await payInvoice('statements')
  expect((await syncAndRecord(store.id)).length).toBeLessThanOrEqual(most.seen)
  await money.engine.control.mine({ blocks: 1 })
  expect((await syncAndRecord(store.id)).length).toBeLessThanOrEqual(most.settled)
  await money.engine.control.mine({ blocks: 1 })
  expect((await syncAndRecord(store.id)).length).toBeLessThanOrEqual(most.deeper)
})

test('five payments of a block are booked together, and getting deeper they cost no more than one', async () => {
  const { store } = await payInvoice('deeper')
  for (let more = 0; more < 4; more++) {
    const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '20.00')
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  }
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  const settled = await syncAndRecord(store.id)
  // Each invoice is saved on its own, and its people are notified.
  expect(settled.length).toBeLessThanOrEqual(most.settled + 4 * 9)
  for (const once of ['post_transfer', 'into fee_transactions', 'set booked = true', 'total_deposits_usd']) {
    expect(
      settled.filter((text) => text.includes(once)),
      once,
    ).toHaveLength(1)
  }
  await money.engine.control.mine({ blocks: 1 })
  expect((await syncAndRecord(store.id)).length).toBeLessThanOrEqual(most.deeper)
  const rows = await money.deps.db
    .selectFrom('transactions')
    .select(['booked', 'status', 'confirmations'])
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ booked: true, status: 'confirmed', confirmations: 2 })))
})

test('a worker that finds no store due asks once for each lane, without a transaction', async () => {
  const worker = reconcileEngine(money.deps, () => undefined)
  await sql`update stores set sync_due_at = app_now() + interval '1 hour'`.execute(money.deps.db)
  const { result, statements } = await recordStatements(() => worker.run(new AbortController().signal))
  expect(result).toBe(false)
  // Stores on the platform's server, on other servers, and slow ones.
  expect(statements).toHaveLength(3)
})

test('a confirmed payment is settled in one transaction, and what is known is not inserted again', async () => {
  const { store, invoiceId } = await payInvoice('trips')
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  const statements = await syncAndRecord(store.id)
  const count = (beginning: string) => statements.filter((text) => text.trimStart().startsWith(beginning)).length
  const rows = await money.deps.db
    .selectFrom('transactions')
    .select(['booked', 'invoiceId'])
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(rows).toEqual([{ booked: true, invoiceId }])
  // The wallet, its invoice and the end of the sync.
  expect(count('begin')).toBe(1)
  expect(statements.filter((text) => text.endsWith('commit'))).toHaveLength(1)
  expect(count('insert into "transactions"')).toBe(0)
})

/** What can be refunded of an invoice, after each commit of a sync. */
const watchRefundable = async (storeRef: number, invoiceId: string) => {
  const seen: { status: string; everythingSats: bigint }[] = []
  const query = pg.Client.prototype.query
  let isLooking = false
  const looked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: never[]
  ) {
    const answer = Reflect.apply(query, this, given) as Promise<unknown>
    if (isLooking || !textOf(given[0]).endsWith('commit')) return answer
    return answer.then(async (done) => {
      isLooking = true
      const { status } = await money.deps.db
        .selectFrom('invoices')
        .select('status')
        .where('invoiceId', '=', invoiceId)
        .executeTakeFirstOrThrow()
      seen.push({ status, everythingSats: (await readRefundable(money.deps.db, invoiceId)).everythingSats })
      isLooking = false
      return done
    })
  } as never)
  await syncStore(money.deps, storeRef)
  looked.mockRestore()
  expect(seen.filter(({ status, everythingSats }) => status === 'settled' && everythingSats === 0n)).toEqual([])
  return seen.at(-1)
}

const payTooMuch = async (name: string) => {
  const { store, invoiceId } = await payInvoice(name)
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: '0.001' })
  return { store, invoiceId: invoiceId ?? '' }
}

/** The wallet as it was before a block, or before a payment, while invoices are read as they are. */
const withLateWallet = async <Result>(isListed: boolean, work: () => Promise<Result>): Promise<Result> => {
  const { engines } = money.deps
  const { at } = engines
  engines.at = (connection) => {
    const client = at(connection)
    const listTransactions: typeof client.wallet.listTransactions = async (...given) => {
      const listed = await client.wallet.listTransactions(...given)
      if (listed.kind !== 'ok') return listed
      const unconfirmed = listed.value.map((each) => ({
        ...each,
        confirmations: 0,
        blockHash: null,
        blockHeight: null,
      }))
      return { ...listed, value: isListed ? unconfirmed : [] }
    }
    return { ...client, wallet: { ...client.wallet, listTransactions } }
  }
  try {
    return await work()
  } finally {
    engines.at = at
  }
}

test.each([
  ['was seen before', true],
  ['is seen for the first time', false],
])('an overpaid invoice whose payment %s never shows that nothing can be refunded', async (_, isSeen) => {
  const { store, invoiceId } = await payTooMuch(`overpaid-${isSeen}`)
  if (isSeen) await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  expect(await watchRefundable(store.id, invoiceId)).toMatchObject({ status: 'settled' })
})

test.each([
  ['lists its payments without their block', true],
  ['doesn’t list its payments', false],
])('an overpaid invoice settles when the wallet has its block, which at first %s', async (_, isListed) => {
  const { store, invoiceId } = await payTooMuch(`late-block-${isListed}`)
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  await money.pass(31)
  const first = await withLateWallet(isListed, () => watchRefundable(store.id, invoiceId))
  expect(first).toMatchObject({ status: 'processing' })
  expect(await watchRefundable(store.id, invoiceId)).toMatchObject({ status: 'settled' })
})

test('an invoice settles after an hour if its payment is in a wallet that is gone', async () => {
  const { store, invoiceId } = await payTooMuch('wallet-gone')
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  const status = async () => {
    await withLateWallet(false, () => syncStore(money.deps, store.id))
    const { db } = money.deps
    return (
      await db.selectFrom('invoices').select('status').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()
    ).status
  }
  await money.pass(31)
  expect(await status()).toBe('processing')
  await money.pass(3_600)
  expect(await status()).toBe('settled')
})

test('an invoice that can’t be saved with its payments stops neither them nor the end of the sync', async () => {
  const { store, invoiceId } = await payInvoice('unsavable')
  const { db } = money.deps
  await syncStore(money.deps, store.id)
  await money.engine.control.mine({ blocks: 1 })
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse before update of status on invoices for each row
    when (new.status = 'settled') execute function refuse()`.execute(db)
  await syncStore(money.deps, store.id)
  const stateOf = async () => ({
    ...(await db.selectFrom('invoices').select('status').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()),
    ...(await db
      .selectFrom('transactions')
      .select('booked')
      .where('invoiceId', '=', invoiceId)
      .executeTakeFirstOrThrow()),
  })
  expect(await stateOf()).toEqual({ status: 'processing', booked: true })
  await sql`drop trigger refuse on invoices`.execute(db)
  await syncStore(money.deps, store.id)
  expect(await stateOf()).toEqual({ status: 'settled', booked: true })
})

test('webhooks that arrive during a sync and report what it has saved need no further sync', async () => {
  const { db } = money.deps
  const { store, invoiceId } = await payInvoice('meanwhile')
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
      if (isSent || !textOf(given[0]).includes('find_sync_work')) return run()
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
