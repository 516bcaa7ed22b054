import { saveLinkAddress } from '@bitquay/contract/lightning-addresses'
import { createPaymentLink } from '@bitquay/contract/payment-links'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { pruneLnurlInvoices } from '../invoices/table.lnurl.ts'
import { crowded, mostOfSource } from './require-place.ts'

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

const callFrom = async (address: string, from: string) => {
  const wallet = createLnurlClient(money.server, from)
  return wallet.get(wallet.callbackOf(await wallet.read(wallet.resolve(address)), 1_000_000n))
}
/** Open invoices of other sources, as they would be after so many callbacks. */
const openFromOthers = (merchantId: number, count: number) =>
  sql`
    insert into lnurl_invoices (merchant_id, payment_hash, address_id, request, amount_msats, comment, bolt11, node,
      server_url, store_id, node_invoice_id, source, expires_at)
    select ${merchantId}, repeat('b', 52) || lpad(to_hex(${merchantId}::int), 8, '0') || lpad(to_hex(n), 4, '0'), a.id,
      n::text, 1000, '', 'x', 'shared', 'x', 'x', 'x', 'other ' || n / 20, app_now() + interval '10 minutes'
    from generate_series(1, ${count}::int) n, lightning_addresses a where a.merchant_id = ${merchantId}`.execute(
    money.deps.db,
  )
/** As if the invoices of a merchant had been requested so many seconds earlier. */
const age = (merchantId: number, seconds: number) =>
  sql`
    update lnurl_invoices set created_at = created_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds}),
      place_until = place_until - make_interval(secs => ${seconds}),
      check_due_at = check_due_at - make_interval(secs => ${seconds})
    where merchant_id = ${merchantId}`.execute(money.deps.db)
const refused = { status: 429, body: { status: 'ERROR' } }
const answered = { status: 200, body: { pr: expect.any(String) } }

test('one source can’t take all the invoices that an address may have open', async () => {
  const { merchantId, address } = await stage.newAddress('slow-flood')
  const greedy = '192.0.2.202'
  for (let taken = 0; taken < mostOfSource; taken++) expect(await callFrom(address, greedy)).toMatchObject(answered)
  expect(await callFrom(address, greedy)).toMatchObject(refused)
  expect(await callFrom(address, `::ffff:${greedy}`)).toMatchObject(refused)
  expect(await callFrom(address, '192.0.2.203')).toMatchObject(answered)
  expect(await stage.invoicesOf(merchantId)).toHaveLength(mostOfSource + 1)
  const { address: other } = await stage.newAddress('beside-the-flood')
  expect(await callFrom(other, greedy)).toMatchObject(answered)
  await age(merchantId, 601)
  expect(await callFrom(address, greedy)).toMatchObject(answered)
})

test('all addresses of an IPv6 network are one source, also at the same time and through another name', async () => {
  const { merchantId, token, address } = await stage.newAddress('ipv6-flood')
  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Bread' } })
  const named = await ask(money.server, saveLinkAddress, {
    token,
    params: { id: Number(link.body.id) },
    body: { name: 'ipv6-flood-bread' },
  })
  expect(named.status).toBe(200)
  const names = [address, `ipv6-flood-bread@${stage.host}`]
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => callFrom(names[i % 2] ?? '', `2001:db8:1:2::${(i + 1).toString(16)}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostOfSource)
  expect(await stage.invoicesOf(merchantId)).toHaveLength(mostOfSource)
  expect(await callFrom(address, '2001:db8:1:3::1')).toMatchObject(answered)
})

test('the last places are for sources that have none, and are short', async () => {
  const { merchantId, address } = await stage.newAddress('crowded-counter')
  const regular = '192.0.2.210'
  expect(await callFrom(address, regular)).toMatchObject(answered)
  await openFromOthers(merchantId, crowded - 1)
  expect(await callFrom(address, regular)).toMatchObject(refused)
  const late = await callFrom(address, '192.0.2.211')
  expect(late).toMatchObject(answered)
  expect(await callFrom(address, '192.0.2.211')).toMatchObject(refused)

  // It gives up its place, but not its payment.
  await age(merchantId, 61)
  expect(await callFrom(address, '192.0.2.211')).toMatchObject(answered)
  await stage.pay(String(late.body.pr))
  for (let run = 0; run < 5; run++) await stage.watch()
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ amount: '0.00001000' }])
  await money.expectCleanAudit()
})

test('a source whose invoices are paid can have more of them', async () => {
  const { merchantId, address } = await stage.newAddress('custodial')
  const provider = '192.0.2.220'
  const first = await callFrom(address, provider)
  await stage.pay(String(first.body.pr))
  expect(await stage.paymentsOf(merchantId)).toHaveLength(1)
  for (let taken = 0; taken < mostOfSource + 1; taken++) {
    expect(await callFrom(address, provider)).toMatchObject(answered)
  }
  expect(await callFrom(address, provider)).toMatchObject(refused)
  // Its payments speak for it at this merchant only, and for a week.
  const { address: other } = await stage.newAddress('custodial-other')
  for (let taken = 0; taken < mostOfSource; taken++) expect(await callFrom(other, provider)).toMatchObject(answered)
  expect(await callFrom(other, provider)).toMatchObject(refused)
  await money.pass(8 * 86_400)
  await pruneLnurlInvoices(money.deps.db)
  const [paid] = (await stage.invoicesOf(merchantId)).filter(({ paidAt }) => paidAt !== null)
  expect(paid).toMatchObject({ source: null })
})
