import { unwrap } from '@bitquay/btcpay'
import { getLightningPayments, saveLightningAddress } from '@bitquay/contract/lightning-addresses'
import { changeSettings } from '@bitquay/contract/merchants'
import { fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient, readBolt11 } from '../../test/lnurl-client.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
let wallet: ReturnType<typeof createLnurlClient>
beforeAll(async () => {
  money = await startMoney()
  stage = createAddressStage(money)
  wallet = createLnurlClient(money.server)
})
afterAll(() => money.close())

test('a wallet pays an address with a comment, and the merchant gets a payment that pays the fee', async () => {
  const { merchantId, address } = await stage.newAddress('corner-cafe')
  const request = await wallet.read(wallet.resolve(address))
  expect(request).toMatchObject({ minSendable: 100_000, maxSendable: 50_000_000, commentAllowed: 40 })
  expect(JSON.parse(request.metadata)).toContainEqual(['text/identifier', address])
  const { pr, verify, paymentHash } = await wallet.requestInvoice(request, 20_000_000n, 'Two flat whites')
  expect((await wallet.get(verify)).body).toEqual({ status: 'OK', settled: false, preimage: null, pr })

  await stage.pay(pr)
  expect(await stage.paymentsOf(merchantId)).toMatchObject([
    {
      id: paymentHash,
      type: 'incoming',
      status: 'confirmed',
      paymentMethod: 'BTC-LN',
      purpose: 'invoice',
      amount: '0.00020000',
      label: 'Two flat whites',
      feePercent: 4,
      feeAmount: '-0.00000800',
    },
  ])
  expect((await money.balances())[`merchant:${merchantId}:lightning`]).toBe(19_200n)
  const { body } = await wallet.get(verify)
  const preimage = unwrap(await money.deps.engines.platform.serverLightning.getInvoice(paymentHash)).preimage
  expect(body).toEqual({ status: 'OK', settled: true, preimage, pr })
  await money.expectCleanAudit()

  await money.pass(60)
  await stage.watch()
  expect(await stage.paymentsOf(merchantId)).toHaveLength(1)
})

test('the printed code leads to the same address', async () => {
  const { address, lnurl } = await stage.newAddress('sticker')
  expect(wallet.decodeLnurl(lnurl)).toBe(wallet.resolve(address))
})

test('every answer can be read by web wallets of any origin', async () => {
  const { address } = await stage.newAddress('any-origin')
  const request = await wallet.read(wallet.resolve(address))
  const { verify } = await wallet.requestInvoice(request, 100_000n)
  const urls = [wallet.resolve(address), wallet.callbackOf(request, 100_000n), verify, `${verify}0`]
  for (const url of urls) {
    const { headers } = await wallet.get(url)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('amounts outside of the range and comments that are too long are refused and leave nothing behind', async () => {
  const { merchantId, address } = await stage.newAddress('ranges')
  const request = await wallet.read(wallet.resolve(address))
  const wrong = ['99999', '50000001', '0', '-100000', '1e6', '100000.5', '', '99999999999999999999']
  for (const amount of wrong) {
    expect((await wallet.get(wallet.callbackOf(request, amount))).body).toMatchObject({ status: 'ERROR' })
  }
  const long = await wallet.get(wallet.callbackOf(request, 100_000n, 'x'.repeat(41)))
  expect(long.body).toEqual({ status: 'ERROR', reason: 'A comment can have at most 40 characters.' })
  expect(await stage.invoicesOf(merchantId)).toEqual([])
  // The bounds themselves are fine, and so is a comment as long as allowed.
  await wallet.requestInvoice(request, 100_000n, '☕'.repeat(40))
  await wallet.requestInvoice(request, 50_000_000n)
})

test('a repeated callback returns the same BOLT11 until it is paid, and is refused after that', async () => {
  const { merchantId, address } = await stage.newAddress('replays')
  const request = await wallet.read(wallet.resolve(address))
  const first = await wallet.requestInvoice(request, 1_000_000n, 'once')
  expect(await wallet.requestInvoice(request, 1_000_000n, 'once')).toEqual(first)
  const together = await Promise.all([1, 2, 3, 4].map(() => wallet.requestInvoice(request, 2_000_000n)))
  expect(new Set(together.map(({ pr }) => pr)).size).toBe(1)
  expect(await stage.invoicesOf(merchantId)).toHaveLength(2)

  await stage.pay(first.pr)
  for (const amount of [1_000_000n, 3_000_000n]) {
    const { body } = await wallet.get(wallet.callbackOf(request, amount, 'once'))
    expect(body).toMatchObject({ status: 'ERROR', reason: expect.stringContaining('already paid') })
  }
  expect((await stage.paymentsOf(merchantId)).length).toBe(1)
})

test('a callback of an old, altered or foreign request is refused', async () => {
  const [mine, other] = [await stage.newAddress('altered'), await stage.newAddress('foreign')]
  const request = await wallet.read(wallet.resolve(mine.address))
  const token = new URL(request.callback).pathname.split('/').at(-1) ?? ''
  const [id, issued, min, max, signature] = token.split('.')
  const refused = async (callback: string) => {
    const { body } = await wallet.get(wallet.callbackOf({ ...request, callback }, 1_000_000n))
    expect(body).toMatchObject({ status: 'ERROR' })
  }
  const withToken = (changed: string) => request.callback.replace(token, changed)
  await refused(withToken([id, issued, '1', max, signature].join('.')))
  await refused(withToken([id, issued, min, '90000000000', signature].join('.')))
  await refused(withToken([id, Number(issued) + 9000, min, max, signature].join('.')))
  await refused(withToken('x'))
  await refused(request.callback.replace(`/${token}`, ''))
  const { callback: othersCallback } = await wallet.read(wallet.resolve(other.address))
  await refused(othersCallback.replace(/[^/]+$/, token))
  await money.pass(16 * 60)
  await money.engine.control.clock({ advanceSeconds: 16 * 60 })
  await refused(request.callback)
  expect(await stage.invoicesOf(mine.merchantId)).toEqual([])
  expect(await stage.invoicesOf(other.merchantId)).toEqual([])
})

test('a callback that loses its query but for the amount can be paid, and so can one in the form from before', async () => {
  const { address } = await stage.newAddress('no-query')
  const request = await wallet.read(wallet.resolve(address))
  expect(new URL(request.callback).search).toBe('')
  const { pr } = await wallet.requestInvoice(request, 1_000_000n)
  const before = request.callback.replace(/\/([^/]+)$/, '?request=$1')
  expect(await wallet.requestInvoice({ ...request, callback: before }, 1_000_000n)).toMatchObject({ pr })
})

test('a request for metadata that has changed since is refused', async () => {
  const { merchantId, address } = await stage.newAddress('renamed')
  const before = await wallet.read(wallet.resolve(address))
  await money.deps.db.updateTable('merchants').set({ storeName: 'Another shop' }).where('id', '=', merchantId).execute()
  const { body } = await wallet.get(wallet.callbackOf(before, 1_000_000n))
  expect(body).toMatchObject({ status: 'ERROR', reason: expect.stringContaining('has changed') })
  const after = await wallet.read(wallet.resolve(address))
  expect(after.metadata).not.toBe(before.metadata)
  await wallet.requestInvoice(after, 1_000_000n)
})

test('unpaid invoices are watched until they cannot be paid any more, and then deleted', async () => {
  const { merchantId, address } = await stage.newAddress('unpaid')
  const late = await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n)
  const unpaid = await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 2_000_000n)
  // The node received it in the last second, and we were down.
  await money.engine.control.lightning({ pay: { bolt11: late.pr } })
  await money.pass(700)
  await money.engine.control.clock({ advanceSeconds: 700 })
  await stage.watch()
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ id: late.paymentHash, amount: fromSats(1000n) }])
  expect((await stage.invoicesOf(merchantId)).length).toBe(2)
  for (const seconds of [3600, 24 * 3600]) {
    await money.pass(seconds)
    await money.engine.control.clock({ advanceSeconds: seconds })
    await stage.watch()
  }
  expect((await stage.invoicesOf(merchantId)).map(({ paymentHash }) => paymentHash)).toEqual([late.paymentHash])
  expect((await wallet.get(unpaid.verify)).body).toEqual({ status: 'ERROR', reason: 'Not found' })
})

test('an unknown name, a switched-off address and a deactivated store answer with an error for wallets', async () => {
  const missing = await wallet.get(wallet.resolve('nobody-here@shop.example'))
  expect(missing).toMatchObject({ status: 404, body: { status: 'ERROR' } })
  const off = await stage.newAddress('switched-off', { active: false })
  expect((await wallet.get(wallet.resolve(off.address))).body).toMatchObject({ status: 'ERROR' })

  const closing = await stage.newAddress('closing')
  const request = await wallet.read(wallet.resolve(closing.address))
  const { pr } = await wallet.requestInvoice(request, 1_000_000n)
  await money.deps.db.updateTable('merchants').set({ isActive: false }).where('id', '=', closing.merchantId).execute()
  expect((await wallet.get(wallet.resolve(closing.address))).body).toMatchObject({ status: 'ERROR' })
  expect((await wallet.get(wallet.callbackOf(request, 2_000_000n))).body).toMatchObject({ status: 'ERROR' })
  const leaving = await stage.newAddress('leaving')
  await money.deps.db
    .updateTable('merchants')
    .set({ closingSince: new Date() })
    .where('id', '=', leaving.merchantId)
    .execute()
  expect((await wallet.get(wallet.resolve(leaving.address))).body).toMatchObject({ status: 'ERROR' })
  // What was handed out before can still be paid, and is the merchant's money.
  await stage.pay(pr)
  expect(await stage.paymentsOf(closing.merchantId)).toHaveLength(1)
})

test('the BOLT11 carries the hash of the metadata and no description', async () => {
  const { address } = await stage.newAddress('hashes')
  const request = await wallet.read(wallet.resolve(address))
  const { pr } = await wallet.requestInvoice(request, 1_234_567n)
  expect(readBolt11(pr).description).toBeUndefined()
})

test('a comment cannot reorder or break the text around it', async () => {
  const { merchantId, address } = await stage.newAddress('comments')
  const request = await wallet.read(wallet.resolve(address))
  const { pr } = await wallet.requestInvoice(request, 1_000_000n, ' <b>a</b>\u0000\n\u202eb ')
  await stage.pay(pr)
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ label: '<b>a</b> b' }])
})

test('a link in a comment reaches the merchant’s email as text that no mail program makes a link of', async () => {
  const { merchantId, token, address } = await stage.newAddress('comment-links')
  expect((await ask(money.server, changeSettings, { token, body: { paymentLetters: true } })).status).toBe(200)
  const request = await wallet.read(wallet.resolve(address))
  const { pr } = await wallet.requestInvoice(request, 1_000_000n, 'Refund: evil.example/x, ftp://evil.test')
  await stage.pay(pr)
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ label: 'Refund: evil.example/x, ftp://evil.test' }])
  const email = await money.deps.db
    .selectFrom('mailOutbox')
    .select(['bodyText', 'bodyHtml'])
    .where('subject', 'like', '%received')
    .executeTakeFirstOrThrow()
  expect(email.bodyText).toContain('For: Refund: [link removed] [link removed]')
  for (const body of Object.values(email)) expect(body).not.toMatch(/evil/)
})

test('the page sums this month’s payments of all names the merchant had, with the notes of those who paid', async () => {
  const { token, merchantId, address } = await stage.newAddress('sums')
  const payWith = async (amountMsats: bigint, note?: string) => {
    const request = await wallet.read(wallet.resolve(address))
    await stage.pay((await wallet.requestInvoice(request, amountMsats, note)).pr)
  }
  const read = async () => (await ask(money.server, getLightningPayments, { token })).body
  expect(await read()).toEqual({ month: { usd: '0.00', payments: 0, usualUsd: null }, recent: [] })
  await payWith(10_000_000n, 'Table 4')
  await payWith(20_000_000n)
  await payWith(30_000_000n, 'Tip')
  const shown = (await stage.paymentsOf(merchantId)).map(({ amountUSD }) => amountUSD)
  const sum = shown.reduce((total, usd) => total + toCents(usd ?? '0.00'), 0n)
  expect(await read()).toMatchObject({
    month: { usd: fromCents(sum), payments: 3, usualUsd: shown[1] },
    recent: [{ note: 'Tip' }, { note: '', usd: shown[1] }, { note: 'Table 4' }],
  })
  const body = { name: 'sums-two', minSats: 100, maxSats: 50_000, commentLength: 40, active: true }
  expect((await ask(money.server, saveLightningAddress, { token, body })).status).toBe(200)
  expect((await read()).month).toMatchObject({ payments: 3 })
  await sql`update lnurl_invoices set paid_at = paid_at - interval '40 days' where merchant_id = ${merchantId}`.execute(
    money.deps.db,
  )
  expect(await read()).toMatchObject({ month: { payments: 0, usd: '0.00' }, recent: [{}, {}, {}] })
  const other = await stage.newAddress('sums-other')
  expect((await ask(money.server, getLightningPayments, { token: other.token })).body).toMatchObject({ recent: [] })
})
