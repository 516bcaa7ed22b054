import type { Answer } from '@bitquay/contract/call'
import { getDashboard, getDashboardPeriod, listAttention } from '@bitquay/contract/dashboard'
import {
  centsOfSats,
  centsOfUsd8,
  fromCents,
  fromSats,
  fromUsd8,
  toCents,
  toSats,
  toUsd8,
} from '@bitquay/contract/money'
import { exportRevenue, getRevenue, type RevenueRange } from '@bitquay/contract/revenue'
import {
  exportAllTransactions,
  listAllTransactions,
  summarizeAllTransactions,
} from '@bitquay/contract/transactions.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addAdmin, addMerchant, addPartner, signInAs } from '../../test/people.ts'
import { postTransfer, priceEntries } from '../ledger/index.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/**
 * Every figure is computed a second time in another way: raw rows are summed up here, and merchants are found by their
 * ledger entries instead of by the fee records.
 */
let app: TestApp
let token: string
const merchants: number[] = []
const dayMs = 24 * 60 * 60 * 1000
const priceCents = 9_512_345n

beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  for (const name of ['Blue Door', '=HYPERLINK("x")', 'Zoë & Söhne, GmbH']) {
    const { id } = await addMerchant(app)
    merchants.push(id)
    await sql`update merchants set store_name = ${name} where id = ${id}`.execute(app.deps.db)
  }
  await sql`update merchants set markup_fee_percent = 2.5 where id = ${merchants[1]}`.execute(app.deps.db)
  await sql`update merchants set created_at = app_now() - interval '100 days' where id <> ${merchants[2]}`.execute(
    app.deps.db,
  )
  await addPartner(app)
  await addPartner(app)
  await sql`insert into prices (price, source) values (${fromCents(priceCents)}, 'test')`.execute(app.deps.db)
  await addHistory(0, 100)
  await carryForward()
  await addHistory(100, 150)
  await addWithdrawals()
})

/** Carries some revenue forward and leaves some, so that every sum has to include both. */
const carryForward = async () => {
  await sql`select carry_revenue()`.execute(app.deps.db)
  const { rows } = await sql<{ fees: bigint }>`select sum(fees)::bigint as fees from revenue_days`.execute(app.deps.db)
  expect(rows[0]?.fees).toBeGreaterThan(10n)
}
afterAll(() => app.close())

/**
 * 75 days of payments of different sizes. Some are not in a block, some are the merchant's own, some are undone days
 * later.
 */
const addHistory = async (first: number, end: number) => {
  const now = Date.now()
  for (let index = first; index < end; index++) {
    const at = new Date(now - ((index * 1111) % 1800) * (dayMs / 24))
    await addPayment(app, {
      merchantId: merchants[index % 3] ?? 0,
      amountSats: BigInt(1 + ((index * 104_729) % 3_000_017)),
      priceCents: 9_000_000n + BigInt((index * 31_337) % 2_000_000),
      at,
      method: index % 4 === 1 ? 'lightning' : 'on-chain',
      purpose: index % 11 === 5 ? 'deposit' : 'invoice',
      booked: index % 13 !== 7,
      ...(index % 17 === 3 && index % 13 !== 7 ? { undoneAt: new Date(Math.min(now, at.getTime() + 2 * dayMs)) } : {}),
    })
  }
}

const addWithdrawals = async () => {
  for (const [index, merchantId] of merchants.entries()) {
    await sql`insert into stores (merchant_id, server_url, tag, balance_sats) values (${merchantId}, 'http://x', ${`t${index}`}, ${10_000_000 * (index + 1)})`.execute(
      app.deps.db,
    )
  }
  await sql`insert into stores (merchant_id, server_url, tag, balance_sats) values (null, 'http://x', 'p', 77777777)`.execute(
    app.deps.db,
  )
  const sends = [
    ['withdrawal', 'confirmed', '100.10', 3],
    ['withdrawal', 'confirmed', '250.25', 40],
    ['withdrawal', 'broadcast', '999.99', 1],
    ['withdrawal', 'failed', '50.00', 2],
    ['refund', 'confirmed', '70.00', 2],
    ['sweep', 'confirmed', '25.00', 5],
  ] as const
  for (const [index, [kind, status, usd, daysAgo]] of sends.entries()) {
    await sql`
      insert into sends (kind, status, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
        network_fee_reserve_sats, requested_by, idempotency_key, input_hash, txid, confirmed_at, final_at)
      select ${kind}, ${status}, s.id, s.merchant_id, 'bcrt1qx', 1000, ${usd}, 95000, 'wallet', 5, 0, 'x', ${`k${index}`}, 'h', ${`tx${index}`},
        case when ${status} = 'confirmed' then app_now() - make_interval(days => ${daysAgo}) end, app_now()
      from stores s where s.merchant_id = ${merchants[0]}`.execute(app.deps.db)
  }
}

const get = async (path: string) => {
  const answer = await app.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

type Entry = {
  transferId: bigint
  postedAt: Date
  account: string
  ownerKind: string
  ownerId: number
  amountSats: bigint
  amountUsd: string
  method: string | null
}

/** The whole ledger, each entry with the method of the payment that its transfer books or undoes. */
const readEntries = async () => {
  const { rows } = await sql<Entry>`
    select t.id as transfer_id, t.posted_at, a.kind as account, a.owner_kind, a.owner_id, e.amount_sats, e.amount_usd,
      (select x.method from transactions x where coalesce(o.reference, t.reference) like x.merchant_id || ':' || x.engine_key || '#%') as method
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id
      left join ledger_transfers o on o.id = t.reverses`.execute(app.deps.db)
  return rows
}

const sumOf = <T>(rows: readonly T[], of: (row: T) => bigint) => rows.reduce((sum, row) => sum + of(row), 0n)
const sats = (rows: readonly Entry[]) => fromSats(-sumOf(rows, ({ amountSats }) => amountSats))
const usd = (rows: readonly Entry[]) => fromCents(centsOfUsd8(-sumOf(rows, ({ amountUsd }) => toUsd8(amountUsd))))

const percent = (now: bigint, before: bigint) =>
  before === 0n ? undefined : Math.round((Number(now - before) / Number(before)) * 1000) / 10

test('the dashboard’s figures match the rows', async () => {
  const dashboard: Answer<typeof getDashboard> = (await get(getDashboard.path)).json()
  const { db } = app.deps
  const since = (days: number) => new Date(Date.now() - days * dayMs)

  const paid = (await db.selectFrom('transactions').selectAll().execute()).filter(
    ({ booked, type, purpose }) => booked && type === 'incoming' && purpose === 'invoice',
  )
  const volume = (rows: typeof paid) => sumOf(rows, ({ amountUsd }) => toCents(amountUsd ?? '0'))
  const [latest, earlier] = [
    paid.filter(({ seenAt }) => seenAt > since(30)),
    paid.filter(({ seenAt }) => seenAt > since(60) && seenAt <= since(30)),
  ]
  expect(latest.length * earlier.length).toBeGreaterThan(100)
  expect(dashboard.metrics.totalVolume).toBe(fromCents(volume(paid)))
  expect(dashboard.metrics.volumeGrowth).toBeCloseTo(percent(volume(latest), volume(earlier)) ?? Number.NaN, 5)

  const revenue = (await readEntries()).filter(({ account }) => account === 'revenue')
  expect(dashboard.metrics.totalPlatformRevenue).toBe(usd(revenue))
  const usd8 = (rows: readonly Entry[]) => -sumOf(rows, ({ amountUsd }) => toUsd8(amountUsd))
  expect(dashboard.metrics.revenueGrowth).toBeCloseTo(
    percent(
      usd8(revenue.filter(({ postedAt }) => postedAt > since(30))),
      usd8(revenue.filter(({ postedAt }) => postedAt > since(60) && postedAt <= since(30))),
    ) ?? Number.NaN,
    5,
  )

  expect(dashboard.metrics.totalPayouts, 'confirmed withdrawals only').toBe('350.35')
  expect(dashboard.metrics.payoutsGrowth).toBe(-60)
  expect(dashboard.metrics.activeMerchants).toBe(3)
  expect(dashboard.metrics.newMerchants).toBe(1)

  const lightning = (await readEntries()).filter(({ account }) => account === 'lightning')
  const walletSats =
    10_000_000n + 20_000_000n + 30_000_000n + 77_777_777n - sumOf(lightning, (entry) => entry.amountSats)
  expect(dashboard.metrics.totalWalletBalance).toEqual({
    btc: fromSats(walletSats),
    usd: fromCents(centsOfSats(walletSats, priceCents)),
  })
})

test('top merchants and recent transactions match the rows', async () => {
  const dashboard: Answer<typeof getDashboard> = (await get(getDashboard.path)).json()
  const entries = await readEntries()
  const ofMerchant = (id: number) => {
    const transfers = new Set(
      entries.filter((e) => e.ownerKind === 'merchant' && e.ownerId === id).map(({ transferId }) => transferId),
    )
    return entries.filter(({ account, transferId }) => account === 'revenue' && transfers.has(transferId))
  }
  const expected = merchants
    .map((id) => ({ id, revenue: usd(ofMerchant(id)) }))
    .sort((a, b) => Number(toCents(b.revenue) - toCents(a.revenue)))
  expect(dashboard.topMerchants.map(({ id, revenue }) => ({ id, revenue }))).toEqual(expected)
  expect(Object.keys(dashboard.topMerchants[0] ?? {}).sort()).toEqual(['email', 'id', 'revenue', 'storeName'])

  const rows = await app.deps.db
    .selectFrom('transactions')
    .selectAll()
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const latest = rows.filter(({ purpose }) => purpose === 'invoice').slice(0, 6)
  expect(dashboard.recentTransactions).toEqual(
    latest.map((row) => ({
      id: row.id,
      type: 'invoice',
      merchantName: ['Blue Door', '=HYPERLINK("x")', 'Zoë & Söhne, GmbH'][merchants.indexOf(row.merchantId)],
      amountUsd: row.amountUsd,
      status: row.status,
      createdAt: row.seenAt.toISOString(),
    })),
  )
})

test.each(['7D', '30D', '90D', '12M'] as const)(
  'revenue of %s matches the ledger in every breakdown',
  async (range) => {
    const answer: Answer<typeof getRevenue> = (await get(`${getRevenue.path}?range=${range}`)).json()
    const entries = await readEntries()
    const from = new Date(answer.from)
    expect(from).toEqual(startOf(range))
    const inRange = entries.filter(({ postedAt }) => postedAt >= from)
    const revenue = inRange.filter(({ account }) => account === 'revenue')
    const shares = inRange.filter(({ account }) => account === 'earned')
    expect(answer.total).toEqual({ btc: sats(revenue), usd: usd(revenue) })
    expect(answer.partners.earned).toEqual({ btc: sats(shares), usd: usd(shares) })

    const stepOf = (at: Date) => at.toISOString().slice(0, range === '12M' ? 7 : 10)
    expect(answer.overTime).toHaveLength({ '7D': 7, '30D': 30, '90D': 90, '12M': 12 }[range])
    for (const { start, revenueUsd, lightningUsd } of answer.overTime) {
      const rows = revenue.filter(({ postedAt }) => start.startsWith(stepOf(postedAt)))
      expect(revenueUsd, start).toBe(usd(rows))
      expect(lightningUsd, start).toBe(usd(rows.filter(({ method }) => method === 'lightning')))
    }

    for (const { kind, revenue: sum, partnerShare } of answer.byKind) {
      const isKind = ({ method }: Entry) => (kind === 'lightning') === (method === 'lightning')
      expect(sum.btc, kind).toBe(sats(revenue.filter(isKind)))
      expectNear(sum.usd, usd(revenue.filter(isKind)))
      expect(partnerShare.btc, kind).toBe(sats(shares.filter(isKind)))
    }
    expectSum(
      answer.byKind.map(({ revenue: { usd: part } }) => part),
      answer.total.usd,
    )
    expect(answer.byKind.map(({ kind }) => kind).sort()).toEqual(['deposit', 'lightning'])

    const merchantOf = new Map(
      entries.flatMap((e) => (e.ownerKind === 'merchant' ? [[e.transferId, e.ownerId] as const] : [])),
    )
    for (const { merchantId, revenue: sum } of answer.byMerchant) {
      const rows = revenue.filter(({ transferId }) => merchantOf.get(transferId) === merchantId)
      expect(sum.btc, String(merchantId)).toBe(sats(rows))
      expectNear(sum.usd, usd(rows))
    }
    const { byMerchant, others } = answer
    expectSum([...byMerchant.map((row) => row.revenue.usd), others.revenueUsd], answer.total.usd)
    expectSum([...byMerchant.map((row) => row.previousUsd), others.previousUsd], answer.previousSum.revenueUsd)
    expectSum([...byMerchant.map((row) => row.partnerShare.usd), others.partnerShareUsd], answer.partners.earned.usd)

    const { platformFeeUsd, markupUsd, withdrawalFeesUsd, forgivenUsd, revenueUsd } = answer.sum
    expect(revenueUsd).toBe(answer.total.usd)
    expectSum([platformFeeUsd, markupUsd, withdrawalFeesUsd, `-${forgivenUsd}`], revenueUsd)
    expect(Number(markupUsd), 'one merchant has a markup').toBeGreaterThan(0)
    expectSum([answer.collectedUsd, answer.owedUsd], revenueUsd)

    const isBefore = ({ postedAt }: Entry) =>
      postedAt.toISOString().slice(0, 10) >= answer.previous.firstDay &&
      postedAt.toISOString().slice(0, 10) <= answer.previous.lastDay
    const before = entries.filter((entry) => entry.account === 'revenue' && isBefore(entry))
    expect(answer.previousSum.revenueUsd).toBe(usd(before))
    expect(sumOf(answer.overTime, ({ previousUsd }) => toCents(previousUsd))).toBeLessThanOrEqual(
      toCents(usd(before)) + BigInt(answer.overTime.length),
    )
    expect(new Set(answer.byMerchant.map(({ merchantId }) => merchantId))).toEqual(new Set(merchants))

    const owed = entries.filter(({ account }) => account === 'earned' || account === 'payout-hold')
    expect(answer.partners.owed.btc).toBe(sats(owed))
    expect(answer.partners.owed.usd).toBe(fromCents(centsOfSats(toSats(sats(owed)), priceCents)))
    expect(answer.partners.paid).toEqual({ btc: '0.00000000', usd: '0.00' })
  },
)

/** Parts of a total are rounded so that they add up to it. */
const expectSum = (parts: readonly string[], totalUsd: string) =>
  expect(fromCents(sumOf(parts, (part) => toCents(part.replace('--', '')))), parts.join(' + ')).toBe(totalUsd)

const expectNear = (partUsd: string, exactUsd: string) =>
  expect(Math.abs(Number(toCents(partUsd) - toCents(exactUsd))), `${partUsd} for ${exactUsd}`).toBeLessThanOrEqual(3)

const startOf = (range: RevenueRange) => {
  const now = new Date()
  if (range === '12M') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1))
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(today - (Number.parseInt(range, 10) - 1) * dayMs)
}

const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell).slice(0, -1))

test('the revenue export has every fee and its totals match the ledger', async () => {
  const { body } = await get(`${exportRevenue.path}?range=90D`)
  const [head = [], ...lines] = linesOf(body)
  const column = (name: string) => head.indexOf(name)
  const [fees, total = []] = [lines.slice(0, -1), lines.at(-1)]
  const entries = (await readEntries()).filter(({ postedAt }) => postedAt >= startOf('90D'))
  const ofAccount = (account: string) => entries.filter((entry) => entry.account === account)
  const usd8 = (rows: readonly Entry[]) => fromUsd8(-sumOf(rows, ({ amountUsd }) => toUsd8(amountUsd)))
  expect(total[column('Date')]).toBe('Total')
  expect(total[column('Revenue (BTC)')]).toBe(sats(ofAccount('revenue')))
  expect(total[column('Revenue (USD)')]).toBe(usd8(ofAccount('revenue')))
  expect(total[column('Partner share (BTC)')]).toBe(sats(ofAccount('earned')))
  expect(total[column('Partner share (USD)')]).toBe(usd8(ofAccount('earned')))
  expect(fees.map((fee) => String(fee[column('Transfer')])).sort()).toEqual(
    [...new Set(ofAccount('revenue').map(({ transferId }) => String(transferId)))].sort(),
  )
  for (const name of ['Revenue (BTC)', 'Partner share (BTC)']) {
    expect(fromSats(sumOf(fees, (fee) => toSats(fee[column(name)] ?? ''))), name).toBe(total[column(name)])
  }
  expect(
    fees.some((fee) => (fee[column('Revenue (BTC)')] ?? '').startsWith('-')),
    'undone fees stay numbers',
  ).toBe(true)
  expect(
    fees.some((fee) => fee[column('Store')] === `"'=HYPERLINK(""x"")"`),
    'no name is a formula',
  ).toBe(true)
})

test('the transactions export has every row of the filter and its totals match the booked payments', async () => {
  const { body, headers } = await get(exportAllTransactions.path)
  expect(headers['content-disposition']).toBe('attachment; filename="bitquay-transactions.csv"')
  const [head = [], ...lines] = linesOf(body)
  const column = (name: string) => head.indexOf(name)
  const rows = await app.deps.db.selectFrom('transactions').selectAll().execute()
  expect(lines).toHaveLength(rows.length + 2)
  const confirmed = rows.filter(({ status }) => status === 'confirmed')
  const received = lines.find((line) => line[0] === '"Total received, confirmed"') ?? []
  expect(received[column('Amount (BTC)')]).toBe(fromSats(sumOf(confirmed, ({ amount }) => toSats(amount))))
  const deposits = await app.deps.db.selectFrom('merchants').select('totalDepositsUsd').execute()
  expect(received[column('Amount (USD)')], 'what merchants were credited with').toBe(
    fromCents(sumOf(deposits, ({ totalDepositsUsd }) => toCents(totalDepositsUsd))),
  )
  const filtered = linesOf((await get(`${exportAllTransactions.path}?status=pending&merchantId=${merchants[0]}`)).body)
  expect(filtered.length - 3).toBe(
    rows.filter(({ status, merchantId }) => status === 'pending' && merchantId === merchants[0]).length,
  )
})

test('pages of all transactions have no gap, and every filter works', async () => {
  const rows = await app.deps.db
    .selectFrom('transactions')
    .selectAll()
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const all: Answer<typeof listAllTransactions> = []
  let cursor: string | undefined
  do {
    const answer = await get(`${listAllTransactions.path}?limit=40${cursor ? `&cursor=${cursor}` : ''}`)
    all.push(...answer.json<typeof all>())
    cursor = answer.headers['x-next-cursor'] as string | undefined
  } while (cursor)
  expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(all[0]).toMatchObject({
    merchantId: rows[0]?.merchantId,
    txid: rows[0]?.txid,
    amount: rows[0]?.amount,
    description: null,
  })

  const idsOf = async (query: string) =>
    (await get(`${listAllTransactions.path}?limit=100&${query}`)).json<typeof all>().map(({ id }) => id)
  const some = rows[70]
  if (!some) throw new Error('too few rows')
  await app.deps.db
    .updateTable('transactions')
    .set({ description: 'Prize of the March draw' })
    .where('id', '=', some.id)
    .execute()
  const paid = rows[71]
  await sql`insert into invoices (merchant_id, invoice_id, order_id, description)
    values (${paid?.merchantId}, 'inv-mugs', 'mugs', 'Two mugs')`.execute(app.deps.db)
  await sql`update transactions set invoice_id = 'inv-mugs' where id = ${paid?.id}`.execute(app.deps.db)
  const [shown] = (await get(`${listAllTransactions.path}?search=${paid?.txid}`)).json<typeof all>()
  expect(shown, 'a payment has the words of its invoice').toMatchObject({ id: paid?.id, description: 'Two mugs' })
  const first = (of: typeof rows) => of.slice(0, 100).map(({ id }) => id)
  expect(await idsOf(`merchantId=${merchants[1]}`)).toEqual(first(rows.filter((r) => r.merchantId === merchants[1])))
  expect(await idsOf('status=pending')).toEqual(first(rows.filter((r) => r.status === 'pending')))
  expect(await idsOf('status=failed')).toEqual([])
  expect(await idsOf(`search=${some.txid}`)).toEqual([some.id])
  expect(await idsOf(`search=${encodeURIComponent('march DRA')}`)).toEqual([some.id])
  expect(await idsOf(`search=${encodeURIComponent('blue do')}`)).toEqual(
    first(rows.filter((r) => r.merchantId === merchants[0])),
  )
  expect(await idsOf(`search=${encodeURIComponent('söhne')}&status=pending`)).toEqual(
    first(rows.filter((r) => r.merchantId === merchants[2] && r.status === 'pending')),
  )
  expect(await idsOf('search=nothing%25')).toEqual([])
  const named = rows.find((row) => row.address !== null)
  expect(await idsOf(`search=${named?.address}`)).toContain(named?.id)
})

test('what promo codes forgave is taken off the revenue, everywhere', async () => {
  const read = async (): Promise<Answer<typeof getRevenue>> => (await get(`${getRevenue.path}?range=30D`)).json()
  const all = async () => {
    const dashboard: Answer<typeof getDashboard> = (await get(getDashboard.path)).json()
    return toCents(dashboard.metrics.totalPlatformRevenue)
  }
  const [before, allBefore] = [await read(), await all()]
  const entries = [
    { owner: { kind: 'platform' as const }, account: 'forgiven' as const, sats: 100_000n },
    { owner: { kind: 'merchant' as const, id: merchants[0] ?? 0 }, account: 'fees-owed' as const, sats: -100_000n },
  ]
  await inTransaction(app.deps.db, (tx) =>
    postTransfer(tx, { kind: 'promo', reference: 'test#1', priceCents, entries: priceEntries(entries, priceCents) }),
  )
  const after = await read()
  const forgiven = centsOfSats(100_000n, priceCents)
  expect(after.sum.forgivenUsd).toBe(fromCents(forgiven))
  expect(after.total.usd).toBe(fromCents(toCents(before.total.usd) - forgiven))
  expect(await all()).toBe(allBefore - forgiven)
  expect(after.sum).toMatchObject({ ...before.sum, revenueUsd: after.total.usd, forgivenUsd: fromCents(forgiven) })
  const ofMerchant = (of: typeof after) => of.byMerchant.find(({ merchantId }) => merchantId === merchants[0])
  expect(toCents(ofMerchant(before)?.revenue.usd ?? '0') - toCents(ofMerchant(after)?.revenue.usd ?? '0')).toBe(
    forgiven,
  )
  expect(after.partners.earned, 'partners keep their share').toEqual(before.partners.earned)
  const [head = [], ...lines] = linesOf((await get(`${exportRevenue.path}?range=30D`)).body)
  const column = (name: string) => head.indexOf(name)
  const line = lines.find((cells) => cells[column('Fee type')] === 'forgiven')
  expect(line?.[column('Revenue (BTC)')]).toBe('-0.00100000')
  expect(line?.[column('Store')]).toBe('Blue Door')
  expectNear(after.total.usd, fromCents(centsOfUsd8(toUsd8(lines.at(-1)?.[column('Revenue (USD)')] ?? ''))))
})

test('days from one to another have the figures of the same range, and of the list of transactions', async () => {
  const range: Answer<typeof getRevenue> = (await get(`${getRevenue.path}?range=30D`)).json()
  const days = `from=${range.from.slice(0, 10)}&to=${range.lastDay}`
  const chosen: Answer<typeof getRevenue> = (await get(`${getRevenue.path}?${days}`)).json()
  expect(chosen).toEqual({ ...range, range: null })
  const period: Answer<typeof getDashboardPeriod> = (await get(`${getDashboardPeriod.path}?${days}`)).json()
  const summary: Answer<typeof summarizeAllTransactions> = (
    await get(`${summarizeAllTransactions.path}?${days}`)
  ).json()
  expect(period.now.volumeUsd).toBe(summary.payments.grossUsd)
  expect(toCents(period.now.payoutsUsd)).toBe(-toCents(summary.sent.grossUsd))
  expect(period.topMerchants.map(({ revenueUsd }) => revenueUsd)).toEqual(
    range.byMerchant.slice(0, 5).map(({ revenue }) => revenue.usd),
  )
  expect(period).toMatchObject({ activeMerchants: 3, now: { newMerchants: 1 }, before: { newMerchants: 0 } })
  const { platformUsd, owedToPartnersUsd, owedForLoopOutsUsd, freeUsd } = period.wallets
  expectSum([platformUsd, `-${owedToPartnersUsd}`, `-${owedForLoopOutsUsd}`], freeUsd)
  for (const wrong of [
    'from=2026-01-01',
    'from=2026-02-01&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'from=x&to=y',
  ]) {
    const answer = await app.app.inject({
      url: `${getRevenue.path}?${wrong}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode, wrong).toBe(400)
  }
})

test('what waits for an administrator is one line for each kind', async () => {
  const read = async (): Promise<Answer<typeof listAttention>> => (await get(listAttention.path)).json()
  expect(await read()).toEqual([])
  const { db } = app.deps
  for (const [place, merchantId] of merchants.entries())
    await sql`insert into merchant_attention (merchant_id, reason, since)
      values (${merchantId}, 'sync-failing', app_now() - make_interval(hours => ${place + 1}))`.execute(db)
  await sql`insert into alerts (kind, subject, title, sentence) values ('backup-old', '', 'No backup', 'There is none.')`.execute(
    db,
  )
  expect(await read()).toMatchObject([
    { kind: 'alert', alert: 'backup-old', title: 'No backup', sentence: 'There is none.' },
    { kind: 'merchants', count: 3, storeName: 'Zoë & Söhne, GmbH' },
  ])
})

test('the audit accepts carried revenue and finds a changed sum', async () => {
  const findings = async () =>
    (await auditLedger(app.deps.db)).findings.filter(({ check }) => check === 'Daily revenue matches its entries')
  expect(await findings()).toEqual([])
  await sql`update revenue_days set revenue_sats = revenue_sats + 1
    where (day, merchant_id, kind) = (select day, merchant_id, kind from revenue_days limit 1)`.execute(app.deps.db)
  expect(await findings()).toHaveLength(1)
  await sql`delete from revenue_days`.execute(app.deps.db)
  await sql`update revenue_through set before = '0'`.execute(app.deps.db)
  await sql`select carry_revenue()`.execute(app.deps.db)
  expect(await findings()).toEqual([])
})

test('without earlier data there is no growth', async () => {
  const fresh = await startTestApp({ RATE_LIMITS: 'off' })
  try {
    const bearer = await signInAs(fresh, await addAdmin(fresh))
    const answer = await fresh.app.inject({ url: getDashboard.path, headers: { authorization: `Bearer ${bearer}` } })
    expect(answer.json<Answer<typeof getDashboard>>().metrics).toEqual({
      totalVolume: '0.00',
      totalPlatformRevenue: '0.00',
      activeMerchants: 0,
      totalPayouts: '0.00',
      totalWalletBalance: { btc: '0.00000000', usd: '0.00' },
    })
  } finally {
    await fresh.close()
  }
})
