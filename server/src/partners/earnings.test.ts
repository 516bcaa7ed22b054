import type { Answer } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/partners'
import { getPartner, getPartnerMetrics, getStatementOfPartner, listPartners } from '@bitquay/contract/partners.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { bookPayments, unbookPayment } from '../payments/book-payment.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { savePrice } from '../prices/table.ts'
import { saveIncoming } from '../transactions/table.ts'
import { carryEarnings } from './worker.ts'

let server: TestApp
let partner: Someone
let merchant: Someone
let token: string
let adminToken: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  merchant = await addMerchant(server)
  partner = await addPartner(server, '33.33')
  await addPartner(server, '50.00')
  token = await signInAs(server, partner)
  adminToken = await signInAs(server, await addAdmin(server))
  await savePrice(server.deps.db, { cents: 10_000_000n, source: 'test' })
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, customer_email, customer_name)
    values (${merchant.id}, 'inv-1', 'order-1', 'settled', 'anna.berg@example.com', 'Anna Berg')`.execute(
    server.deps.db,
  )
})
afterAll(() => server.close())

let count = 0
const pay = (
  amountSats: bigint,
  method: 'on-chain' | 'lightning',
  book = true,
  { of = merchant, ...terms }: { of?: Someone; feesOf?: Date } = {},
) =>
  inTransaction(server.deps.db, async (tx) => {
    const { row } = await saveIncoming(tx, of.id, {
      key: `payment-${++count}`,
      txid: `${'ab'.repeat(31)}${String(count).padStart(2, '0')}`,
      method,
      purpose: 'invoice',
      amountSats,
      priceCents: 10_812_345n,
      address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
      invoiceId: 'inv-1',
      seenAt: tx.now,
    })
    if (book) await bookPayments(tx, of.id, [row], true, terms)
    return row.id
  })
const undo = (id: number) =>
  inTransaction(server.deps.db, async (tx) => {
    const row = await tx.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await unbookPayment(tx, row)
  })
const get = async (call: (typeof calls)[keyof typeof calls] & { method: string }, query = '') => {
  const answer = await server.app.inject({
    url: `${(call as { path: string }).path}${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return { body: answer.json(), next: String(answer.headers['x-next-cursor']) }
}
const findings = async () => (await auditLedger(server.deps.db)).findings

/** The partner's figures from a query that shares nothing with the product's. */
const recount = async () => {
  const { rows } = await sql<{ type: string; sats: bigint; usd: string; n: bigint }>`
    select f.transaction_type as type, -sum(e.amount_sats)::bigint as sats, round(-sum(e.amount_usd), 2)::text as usd, count(*) as n
    from fee_transactions f join ledger_entries e on e.transfer_id = f.transfer_id
      join ledger_accounts a on a.id = e.account_id
    where a.owner_kind = 'partner' and a.owner_id = ${partner.id} and f.reversed_at is null group by 1`.execute(
    server.deps.db,
  )
  return Object.fromEntries(rows.map(({ type, ...sums }) => [type, sums]))
}

test('figures come from the ledger before, between and after the sums are updated', async () => {
  const undone = await pay(5_000_000n, 'on-chain')
  for (const sats of [1n, 1234n, 100_000n, 7_654_321n]) await pay(sats, 'on-chain')
  for (const sats of [777n, 250_000n]) await pay(sats, 'lightning')
  const check = async () => {
    const expected = await recount()
    const { body } = await get(calls.getPartnerDashboard)
    const { body: detail } = await ask(server, getPartner, { token: adminToken, params: { partnerId: partner.id } })
    const balance = (expected.deposit?.sats ?? 0n) + (expected.lightning?.sats ?? 0n)
    const text = (balance * 10_000_000n + 50_000_000n) / 100_000_000n
    for (const figures of [body.partner, detail]) {
      expect(figures).toMatchObject({
        currentBalanceBtc: `0.${String(balance).padStart(8, '0')}`,
        currentBalanceUsd: `${text / 100n}.${String(text % 100n).padStart(2, '0')}`,
        lightningEarnedUsd: expected.lightning?.usd,
        totalWithdrawnUsd: '0.00',
      })
    }
    expect(detail.feeBreakdown).toEqual(body.feeBreakdown)
    expect(body.feeBreakdown).toMatchObject({
      depositFees: expected.deposit?.usd,
      depositCount: Number(expected.deposit?.n),
      depositFeeRate: 0.333,
      lightningFees: expected.lightning?.usd,
      lightningCount: Number(expected.lightning?.n),
      withdrawalFees: '0.00',
      withdrawalCount: 0,
      withdrawalFeeRate: 0,
    })
    expect(body.platformStats).toMatchObject({ myShare: 0.3333, activePartners: 2 })
    const { body: wallet } = await get(calls.getPartnerWallet)
    expect(wallet).toMatchObject({ configured: false, btc: body.partner.currentBalanceBtc, withdrawalFeePercent: 0 })
    expect(await findings()).toEqual([])
  }
  await check()
  await carryEarnings(server.deps.db).run(new AbortController().signal)
  await check()
  await pay(333_333n, 'on-chain')
  await undo(undone)
  await check()
  await carryEarnings(server.deps.db).run(new AbortController().signal)
  await check()
  const cached = await server.deps.db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', partner.id)
    .executeTakeFirstOrThrow()
  const { body } = await get(calls.getPartnerDashboard)
  expect(cached).toMatchObject({
    currentBalanceBtc: body.partner.currentBalanceBtc,
    currentBalanceUsd: body.partner.currentBalanceUsd,
    totalEarnedBtc: body.partner.totalEarnedBtc,
    totalEarnedUsd: body.partner.totalEarnedUsd,
    lightningEarnedUsd: body.partner.lightningEarnedUsd,
  })
})

test('sums survive a restore from a dump, where transaction IDs start over', async () => {
  await sql`update carried_through set before = '9000000000'`.execute(server.deps.db)
  await carryEarnings(server.deps.db).run(new AbortController().signal)
  await pay(4_000_000n, 'on-chain')
  expect(await findings()).toEqual([])
  const { body } = await get(calls.getPartnerDashboard)
  expect(body.feeBreakdown.depositFees).toBe((await recount()).deposit?.usd)
})

type Listed = {
  key: string
  status: string
  timestamp: number
  merchantId: number
  amountUSD: string
  partnerRevenue: string | null
  partnerRevenueBtc: string | null
  collected: boolean
  rate: number
}

const walk = async (query: string, limit: number): Promise<Listed[]> => {
  const found: Listed[] = []
  let next: string | undefined
  do {
    const page = await get(calls.listPartnerTransactions, `?limit=${limit}${query}${next ? `&cursor=${next}` : ''}`)
    found.push(...page.body)
    next = page.next === 'undefined' ? undefined : page.next
  } while (next)
  return found
}

test('the list shows what was earned and what is pending in order of time, with customers masked', async () => {
  await pay(50_000n, 'on-chain', false)
  await pay(60_000n, 'on-chain')
  const all = await walk('', 100)
  // The payment whose block was removed is pending again, in its place.
  expect(all.filter(({ status }) => status === 'unconfirmed')).toHaveLength(2)
  expect(all[0]).toMatchObject({
    status: 'confirmed',
    customerEmail: 'a•••@e•••.com',
    customerName: 'A••• B•••',
    address: 'bcrt1q•••chgx',
    invoiceId: 'inv-1',
    label: 'Invoice payment',
    merchant: 'Blue Door',
  })
  expect(all[1]).toMatchObject({ status: 'unconfirmed', partnerRevenue: null, type: 'incoming' })
  expect(all.at(-1)).toMatchObject({ status: 'unconfirmed' })
  const times = all.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const expected = await recount()
  const earned = all.filter(({ status }) => status === 'confirmed')
  expect(earned).toHaveLength(Number(expected.deposit?.n) + Number(expected.lightning?.n))
  expect(JSON.stringify(all)).not.toMatch(/anna|berg|chgx"?gx|bcrt1qcr8te/i)
})

test('every order of the list has each row once, page by page', async () => {
  const all = await walk('', 100)
  const keysOf = (rows: readonly Listed[]) => rows.map(({ key }) => key)
  const shareOf = ({ partnerRevenue }: Listed) => (partnerRevenue === null ? null : Number(partnerRevenue))
  const orders: Record<string, (row: Listed) => number | null> = {
    date: ({ timestamp }) => timestamp,
    gross: ({ amountUSD }) => Number(amountUSD),
    share: shareOf,
  }
  for (const [name, keyOf] of Object.entries(orders)) {
    const down = await walk(`&sort=-${name}`, 2)
    const up = await walk(`&sort=${name}`, 3)
    expect(keysOf(down).toSorted()).toEqual(keysOf(all).toSorted())
    expect(keysOf(up).toSorted()).toEqual(keysOf(all).toSorted())
    const known = (rows: readonly Listed[]) => rows.map(keyOf).filter((key) => key !== null)
    expect(known(down)).toEqual(known(down).toSorted((a, b) => b - a))
    expect(known(up)).toEqual(known(up).toSorted((a, b) => a - b))
    // Unknown shares come last in both directions.
    for (const rows of [down, up]) expect(rows.slice(0, known(rows).length).map(keyOf)).toEqual(known(rows))
  }
  expect(await walk('&cursor=999999999998', 5)).toEqual([])
})

test('totals equal the rows of the list and of the CSV, and a range and a merchant limit all of them', async () => {
  for (const filter of [
    '',
    `&merchantId=${merchant.id}`,
    '&merchantId=999',
    '&from=2100-01-01',
    '&to=2000-01-01&tz=Asia/Kolkata',
  ]) {
    const rows = await walk(filter, 100)
    const { body: totals } = await get(calls.summarizePartnerTransactions, filter.replace('&', '?'))
    const booked = rows.filter(({ partnerRevenue }) => partnerRevenue !== null)
    const sum = (of: (row: Listed) => string | null, from: readonly Listed[]) =>
      from.reduce((total, row) => total + BigInt((of(row) ?? '0').replace('.', '')), 0n)
    const usd8 = (text: string) => BigInt(text.replace('.', ''))
    expect(totals).toMatchObject({ payments: booked.length, pendingPayments: rows.length - booked.length })
    expect(usd8(totals.grossUsd)).toBe(sum(({ amountUSD }) => amountUSD, booked))
    expect(usd8(totals.shareUsd)).toBe(sum(({ partnerRevenue }) => partnerRevenue, booked))
    const collected = booked.filter((row) => row.collected)
    expect(usd8(totals.collectedUsd)).toBe(sum(({ partnerRevenue }) => partnerRevenue, collected))
    expect(usd8(totals.uncollectedBtc)).toBe(
      sum(({ partnerRevenueBtc }) => partnerRevenueBtc, booked) -
        sum(({ partnerRevenueBtc }) => partnerRevenueBtc, collected),
    )
    const file = await download(calls.exportPartnerTransactions.path, filter)
    const [titles = '', ...lines] = file.body.trim().split('\r\n')
    const share = titles.split(',').indexOf('Share (USD)')
    expect(lines.map((line) => line.split(',')[share])).toEqual(rows.map(({ partnerRevenue }) => partnerRevenue ?? ''))
    const pdf = readPdf((await download(calls.printPartnerTransactions.path, filter)).rawPayload)
    expect(pdf.find(([first]) => first === `Payments (${booked.length})`)?.at(-1)).toBe(`$${totals.shareUsd}`)
  }
})

const download = async (path: string, filter: string) => {
  const answer = await server.app.inject({
    url: `${path}${filter.replace('&', '?')}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}

test('a breakdown contains one type of fee and sums to its card', async () => {
  for (const feeType of ['deposit', 'lightning', 'withdrawal'] as const) {
    const { body } = await get(calls.getFeeBreakdown, `?feeType=${feeType}&limit=100`)
    const expected = (await recount())[feeType]
    expect(body.summary).toEqual({
      totalTransactions: Number(expected?.n ?? 0n),
      totalRevenue: expected?.usd ?? '0.00',
    })
    expect(body.transactions).toHaveLength(Number(expected?.n ?? 0n))
    const sum = body.transactions.reduce(
      (total: bigint, { partnerRevenue }: { partnerRevenue: string }) =>
        total + BigInt(partnerRevenue.replace('.', '')),
      0n,
    )
    expect(((sum + 500_000n) / 1_000_000n).toString()).toBe(
      BigInt((expected?.usd ?? '0.00').replace('.', '')).toString(),
    )
  }
})

test('the totals over all partners equal the sums of the list', async () => {
  const { body: metrics } = await ask(server, getPartnerMetrics, { token: adminToken })
  const { body } = await ask(server, listPartners, { token: adminToken })
  const partners = body as unknown as { currentBalanceUsd: string; totalEarnedUsd: string; sharePercentage: number }[]
  const cents = (key: 'currentBalanceUsd' | 'totalEarnedUsd') =>
    partners.reduce((sum, one) => sum + Number(one[key].replace('.', '')), 0)
  expect(metrics).toMatchObject({ totalPartners: 2, activePartners: 2, activeShares: 83.33, totalWithdrawals: '0.00' })
  // Each line is rounded separately.
  expect(Math.abs(Number(String(metrics.totalBalances).replace('.', '')) - cents('currentBalanceUsd'))).toBeLessThan(3)
  expect(Math.abs(Number(String(metrics.totalEarnings).replace('.', '')) - cents('totalEarnedUsd'))).toBeLessThan(3)
})

test('the statement lists every change, and its last line is the balance', async () => {
  const { body } = await get(calls.getPartnerDashboard)
  const answer = await ask(server, getStatementOfPartner, { token: adminToken, params: { partnerId: partner.id } })
  const own = await ask(server, calls.getPartnerStatement, { token })
  expect(own.body).toEqual(answer.body)
  const lines = String(answer.body.text)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const [head, before, ...rest] = lines
  expect(head?.at(-1)).toBe('Balance BTC')
  expect(before).toEqual(['', 'Opening balance', '', '', '', '', '0.00000000'])
  const total = rest.pop()
  expect(total?.[1]).toBe('Total')
  expect(total?.at(-1)).toBe(body.partner.currentBalanceBtc)
  const sum = rest.reduce((sats, line) => sats + BigInt((line[4] ?? '0').replace('.', '')), 0n)
  expect(`0.${String(sum).padStart(8, '0')}`).toBe(body.partner.currentBalanceBtc)
  expect(rest.some((line) => line[1] === 'Deposit fee share' && line[2] === 'Blue Door')).toBe(true)
  expect(String(answer.body.text)).toContain('Deposit fee share (undone)')
})

const centsOf = (usd: string) => BigInt(usd.replace('.', ''))
const roundedCents = (usd8: bigint) => (usd8 + 500_000n) / 1_000_000n

test('earnings by merchant add up to what was earned, and name the ten largest', async () => {
  for (let place = 1n; place <= 11n; place++) {
    const of = await addMerchant(server)
    await pay(place * 123_457n, 'on-chain', true, { of })
    await pay(place * 4_321n, 'lightning', true, { of })
  }
  const { body } = await get(calls.getEarningsByMerchant)
  const { merchants, others, total } = body as Answer<typeof calls.getEarningsByMerchant>
  const booked = (await walk('', 100)).filter(({ partnerRevenue }) => partnerRevenue !== null)
  const sum = (rows: readonly Listed[]) =>
    rows.reduce((usd8, { partnerRevenue }) => usd8 + centsOf(partnerRevenue ?? '0'), 0n)

  expect(merchants).toHaveLength(10)
  expect(others).toMatchObject({ merchants: 2, payments: 4 })
  const named = new Set(merchants.map(({ merchantId }) => merchantId))
  const lines = [
    ...merchants.map((line) => ({ line, rows: booked.filter(({ merchantId }) => merchantId === line.merchantId) })),
    { line: others, rows: booked.filter(({ merchantId }) => !named.has(merchantId)) },
  ]
  for (const { line, rows } of lines) {
    expect(line.payments).toBe(rows.length)
    expect(centsOf(line.grossUsd)).toBe(rows.reduce((cents, { amountUSD }) => cents + centsOf(amountUSD), 0n))
    const difference = centsOf(line.earnedUsd) - roundedCents(sum(rows))
    expect([-1n, 0n, 1n], 'a cent may move to a neighbor, so that the column adds up').toContain(difference)
  }
  for (const line of [...merchants, others, total])
    expect(centsOf(line.collectedUsd)).toBe(centsOf(line.earnedUsd) - centsOf(line.uncollectedUsd))
  for (const field of ['grossUsd', 'earnedUsd', 'uncollectedUsd', 'collectedUsd'] as const)
    expect([...merchants, others].reduce((cents, line) => cents + centsOf(line[field]), 0n)).toBe(centsOf(total[field]))
  const shares = merchants.map(({ earnedUsd }) => Number(earnedUsd))
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(centsOf(total.earnedUsd)).toBe(roundedCents(sum(booked)))
  expect(centsOf(total.uncollectedUsd)).toBe(roundedCents(sum(booked.filter(({ collected }) => !collected))))
  expect(centsOf(total.collectedUsd)).toBeGreaterThan(0n)
  // The chain above the table has the same totals.
  const { partner: figures } = (await get(calls.getPartnerDashboard)).body
  expect(figures).toMatchObject({
    totalEarnedUsd: total.earnedUsd,
    uncollectedUsd: total.uncollectedUsd,
    collectedUsd: total.collectedUsd,
  })
})

test('a payment keeps the rate it was booked with when the fees and the share change', async () => {
  const of = await addMerchant(server)
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  const plan = (pool: string, from: Date) =>
    sql`insert into fee_schedules (partner_pool_percent, withdrawal_fee_percent, effective_from)
      values (${pool}, 2, ${from})`.execute(server.deps.db)
  // Who was no partner yet gets nothing of a payment of that time.
  await sql`update partners set created_at = ${hours(72)} where id = ${partner.id}`.execute(server.deps.db)
  await plan('2.000', hours(48))
  await plan('3.000', hours(24))
  await pay(1_000_000n, 'on-chain', true, { of })
  // A payment that is filed anew has the fees of its own time.
  await pay(1_000_000n, 'on-chain', true, { of, feesOf: hours(36) })
  await sql`update partners set share_percentage = 20 where id = ${partner.id}`.execute(server.deps.db)
  await pay(1_000_000n, 'on-chain', true, { of })
  const rates = async () => (await walk(`&merchantId=${of.id}`, 100)).map(({ rate }) => rate)
  const byMerchant = async () => {
    const { merchants } = (await get(calls.getEarningsByMerchant)).body as Answer<typeof calls.getEarningsByMerchant>
    return merchants.find(({ merchantId }) => merchantId === of.id)
  }
  const before = await rates()
  expect(before.toSorted((a, b) => a - b)).toEqual([0.6, 0.667, 1])
  expect(await byMerchant()).toMatchObject({ payments: 3, lowestRate: 0.6, highestRate: 1 })

  await plan('5.000', hours(0))
  const { feeBreakdown } = (await get(calls.getPartnerDashboard)).body
  // 5 % of a payment, or 5 of the 8 parts of the withdrawal's 2 %, and 20 % of it.
  expect(feeBreakdown).toMatchObject({ depositFeeRate: 1, lightningFeeRate: 1, withdrawalFeeRate: 0.25 })
  expect(await rates()).toEqual(before)
  expect(await byMerchant()).toMatchObject({ lowestRate: 0.6, highestRate: 1 })
})
