import { unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { createDepositAddress } from '../deposit-addresses/create-deposit-address.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { savePrice } from '../prices/table.ts'
import type { ReadyStore } from '../stores/table.ts'
import { saveIncoming } from '../transactions/table.ts'
import { bookPayments } from './book-payment.ts'
import { syncStore } from './sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

type Shop = ReadyStore & { merchantId: number }
const { late, faucet, fail } = {
  late: (parts: { coins?: boolean; labels?: boolean }) => money.engine.control.late(parts),
  faucet: (address: string, sats: bigint) => money.engine.control.faucet({ address, amountBtc: fromSats(sats) }),
  fail: (path: string, calls = 100) => money.engine.control.fail({ calls, mode: 'error500', method: 'GET', path }),
}
const addressOf = async (shop: Shop, reference: string) => {
  const { merchantId } = shop
  return (await createDepositAddress(money.deps, { merchantId, reference, createdBy: 'test' })).address
}
/** An operator who has configured no explorer. */
const withoutExplorer = async (work: () => Promise<void>) => {
  const { engine } = money.deps
  money.deps.engine = { ...engine, esploraUrl: undefined }
  await work().finally(() => {
    money.deps.engine = engine
  })
}
const sync = (shop: Shop) => syncStore(money.deps, shop.id)
/** The next sync on schedule. */
const syncLater = async (shop: Shop, seconds = 10) => {
  await money.pass(seconds)
  await sync(shop)
}
const rowsOf = (shop: Shop) =>
  money.deps.db
    .selectFrom('transactions')
    .select(['engineKey', 'txid', 'purpose', 'amount', 'amountUsd', 'btcPrice', 'description', 'address'])
    .select(['invoiceId', 'depositAddressId', 'booked', 'bookings', 'seenAt', 'confirmedAt', 'feeSats'])
    .where('merchantId', '=', shop.merchantId)
    .where('type', '=', 'incoming')
    .orderBy('engineKey')
    .execute()
const owedBy = async ({ merchantId }: Shop) => (await money.balances())[`merchant:${merchantId}:fees-owed`] ?? 0n
const volumeOf = async ({ merchantId }: Shop) =>
  (
    await money.deps.db
      .selectFrom('merchants')
      .select('totalDepositsUsd')
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow()
  ).totalDepositsUsd
const emailsOf = (subject: string) =>
  money.deps.db
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'bodyText'])
    .where('subject', 'like', subject)
    .execute()
/** The holder of the recovery phrase spends everything. */
const spendAll = async (shop: Shop, sats: bigint) => {
  const { wallet } = money.deps.engines.at({ serverUrl: shop.serverUrl, apiKey: shop.openedKey })
  const destination = await money.strangersAddress()
  const signed = unwrap(
    await wallet.signTransaction(shop.storeId, {
      destinations: [{ destination, amount: fromSats(sats), subtractFromAmount: true }],
      feeRate: 2,
    }),
  )
  unwrap(await wallet.broadcast(shop.storeId, signed))
  await money.engine.control.mine({ blocks: 1 })
}

const orders = [
  ['the coin, then the label', [{ labels: true }, {}]],
  ['the label, then the coin', [{ coins: true }, {}]],
  ['both at once', [{}]],
  ['only the coin', [{ labels: true }, { labels: true }]],
  ['only the label', [{ coins: true }, { coins: true }]],
] as const

test.each(orders)('a payment to a deposit address is filed once when this appears late: %s', async (name, steps) => {
  const shop = await money.newStore(`order-${name.replaceAll(/\W/g, '-')}`)
  const address = await addressOf(shop, 'account 12')
  for (const confirmed of [false, true]) {
    const before = await rowsOf(shop)
    await late({ coins: true, labels: true })
    await faucet(address, 100_000n)
    if (confirmed) await money.engine.control.mine({ blocks: 1 })
    await sync(shop)
    // It waits, so that nobody sees a deposit of nobody.
    expect(await rowsOf(shop)).toHaveLength(before.length)
    for (const step of steps) {
      await late(step)
      await syncLater(shop)
    }
    const rows = await rowsOf(shop)
    expect(rows).toHaveLength(before.length + 1)
    for (const row of rows) expect(row).toMatchObject({ purpose: 'invoice', description: 'account 12', address })
    await late({})
    await syncLater(shop)
    await money.mine(1, shop)
  }
  expect(await rowsOf(shop)).toHaveLength(2)
  expect(new Set((await rowsOf(shop)).map(({ engineKey }) => engineKey.length > 64))).toEqual(new Set([true]))
  expect(await owedBy(shop)).toBe(8_000n)
  expect(await volumeOf(shop)).toBe('200.00')
  await money.expectCleanAudit()
})

test('ten quick payments to one address are all credited to its reference', async () => {
  const shop = await money.newStore('ten-quick')
  const address = await addressOf(shop, 'busy customer')
  for (let number = 0; number < 10; number++) {
    // Coins and labels of the newest payments are late at every sync.
    await late({ coins: number % 2 === 0, labels: number % 3 !== 0 })
    await faucet(address, 10_000n + BigInt(number))
    await sync(shop)
  }
  await late({})
  await syncLater(shop)
  await money.mine(1, shop)
  const rows = await rowsOf(shop)
  expect(rows).toHaveLength(10)
  expect(rows.every(({ description, booked }) => description === 'busy customer' && booked)).toBe(true)
  await money.expectCleanAudit()
})

test('what a coin or a label explains does not wait', async () => {
  const shop = await money.newStore('no-wait')
  await late({ labels: true })
  await faucet(await money.addressOf(shop), 50_000n)
  await sync(shop)
  expect(await rowsOf(shop)).toMatchObject([{ purpose: 'deposit' }])
  const address = await addressOf(shop, 'by label')
  await late({ coins: true })
  await faucet(address, 60_000n)
  await sync(shop)
  expect(await rowsOf(shop)).toHaveLength(2)
  await late({})
  const { invoiceId } = await makeInvoice(money.deps, shop.merchantId, '20.00')
  await late({ coins: true, labels: true })
  await money.engine.control.pay({ invoiceId: invoiceId ?? '' })
  await money.deps.db
    .updateTable('invoices')
    .set({ checkDueAt: new Date(0) })
    .where('invoiceId', '=', invoiceId)
    .execute()
  await sync(shop)
  expect(await rowsOf(shop)).toHaveLength(3)
  await late({})
  await money.mine(1, shop)
  expect((await rowsOf(shop)).filter((row) => row.invoiceId === invoiceId)).toMatchObject([{ amountUsd: '20.00' }])
  await money.expectCleanAudit()
})

test('an explanation that comes after a minute files the deposit with its date, price and fee schedule', async () => {
  const shop = await money.newStore('too-late')
  const { db } = money.deps
  const address = await addressOf(shop, 'account 7')
  await late({ coins: true, labels: true })
  await faucet(address, 100_000n)
  await faucet(address, 200_000n)
  await money.engine.control.mine({ blocks: 1 })
  await withoutExplorer(async () => {
    await sync(shop)
    await syncLater(shop, 60)
    await syncLater(shop)
  })
  const before = await rowsOf(shop)
  expect(before).toMatchObject([
    { purpose: 'deposit', booked: true, feeSats: 0n, amountUsd: expect.any(String) },
    { purpose: 'deposit', booked: true, feeSats: 0n },
  ])
  expect(await owedBy(shop)).toBe(0n)

  await money.pass(86_400)
  await sql`insert into fee_schedules (platform_fee_percent, partner_pool_percent, effective_from) values (9, 1, app_now())`.execute(
    db,
  )
  await savePrice(db, { cents: 50_000_000n, source: 'test' })
  await late({ coins: true })
  await withoutExplorer(() => sync(shop))
  const after = await rowsOf(shop)
  expect(after.map(({ amount }) => amount).toSorted()).toEqual(before.map(({ amount }) => amount).toSorted())
  for (const row of after) {
    const old = before.find(({ txid }) => txid === row.txid)
    expect(row).toMatchObject({ purpose: 'invoice', description: 'account 7', address, booked: true })
    const { seenAt, confirmedAt, btcPrice, amountUsd } = old ?? {}
    expect(row).toMatchObject({ seenAt, confirmedAt, btcPrice, amountUsd })
  }
  expect(await owedBy(shop)).toBe(12_000n)
  expect(await volumeOf(shop)).toBe('300.00')
  const emails = await emailsOf('%payments%')
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ recipient: 'too-late@example.test' })
  expect(emails[0]?.bodyText).toMatch(/\$100\.00[^]*account 7/)
  expect(emails[0]?.bodyText).toContain('$200.00')
  await syncLater(shop)
  await money.mine(1, shop)
  expect(await rowsOf(shop)).toEqual(after)
  expect(await emailsOf('%payments%')).toHaveLength(1)
  await money.expectCleanAudit()
  await sql`insert into fee_schedules (platform_fee_percent, partner_pool_percent, effective_from) values (3, 1, app_now())`.execute(
    db,
  )
})

test('a spent coin whose invoice couldn’t be read is one payment, also after the invoice was read', async () => {
  const shop = await money.newStore('read-later')
  const { invoiceId } = await makeInvoice(money.deps, shop.merchantId, '1000.00')
  await late({ labels: true })
  await money.engine.control.pay({ invoiceId: invoiceId ?? '' })
  await money.engine.control.mine({ blocks: 1 })
  await spendAll(shop, 900_000n)
  await fail(`/invoices/${invoiceId}`)
  await sync(shop)
  await syncLater(shop)
  await fail('/nothing', 0)
  await late({})
  for (let time = 0; time < 3; time++) {
    await money.deps.db
      .updateTable('invoices')
      .set({ checkDueAt: new Date(0) })
      .where('invoiceId', '=', invoiceId)
      .execute()
    await syncLater(shop)
  }
  expect(await rowsOf(shop)).toMatchObject([{ invoiceId, amountUsd: '1000.00', booked: true }])
  expect(await volumeOf(shop)).toBe('1000.00')
  await money.expectCleanAudit()
})

/** A payment from the wallet of another store to several addresses at once. */
const payTogether = async (payer: ReadyStore, destinations: { destination: string; amount: string }[]) => {
  const { wallet } = money.deps.engines.at({ serverUrl: payer.serverUrl, apiKey: payer.openedKey })
  const signed = unwrap(await wallet.signTransaction(payer.storeId, { destinations, feeRate: 2 }))
  return unwrap(await wallet.broadcast(payer.storeId, signed)).transactionHash
}

test('each output of a transaction is filed on its own, also when all coins were spent before they were seen', async () => {
  const payer = await money.newStore('payer', 50_000_000n)
  for (const hasExplorer of [false, true]) {
    const shop = await money.newStore(`several-${hasExplorer}`)
    const { invoiceId } = await makeInvoice(money.deps, shop.merchantId, '500.00')
    const invoice = await money.deps.db
      .selectFrom('invoices')
      .select(['bitcoinAddress', 'amount'])
      .where('invoiceId', '=', invoiceId)
      .executeTakeFirstOrThrow()
    const customer = await addressOf(shop, 'one of several')
    await payTogether(payer, [
      { destination: invoice.bitcoinAddress ?? '', amount: invoice.amount ?? '' },
      { destination: customer, amount: '0.00300000' },
      { destination: await money.addressOf(shop), amount: '0.00200000' },
    ])
    await money.engine.control.mine({ blocks: 1 })
    await spendAll(shop, 900_000n)
    await fail('/invoices')
    const work = async () => {
      await sync(shop)
      await syncLater(shop, 60)
      await fail('/nothing', 0)
      for (let time = 0; time < 3; time++) {
        await money.deps.db
          .updateTable('invoices')
          .set({ checkDueAt: new Date(0) })
          .where('invoiceId', '=', invoiceId)
          .execute()
        await syncLater(shop, 60)
      }
    }
    await (hasExplorer ? work() : withoutExplorer(work))
    const rows = await rowsOf(shop)
    expect(rows.filter((row) => row.invoiceId === invoiceId)).toMatchObject([{ amountUsd: '500.00', booked: true }])
    const total = rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(total).toBeCloseTo(Number(invoice.amount) + 0.005, 8)
    const credited = rows.filter(({ description }) => description === 'one of several')
    expect(credited).toMatchObject([{ amount: '0.00300000', purpose: 'invoice', booked: true }])
    expect(rows.filter(({ purpose }) => purpose === 'deposit')).toMatchObject([{ amount: '0.00200000', booked: true }])
    await money.expectCleanAudit()
  }
})

/** As an earlier release saved a payment that it saw without coin and label. */
const saveWrongly = (shop: Shop, txid: string, amountSats: bigint, priceCents: bigint) =>
  inTransaction(money.deps.db, async (tx) => {
    const { row } = await saveIncoming(tx, shop.merchantId, {
      ...{ key: txid, txid, method: 'on-chain', purpose: 'deposit', amountSats, priceCents },
      ...{ address: undefined, invoiceId: undefined, seenAt: tx.now },
    })
    await bookPayments(tx, shop.merchantId, [row], false)
    await sql`update transactions set status = 'confirmed', confirmed_at = app_now(), confirmations = 1
      where id = ${row.id}`.execute(tx)
  })

test('what an earlier release filed wrongly is corrected in a quiet store, with one email about all of it', async () => {
  const shop = await money.newStore('earlier')
  const payments: { reference: string; txid: string }[] = []
  for (let number = 0; number < 25; number++) {
    const reference = `customer ${number}`
    const { txid } = await faucet(await addressOf(shop, reference), 100_000n)
    payments.push({ reference, txid })
    await saveWrongly(shop, txid, 100_000n, 5_000_000n)
  }
  const own = await faucet(await money.addressOf(shop), 70_000n)
  await saveWrongly(shop, own.txid, 70_000n, 5_000_000n)
  await money.engine.control.mine({ blocks: 101 })
  await spendAll(shop, 2_000_000n)
  await sql`update transactions set final = true, confirmations = 100 where merchant_id = ${shop.merchantId}`.execute(
    money.deps.db,
  )
  await sql`update stores set sync_pause_seconds = 20000, synced_at = app_now(), history_complete = true where id = ${shop.id}`.execute(
    money.deps.db,
  )
  const before = await rowsOf(shop)
  expect(await volumeOf(shop)).toBe('1285.00')
  await money.pass(40 * 86_400)
  await withoutExplorer(async () => {
    for (let time = 0; time < 4; time++) await syncLater(shop)
  })
  const after = await rowsOf(shop)
  for (const { reference, txid } of payments) {
    const old = before.find((row) => row.txid === txid)
    const { seenAt, confirmedAt, btcPrice, amountUsd } = old ?? {}
    expect(after.filter((row) => row.txid === txid)).toMatchObject([
      { description: reference, purpose: 'invoice', booked: true, seenAt, confirmedAt, btcPrice, amountUsd },
    ])
  }
  expect(after.filter(({ txid }) => txid === own.txid)).toMatchObject([{ purpose: 'deposit', booked: true }])
  expect(await owedBy(shop)).toBe(25n * 4_000n)
  expect(await volumeOf(shop)).toBe('1285.00')
  const emails = (await emailsOf('%corrected%')).filter(({ recipient }) => recipient === 'earlier@example.test')
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ subject: 'We corrected 25 payments' })
  for (const { reference } of payments) expect(emails[0]?.bodyText).toContain(`${reference}, fee $2.00`)
  await money.expectCleanAudit()
})

test('what an earlier release recorded twice counts once', async () => {
  const shop = await money.newStore('twice')
  const { invoiceId } = await makeInvoice(money.deps, shop.merchantId, '1000.00')
  const { txid, amountBtc } = await money.engine.control.pay({ invoiceId: invoiceId ?? '' })
  await saveWrongly(shop, txid ?? '', BigInt(amountBtc.replace('.', '')), 10_000_000n)
  await sql`update transactions set engine_key = 'elsewhere' where txid = ${txid}`.execute(money.deps.db)
  await money.mine(1, shop)
  await sql`update transactions set engine_key = txid where engine_key = 'elsewhere'`.execute(money.deps.db)
  expect(await rowsOf(shop)).toHaveLength(2)
  const { findings } = await auditLedger(money.deps.db)
  expect(findings.map(({ check }) => check)).toContain('Payments are no more than their transaction brought')
  await syncLater(shop)
  expect(await rowsOf(shop)).toMatchObject([{ invoiceId, amountUsd: '1000.00', booked: true }])
  expect(await volumeOf(shop)).toBe('1000.00')
  await money.expectCleanAudit()
})

/** What the audit finds about payments after a statement, which is rolled back. */
const findAfter = async (...statements: string[]) => {
  const back = new Error('back')
  let found: string[] = []
  await money.deps.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) {
        const { numAffectedRows } = await sql.raw(statement).execute(tx)
        expect(numAffectedRows, statement).toBeGreaterThan(0n)
      }
      found = (await auditLedger(tx)).findings.map(({ check }) => check)
      throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
  return found
}

test('the audit finds payments that are filed wrongly or counted twice, but no claims of a merchant’s own server', async () => {
  const shop = await money.newStore('audited')
  await faucet(await addressOf(shop, 'audited customer'), 100_000n)
  await money.mine(1, shop)
  const mine = `merchant_id = ${shop.merchantId}`
  const copied = 'merchant_id, txid, type, method, purpose, amount, amount_usd, btc_price, status, wallet_sats'
  const twice = `insert into transactions (${copied}, engine_key)
    select ${copied.replace('purpose', "'deposit'")}, txid from transactions where ${mine}`
  const anonymous = `update transactions set purpose = 'deposit', deposit_address_id = null where ${mine}`
  const withoutOutput = `update transactions set engine_key = txid, address = null, outputs_due_at = null where ${mine}`
  const elsewhere = `update transactions set address = 'elsewhere' where ${mine}`
  const ownServer = `update stores set engine_id = null where ${mine}`
  const filed = 'Deposits are to no invoice and no deposit address'
  expect(await findAfter(twice)).toContain('Payments are no more than their transaction brought')
  expect(await findAfter(anonymous)).toContain(filed)
  expect(await findAfter(anonymous, withoutOutput)).toContain(filed)
  expect(await findAfter(elsewhere)).toContain('Payments of customers are to the customer’s address')
  expect(await findAfter(anonymous, ownServer)).not.toContain(filed)
  expect(await findAfter(twice, ownServer)).not.toContain('Payments are no more than their transaction brought')
  await money.expectCleanAudit()
})
