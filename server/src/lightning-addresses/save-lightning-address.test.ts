import { getLightningAddress, saveLightningAddress, saveLinkAddress } from '@bitquay/contract/lightning-addresses'
import { createPaymentLink, listPaymentLinks, usePaymentLink } from '@bitquay/contract/payment-links'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { mostNames } from './table.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
let wallet: ReturnType<typeof createLnurlClient>
beforeAll(async () => {
  money = await shareMoney()
  stage = createAddressStage(money)
  wallet = createLnurlClient(money.server)
})

const save = (token: string, name: string) => ask(money.server, saveLightningAddress, { token, body: { name } })

test('a name is unique, and a name that was given up stays reserved for its merchant', async () => {
  const [first, second] = [await stage.newAddress('first-name'), await stage.newAddress('second-name')]
  expect(await save(second.token, 'First-Name')).toMatchObject({ status: 409, body: { code: 'address-name-taken' } })
  expect((await save(first.token, 'newer-name')).status).toBe(200)
  expect((await save(second.token, 'first-name')).status).toBe(409)
  expect((await wallet.get(wallet.resolve(first.address))).body).toMatchObject({ status: 'ERROR' })
  await wallet.read(wallet.resolve(`newer-name@${stage.host}`))

  expect((await save(first.token, 'first-name')).status).toBe(200)
  await wallet.read(wallet.resolve(first.address))
  const { body } = await ask(money.server, getLightningAddress, { token: first.token })
  expect(body).toMatchObject({ host: stage.host, available: true, address: { name: 'first-name' } })
})

test('of two merchants who choose the same name at the same time, one gets it', async () => {
  const merchants = await Promise.all(['rival-one', 'rival-two', 'rival-three'].map((name) => stage.newAddress(name)))
  const answers = await Promise.all(merchants.map(({ token }) => save(token, 'wanted-name')))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('reserved and malformed names are refused', async () => {
  const { token } = await stage.newAddress('plain-name')
  for (const name of ['admin', 'support', 'sup.port', 'bitquay', 'bit-quay', 'my.bitquay', 'post_master']) {
    expect([name, await save(token, name)]).toMatchObject([name, { status: 409, body: { code: 'address-name-taken' } }])
  }
  for (const name of ['', 'ab', '.abc', 'abc-', 'a b c', 'ümlaut', 'x'.repeat(31), 'a/b', 'a@b', 'abc\u0000d']) {
    expect((await save(token, name)).status).toBe(400)
  }
  const range = { name: 'plain-name', minSats: 10, maxSats: 9 }
  expect(await ask(money.server, saveLightningAddress, { token, body: range })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'maxSats' }] },
  })
})

test('names of the platform, present and former, are refused', async () => {
  const { token } = await stage.newAddress('named-before')
  const publish = (name: string) =>
    sql`insert into platform_brands (brand, is_draft) values (${JSON.stringify({ name })}, false)`.execute(
      money.deps.db,
    )
  await publish('Harbor Pay')
  await publish('Northsea Pay')
  try {
    for (const name of ['northsea-pay', 'northseapay', 'n0rthsea.pay', 'my-northseapay', 'harbor-pay', 'harb0rpay'])
      expect([name, await save(token, name)]).toMatchObject([name, { body: { code: 'address-name-taken' } }])
    expect((await save(token, 'north-sea')).status).toBe(200)
  } finally {
    await sql`delete from platform_brands`.execute(money.deps.db)
  }
})

test('ordinary words that look like a reserved one are free, and other look-alikes are not', async () => {
  const [first, other] = [await stage.newAddress('first-word'), await stage.newAddress('other-word')]
  for (const name of ['mall', 'mali'])
    expect([name, await save(first.token, name)]).toMatchObject([name, { status: 200 }])
  for (const name of ['mail', 'ma1l', 'mal1', 'ma-ll', 'm.all', 'maii', 'rnall', 'admln', 'heip', 'mall', 'mali']) {
    expect([name, await save(other.token, name)]).toMatchObject([name, { body: { code: 'address-name-taken' } }])
  }
})

test('nobody else gets a name that payers would take for a merchant’s', async () => {
  const [first, other] = [await stage.newAddress('corner-cafe-10'), await stage.newAddress('unlike')]
  const lookalikes = ['corner.cafe.10', 'cornercafe10', 'comer_cafe-10', 'c0rner-cafe-lo', 'corner-cafe-i0']
  for (const name of lookalikes) {
    expect([name, await save(other.token, name)]).toMatchObject([name, { body: { code: 'address-name-taken' } }])
  }
  for (const name of ['adm1n', 'supp0rt', 'b1tquay-help', 'bltquay']) {
    expect([name, await save(other.token, name)]).toMatchObject([name, { body: { code: 'address-name-taken' } }])
  }
  // The merchant itself may have all of them, and names that differ are free.
  expect((await save(first.token, 'cornercafe10')).status).toBe(200)
  expect((await save(other.token, 'corner-cafe-12')).status).toBe(200)
  // A name from before this rule is kept.
  await sql`update lightning_addresses set name = 'corner.cafe.10' where name = 'corner-cafe-12'`.execute(money.deps.db)
  expect((await save(other.token, 'corner.cafe.10')).status).toBe(200)
  const merchants = await Promise.all(['twin-one', 'twin-two', 'twin-three'].map((name) => stage.newAddress(name)))
  const answers = await Promise.all(merchants.map(({ token }, place) => save(token, `same${'._-'[place]}look`)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a merchant can reserve a limited number of names', async () => {
  const { token, merchantId } = await stage.newAddress('collector')
  for (let i = 1; i < mostNames; i++) {
    await money.deps.db
      .insertInto('lightningAddresses')
      .values({ merchantId, name: `collected-${i}`, minSats: 1n, maxSats: 1n, commentLength: 0, retiredAt: new Date() })
      .execute()
  }
  expect(await save(token, 'one-more')).toMatchObject({ status: 409, body: { code: 'too-many-address-names' } })
  expect((await save(token, 'collected-7')).status).toBe(200)
})

const newLink = async (token: string, link: Record<string, unknown>, name: string) => {
  const created = await ask(money.server, createPaymentLink, { token, body: { title: 'Bread', ...link } })
  const id = Number(created.body.id)
  const saved = await ask(money.server, saveLinkAddress, { token, params: { id }, body: { name } })
  expect(saved.status).toBe(200)
  return { id, slug: String(created.body.slug), url: wallet.resolve(`${name}@${stage.host}`) }
}
const readLink = async (token: string, id: number) => {
  const { body } = await ask(money.server, listPaymentLinks, { token })
  return (body as unknown as { id: number }[]).find((link) => link.id === id)
}

test('the address of a payment link takes its amount, and the payment counts for the link', async () => {
  const { token, merchantId } = await stage.newAddress('bakery')
  const { id, url } = await newLink(token, { amount: '5.00' }, 'bakery-bread')
  const request = await wallet.read(url)
  // $5.00 at $100,000.
  expect(request).toMatchObject({ minSendable: 5_000_000, maxSendable: 5_000_000 })
  expect(request.metadata).toContain('Bread')
  expect((await wallet.get(wallet.callbackOf(request, 4_999_000n))).body).toMatchObject({ status: 'ERROR' })
  const { pr } = await wallet.requestInvoice(request, 5_000_000n, 'A loaf')
  await stage.pay(pr)
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ label: 'A loaf', paymentLinkId: id, feePercent: 4 }])
  expect(await readLink(token, id)).toMatchObject({ payments: 1, receivedBtc: '0.00005000', receivedUsd: '5.00' })
  await money.expectCleanAudit()
})

test('the amount of a link in any currency is converted at the current price', async () => {
  for (const [code, rate] of [
    ['USD', '50000'],
    ['KWD', '15000'],
  ] as const) {
    await sql`insert into currencies (code, rate, read_at) values (${code}, ${rate}, app_now())
      on conflict (code) do update set rate = excluded.rate, read_at = excluded.read_at`.execute(money.deps.db)
  }
  const { token } = await stage.newAddress('kuwait')
  const { url } = await newLink(token, { currency: 'KWD', amount: '3.003' }, 'kuwait-link')
  // KWD 0.30 for a dollar, and $100,000 for a bitcoin.
  expect(await wallet.read(url)).toMatchObject({ minSendable: 10_010_000, maxSendable: 10_010_000 })
  await sql`update currencies set read_at = read_at - interval '3 days' where code = 'KWD'`.execute(money.deps.db)
  expect((await wallet.get(url)).body).toMatchObject({ status: 'ERROR', reason: expect.stringContaining('rate') })
})

test('the options of a link apply to its address', async () => {
  const { token } = await stage.newAddress('optional')
  const closedLink = await newLink(token, { amount: '5.00', paymentMethods: ['on-chain'] }, 'chain-only')
  expect((await wallet.get(closedLink.url)).body).toMatchObject({ status: 'ERROR' })
  const methodLimits = [{ method: 'lightning', min: '2.00', max: '8.00' }]
  const limited = await newLink(token, { minAmount: '1.00', methodLimits }, 'limited-method')
  expect(await wallet.read(limited.url)).toMatchObject({ minSendable: 2_000_000, maxSendable: 8_000_000 })
  const tooLarge = await newLink(token, { amount: '9.00', methodLimits }, 'too-large')
  expect((await wallet.get(tooLarge.url)).body).toMatchObject({ status: 'ERROR' })
})

test('a link with a limit admits no more payments through its address than through its page', async () => {
  const { token } = await stage.newAddress('limited')
  const { slug, url } = await newLink(token, { maxPayments: 2, minAmount: '1.00', maxAmount: '2.00' }, 'limited-link')
  const requests = await Promise.all(Array.from({ length: 5 }, () => wallet.read(url)))
  expect(requests[0]).toMatchObject({ minSendable: 1_000_000, maxSendable: 2_000_000 })
  const page = await ask(money.server, usePaymentLink, { params: { slug }, body: { amount: '1.00' } })
  expect(page.status).toBe(200)
  const answers = await Promise.all(requests.map((request) => wallet.get(wallet.callbackOf(request, 1_500_000n))))
  expect(answers.filter(({ body }) => 'pr' in body)).toHaveLength(1)
  expect((await wallet.get(url)).body).toEqual({ status: 'ERROR', reason: 'This link has reached its payment limit.' })
})

test('the link of another merchant has no address here', async () => {
  const [mine, other] = [await stage.newAddress('mine-only'), await stage.newAddress('not-mine')]
  const { id } = await newLink(mine.token, {}, 'mine-only-link')
  const refused = await ask(money.server, saveLinkAddress, {
    token: other.token,
    params: { id },
    body: { name: 'stolen-link' },
  })
  expect(refused).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
