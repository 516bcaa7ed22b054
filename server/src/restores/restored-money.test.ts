import { claimRefund, createRefund } from '@bitquay/contract/refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveDatabase } from '../../test/go-back.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask, codeOf, forgetCodes } from '../../test/people.ts'
import { type RefundShop, refundShops } from '../../test/refund-shops.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { markRestoreFinished } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import { type ClaimDecision, decideClaim } from './decide-claim.ts'
import { findRestore } from './queries.money.ts'
import { readMoneyReview } from './read-money-review.ts'
import { type Recording, recordTransaction } from './record-transaction.ts'

let money: Money
let shops: ReturnType<typeof refundShops>
beforeAll(async () => {
  money = await startMoney()
  money.deps.broadcastPatienceMs = 0
  await money.engine.control.rate({ usd: '100000' })
  shops = refundShops(money)
})
afterAll(() => money.close())

const source = { address: '127.0.0.1', device: 'test' }
const admin: Admin = {
  ...{ kind: 'admin', id: 1, email: 'admin@example.test', name: 'Admin', sessionId: 1 },
  ...{ passwordIsRecent: true, twoFactorEnabled: true, mustEnroll: false },
}
const decide = (decision: ClaimDecision) => decideClaim(money.deps, admin, decision, source)
const record = (recording: Recording) => recordTransaction(money.deps, admin, recording, source)
const review = () => readMoneyReview(money.deps)

/** What the end of the review does for payouts. */
const finish = async () => {
  expect((await review()).undecided).toBe(0)
  await inTransaction(money.deps.db, async (tx) => {
    await markRestoreFinished(tx, (await findRestore(tx))?.id ?? 0)
    await setWithdrawalsPaused(tx, false)
  })
}

const send = async (...stores: { id: number }[]) => {
  await money.pass(61)
  await money.runSends()
  await money.mine(1, ...stores)
}

const offer = async ({ token, owner, secret }: RefundShop, invoiceId: string) => {
  await forgetCodes(money.server, owner)
  const offered = await ask(money.server, createRefund, {
    token,
    params: { invoiceId },
    body: { twoFactorToken: codeOf(secret) },
  })
  expect(offered.status).toBe(200)
  return String(offered.body.claimLink).split('/r/')[1] ?? ''
}
const claim = (token: string, address: string) => ask(money.server, claimRefund, { body: { token, address } })

test('a refund that was claimed and paid after the backup is not paid again', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop)
  const token = await offer(shop, invoiceId)
  const [address, other] = [await money.strangersAddress(), await money.strangersAddress()]
  const goBack = await saveDatabase(money.deps.db)
  expect(await claim(token, address)).toMatchObject({ status: 200 })
  await send(shop.store)
  expect(await money.countPaid(address, 100_000n)).toBe(1)

  await goBack()
  for (const to of [address, other]) expect(await claim(token, to)).toMatchObject({ status: 409 })
  await syncStore(money.deps, shop.store.id)
  for (const to of [address, other]) expect(await claim(token, to)).toMatchObject({ status: 409 })
  const { claims, unknown, undecided } = await review()
  const [refund] = claims.filter(({ merchantId }) => merchantId === shop.store.merchantId)
  expect(refund).toMatchObject({
    type: 'refund',
    match: { address: 'other', leftSats: expect.any(BigInt) },
    decision: null,
  })
  expect([unknown, undecided]).toEqual([[], 2])
  await decide({ kind: 'refund', id: refund?.id ?? 0, decision: 'paid', txid: refund?.match?.txid ?? '' })
  await finish()
  expect(await claim(token, address)).toMatchObject({ status: 200 })
  expect(await claim(token, other)).toMatchObject({ status: 409 })
  await send(shop.store)
  expect([await money.countPaid(address, 100_000n), await money.countPaid(other, 100_000n)]).toEqual([1, 0])
  expect(await shops.sumRefunds(invoiceId, 'paid')).toBe(100_000n)
  await money.expectCleanAudit()
})
