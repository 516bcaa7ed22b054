import { markInvoice } from '@bitquay/contract/invoices'
import { changePaymentLink, createPaymentLink } from '@bitquay/contract/payment-links'
import { callOffRefund, claimRefund, offerRefund } from '@bitquay/contract/refunds'
import { changeWebhook, createWebhook, testWebhook } from '@bitquay/contract/webhooks'
import { eventData, eventTypes, webhookEvents } from '@bitquay/contract/webhooks.events'
import { cancelWithdrawal, withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { announceOverdue } from '../invoices/worker.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getRefund } from '../refunds/queries.ts'
import { announceExpired } from '../refunds/worker.ts'
import { cancelSend } from '../sends/end-send.ts'

let money: Money
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  shop = await openShop()
})
afterAll(() => money.close())

const openShop = async () => {
  const store = await money.newStore('shop', 2_000_000n)
  const owner = await addOwner(money.server, store.merchantId)
  const token = await signInAs(money.server, owner)
  // An endpoint can be added only soon after signing in, so it is added before any time passes.
  const body = { url: 'http://127.0.0.1:9/hooks', events: ['*'] }
  const added = await ask(money.server, createWebhook, { token, body })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const { secret } = await enableTwoFactor(money.server, owner, token)
  return { store, owner, token, secret, endpointId: Number(added.body.id) }
}

const freshCode = async () => {
  await forgetCodes(money.server, shop.owner)
  return codeOf(shop.secret)
}
const sync = async () => {
  await money.pass(31)
  await syncStore(money.deps, shop.store.id)
}
const createInvoice = async () => {
  const { invoiceId } = await makeInvoice(money.deps, shop.store.merchantId, '100.00')
  return invoiceId ?? ''
}
const payInvoice = async (amountBtc: string) => {
  const invoiceId = await createInvoice()
  await money.engine.control.pay({ invoiceId, method: 'onchain', amountBtc })
  await sync()
  await money.engine.control.mine({ blocks: 1 })
  await sync()
  await sync()
  return invoiceId
}
const offer = async (invoiceId: string) => {
  const body = { kind: 'overpaid', twoFactorToken: await freshCode() }
  const offered = await ask(money.server, offerRefund, { token: shop.token, params: { invoiceId }, body })
  expect(offered.status, JSON.stringify(offered.body)).toBe(200)
  return { id: Number(offered.body.id), link: String(offered.body.claimLink).split('/r/')[1] ?? '' }
}
const claim = async (link: string) => {
  const body = { token: link, address: await money.strangersAddress() }
  expect((await ask(money.server, claimRefund, { body })).status).toBe(200)
  return body.address
}
const withdrawTo = async (address: string) => {
  const body = { address, customerAmount: 600, twoFactorToken: await freshCode() }
  return ask(money.server, withdraw, { token: shop.token, body })
}
/** A withdrawal of coins that were spent elsewhere, which the platform does not know yet. */
const withdrawSpentCoins = async () => {
  const store = await money.newStore('spent-elsewhere', 1_000_000n)
  const [address, elsewhere] = [await money.strangersAddress(), await money.strangersAddress()]
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const signed = await client.wallet.signTransaction(store.storeId, {
    destinations: [{ destination: elsewhere, amount: '0.00900000' }],
    feeRate: 5,
  })
  if (signed.kind !== 'ok') throw new Error('not signed')
  await client.wallet.broadcast(store.storeId, signed.value)
  return withdrawFrom(money.deps, store, address, '600.00')
}
const events = () => money.deps.db.selectFrom('apiEvents').selectAll().orderBy('id').execute()
const refundEvents = async (refundId: number) =>
  (await events()).filter(
    ({ type, object }) =>
      type.startsWith('refund.') &&
      typeof object === 'object' &&
      object !== null &&
      'id' in object &&
      object.id === refundId,
  )

const payRefund = async (link: string) => {
  const address = await claim(link)
  await money.runSends()
  await money.mine(1, shop.store)
  await sync()
  return address
}
/**
 * The customer claims a refund, its payment is canceled before it is signed, and then the merchant cancels the refund.
 */
const failRefund = async () => {
  const { id, link } = await offer(await payInvoice('0.00130000'))
  const { wake } = money.deps
  money.deps.wake = () => undefined
  await claim(link)
  const { sendId } = await money.deps.db
    .selectFrom('refunds')
    .select('sendId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, sendId ?? 0))
  money.deps.wake = wake
  expect((await ask(money.server, callOffRefund, { token: shop.token, params: { id } })).status).toBe(200)
  return id
}

const cancelWithdrawalBeforeItIsSigned = async () => {
  const { wake } = money.deps
  money.deps.wake = () => undefined
  const requested = await withdrawTo(await money.strangersAddress())
  const { id } = requested.body.withdrawal as { id: number }
  const canceled = await ask(money.server, cancelWithdrawal, { token: shop.token, params: { id } })
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200)
  // Canceling again changes nothing, so it has no second event.
  await ask(money.server, cancelWithdrawal, { token: shop.token, params: { id } })
  money.deps.wake = wake
}

test('a refund publishes created, claimed, broadcast and confirmed events as the API shows it', async () => {
  const { id, link } = await offer(await payInvoice('0.00130000'))
  const shownAtFirst = await getRefund(money.deps.db, shop.store.merchantId, id)
  expect(await refundEvents(id)).toMatchObject([{ type: 'refund.created', merchantId: shop.store.merchantId }])
  expect((await refundEvents(id))[0]?.object).toEqual(shownAtFirst)

  const address = await payRefund(link)
  const published = await refundEvents(id)
  expect(published).toMatchObject([
    { type: 'refund.created', object: { status: 'offered', address: null, txid: null } },
    { type: 'refund.claimed', object: { status: 'claimed', address, txid: null } },
    { type: 'refund.broadcast', object: { status: 'claimed', address, txid: expect.any(String) } },
    { type: 'refund.confirmed', object: { status: 'paid', address, txid: expect.any(String) } },
  ])
  // Anyone with the link can claim the money, so it is in no event.
  expect(JSON.stringify(published.map(({ object }) => object))).not.toContain(link)
})

test('a refund that is canceled or whose payment fails publishes a failed event', async () => {
  const id = await failRefund()
  expect((await ask(money.server, callOffRefund, { token: shop.token, params: { id } })).status).toBe(410)
  expect(await refundEvents(id)).toMatchObject([
    { type: 'refund.created' },
    { type: 'refund.claimed' },
    { type: 'refund.failed', object: { status: 'offered', address: null } },
    { type: 'refund.failed', object: { status: 'called-off' } },
  ])
})

test('a refund that nobody claims in time publishes that once', async () => {
  const { id, link } = await offer(await payInvoice('0.00130000'))
  const claimed = await offer(await payInvoice('0.00130000'))
  await claim(claimed.link)
  expect(await announceExpired(money.deps)).toBe(0)
  await money.deps.db
    .updateTable('refunds')
    .set({ expiresAt: new Date(0) })
    .where('id', 'in', [id, claimed.id])
    .execute()
  expect(await Promise.all([announceExpired(money.deps), announceExpired(money.deps)])).toContain(1)
  expect(await announceExpired(money.deps)).toBe(0)
  expect(await refundEvents(id)).toMatchObject([
    { type: 'refund.created' },
    { type: 'refund.expired', object: { status: 'expired', address: null } },
  ])
  expect((await refundEvents(claimed.id)).map(({ type }) => type)).not.toContain('refund.expired')
  const body = { token: link, address: await money.strangersAddress() }
  expect((await ask(money.server, claimRefund, { body })).status).toBe(410)
})

test('every declared event is published and has the declared fields', async () => {
  await failRefund()
  await payRefund((await offer(await payInvoice('0.00130000'))).link)
  const { id: unclaimed } = await offer(await payInvoice('0.00130000'))
  await money.deps.db
    .updateTable('refunds')
    .set({ expiresAt: new Date(0) })
    .where('id', '=', unclaimed)
    .execute()
  await announceExpired(money.deps)
  const [expired, invalid, partial] = [await createInvoice(), await createInvoice(), await createInvoice()]
  await money.engine.control.pay({ invoiceId: partial, method: 'onchain', amountBtc: '0.00040000' })
  await makeInvoice(money.deps, shop.store.merchantId, '100.00', {
    dueDate: new Date(Date.now() + 1_800_000).toISOString(),
  })
  await ask(money.server, markInvoice, {
    token: shop.token,
    params: { invoiceId: invalid },
    body: { status: 'invalid' },
  })
  await payInvoice('0.00100000')
  await money.engine.control.reorg({ depth: 1, empty: true })
  await sync()
  await money.engine.control.mine({ blocks: 1 })
  await sync()

  expect((await withdrawTo(await money.strangersAddress())).status).toBe(200)
  await money.mine(1, shop.store)
  expect(await withdrawSpentCoins()).toMatchObject({ status: 'failed' })

  const link = await ask(money.server, createPaymentLink, { token: shop.token, body: { title: 'Season pass' } })
  const linkChange = { token: shop.token, params: { id: Number(link.body.id) }, body: { paused: true } }
  expect((await ask(money.server, changePaymentLink, linkChange)).status).toBe(200)

  await cancelWithdrawalBeforeItIsSigned()

  const tested = await ask(money.server, testWebhook, { token: shop.token, params: { id: shop.endpointId } })
  expect(tested.status, JSON.stringify(tested.body)).toBe(200)
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await syncStore(money.deps, shop.store.id)
  await announceOverdue(money.deps)
  const { rows } = await sql<{ status: string }>`select status from invoices where invoice_id = ${expired}`.execute(
    money.deps.db,
  )
  expect(rows).toEqual([{ status: 'expired' }])
  await money.engine.control.pay({ invoiceId: expired, method: 'onchain' })
  await money.pass(3600)
  await syncStore(money.deps, shop.store.id)

  const disable = { token: shop.token, params: { id: shop.endpointId }, body: { enabled: false } }
  expect((await ask(money.server, changeWebhook, disable)).status).toBe(200)

  const published = await events()
  for (const once of [
    'withdrawal.canceled',
    'invoice.paid_partial',
    'invoice.paid_late',
    'webhook_endpoint.disabled',
  ]) {
    expect(
      published.filter(({ type }) => type === once),
      once,
    ).toHaveLength(1)
  }
  expect([...new Set(published.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort())
  for (const { type, object } of published) {
    const about = webhookEvents.find((event) => event.type === type)?.about ?? 'endpoint'
    expect(eventData[about].safeParse(object), type).toMatchObject({ success: true })
  }
})
