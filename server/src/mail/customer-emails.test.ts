import { createInvoice, getInvoice, resendInvoice } from '@bitquay/contract/invoices'
import { claimRefund, offerRefund, viewRefund } from '@bitquay/contract/refunds'
import * as v1 from '@bitquay/contract/v1/invoices'
import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, ask, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { syncStore } from '../payments/sync-store.ts'
import { shortenCustomerText } from './email-template.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
})
afterAll(() => money.close())

let count = 0
const newShop = async () => {
  const store = await money.newStore(`mail-shop-${++count}`, 2_000_000n)
  const cashier = await addMerchantUser(money.server, store.merchantId)
  const from = `203.0.113.${count}`
  return { store, token: await signInAs(money.server, cashier, { from }) }
}
const create = (token: string, buyerEmail: string, description = 'Rope') =>
  ask(money.server, createInvoice, { token, body: { amount: '10.00', buyerEmail, description } })
const emailsTo = (...recipients: string[]) =>
  money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', 'in', recipients).execute()

test('a cashier creating invoices sends a stranger at most 3 emails an hour, and the invoices stay', async () => {
  const { token } = await newShop()
  const victim = 'stranger@example.test'
  const created = await Promise.all(Array.from({ length: 30 }, () => create(token, victim)))
  expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200))
  expect(await emailsTo(victim)).toHaveLength(3)
  expect(created.filter(({ body }) => body.mailedAt !== null)).toHaveLength(3)
  const quiet = created.find(({ body }) => body.mailedAt === null)
  const invoiceId = String(quiet?.body.invoiceId)
  const read = await ask(money.server, getInvoice, { token, params: { invoiceId } })
  expect(read.body).toMatchObject({ status: 'new', mailedAt: null })

  // Another spelling of the address, another store and the resend button reach the same mailbox.
  const other = await newShop()
  expect((await create(other.token, 'Stranger+1@Example.test')).body.mailedAt).toBeNull()
  const key = await addApiKey(money.server, other.store.merchantId)
  const byKey = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '1.00', customerEmail: victim },
  })
  expect(byKey.body).toMatchObject({ status: 'new', mailedAt: null })
  const resent = await ask(money.server, resendInvoice, { token, params: { invoiceId } })
  expect(resent).toMatchObject({ status: 429, body: { code: 'customer-email-limit' } })
  const seconds = Number(resent.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(3600)
  expect(await emailsTo(victim, 'stranger+1@example.test')).toHaveLength(3)

  await money.server.advance(seconds)
  await sql`update invoices set expires_at = app_now() + interval '1 hour' where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
  expect((await ask(money.server, resendInvoice, { token, params: { invoiceId } })).status).toBe(200)
  expect(await emailsTo(victim)).toHaveLength(4)
})

test('a merchant sends at most 20 emails an hour to customers, even when many are sent at once', async () => {
  const { token } = await newShop()
  const victims = Array.from({ length: 30 }, (_, index) => `many-${index}@example.test`)
  const created = await Promise.all(victims.map((victim) => create(token, victim)))
  expect(created.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(await emailsTo(...victims)).toHaveLength(20)
  // A refusal counts nothing: another store still reaches those who got no email.
  const missed = victims[created.findIndex(({ body }) => body.mailedAt === null)] ?? ''
  const other = await newShop()
  for (let times = 0; times < 3; times++) {
    expect((await create(other.token, missed)).body.mailedAt).toEqual(expect.any(String))
  }
  // The limit is for any 60 minutes, not for the hour of the clock.
  const age = (minutes: number) =>
    sql`update customer_email_counts set sent_at = array(
      select app_now() - make_interval(mins => ${minutes}) from unnest(sent_at))`.execute(money.deps.db)
  await age(59)
  expect((await create(token, 'late@example.test')).body.mailedAt).toBeNull()
  await age(61)
  expect((await create(token, 'late@example.test')).body.mailedAt).toEqual(expect.any(String))
})

test('refunds count too: a person still gets the link, but an API key is refused', async () => {
  const { store } = await newShop()
  const customer = 'refunded@example.test'
  const { db } = money.deps
  const owner = await addOwner(money.server, store.merchantId)
  const token = await signInAs(money.server, owner, { from: '198.51.100.7' })
  const { secret } = await enableTwoFactor(money.server, owner, token)
  const ids: string[] = []
  for (let times = 0; times < 3; times++) {
    const { body } = await create(token, customer)
    ids.push(String(body.invoiceId))
    await money.engine.control.pay({ invoiceId: String(body.invoiceId), method: 'onchain' })
  }
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  expect(await emailsTo(customer)).toHaveLength(3)

  const key = await addApiKey(money.server, store.merchantId, ['refunds'], {
    createdBy: owner.email,
    dailyRefundLimitUsd: '100.00',
  })
  const byKey = await ask(money.server, refundInvoice, {
    token: key,
    params: { invoiceId: ids[0] ?? '' },
    body: { kind: 'everything' },
  })
  expect(byKey).toMatchObject({ status: 429, body: { code: 'customer-email-limit' } })
  expect(await db.selectFrom('refunds').selectAll().where('merchantId', '=', store.merchantId).execute()).toEqual([])

  await forgetCodes(money.server, owner)
  const offer = () =>
    ask(money.server, offerRefund, {
      token,
      params: { invoiceId: ids[1] ?? '' },
      body: { kind: 'everything', twoFactorToken: codeOf(secret) },
    })
  const offered = await offer()
  expect(offered).toMatchObject({ status: 200, body: { status: 'offered', emailed: false } })
  expect(String(offered.body.claimLink)).toContain('/r/')
  expect(await emailsTo(customer)).toHaveLength(3)
})

test('an email to a customer has little free text and no links from the sender', async () => {
  const { token } = await newShop()
  const bait = `You have won! Claim it at https://evil.example/prize or www.evil.example, evil.example/x. ${'Hurry! '.repeat(50)}`
  await create(token, 'bait@example.test', bait.slice(0, 500))
  const [email] = await emailsTo('bait@example.test')
  expect(email?.bodyText).toContain('For: You have won!')
  for (const body of [email?.bodyText, email?.bodyHtml]) expect(body).not.toMatch(/evil\.example/)
  const described = /For: (.*)/.exec(email?.bodyText ?? '')?.[1] ?? ''
  expect(described.length).toBeLessThanOrEqual(140)
  // Ordinary descriptions stay as they are.
  for (const text of [
    '2 x Rope, 1.5 mm',
    'Order #17: “Anchor” (large)',
    'Rechnung Nr. 4, z. B. Tau',
    'Tel: 2, 12:30',
  ]) {
    expect(shortenCustomerText(text)).toBe(text)
  }
})

test.each([
  'https://evil.example/pay',
  'HTTP://EVIL.EXAMPLE',
  'ftp://evil.example',
  'www.evil.example',
  'evil.example/x?y=1#z',
  'evil.example:8080/x',
  'user@evil.example',
  'mailto:evil',
  'tel:+15550100evil',
  'bitcoin:bc1qevil?amount=1',
  'lightning:lnbc1evil',
  'http://192.0.2.1/evil',
  '192.0.2.1/evil',
  'бот-evil.рф/путь',
  '例evil.中国',
])('%j is not a link in an email', (link) => {
  for (const text of [link, `Pay ${link} now`, `(${link})`])
    expect(shortenCustomerText(text)).not.toMatch(/evil|:\/\/|\.\p{L}|@/iu)
})

test('a refund of a deactivated store shows that and moves nothing', async () => {
  const { store, token } = await newShop()
  const { db } = money.deps
  const { body } = await create(token, 'closed@example.test')
  const invoiceId = String(body.invoiceId)
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  const key = await addApiKey(money.server, store.merchantId, ['refunds'], { dailyRefundLimitUsd: '100.00' })
  const refund = { token: key, params: { invoiceId }, body: { kind: 'everything' } }
  expect((await ask(money.server, refundInvoice, refund)).status).toBe(200)
  const emails = await emailsTo('closed@example.test')
  const link = emails.map(({ bodyText }) => /\/r\/([\w-]{20,})/.exec(bodyText)?.[1]).find(Boolean) ?? ''

  const set = (isActive: boolean) =>
    db.updateTable('merchants').set({ isActive }).where('id', '=', store.merchantId).execute()
  await set(false)
  const address = await money.strangersAddress()
  const view = () => ask(money.server, viewRefund, { body: { token: link } })
  const claim = () => ask(money.server, claimRefund, { body: { token: link, address } })
  expect(await view()).toMatchObject({ status: 200, body: { status: 'offered', storeActive: false } })
  expect(await claim()).toMatchObject({
    status: 409,
    body: {
      code: 'refund-store-inactive',
      message: 'This store is deactivated, so this refund can’t be claimed. Nothing was sent. Contact the store.',
    },
  })
  const sends = () => db.selectFrom('sends').selectAll().where('merchantId', '=', store.merchantId).execute()
  expect(await sends()).toEqual([])
  await set(true)
  expect(await view()).toMatchObject({ body: { storeActive: true } })
  expect((await claim()).status).toBe(200)
  expect(await sends()).toHaveLength(1)
})
