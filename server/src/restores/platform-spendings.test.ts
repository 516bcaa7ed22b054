import { unwrap } from '@bitquay/btcpay'
import { listActs } from '@bitquay/contract/audit-log'
import type { Answer } from '@bitquay/contract/call'
import { fromSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/platform-spendings'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addAdmin,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { withdrawEarningsOf, withdrawFrom } from '../../test/withdrawals.ts'
import { watchPlatform } from '../operations/worker.ts'
import { syncStore } from '../payments/sync-store.ts'
import { findOpenRestore } from '../platform/db/restore-row.ts'

let money: Money
let admin: Someone
let token: string
let secret: string
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'off' })
  await money.fund(money.platform, 10_000_000n, 10_000_000n, 10_000_000n)
  admin = await addAdmin(money.server)
  token = await signInAs(money.server, admin)
  secret = (await enableTwoFactor(money.server, admin, token)).secret
})
afterAll(() => money.close())
beforeEach(() => money.explainSpendings())

/** Whoever has the keys of the platform's wallet pays somebody, past this platform. */
const spend = async (address: string, sats: bigint, isConfirmed = true) => {
  const { storeId, serverUrl, openedKey } = money.platform
  const { wallet } = money.deps.engines.at({ serverUrl, apiKey: openedKey })
  const destinations = [{ destination: address, amount: fromSats(sats), subtractFromAmount: true }]
  const raw = unwrap(await wallet.signTransaction(storeId, { destinations, feeRate: 5 }))
  const { transactionHash } = unwrap(await wallet.broadcast(storeId, raw))
  if (isConfirmed) await money.mine(1, money.platform)
  else await syncStore(money.deps, money.platform.id)
  return transactionHash
}
const partnerWith = async (sats: bigint) => {
  const partner = { ...(await addPartner(money.server, '0.50')), kind: 'partner' as const }
  await money.grantEarnings(partner.id, sats)
  return partner
}
/** A payout that waits, because nobody has looked at it yet. */
const waitingPayout = async (usd: string) => {
  const partner = await partnerWith(1_000_000n)
  const address = await money.strangersAddress()
  const { wake } = money.deps
  money.deps.wake = () => undefined
  const deps = { ...money.deps, broadcastPatienceMs: 0 }
  const send = await withdrawEarningsOf(deps, partner, address, usd)
  money.deps.wake = wake
  return { partner, address, send }
}
const list = async () =>
  (await ask(money.server, calls.listPlatformSpendings, { token })).body as Answer<typeof calls.listPlatformSpendings>
const decide = async (txid: string, body: Record<string, unknown>) => {
  await forgetCodes(money.server, admin)
  const params = { txid }
  return ask(money.server, calls.decidePlatformSpending, {
    token,
    params,
    body: { twoFactorToken: codeOf(secret), ...body },
  })
}
const capital = async () => (await money.balances())['platform:0:capital'] ?? 0n

test('what a stolen wallet pays pauses only that wallet, until an admin says what it was', async () => {
  const { send, address } = await waitingPayout('300.00')
  const before = await capital()
  const txid = await spend(await money.strangersAddress(), 2_000_000n)
  await money.pass(61)
  await money.runSends()
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'requested', problem: null })
  const another = await partnerWith(500_000n)
  await expect(withdrawEarningsOf(money.deps, another, address, '100.00')).rejects.toMatchObject({
    code: 'withdrawals-paused',
  })

  // A merchant's own wallet goes on.
  const store = await money.newStore('goes-on', 1_000_000n)
  const merchants = await money.strangersAddress()
  await withdrawFrom(money.deps, store, merchants, '200.00')
  await money.mine(1, store)
  expect(await money.countPaid(merchants, 200_000n)).toBe(1)

  expect(await list()).toMatchObject({ spendings: [{ txid, amountBtc: '0.02000000', sends: [] }], waiting: 1 })
  expect((await decide(txid, { as: 'own' })).status).toBe(200)
  expect(await list()).toEqual({ spendings: [], waiting: 0 })
  expect(await capital()).toBe(before - 2_000_000n)
  await money.pass(61)
  await money.runSends()
  await money.mine(1, money.platform)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed' })
  const log = await ask(money.server, listActs, { token, query: { limit: '5' } })
  expect(JSON.stringify(log.body)).toContain('platform-spending-decided')
  await money.expectCleanAudit()
})

test('admins are emailed once if it isn’t explained within a minute', async () => {
  const txid = await spend(await money.strangersAddress(), 1_500_000n, false)
  await watchPlatform(money.deps)
  await money.pass(61)
  for (const _ of [1, 2]) await watchPlatform(money.deps)
  const emails = await sql<{ body: string }>`
    select body_text as body from mail_outbox where recipient = ${admin.email} and subject like '%nobody asked for'`.execute(
    money.deps.db,
  )
  expect(emails.rows).toMatchObject([{ body: expect.stringContaining(txid) }])
  await money.mine(1, money.platform)
  await decide(txid, { as: 'own' })
})

test('a transaction settles the payout that it paid, which is not paid again', async () => {
  const { send, address, partner } = await waitingPayout('300.00')
  const before = await capital()
  const txid = await spend(address, 300_000n)
  expect(await list()).toMatchObject({ spendings: [{ txid, sends: [{ id: send.id, kind: 'payout' }] }] })
  expect((await decide(txid, { as: 'send', sendId: send.id })).status).toBe(200)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid })
  await money.pass(61)
  await money.runSends()
  await money.mine(1, money.platform)
  expect(await money.countPaid(address)).toBe(1)
  const balances = await money.balances()
  expect([balances[`partner:${partner.id}:earned`], balances[`partner:${partner.id}:payout-hold`]]).toEqual([
    700_000n,
    0n,
  ])
  expect(await capital()).toBe(before)
  await money.expectCleanAudit()
})

test('a payout that nobody asked for is taken from the earnings of its partner', async () => {
  const partner = await partnerWith(1_000_000n)
  const txid = await spend(await money.strangersAddress(), 250_000n)
  const before = await list()
  expect(before).toMatchObject({ spendings: [{ txid, partnerId: null }], waiting: 0 })
  expect((await decide(txid, { as: 'payout', partnerId: partner.id })).status).toBe(200)
  expect((await money.balances())[`partner:${partner.id}:earned`]).toBe(750_000n)
  const poor = await partnerWith(1_000n)
  const other = await spend(await money.strangersAddress(), 250_000n)
  expect(await decide(other, { as: 'payout', partnerId: poor.id })).toMatchObject({ status: 409 })
  expect((await list()).spendings).toMatchObject([{ txid: other }])
  await money.expectCleanAudit()
})

test('what the wallet paid before this platform had it isn’t asked about', async () => {
  const start = (hours: number) =>
    sql`update stores set created_at = created_at + make_interval(hours => ${hours}) where merchant_id is null`.execute(
      money.deps.db,
    )
  await start(1_000)
  try {
    await spend(await money.strangersAddress(), 100_000n)
    expect(await list()).toEqual({ spendings: [], waiting: 0 })
  } finally {
    await start(-1_000)
  }
  const txid = await spend(await money.strangersAddress(), 100_000n)
  expect((await list()).spendings).toMatchObject([{ txid }])
})

test('another amount, another address and a payout that was paid are refused, and nothing changes', async () => {
  const paid = await waitingPayout('100.00')
  await money.pass(61)
  await money.runSends()
  await money.mine(1, money.platform)
  const { send, address } = await waitingPayout('300.00')
  const [more, elsewhere] = [await spend(address, 300_001n), await spend(await money.strangersAddress(), 300_000n)]
  const books = await money.balances()
  const refused = { status: 409, body: { code: 'send-not-resolvable' } }
  expect(await decide(more, { as: 'send', sendId: send.id })).toMatchObject(refused)
  expect(await decide(elsewhere, { as: 'send', sendId: send.id })).toMatchObject(refused)
  expect(await decide(elsewhere, { as: 'send', sendId: paid.send.id })).toMatchObject(refused)
  expect(await decide('0'.repeat(64), { as: 'own' })).toMatchObject({ status: 404 })
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'requested', txid: null })
  expect((await list()).spendings.map(({ txid }) => txid).sort()).toEqual([more, elsewhere].sort())
  expect(await money.balances()).toEqual(books)
})

test('of two admins who decide at once, one decides', async () => {
  const { send, address } = await waitingPayout('300.00')
  const txid = await spend(address, 300_000n)
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const someone = await addAdmin(money.server)
      return signInAs(money.server, someone)
    }),
  )
  const bodies = [{ as: 'send', sendId: send.id }, { as: 'own' }, { as: 'send', sendId: send.id }, { as: 'own' }]
  const outcomes = await Promise.all(
    others.map(async (theirs, at) => {
      const answer = await ask(money.server, calls.decidePlatformSpending, {
        token: theirs,
        params: { txid },
        body: bodies[at] ?? {},
      })
      return answer.status
    }),
  )
  expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
  expect(outcomes.every((status) => [200, 404, 409].includes(status))).toBe(true)
  await money.pass(61)
  await money.runSends()
  await money.mine(1, money.platform)
  await money.expectCleanAudit()
})

test('without a code, with a wrong one and without 2FA it is refused outside of the sandbox', async () => {
  const txid = await spend(await money.strangersAddress(), 700_000n)
  const { config } = money.deps
  const { mode } = config
  const weak = await signInAs(money.server, await addAdmin(money.server))
  Object.assign(config, { mode: 'live' })
  try {
    // Set up a moment ago, by whoever had the password.
    expect(await decide(txid, { as: 'own' })).toMatchObject({ body: { code: 'admin-waiting' } })
    await sql`update admins set two_factor_changed_at = two_factor_changed_at - interval '2 days'`.execute(
      money.deps.db,
    )
    expect(await decide(txid, { as: 'own', twoFactorToken: undefined })).toMatchObject({
      body: { code: 'second-factor-missing' },
    })
    expect(await decide(txid, { as: 'own', twoFactorToken: '000000' })).toMatchObject({
      body: { code: 'invalid-verification-code' },
    })
    const params = { txid }
    const without = await ask(money.server, calls.decidePlatformSpending, { token: weak, params, body: { as: 'own' } })
    expect(without).toMatchObject({ body: { code: 'admin-second-factor-needed' } })
    const review = await ask(money.server, calls.reviewPlatformSpendings, { token: weak, body: {} })
    expect(review).toMatchObject({ body: { code: 'admin-second-factor-needed' } })
  } finally {
    Object.assign(config, { mode })
  }
  expect((await list()).spendings).toMatchObject([{ txid }])
})

test('an own payment whose fee was raised in BTCPay’s screen explains itself', async () => {
  const { send } = await waitingPayout('300.00')
  await money.pass(61)
  await money.runSends()
  const { txid } = (await money.engine.control.replace({
    txid: (await money.sendOf(send.id)).txid ?? '',
    keep: true,
  })) as { txid: string }
  await syncStore(money.deps, money.platform.id)
  expect((await list()).spendings.map((one) => one.txid)).toEqual([txid])
  for (const _ of [1, 2]) {
    await money.pass(700)
    await money.runSends()
    await syncStore(money.deps, money.platform.id)
  }
  await money.mine(1, money.platform)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid })
  expect((await list()).spendings).toEqual([])
})

test('missing records are reviewed as after a restore, which explains the transaction too', async () => {
  const { send, address } = await waitingPayout('300.00')
  const txid = await spend(address, 300_000n)
  await forgetCodes(money.server, admin)
  const body = { twoFactorToken: codeOf(secret) }
  token = await signInAs(money.server, admin, body)
  await forgetCodes(money.server, admin)
  expect(await ask(money.server, calls.reviewPlatformSpendings, { token, body })).toMatchObject({ status: 200 })
  expect(await findOpenRestore(money.deps.db)).toMatchObject({ reviewerId: null })
  // Everybody was signed out, and one review is enough.
  expect(await ask(money.server, calls.reviewPlatformSpendings, { token, body })).toMatchObject({ status: 401 })
  const { rows } = await sql<{ txid: string }>`select txid from unknown_transactions where txid = ${txid}`.execute(
    money.deps.db,
  )
  expect(rows).toHaveLength(1)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'requested' })
})
