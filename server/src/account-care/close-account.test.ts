import { closeAccount, closeMerchant, getClosing, reopenMerchant } from '@bitquay/contract/account-care'
import { createApiKey } from '@bitquay/contract/api-keys'
import { getCheckout, renewInvoice } from '@bitquay/contract/checkout'
import { createInvoice } from '@bitquay/contract/invoices'
import { getSettings } from '@bitquay/contract/merchants'
import { exportMerchants, listMerchants } from '@bitquay/contract/merchants.admin'
import { createPaymentLink, usePaymentLink } from '@bitquay/contract/payment-links'
import { offerRefund } from '@bitquay/contract/refunds'
import { withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, addMerchantUser, ask, codeOf, forgetCodes, holdCodes, signInAs } from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { syncStore } from '../payments/sync-store.ts'
import { finishClosings } from './finish-closings.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
})
afterAll(() => money.close())

let count = 0
const newShop = (...coins: bigint[]) => openShop(money, `closing-${++count}`, ...coins)
type Shop = Awaited<ReturnType<typeof newShop>>

/** Closes with a code that has not been used. */
const close = async (shop: Shop, more: Record<string, unknown> = {}) => {
  holdCodes()
  await forgetCodes(money.server, shop.owner)
  const body = { twoFactorToken: codeOf(shop.secret), ...more }
  return ask(money.server, closeAccount, { token: shop.token, body })
}
const rowOf = ({ id }: Shop) =>
  money.deps.db
    .selectFrom('merchants')
    .select(['closingSince', 'closedAt', 'isActive'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const isOpen = { closingSince: null, closedAt: null }
const countSends = async ({ id }: Shop) =>
  (await money.deps.db.selectFrom('sends').select('id').where('merchantId', '=', id).execute()).length
const countActs = async ({ id }: Shop, act: string) =>
  (await money.deps.db.selectFrom('actLog').select('id').where('merchantId', '=', id).where('act', '=', act).execute())
    .length

test('a closed account creates nothing new, and its owner still signs in', async () => {
  const shop = await newShop()
  const { token } = shop
  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Tea', amount: '5' } })
  expect(link.status).toBe(200)
  const open = await makeInvoice(money.deps, shop.id, '100.00')
  const invoiceId = open.invoiceId ?? ''

  expect(await close(shop)).toMatchObject({
    status: 200,
    body: { closingSince: expect.any(String), closedAt: expect.any(String) },
  })
  expect(await rowOf(shop)).toMatchObject({ closedAt: expect.any(Date), isActive: true })
  expect((await ask(money.server, getSettings, { token })).body).toMatchObject({ closingSince: expect.any(String) })
  const refused = { status: 409, body: { code: 'store-closed' } }
  expect(await ask(money.server, createInvoice, { token, body: { amount: '5' } })).toMatchObject(refused)
  expect(await ask(money.server, createPaymentLink, { token, body: { title: 'More tea', amount: '5' } })).toMatchObject(
    refused,
  )
  expect(await ask(money.server, createApiKey, { token, body: { name: 'Till', scopes: ['read'] } })).toMatchObject(
    refused,
  )
  const slug = String(link.body.slug)
  expect((await ask(money.server, usePaymentLink, { params: { slug }, body: {} })).status).toBe(404)
  expect(await ask(money.server, getCheckout, { params: { invoiceId } })).toMatchObject({
    status: 200,
    body: { storeClosed: true },
  })
  await sql`update invoices set status = 'expired' where invoice_id = ${invoiceId}`.execute(money.deps.db)
  expect(await ask(money.server, renewInvoice, { params: { invoiceId } })).toMatchObject({
    body: { code: 'invoice-not-renewable' },
  })
  expect(await countActs(shop, 'account-closed')).toBe(1)
  await forgetCodes(money.server, shop.owner)
  await signInAs(money.server, shop.owner, { twoFactorToken: codeOf(shop.secret) })
})

test('a session, a password or a mailbox alone closes nothing', async () => {
  const shop = await newShop(1_000_000n)
  const payoutAddress = await money.strangersAddress()
  holdCodes()
  for (const body of [{}, { twoFactorToken: '' }, { twoFactorToken: '000000' }]) {
    const answer = await ask(money.server, closeAccount, { token: shop.token, body: { ...body, payoutAddress } })
    expect(answer.status).toBe(400)
  }
  const manager = await addMerchantUser(money.server, shop.id, 'admin')
  const theirs = await signInAs(money.server, manager)
  const body = { twoFactorToken: codeOf(shop.secret) }
  expect((await ask(money.server, closeAccount, { token: theirs, body })).status).toBe(403)
  // A session whose password was entered long ago, with a valid code.
  await sql`update sessions set password_checked_at = app_now() - interval '11 minutes' where person_id = ${shop.id} and person_kind = 'merchant'`.execute(
    money.deps.db,
  )
  expect(await close(shop, { payoutAddress })).toMatchObject({ status: 403, body: { code: 'password-needed' } })
  expect(await rowOf(shop)).toMatchObject(isOpen)
  expect(await countSends(shop)).toBe(0)
})

test('the last payout sends all that is available, once, and the account is closed when it is confirmed', async () => {
  const shop = await newShop(1_000_000n)
  const payoutAddress = await money.strangersAddress()
  const before = await ask(money.server, getClosing, { token: shop.token })
  holdCodes()
  await forgetCodes(money.server, shop.owner)
  const body = { twoFactorToken: codeOf(shop.secret), payoutAddress }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask(money.server, closeAccount, { token: shop.token, body })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await countSends(shop)).toBe(1)
  const sent = await money.deps.db
    .selectFrom('sends')
    .select(['amountUsd', 'address', 'kind'])
    .where('merchantId', '=', shop.id)
    .executeTakeFirstOrThrow()
  expect(sent).toEqual({ amountUsd: before.body.availableUsd, address: payoutAddress, kind: 'withdrawal' })
  expect(await countActs(shop, 'account-closed')).toBe(1)

  await finishClosings(money.deps)
  expect(await rowOf(shop)).toMatchObject({ closingSince: expect.any(Date), closedAt: null })
  await money.runSends()
  await money.mine(6, shop.store)
  await money.runSends()
  await finishClosings(money.deps)
  expect(await rowOf(shop)).toMatchObject({ closedAt: expect.any(Date) })
  await money.expectCleanAudit()
})

test('a payout that is refused leaves the account open', async () => {
  const shop = await newShop(1_000_000n)
  expect(await close(shop, { payoutAddress: 'nowhere' })).toMatchObject({ body: { code: 'invalid-address' } })
  expect(await rowOf(shop)).toMatchObject(isOpen)
  const empty = await newShop()
  expect(await close(empty, { payoutAddress: await money.strangersAddress() })).toMatchObject({
    body: { code: 'insufficient-balance' },
  })
  expect(await rowOf(empty)).toMatchObject(isOpen)
})

test('an account with a withdrawal on its way or a Lightning balance is not closed, and the answer says what to do', async () => {
  const shop = await newShop(2_000_000n)
  const address = await money.strangersAddress()
  holdCodes()
  await forgetCodes(money.server, shop.owner)
  const form = { address, customerAmount: 10, twoFactorToken: codeOf(shop.secret) }
  expect((await ask(money.server, withdraw, { token: shop.token, body: form })).status).toBe(200)
  const blocked = await close(shop)
  expect(blocked).toMatchObject({ status: 409, body: { code: 'closing-blocked' } })
  expect(blocked.body.message).toContain('Try again when it’s confirmed')
  expect((await ask(money.server, getClosing, { token: shop.token })).body.obstacles).toEqual(['open-sends'])
  expect(await rowOf(shop)).toMatchObject(isOpen)

  const lightning = await newShop()
  await sql`update stores set lightning = 'own', node_sats = 300000 where merchant_id = ${lightning.id}`.execute(
    money.deps.db,
  )
  const withBalance = await close(lightning)
  expect(withBalance.body.code).toBe('closing-blocked')
  expect(withBalance.body.message).toContain('Request a loop-out first')
  await sql`update stores set node_sats = 299000 where merchant_id = ${lightning.id}`.execute(money.deps.db)
  expect((await close(lightning)).status).toBe(200)
})

test('a payment that arrives after closing is booked, and the owner refunds or withdraws it', async () => {
  const shop = await newShop(1_000_000n)
  const [first, second] = [
    await makeInvoice(money.deps, shop.id, '100.00', { customerEmail: 'ann@example.test' }),
    await makeInvoice(money.deps, shop.id, '100.00'),
  ]
  expect((await close(shop)).status).toBe(200)
  for (const { invoiceId } of [first, second]) {
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  }
  await money.mine(1, shop.store)
  await money.server.advance(31)
  await syncStore(money.deps, shop.store.id)
  const { rows } = await sql<{ booked: bigint }>`
    select count(*) as booked from transactions where merchant_id = ${shop.id} and purpose = 'invoice' and booked`.execute(
    money.deps.db,
  )
  expect(rows[0]?.booked).toBe(2n)

  holdCodes()
  await forgetCodes(money.server, shop.owner)
  const refund = await ask(money.server, offerRefund, {
    token: shop.token,
    params: { invoiceId: first.invoiceId ?? '' },
    body: { kind: 'everything', twoFactorToken: codeOf(shop.secret) },
  })
  expect(refund.status).toBe(200)
  await forgetCodes(money.server, shop.owner)
  const body = { address: await money.strangersAddress(), customerAmount: 50, twoFactorToken: codeOf(shop.secret) }
  expect((await ask(money.server, withdraw, { token: shop.token, body })).status).toBe(200)
})

test('an admin closes with a reason and is the only one who reopens', async () => {
  const shop = await newShop()
  const admin = await signInAs(money.server, await addAdmin(money.server))
  const params = { id: shop.id }
  expect((await ask(money.server, closeMerchant, { token: admin, params, body: {} })).status).toBe(400)
  expect(
    (await ask(money.server, reopenMerchant, { token: admin, params, body: { reason: 'Too early' } })).body.code,
  ).toBe('account-open')
  const body = { reason: 'The owner wrote to us' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask(money.server, closeMerchant, { token: admin, params, body })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await countActs(shop, 'account-closed')).toBe(1)
  expect((await close(shop)).body.code).toBe('account-closed')
  const query = { search: shop.owner.email }
  const listed = await ask(money.server, listMerchants, { token: admin, query })
  expect(listed.body).toMatchObject([{ id: shop.id, closedAt: expect.any(String) }])
  const file = await ask(money.server, exportMerchants, { token: admin, query })
  expect(file.body.text).toContain(`${shop.owner.email},Closed,`)
  expect((await ask(money.server, reopenMerchant, { token: shop.token, params, body })).status).toBe(403)
  expect((await ask(money.server, reopenMerchant, { token: admin, params, body })).status).toBe(200)
  expect(await rowOf(shop)).toMatchObject(isOpen)
  expect((await ask(money.server, createInvoice, { token: shop.token, body: { amount: '5' } })).status).toBe(200)
})
