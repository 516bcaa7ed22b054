import { changeApiKey, createApiKey, listApiKeys } from '@bitquay/contract/api-keys'
import { claimRefund, offerRefund } from '@bitquay/contract/refunds'
import * as v1 from '@bitquay/contract/v1/invoices'
import { cancelRefund, getRefund } from '@bitquay/contract/v1/refunds'
import { listEvents } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { ask, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { startRefundsByKey } from '../../test/refunds-by-key.ts'

const { money, newShop, paidInvoices, refund, refundsOf, emailsTo } = await startRefundsByKey()
afterAll(() => money.close())

test('a stolen key never gets a claim link, which goes only to the address of the first payment', async () => {
  const shop = await newShop('1000.00')
  const [invoiceId = ''] = await paidInvoices(shop, ['payer@example.test'])
  // The thief changes the customer's address everywhere that the key can write.
  const { app } = money.server
  await app.inject({
    method: 'PUT',
    url: `/api/v1/stores/${shop.store.storeId}/invoices/${invoiceId}`,
    headers: { authorization: `token ${shop.key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ metadata: { buyerEmail: 'thief@example.test' } }),
  })
  await sql`update invoices set customer_email = 'thief@example.test' where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )

  const offered = await refund(shop, invoiceId, 'steal')
  expect(offered).toMatchObject({
    status: 200,
    body: { status: 'offered', amountUsd: '100.00', customerEmail: 'payer@example.test' },
  })
  expect(offered.body).not.toHaveProperty('claimLink')
  const [email, ...more] = await emailsTo('payer@example.test')
  expect(more).toEqual([])
  expect(await emailsTo('thief@example.test')).toEqual([])
  const token = /\/r\/([\w-]{20,})/.exec(email?.bodyText ?? '')?.[1] ?? ''
  expect(token).not.toBe('')

  const replay = await refund(shop, invoiceId, 'steal')
  expect(replay.headers['idempotent-replayed']).toBe('true')
  const read = await ask(money.server, v1.getInvoice, { token: shop.key, params: { invoiceId } })
  const list = await ask(money.server, v1.listInvoices, { token: shop.key })
  const events = await ask(money.server, listEvents, { token: shop.key })
  const kept = await money.deps.db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('scope', '=', `merchant:${shop.store.merchantId}`)
    .execute()
  expect(kept.map(({ key }) => key)).toEqual(['v1:steal'])
  const opened = kept.map(({ scope, key, answerBody }) =>
    money.deps.sealer.open(answerBody ?? '', `answer:${scope}:${key}`),
  )
  const visible = JSON.stringify([offered.body, replay.body, read.body, list.body, events.body, opened])
  expect(visible).toContain('payer@example.test')
  expect(visible).not.toContain('/r/')
  expect(visible).not.toContain(token)

  // A stolen session cannot use the key's request to see its link without a code.
  const session = await signInAs(money.server, shop.owner)
  const named = await ask(money.server, offerRefund, {
    token: session,
    params: { invoiceId },
    body: { kind: 'everything' },
    once: 'v1:steal',
  })
  expect(named.body).not.toHaveProperty('claimLink')
})

test('without an email address at the first payment a key cannot refund, also when one is added later', async () => {
  const shop = await newShop('1000.00')
  const [invoiceId = ''] = await paidInvoices(shop, [undefined])
  await sql`update invoices set customer_email = 'thief@example.test' where invoice_id = ${invoiceId}`.execute(
    money.deps.db,
  )
  expect(await refund(shop, invoiceId)).toMatchObject({ status: 409, body: { code: 'refund-email-missing' } })
  expect(await refundsOf(shop)).toEqual([])
})

test('a key refunds nothing until a person sets its daily limit with a 2FA code', async () => {
  const shop = await newShop()
  const [invoiceId = ''] = await paidInvoices(shop, ['limit@example.test'])
  expect(await refund(shop, invoiceId, 'first')).toMatchObject({
    status: 403,
    body: { code: 'refund-limit-reached' },
  })
  expect(await refundsOf(shop)).toEqual([])

  const token = await signInAs(money.server, shop.owner)
  const [{ id }] = (await ask(money.server, listApiKeys, { token })).body as unknown as [{ id: number }]
  const change = (body: object, by = token) =>
    ask(money.server, changeApiKey, { token: by, params: { id }, body: { dailyRefundLimitUsd: '150', ...body } })
  expect((await change({})).body.code).toBe('second-factor-needed')
  const { secret } = await enableTwoFactor(money.server, shop.owner, token)
  expect((await change({})).body).toMatchObject({ fields: [{ path: 'twoFactorToken' }] })
  expect((await change({ twoFactorToken: '000000' })).body.code).toBe('invalid-verification-code')
  for (const dailyRefundLimitUsd of ['-1', '1e3', ' 5', '1.001', null, true, '99999999']) {
    expect((await change({ dailyRefundLimitUsd, twoFactorToken: codeOf(secret) })).status).toBe(400)
  }
  const other = await newShop()
  const stranger = await signInAs(money.server, other.owner)
  const { secret: strangersSecret } = await enableTwoFactor(money.server, other.owner, stranger)
  expect((await change({ twoFactorToken: codeOf(strangersSecret) }, stranger)).status).toBe(404)
  expect((await refund(shop, invoiceId, 'first')).body.code).toBe('refund-limit-reached')

  expect(await change({ twoFactorToken: codeOf(secret) })).toMatchObject({
    status: 200,
    body: { id, dailyRefundLimitUsd: '150.00' },
  })
  // The refusal was not stored for the Idempotency-Key, because the limit has changed.
  expect((await refund(shop, invoiceId, 'first')).status).toBe(200)
  const entries = await money.deps.db.selectFrom('actLog').select('act').where('act', '=', 'api-key-changed').execute()
  expect(entries).toHaveLength(1)
  const visible = await money.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', shop.owner.email)
    .where('subject', 'like', '%refund limit%')
    .execute()
  expect(visible.map(({ bodyText }) => bodyText).join()).toContain('from $0.00 to $150.00')

  await forgetCodes(money.server, shop.owner)
  const create = (body: object) =>
    ask(money.server, createApiKey, { token, body: { name: 'New', twoFactorToken: codeOf(secret), ...body } })
  expect((await create({ scopes: ['read'], dailyRefundLimitUsd: 5 })).body).toMatchObject({
    fields: [{ path: 'dailyRefundLimitUsd' }],
  })
  expect((await create({ scopes: ['refunds'], dailyRefundLimitUsd: 25.5 })).body).toMatchObject({
    dailyRefundLimitUsd: '25.50',
  })
})

test('a key can only refund invoices of the last 90 days', async () => {
  const shop = await newShop('1000.00')
  const [invoiceId = ''] = await paidInvoices(shop, ['old@example.test'])
  const age = (days: number) =>
    sql`update invoices set created_at = app_now() - make_interval(days => ${days}) where invoice_id = ${invoiceId}`.execute(
      money.deps.db,
    )
  await age(91)
  expect(await refund(shop, invoiceId)).toMatchObject({ status: 409, body: { code: 'refund-invoice-too-old' } })
  await age(89)
  expect((await refund(shop, invoiceId)).status).toBe(200)
})

test('a key reads the refunds of its own merchant, without a claim link', async () => {
  const [shop, other] = [await newShop('1000.00'), await newShop()]
  const [invoiceId = ''] = await paidInvoices(shop, ['payer@example.test'])
  const offered = await refund(shop, invoiceId)
  const read = (key: string) => ask(money.server, getRefund, { token: key, params: { id: Number(offered.body.id) } })
  expect(await read(shop.key)).toMatchObject({ status: 200, body: offered.body })
  expect((await read(shop.key)).body).not.toHaveProperty('claimLink')
  expect((await read(other.key)).status).toBe(404)
})

test('a key cancels a refund once, its daily limit stays used, and another merchant’s refund is not found', async () => {
  const [shop, other] = [await newShop('100.00'), await newShop('100.00')]
  const [invoiceId = '', second = ''] = await paidInvoices(shop, ['payer@example.test', 'payer@example.test'])
  const offered = await refund(shop, invoiceId)
  const cancel = (key: string) =>
    ask(money.server, cancelRefund, { token: key, params: { id: Number(offered.body.id) } })
  expect((await cancel(other.key)).status).toBe(404)
  expect(await cancel(shop.key)).toMatchObject({ status: 200, body: { id: offered.body.id, status: 'called-off' } })
  expect(await cancel(shop.key)).toMatchObject({ status: 410, body: { code: 'refund-closed' } })
  // Otherwise a stolen key could send any number of claim links in a day.
  expect(await refund(shop, second)).toMatchObject({ body: { code: 'refund-limit-reached' } })
  const { rows } = await sql<{ actor: string }>`
    select actor_kind as actor from act_log where act = 'refund-called-off' and merchant_id = ${shop.store.merchantId}`.execute(
    money.deps.db,
  )
  expect(rows).toEqual([{ actor: 'api-key' }])
})

test('while a key’s creator can’t withdraw, a claim within its limit waits for a person', async () => {
  const shop = await newShop('1000.00')
  const [counted = '', later = ''] = await paidInvoices(shop, ['waits@example.test', 'sent@example.test'])
  await refund(shop, counted)
  await refund(shop, later)
  const claim = async (recipient: string) => {
    const [email] = await emailsTo(recipient)
    const token = /\/r\/([\w-]{20,})/.exec(email?.bodyText ?? '')?.[1] ?? ''
    const body = { token, address: await money.strangersAddress() }
    return (await ask(money.server, claimRefund, { body })).body
  }
  const { config } = money.deps
  // The rules of live mode. The creator's account is new.
  money.deps.config = { ...config, mode: 'live' }
  expect(await claim('waits@example.test')).toMatchObject({ status: 'claimed', awaitingApproval: true })
  await money.pass(24 * 3600 + 60)
  expect(await claim('sent@example.test')).toMatchObject({ status: 'claimed', awaitingApproval: false })
  money.deps.config = config
  const sent = (await refundsOf(shop)).filter(({ sendId }) => sendId !== null)
  expect(sent).toMatchObject([{ invoiceId: later }])
})
