import {
  getLightningAddress,
  listLightningNames,
  releaseLightningName,
  saveLightningAddress,
  saveLinkAddress,
} from '@bitquay/contract/lightning-addresses'
import { createPaymentLink } from '@bitquay/contract/payment-links'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { addAdmin, ask, codeOf, enableTwoFactor, forgetCodes, type Someone, signInAs } from '../../test/people.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
let wallet: ReturnType<typeof createLnurlClient>
let operator: Someone
let admin: string
beforeAll(async () => {
  money = await shareMoney()
  stage = createAddressStage(money)
  wallet = createLnurlClient(money.server)
  operator = await addAdmin(money.server)
  admin = await signInAs(money.server, operator)
})

const save = (token: string, name: string) => ask(money.server, saveLightningAddress, { token, body: { name } })
const tooMany = { status: 429, body: { code: 'too-many-name-changes' } }
const taken = { status: 409, body: { code: 'address-name-taken' } }
/** As if everything about a merchant's names had happened so many days earlier. */
const ageNames = async (merchantId: number, days: number) => {
  const { db } = money.deps
  await sql`update lightning_addresses set retired_at = retired_at - make_interval(days => ${days}) where merchant_id = ${merchantId}`.execute(
    db,
  )
  await sql`update lnurl_invoices set paid_at = paid_at - make_interval(days => ${days}) where merchant_id = ${merchantId}`.execute(
    db,
  )
  await sql`update lightning_name_changes set changed_at = changed_at - make_interval(days => ${days}) where merchant_id = ${merchantId}`.execute(
    db,
  )
}
const payTo = async (name: string) => {
  const { pr } = await wallet.requestInvoice(await wallet.read(wallet.resolve(`${name}@${stage.host}`)), 1_000_000n)
  await stage.pay(pr)
}
const namesOf = async (merchantId: number) => {
  const { body } = await ask(money.server, listLightningNames, { token: admin, params: { id: merchantId } })
  return body as unknown as { id: number; name: string; mayRelease: boolean; retiredAt: string | null }[]
}
const release = async (merchantId: number, name: string, more: Record<string, unknown> = {}) => {
  const nameId = (await namesOf(merchantId)).find((held) => held.name === name)?.id ?? 999_999
  return ask(money.server, releaseLightningName, {
    token: admin,
    params: { id: merchantId, nameId },
    body: { reason: 'The bakery of this name asked for it.', ...more },
  })
}

test('a merchant can choose 3 new names in 30 days, by itself and for its links', async () => {
  const { token, merchantId } = await stage.newAddress('starting-name')
  expect((await save(token, 'second-choice')).status).toBe(200)
  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Bread' } })
  const nameLink = (name: string) =>
    ask(money.server, saveLinkAddress, { token, params: { id: Number(link.body.id) }, body: { name } })
  expect((await nameLink('bread-of-it')).status).toBe(200)
  // Back to an own name is a change too.
  expect((await save(token, 'starting-name')).status).toBe(200)
  const refused = await save(token, 'fourth-name')
  expect(refused).toMatchObject(tooMany)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(29 * 86_400)
  expect(await nameLink('fifth-name')).toMatchObject(tooMany)
  // Everything but the name can still be changed.
  expect((await save(token, 'starting-name')).status).toBe(200)
  expect((await nameLink('bread-of-it')).status).toBe(200)
  await ageNames(merchantId, 31)
  expect((await save(token, 'fourth-name')).status).toBe(200)
})

test('of many new names at the same time, a merchant gets 3', async () => {
  const { token } = await stage.newAddress('hurried')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => save(token, `hurried-name-${i + 2}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
})

test('a name that was given up and never paid to is free 90 days later, and one in use never is', async () => {
  const [former, heir] = [await stage.newAddress('given-up'), await stage.newAddress('heir-name')]
  expect((await save(former.token, 'chosen-instead')).status).toBe(200)
  await ageNames(former.merchantId, 89)
  expect(await save(heir.token, 'given-up')).toMatchObject(taken)
  expect(await save(heir.token, 'given.up')).toMatchObject(taken)
  await ageNames(former.merchantId, 2)
  expect((await save(heir.token, 'given-up')).status).toBe(200)
  await wallet.read(wallet.resolve(`given-up@${stage.host}`))
  await payTo('given-up')
  expect(await stage.paymentsOf(heir.merchantId)).toHaveLength(1)
  expect(await save(former.token, 'given-up')).toMatchObject(taken)
  await sql`update lightning_addresses set created_at = created_at - interval '5 years', updated_at = updated_at - interval '5 years'`.execute(
    money.deps.db,
  )
  expect(await save(heir.token, 'chosen-instead')).toMatchObject(taken)
})

test('a name that was paid to once stays reserved, however long ago it was given up', async () => {
  const [former, heir] = [await stage.newAddress('once-paid'), await stage.newAddress('waiting-heir')]
  await payTo('once-paid')
  expect((await save(former.token, 'not-that-one')).status).toBe(200)
  await ageNames(former.merchantId, 5000)
  expect(await save(heir.token, 'once-paid')).toMatchObject(taken)
  expect(await save(heir.token, 'once.paid')).toMatchObject(taken)
})

test('an operator releases a name that nobody paid to in 12 months, with a reason, and its merchant is told', async () => {
  const [former, heir] = [await stage.newAddress('wanted-by-many'), await stage.newAddress('patient-heir')]
  await payTo('wanted-by-many')
  expect(await release(former.merchantId, 'wanted-by-many')).toMatchObject({
    status: 409,
    body: { code: 'name-in-use' },
  })
  await ageNames(former.merchantId, 364)
  expect(await namesOf(former.merchantId)).toMatchObject([
    { name: 'wanted-by-many', retiredAt: null, mayRelease: false },
  ])
  expect((await release(former.merchantId, 'wanted-by-many')).status).toBe(409)
  await ageNames(former.merchantId, 3)
  expect((await release(former.merchantId, 'wanted-by-many', { reason: ' ' })).status).toBe(400)
  expect((await release(heir.merchantId, 'wanted-by-many')).status).toBe(404)
  const open = await wallet.requestInvoice(await wallet.read(wallet.resolve(former.address)), 2_000_000n)
  expect((await release(former.merchantId, 'wanted-by-many')).status).toBe(200)

  expect((await wallet.get(wallet.resolve(former.address))).status).toBe(404)
  expect((await ask(money.server, getLightningAddress, { token: former.token })).body).toMatchObject({ address: null })
  expect((await save(heir.token, 'wanted-by-many')).status).toBe(200)
  // What was handed out before is still paid to the merchant who handed it out.
  await stage.pay(open.pr)
  expect(await stage.paymentsOf(former.merchantId)).toHaveLength(2)
  expect(await stage.paymentsOf(heir.merchantId)).toHaveLength(0)
  const { rows } = await sql<{ detail: object }>`
    select detail from act_log where act = 'lightning-name-released' and merchant_id = ${former.merchantId}`.execute(
    money.deps.db,
  )
  expect(rows).toMatchObject([{ detail: { name: 'wanted-by-many', reason: 'The bakery of this name asked for it.' } }])
  const emails = await money.deps.db.selectFrom('mailOutbox').select('subject').execute()
  expect(emails.map(({ subject }) => subject)).toContain(`${former.address} is no longer your Lightning Address`)
})

test('a wrong code releases nothing', async () => {
  const { merchantId } = await stage.newAddress('well-guarded')
  const { secret } = await enableTwoFactor(money.server, operator, admin)
  expect((await release(merchantId, 'well-guarded', { twoFactorToken: '000000' })).body).toMatchObject({
    code: 'invalid-verification-code',
  })
  expect(await namesOf(merchantId)).toHaveLength(1)
  await forgetCodes(money.server, operator)
  expect((await release(merchantId, 'well-guarded', { twoFactorToken: codeOf(secret) })).status).toBe(200)
})
