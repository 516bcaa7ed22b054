import { getInvoice } from '@bitquay/contract/invoices'
import { claimRefund, createRefund, offerRefund, type RefundClaim, viewRefund } from '@bitquay/contract/refunds'
import * as v1 from '@bitquay/contract/v1/refunds'
import { listEvents } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { ask, codeOf, forgetCodes, holdCodes } from '../../test/people.ts'
import { type RefundShop, refundShops } from '../../test/refund-shops.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { savePrice } from '../prices/table.ts'
import { readDetails } from '../transactions/read-details.ts'
import { saveDetails } from '../transactions/table.details.ts'

let money: Money
let shops: ReturnType<typeof refundShops>
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  shops = refundShops(money)
})
afterAll(() => money.close())

type Wanted = { amount?: string | number; currency?: string; reason?: string }

/** A person refunds with a fresh code. */
const refund = async ({ token, owner, secret }: RefundShop, invoiceId: string, body: Wanted = {}, once?: string) => {
  await forgetCodes(money.server, owner)
  return ask(money.server, createRefund, {
    token,
    params: { invoiceId },
    body: { ...body, twoFactorToken: codeOf(secret) },
    ...(once === undefined ? {} : { once }),
  })
}
const refundByKey = ({ key }: RefundShop, invoiceId: string, body: Wanted = {}) =>
  ask(money.server, v1.createRefund, { token: key, params: { invoiceId }, body })
const tokenOf = (link: unknown) => String(link).split('/r/')[1] ?? ''
const view = async (token: string) => (await ask(money.server, viewRefund, { body: { token } })).body as RefundClaim
const claim = async (link: unknown, address?: string) =>
  ask(money.server, claimRefund, {
    body: { token: tokenOf(link), address: address ?? (await money.strangersAddress()) },
  })
const refundableOf = async ({ token }: RefundShop, invoiceId: string) =>
  (await ask(money.server, getInvoice, { token, params: { invoiceId } })).body.refundable as Record<string, unknown>

test('a part is refunded with a reason, in dollars at the rate that the customer paid at, and the rest stays', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop, { customerEmail: 'part@example.test' })
  // Bitcoin costs twice as much now. $20 is still a fifth of what the customer paid.
  await savePrice(money.deps.db, { cents: 20_000_000n, source: 'test' })
  const offered = await refund(shop, invoiceId, { amount: '20', reason: '  One anchor\n was  broken ' })
  expect(offered).toMatchObject({
    status: 200,
    body: {
      kind: 'partial',
      status: 'offered',
      amount: '20.00',
      currency: 'USD',
      amountBtc: '0.00020000',
      amountUsd: '20.00',
      reason: 'One anchor was broken',
    },
  })
  expect(await refundableOf(shop, invoiceId)).toMatchObject({
    everythingBtc: '0.00080000',
    rates: { USD: '100000.00' },
  })
  expect(await view(tokenOf(offered.body.claimLink))).toMatchObject({
    amount: '20.00',
    currency: 'USD',
    amountBtc: '0.00020000',
    reason: 'One anchor was broken',
  })
  const [email] = await money.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', 'part@example.test')
    .where('subject', 'like', 'Refund from%')
    .execute()
  expect(email?.bodyText).toContain('$20.00 (0.00020000 BTC)')
  expect(email?.bodyText).toContain('One anchor was broken')
  const { body: events } = await ask(money.server, listEvents, { token: shop.key })
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'refund.created',
      data: expect.objectContaining({ amount: '20.00', currency: 'USD', reason: 'One anchor was broken' }),
    }),
  )
  const { rows: entries } = await sql<{ detail: unknown }>`
    select detail from act_log where act = 'refund-offered' and merchant_id = ${shop.store.merchantId}`.execute(
    money.deps.db,
  )
  expect(entries).toMatchObject([
    { detail: { invoiceId, amount: '20.00', currency: 'USD', reason: 'One anchor was broken' } },
  ])

  const address = await money.strangersAddress()
  expect((await claim(offered.body.claimLink, address)).status).toBe(200)
  await expect.poll(() => money.countPaid(address, 20_000n), { timeout: 90_000 }).toBe(1)
  await money.mine(1, shop.store)
  expect(await view(tokenOf(offered.body.claimLink))).toMatchObject({ status: 'paid' })

  // Everything that is left, and then nothing.
  expect((await refund(shop, invoiceId)).body).toMatchObject({
    kind: 'everything',
    amount: '80.00',
    amountBtc: '0.00080000',
    amountUsd: '80.00',
    reason: null,
  })
  expect((await refund(shop, invoiceId, { amount: '1' })).body.code).toBe('nothing-to-refund')
  await savePrice(money.deps.db, { cents: 10_000_000n, source: 'test' })
  await money.expectCleanAudit()
})

test('bitcoin, satoshis and the invoice’s currency are accepted, another currency and unfit amounts are refused', async () => {
  const shop = await shops.newShop()
  // The sandbox's euro costs $0.86 of a dollar.
  const { invoiceId } = await shops.paidInvoice(shop, { currency: 'EUR', price: '86.00' })
  expect(await refundableOf(shop, invoiceId)).toMatchObject({
    everythingBtc: '0.00100000',
    rates: { EUR: '86000.00000000', USD: '100000.00' },
  })
  expect((await refund(shop, invoiceId, { amount: 8.6 })).body).toMatchObject({
    amount: '8.60',
    currency: 'EUR',
    amountBtc: '0.00010000',
    amountUsd: '10.00',
  })
  expect((await refund(shop, invoiceId, { amount: '10', currency: 'USD' })).body).toMatchObject({
    amount: '10.00',
    currency: 'USD',
    amountBtc: '0.00010000',
  })
  expect((await refund(shop, invoiceId, { amount: 0.0001, currency: 'BTC' })).body).toMatchObject({
    amount: '0.00010000',
    currency: 'BTC',
    amountUsd: '10.00',
  })
  expect((await refund(shop, invoiceId, { amount: '10000', currency: 'SATS' })).body).toMatchObject({
    amount: '10000',
    currency: 'SATS',
    amountBtc: '0.00010000',
  })
  const bad: Wanted[] = [
    { amount: '5', currency: 'GBP' },
    { amount: '5', currency: 'DOGE' },
    { amount: '0' },
    { amount: '-1' },
    { amount: '1e3' },
    { amount: '5.001' },
    { amount: '0.5', currency: 'SATS' },
    { amount: '0.000000001', currency: 'BTC' },
    { amount: '9'.repeat(13) },
    { amount: ' 5' },
    { amount: '５' },
    { amount: '5', reason: 'x'.repeat(501) },
  ]
  for (const body of bad) expect((await refund(shop, invoiceId, body)).status, JSON.stringify(body)).toBe(400)
  expect((await refund(shop, invoiceId, { amount: '545', currency: 'SATS' })).body.code).toBe('amount-too-small')
  expect(await shops.sumRefunds(invoiceId, 'offered')).toBe(40_000n)
  // The rest is named without an amount, in the currency that was asked for.
  expect((await refund(shop, invoiceId, { currency: 'USD' })).body).toMatchObject({ amount: '60.00', currency: 'USD' })
})

test('rounding neither refunds more than was paid nor leaves a satoshi behind', async () => {
  const shop = await shops.newShop()
  await money.engine.control.rate({ usd: '107913.37' })
  const { invoiceId } = await shops.paidInvoice(shop, { price: '53.00', amountsBtc: ['0.00049114'] })
  await money.engine.control.rate({ usd: '100000' })
  const { everythingBtc } = await refundableOf(shop, invoiceId)
  expect(everythingBtc).toBe('0.00049114')
  // $20.00 is 18533.38 satoshis, rounded down.
  expect((await refund(shop, invoiceId, { amount: '20' })).body).toMatchObject({ amountBtc: '0.00018533' })
  expect((await refund(shop, invoiceId, { amount: '33.01' })).body).toMatchObject({
    code: 'refund-too-large',
    message: 'Only 0.00030581 BTC (33.00 USD) of this invoice is left to refund. Nothing was created.',
    fields: [{ path: 'amount' }],
  })
  // $33.00 is 30580.08 satoshis, and all that is left is 30581, which is also shown as $33.00.
  expect((await refund(shop, invoiceId, { amount: '33.00' })).body).toMatchObject({ amountBtc: '0.00030581' })
  expect(await shops.sumRefunds(invoiceId, 'offered')).toBe(49_114n)
})

test('20 simultaneous partial refunds never exceed what was paid', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop)
  const answers = await Promise.all(Array.from({ length: 20 }, () => refundByKey(shop, invoiceId, { amount: '7' })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(14)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['refund-too-large']),
  )
  expect(await shops.sumRefunds(invoiceId, 'offered')).toBe(98_000n)
})

test('simultaneous refunds by a person and a key never exceed what was paid', async () => {
  holdCodes()
  const shop = await shops.newShop()
  for (let round = 0; round < 5; round++) {
    const { invoiceId } = await shops.paidInvoice(shop)
    const answers = await Promise.all([
      refund(shop, invoiceId, { amount: '60' }),
      refundByKey(shop, invoiceId, { amount: '41', currency: 'USD' }),
      ask(money.server, v1.refundInvoice, { token: shop.key, params: { invoiceId }, body: { kind: 'everything' } }),
    ])
    const created = answers.filter(({ status }) => status === 200)
    const sum = await shops.sumRefunds(invoiceId, 'offered')
    expect(created.length).toBeGreaterThan(0)
    expect(sum).toBeLessThanOrEqual(100_000n)
    expect(created.reduce((total, { body }) => total + BigInt(String(body.amountBtc).replace('.', '')), 0n)).toBe(sum)
  }
})

test('one Idempotency-Key creates one partial refund, and another amount, currency or reason is refused', async () => {
  holdCodes()
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop)
  const wanted = { amount: '20', currency: 'USD', reason: 'Broken' }
  await forgetCodes(money.server, shop.owner)
  const code = codeOf(shop.secret)
  const send = (body: Wanted) =>
    ask(money.server, createRefund, {
      token: shop.token,
      params: { invoiceId },
      body: { ...body, twoFactorToken: code },
      once: 'part',
    })
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(wanted)))
  expect(new Set(answers.map(({ body }) => `${String(body.id)} ${String(body.claimLink)}`)).size).toBe(1)
  expect((await send({ ...wanted, amount: '20.00' })).body.id).toBe(answers[0]?.body.id)
  expect((await send({ amount: '20.00', reason: 'Broken' })).body.id).toBe(answers[0]?.body.id)
  for (const other of [
    { ...wanted, amount: '21' },
    { ...wanted, amount: '20', currency: 'SATS' },
    { ...wanted, reason: 'Other' },
    { amount: '20', currency: 'USD' },
    { reason: 'Broken' },
  ]) {
    expect((await send(other)).body.code, JSON.stringify(other)).toBe('idempotency-key-reused')
  }
  expect(await shops.sumRefunds(invoiceId, 'offered')).toBe(20_000n)
})

test('a person needs a valid code for a partial refund, and another store’s people and keys find nothing', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop)
  const params = { invoiceId }
  const without = await ask(money.server, createRefund, { token: shop.token, params, body: { amount: '1' } })
  expect(without.body.code).toBe('invalid-verification-code')
  const wrong = await ask(money.server, createRefund, {
    token: shop.token,
    params,
    body: { amount: '1', twoFactorToken: '000000' },
  })
  expect(wrong.body.code).toBe('invalid-verification-code')
  const other = await shops.newShop()
  expect((await refund(other, invoiceId, { amount: '1' })).status).toBe(404)
  expect((await refundByKey(other, invoiceId, { amount: '1' })).status).toBe(404)
  expect(await shops.sumRefunds(invoiceId, 'offered', 'claimed', 'paid')).toBe(0n)
})

test('after a reorganization took one of two payments back, claims never exceed the other', async () => {
  const shop = await shops.newShop()
  const { invoiceId, txids } = await shops.paidInvoice(shop, { amountsBtc: ['0.00060000', '0.00050000'] })
  const [first, second] = [
    await refund(shop, invoiceId, { amount: '50' }),
    await refund(shop, invoiceId, { amount: '50' }),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  await money.engine.control.reorg({ depth: 1, exclude: [txids[1] ?? ''] })
  await shops.look(shop)
  const addresses = [await money.strangersAddress(), await money.strangersAddress()]
  const claims = await Promise.all([first, second].map(({ body }, index) => claim(body.claimLink, addresses[index])))
  expect(claims.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(claims.find(({ status }) => status === 409)?.body.code).toBe('refund-not-payable')
  expect(await shops.sumRefunds(invoiceId, 'claimed', 'paid')).toBe(50_000n)

  // The payment confirms again, so the other one can be claimed.
  await money.engine.control.mine({ blocks: 1 })
  await shops.look(shop)
  const open = [first, second][claims.findIndex(({ status }) => status === 409)]
  expect((await claim(open?.body.claimLink)).status).toBe(200)
  expect(await shops.sumRefunds(invoiceId, 'claimed', 'paid')).toBe(100_000n)
})

test('a payment that its customer took back is neither refunded nor claimed while it is disputed', async () => {
  const shop = await shops.newShop()
  const { invoiceId, txids } = await shops.paidInvoice(shop)
  const [txid = ''] = txids
  const details = await readDetails(money.deps, txid)
  if (!details) throw new Error('the explorer does not know it')
  await inTransaction(money.deps.db, (tx) => saveDetails(tx, txid, details))
  const offered = await refund(shop, invoiceId, { amount: '50' })
  // The customer has the block replaced and spends the coins elsewhere, in a transaction that waits for a block.
  await money.engine.control.reorg({ depth: 1, exclude: [txid] })
  await money.engine.control.replace({ txid })
  await shops.look(shop)
  const row = await money.deps.db
    .selectFrom('transactions')
    .select(['booked', 'disputed'])
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ booked: true, disputed: true })
  expect((await claim(offered.body.claimLink)).body.code).toBe('refund-not-payable')
  expect((await refund(shop, invoiceId, { amount: '10' })).body.code).toBe('nothing-to-refund')
  expect(await refundableOf(shop, invoiceId)).toMatchObject({ everythingBtc: '0.00000000', overpaidBtc: '0.00000000' })
})

test('Lightning, overpaid, partial and late payments are refunded in parts up to what was received', async () => {
  const shop = await shops.newShop()
  const lightning = await shops.paidInvoice(shop, { method: 'lightning' })
  const over = await shops.paidInvoice(shop, { amountsBtc: ['0.00130000'] })
  const under = await shops.paidInvoice(shop, { amountsBtc: ['0.00040000'] })
  const late = await shops.paidInvoice(shop, { amountsBtc: [] })
  expect((await refund(shop, under.invoiceId, { amount: '1' })).body.code).toBe('nothing-to-refund')
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.server.advance(3600)
  for (let turn = 0; turn < 2; turn++) await shops.look(shop)
  await money.engine.control.pay({ invoiceId: late.invoiceId, method: 'onchain', amountBtc: '0.00100000' })
  await money.engine.control.mine({ blocks: 1 })
  for (let turn = 0; turn < 2; turn++) await shops.look(shop)

  for (const [name, { invoiceId }, mostSats] of [
    ['lightning', lightning, 100_000n],
    ['overpaid', over, 130_000n],
    ['underpaid', under, 40_000n],
    ['late', late, 100_000n],
  ] as const) {
    expect((await refund(shop, invoiceId, { amount: '30' })).body, name).toMatchObject({ amountBtc: '0.00030000' })
    const tooMuch = { amount: String(mostSats - 29_999n), currency: 'SATS' }
    expect((await refund(shop, invoiceId, tooMuch)).body.code, name).toBe('refund-too-large')
    const rest = { amount: String(mostSats - 30_000n), currency: 'SATS' }
    expect((await refund(shop, invoiceId, rest)).status, name).toBe(200)
    expect(await shops.sumRefunds(invoiceId, 'offered'), name).toBe(mostSats)
  }
})

test('the earlier call and partial refunds share one total', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop, { amountsBtc: ['0.00130000'] })
  const offer = async (kind: 'overpaid' | 'everything') => {
    await forgetCodes(money.server, shop.owner)
    const body = { kind, twoFactorToken: codeOf(shop.secret) }
    return ask(money.server, offerRefund, { token: shop.token, params: { invoiceId }, body })
  }
  expect((await refund(shop, invoiceId, { amount: '10' })).status).toBe(200)
  // A partial refund counts against the overpayment first.
  expect((await offer('overpaid')).body).toMatchObject({ kind: 'overpaid', amountBtc: '0.00020000', amount: '20.00' })
  expect((await offer('everything')).body).toMatchObject({ kind: 'everything', amountBtc: '0.00100000' })
  expect((await refund(shop, invoiceId, { amount: '1' })).body.code).toBe('nothing-to-refund')
})

test('a key’s partial refunds count against its daily limit at the higher of both prices, and never show a link', async () => {
  const shop = await shops.newShop({ dailyRefundLimitUsd: '50.00' })
  const { invoiceId } = await shops.paidInvoice(shop, { customerEmail: 'limit@example.test' })
  // At today's price the same satoshis are worth $40.
  await savePrice(money.deps.db, { cents: 20_000_000n, source: 'test' })
  const first = await refundByKey(shop, invoiceId, { amount: '20', reason: 'Broken' })
  expect(first).toMatchObject({ status: 200, body: { amountUsd: '20.00', customerEmail: 'limit@example.test' } })
  expect(first.body).not.toHaveProperty('claimLink')
  expect((await refundByKey(shop, invoiceId, { amount: '10' })).body.code).toBe('refund-limit-reached')
  // Bitcoin became cheaper: what the customer paid counts.
  await savePrice(money.deps.db, { cents: 1_000_000n, source: 'test' })
  expect((await refundByKey(shop, invoiceId, { amount: '11' })).body.code).toBe('refund-limit-reached')
  expect((await refundByKey(shop, invoiceId, { amount: '10' })).status).toBe(200)
  await savePrice(money.deps.db, { cents: 10_000_000n, source: 'test' })
  expect(await shops.sumRefunds(invoiceId, 'offered')).toBe(30_000n)
})

test('a key lists its own store’s refunds in pages, by invoice and by status', async () => {
  const [shop, other] = [await shops.newShop(), await shops.newShop()]
  const { invoiceId } = await shops.paidInvoice(shop)
  const { invoiceId: second } = await shops.paidInvoice(shop)
  for (const id of [invoiceId, invoiceId, second]) await refundByKey(shop, id, { amount: '10' })
  const list = async (query: Record<string, string>, key = shop.key) =>
    (await ask(money.server, v1.listRefunds, { token: key, query })) as unknown as {
      body: { id: number; invoiceId: string }[]
      headers: Record<string, string>
    }
  const all = await list({})
  expect(all.body.map((each) => each.invoiceId)).toEqual([second, invoiceId, invoiceId])
  const page = await list({ limit: '2' })
  expect(page.body).toEqual(all.body.slice(0, 2))
  expect((await list({ limit: '2', cursor: page.headers['x-next-cursor'] ?? '' })).body).toEqual(all.body.slice(2))
  expect((await list({ invoiceId: second })).body).toEqual(all.body.slice(0, 1))
  await ask(money.server, v1.cancelRefund, { token: shop.key, params: { id: all.body[0]?.id ?? 0 } })
  await sql`update refunds set expires_at = app_now() where id = ${all.body[1]?.id}`.execute(money.deps.db)
  expect((await list({ status: 'called-off' })).body.map(({ id }) => id)).toEqual([all.body[0]?.id])
  expect((await list({ status: 'expired' })).body.map(({ id }) => id)).toEqual([all.body[1]?.id])
  expect((await list({ status: 'offered' })).body.map(({ id }) => id)).toEqual([all.body[2]?.id])
  expect((await list({ invoiceId }, other.key)).body).toMatchObject({ code: 'not-found' })
  expect((await list({}, other.key)).body).toEqual([])
})
