import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { limits, takeAttempt } from '../accounts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { mostOpen } from './request-invoice.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  stage = createAddressStage(money)
})
afterAll(() => money.close())

test('an address has a limited number of open invoices', async () => {
  const { merchantId, address } = await stage.newAddress('open-invoices')
  await sql`
    insert into lnurl_invoices (merchant_id, payment_hash, address_id, request, amount_msats, comment, bolt11, node,
      server_url, store_id, node_invoice_id, expires_at)
    select ${merchantId}, repeat('a', 60) || lpad(to_hex(n), 4, '0'), a.id, n::text, 1000, '', 'x', 'shared', 'x', 'x', 'x', app_now() + interval '5 minutes'
    from generate_series(1, 500) n, lightning_addresses a where a.merchant_id = ${merchantId}`.execute(money.deps.db)
  const wallet = createLnurlClient(money.server, '192.0.2.201')
  const callback = async () => wallet.get(wallet.callbackOf(await wallet.read(wallet.resolve(address)), 1_000_000n))
  expect(await callback()).toMatchObject({ status: 429, body: { status: 'ERROR' } })
  await money.pass(301)
  expect(await callback()).toMatchObject({ status: 200, body: { pr: expect.any(String) } })
})

test('one source can’t take all the invoices that an address may have open', async () => {
  const { merchantId, address } = await stage.newAddress('slow-flood')
  const greedy = '192.0.2.202'
  const callback = async (from: string) => {
    const wallet = createLnurlClient(money.server, from)
    return wallet.get(wallet.callbackOf(await wallet.read(wallet.resolve(address)), 1_000_000n))
  }
  const limit = limits.lnurlInvoicesFromSourceTo(merchantId, greedy)
  expect(limit.attempts).toBeLessThan(mostOpen / 2)
  await inTransaction(money.deps.db, async (tx) => {
    for (let used = 0; used < limit.attempts; used++) await takeAttempt(tx, limit)
  })
  expect(await callback(greedy)).toMatchObject({ status: 429, body: { status: 'ERROR' } })
  expect(await callback('192.0.2.203')).toMatchObject({ status: 200, body: { pr: expect.any(String) } })
  const { address: other } = await stage.newAddress('beside-the-flood')
  const wallet = createLnurlClient(money.server, greedy)
  await wallet.requestInvoice(await wallet.read(wallet.resolve(other)), 1_000_000n)
})
