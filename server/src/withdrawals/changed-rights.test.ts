import { offerRefund } from '@bitquay/contract/refunds'
import { createWithdrawal } from '@bitquay/contract/v1/withdrawals'
import { withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { changeWhileWaiting } from '../../test/change-while-waiting.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { addMerchantUser, ask, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { refundShops } from '../../test/refund-shops.ts'
import { authenticate } from '../accounts/authenticate.ts'
import { requireManagerCode } from '../api-keys/require-manager-code.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'

let money: Money
let address: string
beforeAll(async () => {
  money = await shareMoney()
  address = await money.strangersAddress()
})

let count = 0
const newStore = () => money.newStore(`changed-rights-${++count}`, 10_000_000n)
const sendsOf = ({ merchantId }: { merchantId: number }) =>
  money.deps.db.selectFrom('sends').select('id').where('merchantId', '=', merchantId).execute()

const newAdmin = async (merchantId: number) => {
  const user = await addMerchantUser(money.server, merchantId, 'admin')
  const token = await signInAs(money.server, user)
  const { secret } = await enableTwoFactor(money.server, user, token)
  await forgetCodes(money.server, user)
  return { ...user, token, secret }
}

const demote = (tx: Tx, id: number) => sql`update merchant_users set role = 'user' where id = ${id}`.execute(tx)
const remove = (tx: Tx, id: number) => sql`delete from merchant_users where id = ${id}`.execute(tx)

test.each([
  ['demoted', 403, demote],
  ['removed', 401, remove],
])('an admin who is %s while a withdrawal waits for the store withdraws nothing', async (_change, status, change) => {
  const store = await newStore()
  const { id, token, secret } = await newAdmin(store.merchantId)
  const body = { address, customerAmount: '10', twoFactorToken: codeOf(secret) }
  const [answer] = await changeWhileWaiting(
    money.deps.db,
    store.id,
    [() => ask(money.server, withdraw, { token, body })],
    (tx) => change(tx, id),
  )
  expect(answer).toMatchObject({ value: { status } })
  expect(await sendsOf(store)).toEqual([])
})

test.each([
  ['forbidden', demote],
  ['not-signed-in', remove],
])('an admin who has lost their rights lets no program move money: %s', async (code, change) => {
  const { db } = money.deps
  const { merchantId } = await newStore()
  const { id, token, secret } = await newAdmin(merchantId)
  const source = { address: '127.0.0.1', device: 'test' }
  const person = await authenticate(db)(token, source)
  if (person?.kind !== 'merchant-user') throw new Error('not signed in')
  await inTransaction(db, (tx) => change(tx, id))
  const refusal = inTransaction(db, (tx) => requireManagerCode(tx, money.deps, person, codeOf(secret), source))
  expect(await refusal).toMatchObject({ code })
})

test('of 15 requests with a stolen key that wait while it is revoked, none sends money', async () => {
  const store = await newStore()
  const scopes = ['read', 'withdrawals'] as const
  const token = await addApiKey(money.server, store.merchantId, scopes, { withdrawalAddresses: [address] })
  const send = () => ask(money.server, createWithdrawal, { token, body: { address, amountUsd: '10.00' } })
  const answers = await changeWhileWaiting(
    money.deps.db,
    store.id,
    Array.from({ length: 15 }, () => send),
    (tx) => sql`update api_keys set revoked_at = app_now() where merchant_id = ${store.merchantId}`.execute(tx),
  )
  expect(new Set(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'failed')))).toEqual(
    new Set([401]),
  )
  expect(await sendsOf(store)).toEqual([])
})

test('a refund that waits while the merchant moves to another store is not offered under the old lock', async () => {
  const { newShop, paidInvoice, sumRefunds } = refundShops(money)
  const shop = await newShop()
  const { invoiceId } = await paidInvoice(shop)
  await forgetCodes(money.server, shop.owner)
  const body = { kind: 'everything', twoFactorToken: codeOf(shop.secret) }
  const [answer] = await changeWhileWaiting(
    money.deps.db,
    shop.store.id,
    [() => ask(money.server, offerRefund, { token: shop.token, params: { invoiceId }, body })],
    (tx) =>
      sql`update stores set standing = 'former', former_since = app_now() where id = ${shop.store.id}`.execute(tx),
  )
  expect(answer).toMatchObject({ value: { status: 409, body: { code: 'conflict' } } })
  expect(await sumRefunds(invoiceId, 'offered')).toBe(0n)
})
