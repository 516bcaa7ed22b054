import { unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { createDepositAddress } from '../deposit-addresses/create-deposit-address.ts'
import { savePrice } from '../prices/table.ts'
import type { ReadyStore } from '../stores/table.ts'
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
  await sql`delete from fee_schedules where platform_fee_percent = 9`.execute(db)
})

test('a spent coin whose invoice couldn’t be read is one payment, also after the invoice was read', async () => {
  const shop = await money.newStore('read-later')
  const { invoiceId = '' } = await makeInvoice(money.deps, shop.merchantId, '1000.00')
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
