import { createPromoCode, listPromoCodes, revokePromoCode } from '@bitquay/contract/promo-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { cancelSend } from '../sends/end-send.ts'
import { readAvailable } from '../sends/queries.available.ts'

let money: Money
let token: string
beforeAll(async () => {
  money = await startMoney()
  token = await signInAs(money.server, await addAdmin(money.server))
})
afterAll(() => money.close())

const withdrawWith = (promoCode: string, merchantId: number, address: string) =>
  withdrawFrom({ ...money.deps, broadcastPatienceMs: 0 }, { merchantId }, address, '100.00', { promoCode })
const newCode = async () => {
  const created = await ask(money.server, createPromoCode, { token, body: { description: 'Sorry for the wait' } })
  expect(created.status).toBe(200)
  return created.body as { id: number; code: string }
}
const stateOf = async (id: number) => {
  const { body } = await ask(money.server, listPromoCodes, { token })
  return (body as unknown as { id: number; state: string; transactionHash: string | null }[]).find(
    (row) => row.id === id,
  )
}

test('of many simultaneous withdrawals with one code one is accepted and paid, and the others hold nothing', async () => {
  const { id, code } = await newCode()
  const address = await money.strangersAddress()
  const stores = [await money.newStore('one', 900_000n), await money.newStore('two', 900_000n)]
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      withdrawWith(code, stores[n % 2]?.merchantId ?? 0, address).catch((error: unknown) => error),
    ),
  )
  const refused = outcomes.filter((outcome) => outcome instanceof ApiError)
  expect(refused).toHaveLength(23)
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'invalid-promo-code' })
  await money.pass(5)
  await money.runSends()
  expect(await money.countPaid(address, 100_000n)).toBe(1)
  await money.mine(1, ...stores)
  for (const store of stores) expect((await readAvailable(money.deps.db, store.id)).heldSats).toBe(0n)
  expect(await stateOf(id)).toMatchObject({ state: 'used', transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await ask(money.server, revokePromoCode, { token, params: { id }, body: {} })).toMatchObject({ status: 409 })
  await money.expectCleanAudit()
})

test('a canceled withdrawal releases its code, and a revoked code is refused and nothing is held', async () => {
  const { id, code } = await newCode()
  const store = await money.newStore('back', 900_000n)
  const address = await money.strangersAddress()
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  const send = await withdrawWith(code, store.merchantId, address).finally(() => {
    money.deps.wake = wake
  })
  expect(await stateOf(id)).toMatchObject({ state: 'used' })
  await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, send.id))
  expect(await stateOf(id)).toMatchObject({ state: 'active' })

  expect(await ask(money.server, revokePromoCode, { token, params: { id }, body: {} })).toMatchObject({ status: 200 })
  await expect(withdrawWith(code, store.merchantId, address)).rejects.toMatchObject({ code: 'invalid-promo-code' })
  expect((await readAvailable(money.deps.db, store.id)).heldSats).toBe(0n)
  await money.expectCleanAudit()
})

test.each([
  {},
  { description: '' },
  { description: 'x', expiresInDays: 0 },
  { description: 'x', expiresInDays: '7' },
  { description: 'x', more: 1 },
])('a code cannot consist of %j', async (body) => {
  expect(await ask(money.server, createPromoCode, { token, body })).toMatchObject({ status: 400 })
})
