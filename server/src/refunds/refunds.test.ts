import { getCheckout } from '@bitquay/contract/checkout'
import { getInvoice, resendInvoice } from '@bitquay/contract/invoices'
import { callOffRefund, claimRefund, offerRefund, type RefundClaim, viewRefund } from '@bitquay/contract/refunds'
import { listTransactions } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask, awayFromStepEnd, codeOf, forgetCodes, holdCodes } from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { cancelSend } from '../sends/end-send.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
})
afterAll(() => money.close())

type Store = Awaited<ReturnType<Money['newStore']>>

let count = 0
const newShop = (...coins: bigint[]) => openShop(money, `shop-${++count}`, ...coins)
type Shop = Awaited<ReturnType<typeof newShop>>

/** An invoice over $100 (100,000 satoshis in this test) that was paid with this amount and then closed. */
const paidInvoice = async (store: Store, amountBtc: string, customerEmail?: string) => {
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '100.00', {
    description: 'Rope',
    customerEmail,
  })
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc })
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  return invoiceId ?? ''
}
const close = (invoiceId: string) =>
  sql`update invoices set status = 'expired', additional_status = 'paid-partial' where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
const offer = async ({ token, owner, secret }: Shop, invoiceId: string, kind: 'overpaid' | 'everything') => {
  await forgetCodes(money.server, owner)
  return ask(money.server, offerRefund, {
    token,
    params: { invoiceId },
    body: { kind, twoFactorToken: codeOf(secret) },
  })
}
const tokenOf = (link: unknown) => String(link).split('/r/')[1] ?? ''
const view = async (token: string) => (await ask(money.server, viewRefund, { body: { token } })).body as RefundClaim
const claim = (token: string, address: string) => ask(money.server, claimRefund, { body: { token, address } })

test('an overpayment is offered, emailed, claimed, paid once and shown until it is paid', async () => {
  const shop = await newShop(1_000_000n)
  const invoiceId = await paidInvoice(shop.store, '0.00130000', 'customer@example.test')
  const { body: before } = await ask(money.server, getInvoice, { token: shop.token, params: { invoiceId } })
  const asked = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(asked.body).not.toHaveProperty('refunded')
  expect(before).toMatchObject({
    status: 'settled',
    additionalStatus: 'paid-over',
    refundable: { everythingBtc: '0.00130000', overpaidBtc: '0.00030000' },
    refunds: [],
  })

  const withoutCode = await ask(money.server, offerRefund, {
    token: shop.token,
    params: { invoiceId },
    body: { kind: 'overpaid' },
  })
  expect(withoutCode).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  const offered = await offer(shop, invoiceId, 'overpaid')
  expect(offered).toMatchObject({ status: 200, body: { status: 'offered', amountBtc: '0.00030000', kind: 'overpaid' } })
  const token = tokenOf(offered.body.claimLink)
  const checkout = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(checkout.body, 'its page asks the customer for nothing anymore').toMatchObject({ refunded: true })
  const [claimEmail] = await money.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', 'customer@example.test')
    .where('subject', 'like', 'Refund from%')
    .execute()
  expect(claimEmail?.bodyText).toContain(`/r/${token}`)
  const { rows: kept } = await sql<{ text: string }>`select row(r.*)::text as text from refunds r`.execute(
    money.deps.db,
  )
  expect(kept.map(({ text }) => text).join()).not.toContain(token)

  expect(await view(token)).toMatchObject({ status: 'offered', amountBtc: '0.00030000', description: 'Rope' })
  expect((await ask(money.server, viewRefund, { body: { token: 'x'.repeat(43) } })).status).toBe(404)
  expect(await claim(token, 'nonsense')).toMatchObject({ status: 400, body: { code: 'invalid-address' } })
  const { bitcoinAddress } = before as { bitcoinAddress: string }
  expect((await claim(token, bitcoinAddress)).body.message).toBe(
    'This address belongs to the store. Enter your own address.',
  )

  // Many simultaneous claims with different addresses: one counts.
  const addresses: string[] = []
  for (let turn = 0; turn < 6; turn++) addresses.push(await money.strangersAddress())
  const claims = await Promise.all(addresses.map((address) => claim(token, address)))
  expect(claims.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(claims.filter(({ body }) => body.code === 'refund-claimed')).toHaveLength(5)
  const winner = addresses[claims.findIndex(({ status }) => status === 200)] ?? ''
  expect((await claim(token, winner)).status).toBe(200)

  await expect.poll(async () => (await view(token)).txid, { timeout: 90_000 }).not.toBeNull()
  expect(await view(token)).toMatchObject({ status: 'claimed', address: winner })
  await money.mine(1, shop.store)
  expect(await view(token)).toMatchObject({ status: 'paid', confirmations: 1 })
  const paid = await Promise.all(addresses.map((address) => money.countPaid(address, 30_000n)))
  expect(paid.reduce((sum, each) => sum + each, 0)).toBe(1)
  const outgoing = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', shop.store.merchantId)
    .where('type', '=', 'outgoing')
    .execute()
  expect(outgoing).toMatchObject([{ purpose: 'refund', amount: '0.00030000', address: winner }])
  const listed = await ask(money.server, listTransactions, { token: shop.token, query: { purpose: 'refund' } })
  expect(listed.body, 'a refund names who gets it').toMatchObject([{ customerEmail: 'customer@example.test' }])
  const { body: after } = await ask(money.server, getInvoice, { token: shop.token, params: { invoiceId } })
  expect(after).toMatchObject({
    refundable: { everythingBtc: '0.00100000', overpaidBtc: '0.00000000' },
    refunds: [{ status: 'paid', address: winner }],
  })
  await money.expectCleanAudit()
})

test('simultaneous offers never exceed what was paid', async () => {
  await awayFromStepEnd()
  const shop = await newShop(1_000_000n)
  const invoiceId = await paidInvoice(shop.store, '0.00040000')
  // It can still be paid, so nothing is refundable.
  expect((await offer(shop, invoiceId, 'everything')).body.code).toBe('nothing-to-refund')
  await close(invoiceId)
  expect((await offer(shop, invoiceId, 'overpaid')).body.code).toBe('nothing-to-refund')
  await forgetCodes(money.server, shop.owner)
  const at = { token: shop.token, params: { invoiceId } }
  const offers = await Promise.all(
    [-1, 0, 1].map((step) =>
      ask(money.server, offerRefund, {
        ...at,
        body: { kind: 'everything', twoFactorToken: codeOf(shop.secret, step) },
      }),
    ),
  )
  expect(offers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ sats: bigint }>`
    select sum(amount_sats)::bigint as sats from refunds where invoice_id = ${invoiceId}`.execute(money.deps.db)
  expect(rows[0]?.sats).toBe(40_000n)
})

test('one Idempotency-Key offers one refund however often it is sent, and a refused code does not use up the key', async () => {
  holdCodes()
  const shop = await newShop(1_000_000n)
  const invoiceId = await paidInvoice(shop.store, '0.00130000', 'once@example.test')
  const send = (once: string, kind: 'overpaid' | 'everything', twoFactorToken: string) =>
    ask(money.server, offerRefund, { token: shop.token, params: { invoiceId }, body: { kind, twoFactorToken }, once })
  expect((await send('mine', 'overpaid', '000000')).body.code).toBe('invalid-verification-code')
  const code = codeOf(shop.secret)
  const offers = await Promise.all(Array.from({ length: 20 }, () => send('mine', 'overpaid', code)))
  expect(offers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(offers.map(({ body }) => `${String(body.id)} ${String(body.claimLink)}`)).size).toBe(1)
  const kept = await money.deps.db.selectFrom('refunds').selectAll().where('invoiceId', '=', invoiceId).execute()
  expect(kept.map(({ amountSats }) => amountSats)).toEqual([30_000n])
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', 'once@example.test')
    .where('subject', 'like', 'Refund from%')
    .execute()
  expect(emails).toHaveLength(1)
  expect(await send('mine', 'everything', code)).toMatchObject({
    status: 422,
    body: { code: 'idempotency-key-reused' },
  })
  // Another key is another offer, with its own code.
  expect((await send('other', 'overpaid', code)).body.code).toBe('invalid-verification-code')
  await forgetCodes(money.server, shop.owner)
  expect((await send('other', 'everything', codeOf(shop.secret))).body).toMatchObject({ amountBtc: '0.00100000' })
})

test('an offer can be canceled, expires, and the rest can be offered again', async () => {
  const shop = await newShop(1_000_000n)
  const invoiceId = await paidInvoice(shop.store, '0.00040000')
  await close(invoiceId)
  const first = await offer(shop, invoiceId, 'everything')
  const cancel = (id: unknown) => ask(money.server, callOffRefund, { token: shop.token, params: { id: Number(id) } })
  expect(await cancel(first.body.id)).toMatchObject({ status: 200, body: { status: 'called-off' } })
  expect(await cancel(first.body.id)).toMatchObject({ status: 410 })
  const address = await money.strangersAddress()
  expect(await claim(tokenOf(first.body.claimLink), address)).toMatchObject({ status: 410 })

  const second = await offer(shop, invoiceId, 'everything')
  expect(second.status).toBe(200)
  await sql`update refunds set expires_at = app_now() where id = ${Number(second.body.id)}`.execute(money.deps.db)
  expect(await view(tokenOf(second.body.claimLink))).toMatchObject({ status: 'expired' })
  expect(await claim(tokenOf(second.body.claimLink), address)).toMatchObject({ status: 410 })

  const third = await offer(shop, invoiceId, 'everything')
  const token = tokenOf(third.body.claimLink)
  expect((await claim(token, address)).status).toBe(200)
  expect(await cancel(third.body.id)).toMatchObject({ status: 409, body: { code: 'refund-claimed' } })
})

test('a store that cannot pay says so without figures, and after a failed send the customer can claim again', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop.store, '0.00040000')
  await close(invoiceId)
  // The payment is all there is, and fees and the network fee are deducted from it.
  const offered = await offer(shop, invoiceId, 'everything')
  const token = tokenOf(offered.body.claimLink)
  const address = await money.strangersAddress()
  const refused = await claim(token, address)
  expect(refused).toMatchObject({ status: 409, body: { code: 'refund-not-payable' } })
  expect(refused.body.message).not.toMatch(/\$/)
  expect(await view(token)).toMatchObject({ status: 'offered' })

  // Nobody signs it and it is canceled: the customer may enter another address, and it is paid once.
  await money.fund(shop.store, 500_000n)
  const { wake } = money.deps
  money.deps.wake = () => undefined
  expect((await claim(token, address)).status).toBe(200)
  const { rows } = await sql<{
    id: number
  }>`select send_id as id from refunds where id = ${Number(offered.body.id)}`.execute(money.deps.db)
  await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, rows[0]?.id ?? 0))
  money.deps.wake = wake
  expect(await view(token)).toMatchObject({ status: 'offered', address: null })
  const other = await money.strangersAddress()
  expect((await claim(token, other)).status).toBe(200)
  await expect.poll(async () => (await view(token)).txid, { timeout: 90_000 }).not.toBeNull()
  // The transaction is known once it is signed, shortly before it is broadcast.
  await expect.poll(() => money.countPaid(other, 40_000n), { timeout: 90_000 }).toBe(1)
  expect(await money.countPaid(address, 40_000n)).toBe(0)
})

test('a payment removed by a reorganization is not refunded', async () => {
  const shop = await newShop(1_000_000n)
  const invoiceId = await paidInvoice(shop.store, '0.00040000')
  await close(invoiceId)
  const offered = await offer(shop, invoiceId, 'everything')
  await money.engine.control.reorg({ depth: 1, empty: true })
  await money.server.advance(31)
  await syncStore(money.deps, shop.store.id)
  const address = await money.strangersAddress()
  expect(await claim(tokenOf(offered.body.claimLink), address)).toMatchObject({
    status: 409,
    body: { code: 'refund-not-payable' },
  })
})

test('an overpayment removed by a reorganization is not refunded from the rest', async () => {
  const shop = await newShop(1_000_000n)
  const { invoiceId, amount } = await makeInvoice(money.deps, shop.store.merchantId, '100.00', {
    idempotencyKey: 'twice',
  })
  const look = async () => {
    await money.server.advance(31)
    await syncStore(money.deps, shop.store.id)
  }
  const payAgain = async () => {
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
    await money.engine.control.mine({ blocks: 1 })
    await look()
    await look()
  }
  await payAgain()
  await payAgain()
  const offered = await offer(shop, invoiceId ?? '', 'overpaid')
  expect(offered.status).toBe(200)
  await money.engine.control.reorg({ depth: 1, empty: true })
  await look()
  const token = tokenOf(offered.body.claimLink)
  const address = await money.strangersAddress()
  expect(await claim(token, address)).toMatchObject({ status: 409, body: { code: 'refund-not-payable' } })
  await money.engine.control.mine({ blocks: 1 })
  await look()
  expect((await claim(token, address)).status).toBe(200)
})

test('an overpayment can be claimed also after the rest', async () => {
  const shop = await newShop(1_000_000n)
  const { invoiceId, amount } = await makeInvoice(money.deps, shop.store.merchantId, '100.00', {
    idempotencyKey: 'rest-first',
  })
  for (let times = 0; times < 2; times++) {
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
    await money.engine.control.mine({ blocks: 1 })
    for (let look = 0; look < 2; look++) {
      await money.server.advance(31)
      await syncStore(money.deps, shop.store.id)
    }
  }
  const extra = await offer(shop, invoiceId ?? '', 'overpaid')
  const rest = await offer(shop, invoiceId ?? '', 'everything')
  const address = await money.strangersAddress()
  expect((await claim(tokenOf(rest.body.claimLink), address)).status).toBe(200)
  expect((await claim(tokenOf(extra.body.claimLink), address)).status).toBe(200)
})

test('an invoice is emailed to its customer when it is created and again on request, up to a limit', async () => {
  const shop = await newShop(1_000_000n)
  const make = (customerEmail: string | undefined, createdBy = 'test') =>
    makeInvoice(money.deps, shop.store.merchantId, '12.50', {
      currency: 'EUR',
      description: 'Anchor',
      customerEmail,
      createdBy,
      idempotencyKey: `mail-${customerEmail}`,
    })
  const emailsTo = (email: string) =>
    money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', email).execute()
  const { invoiceId } = await make('buyer@example.test')
  await make('buyer@example.test')
  const [invoiceEmail, ...more] = await emailsTo('buyer@example.test')
  expect(more).toEqual([])
  expect(invoiceEmail?.bodyText).toContain(`/i/${invoiceId}`)
  expect(invoiceEmail?.bodyText).toContain('12.50 EUR')
  await make('passer-by@example.test', 'customer')
  expect(await emailsTo('passer-by@example.test')).toEqual([])

  const resend = (id: string) => ask(money.server, resendInvoice, { token: shop.token, params: { invoiceId: id } })
  expect(await resend(invoiceId ?? '')).toMatchObject({ status: 200, body: { sentTo: 'buyer@example.test' } })
  expect(await emailsTo('buyer@example.test')).toHaveLength(2)
  expect(
    (await ask(money.server, getInvoice, { token: shop.token, params: { invoiceId: invoiceId ?? '' } })).body,
  ).toMatchObject({ mailedAt: expect.any(String) })
  const { invoiceId: anonymous } = await make(undefined)
  expect((await resend(anonymous ?? '')).body.message).toBe('This invoice has no customer email address.')
  await close(invoiceId ?? '')
  expect((await resend(invoiceId ?? '')).body.message).toBe('Only an unpaid invoice can be sent again.')
  expect((await resend('nothing')).status).toBe(404)
})
