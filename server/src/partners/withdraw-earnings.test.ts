import { login } from '@bitquay/contract/accounts'
import { fromCents, fromSats, satsForCents, toCents } from '@bitquay/contract/money'
import {
  withdrawEarnings as call,
  getPartnerDashboard,
  getPartnerWallet,
  getPayout,
  listPayouts,
} from '@bitquay/contract/partners'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { priceCents } from '../../test/money.ts'
import { startPartnerEarnings } from '../../test/partner-earnings.ts'
import { ask, codeOf, enableTwoFactor, forgetCodes, holdCodes, password, signInAs } from '../../test/people.ts'
import { bookPayment } from '../payments/book-payment.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { cancelSend } from '../sends/end-send.ts'
import type { Send } from '../sends/table.ts'
import { saveIncoming } from '../transactions/table.ts'
import { carryEarnings } from './worker.ts'

const { money, earner, withdrawFor, countPaid, balancesOf } = await startPartnerEarnings()
afterAll(() => money.close())

const sats = (usd: string) => satsForCents(toCents(usd), priceCents)

test('earnings are held, sent, and leave the wallet at their first confirmation, at recorded dollars', async () => {
  const partner = await earner(500_000n)
  const address = await money.strangersAddress()
  const before = await money.balances()
  const send = await withdrawFor(partner, address, '300.00')
  expect(send).toMatchObject({ kind: 'payout', status: 'broadcast', amountSats: 300_000n, problem: null })
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 300_000n })
  expect(await countPaid(address, send.id)).toBe(1)

  await money.mine(1, money.platform)
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 0n })
  // The network fee came out of the payout, so the platform paid nothing.
  const after = await money.balances()
  expect(after['platform:0:wallet']).toBe((before['platform:0:wallet'] ?? 0n) - 300_000n)
  expect(after['platform:0:network-fees']).toBe(before['platform:0:network-fees'])
  const token = await signInAs(money.server, partner)
  const { body } = await ask(money.server, getPartnerDashboard, { token })
  expect(body.partner).toMatchObject({
    currentBalanceBtc: '0.00200000',
    totalWithdrawnBtc: '0.00300000',
    totalWithdrawnUsd: '300.00',
    onItsWayBtc: '0.00000000',
    withdrawals: 1,
  })
  await carryEarnings(money.deps.db).run(new AbortController().signal)
  const cached = await money.deps.db.selectFrom('partners').selectAll().where('id', '=', partner.id).executeTakeFirst()
  expect(cached).toMatchObject({ totalWithdrawnUsd: '300.00', currentBalanceBtc: '0.00200000' })
  await money.expectCleanAudit()

  // A reorganization removes it and then confirms it again.
  await money.engine.control.reorg({ depth: 1, empty: true })
  await syncStore(money.deps, money.platform.id)
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 300_000n })
  await money.mine(1, money.platform)
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 0n })
  expect(await countPaid(address, send.id)).toBe(1)
  await money.expectCleanAudit()
})

test('of 50 simultaneous payouts of 60 % one is accepted, and only that one is sent', async () => {
  const partner = await earner(100_000n)
  const address = await money.strangersAddress()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => withdrawFor(partner, address, '60.00').catch((error: unknown) => error)),
  )
  const refused = outcomes.filter((outcome) => outcome instanceof ApiError)
  expect(refused).toHaveLength(49)
  for (const refusal of refused) {
    expect(refusal).toMatchObject({
      code: 'insufficient-balance',
      message: 'Insufficient balance. Available: $40.00',
    })
  }
  await money.runSends()
  const accepted = outcomes.find((outcome) => !(outcome instanceof ApiError)) as Send
  expect(await countPaid(address, accepted.id)).toBe(1)
  expect(await balancesOf(partner)).toEqual({ earned: 40_000n, held: 60_000n })
  await money.mine(1, money.platform)
  expect(await balancesOf(partner)).toEqual({ earned: 40_000n, held: 0n })
  await money.expectCleanAudit()
})

test('the same key 50 times at once is one payout, and with another amount it is refused', async () => {
  const partner = await earner(1_000_000n)
  const address = await money.strangersAddress()
  const sends = await Promise.all(Array.from({ length: 50 }, () => withdrawFor(partner, address, '10.00', 'once')))
  expect(new Set(sends.map(({ id }) => id)).size).toBe(1)
  expect(await countPaid(address, sends[0]?.id ?? 0)).toBe(1)
  expect((await balancesOf(partner)).earned).toBe(1_000_000n - sats('10.00'))
  await expect(withdrawFor(partner, address, '11.00', 'once')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
})

test('withdrawing the whole balance in dollars leaves no satoshi', async () => {
  const partner = await earner(123_457n)
  const address = await money.strangersAddress()
  await expect(withdrawFor(partner, address, '123.47')).rejects.toMatchObject({
    message: 'Insufficient balance. Available: $123.46',
  })
  const send = await withdrawFor(partner, address, '123.46')
  expect(send.amountSats).toBe(123_457n)
  expect(await balancesOf(partner)).toEqual({ earned: 0n, held: 123_457n })
})

test('a payout that is canceled or fails permanently returns everything', async () => {
  const partner = await earner(200_000n)
  const address = await money.strangersAddress()
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  money.deps.broadcastPatienceMs = 0
  const cancelled = await withdrawFor(partner, address, '50.00')
  money.deps.wake = wake
  money.deps.broadcastPatienceMs = 20_000
  expect(cancelled.status).toBe('requested')
  expect(await balancesOf(partner)).toEqual({ earned: 150_000n, held: 50_000n })
  await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, cancelled.id))
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 0n })

  const failing = await withdrawFor(partner, address, '70.00')
  await money.engine.control.replace({ txid: failing.txid ?? '' })
  for (let block = 0; block < 8; block++) {
    await money.mine(1, money.platform)
    await money.pass(70)
    await money.runSends()
    await syncStore(money.deps, money.platform.id)
  }
  expect(await money.sendOf(failing.id)).toMatchObject({ status: 'failed' })
  expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 0n })
  expect(await countPaid(address, failing.id)).toBe(0)
  const token = await signInAs(money.server, partner)
  const { body } = await ask(money.server, getPartnerDashboard, { token })
  expect(body.partner).toMatchObject({ currentBalanceBtc: '0.00200000', totalWithdrawnUsd: '0.00', withdrawals: 0 })
  await money.expectCleanAudit()
  // Nobody asked for what took the payout's place. Until an admin explains it, the wallet pays nothing more.
  await money.explainSpendings()
})

test('a fee on payouts is added on top, goes to the platform and limits what can be withdrawn', async () => {
  await sql`insert into fee_schedules (partner_withdrawal_fee_percent, effective_from) values (2, app_now() - interval '1 second')`.execute(
    money.deps.db,
  )
  try {
    const partner = await earner(102_000n)
    const address = await money.strangersAddress()
    await expect(withdrawFor(partner, address, '100.01')).rejects.toMatchObject({
      message: 'Insufficient balance. Available: $100.00',
    })
    const before = await money.balances()
    const send = await withdrawFor(partner, address, '100.00')
    expect(send).toMatchObject({ amountSats: 100_000n, platformFeeSats: 2_000n })
    expect(await balancesOf(partner)).toEqual({ earned: 0n, held: 102_000n })
    await money.mine(1, money.platform)
    expect(await balancesOf(partner)).toEqual({ earned: 0n, held: 0n })
    expect((await money.balances())['platform:0:revenue']).toBe((before['platform:0:revenue'] ?? 0n) + 2_000n)
    await money.expectCleanAudit()
  } finally {
    await sql`insert into fee_schedules (effective_from) values (app_now())`.execute(money.deps.db)
  }
})

test('a missing, wrong or used code is refused, a recovery code works, and without 2FA nothing is sent', async () => {
  const partner = await earner(100_000n)
  const address = await money.strangersAddress()
  let token = await signInAs(money.server, partner)
  const withdraw = (twoFactorToken?: string, amount = '10.00') =>
    ask(money.server, call, {
      token,
      body: { amount, btcAddress: address, ...(twoFactorToken === undefined ? {} : { twoFactorToken }) },
    })
  expect((await withdraw('123456')).body).toMatchObject({
    code: 'second-factor-needed',
    message: '2FA must be set up before you can withdraw.',
  })
  holdCodes()
  const { secret, recoveryCodes } = await enableTwoFactor(money.server, partner, token)
  expect((await withdraw()).body.message).toBe('Enter your 2FA code.')
  expect((await withdraw('000000')).body).toMatchObject({ code: 'invalid-verification-code' })
  expect((await withdraw(recoveryCodes[0])).status).toBe(400)
  expect(await balancesOf(partner)).toEqual({ earned: 100_000n, held: 0n })

  // A code is not used up when the balance is too low. A code that moved money is used up everywhere.
  const code = codeOf(secret)
  expect((await withdraw(code, '1000.00')).body.code).toBe('insufficient-balance')
  const paid = await withdraw(code)
  expect(paid).toMatchObject({
    status: 200,
    body: { status: 'broadcast', txid: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect((await withdraw(code)).body).toMatchObject({
    message: 'This 2FA code was already used. Wait for the next one.',
  })
  const again = await ask(money.server, login, { body: { email: partner.email, password, twoFactorToken: code } })
  expect(again.status).toBe(401)

  await forgetCodes(money.server, partner)
  const racing = await Promise.all(Array.from({ length: 10 }, () => withdraw(codeOf(secret))))
  expect(racing.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(racing.every(({ status }) => status < 500)).toBe(true)
  expect(await balancesOf(partner)).toEqual({ earned: 80_000n, held: 20_000n })
  const listed = (await ask(money.server, listPayouts, { token })).body as unknown as {
    txid: string
    amountBtc: string
  }[]
  expect(listed).toHaveLength(2)
  expect(listed.at(-1)).toMatchObject({ txid: paid.body.txid, amountBtc: fromSats(10_000n) })

  // Withdrawals of someone else are not visible.
  token = await signInAs(money.server, await earner(1n))
  expect((await ask(money.server, listPayouts, { token })).body).toEqual([])
  const { id } = paid.body.withdrawal as { id: number }
  expect((await ask(money.server, getPayout, { token, params: { id } })).status).toBe(404)
})

test('amounts and addresses that cannot be sent are refused with a sentence, and nothing is held', async () => {
  const partner = await earner(100_000n)
  const token = await signInAs(money.server, partner)
  holdCodes()
  const { secret } = await enableTwoFactor(money.server, partner, token)
  const good = await money.strangersAddress()
  const refused = async (amount: unknown, btcAddress: unknown, message: string | RegExp) => {
    const body = { amount, btcAddress, twoFactorToken: codeOf(secret) }
    const answer = await ask(money.server, call, { token, body })
    expect(answer.status, JSON.stringify(body)).toBe(400)
    expect(answer.body.message, JSON.stringify(body)).toMatch(message)
    const named = String(message).includes('address') ? 'btcAddress' : 'amount'
    expect(answer.body.fields, JSON.stringify(body)).toContainEqual(expect.objectContaining({ path: named }))
  }
  for (const amount of ['0.99', 0, -5, '1.001', '1e3', '+5', ' 5', '0x10', null, true, [], '9'.repeat(400)]) {
    await refused(amount, good, /^Minimum withdrawal amount is \$1\.00 \(Bitcoin dust threshold\)$/)
  }
  for (const address of [
    '',
    'too-short',
    'x'.repeat(26),
    good.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')),
    `${good}\n`,
    `bitcoin:${good}`,
  ]) {
    await refused('5.00', address, /^Please enter a valid Bitcoin address/)
  }
  await refused('5.00', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /^Please enter a valid Bitcoin address/)
  expect(await balancesOf(partner)).toEqual({ earned: 100_000n, held: 0n })
})

test('without a recent price or while withdrawals are paused, nothing is sent', async () => {
  const partner = await earner(100_000n)
  const address = await money.strangersAddress()
  await money.server.advance(301)
  await expect(withdrawFor(partner, address, '10.00')).rejects.toMatchObject({ code: 'price-too-old' })
  await money.pass(1)
  await money.deps.db.updateTable('platform').set({ withdrawalsPaused: true }).execute()
  await expect(withdrawFor(partner, address, '10.00')).rejects.toMatchObject({ code: 'withdrawals-paused' })
  await money.deps.db.updateTable('platform').set({ withdrawalsPaused: false }).execute()
  expect(await balancesOf(partner)).toEqual({ earned: 100_000n, held: 0n })
})

test('a payout whose wallet is too low is refused, nothing is held, and owed fees are collected for it', async () => {
  const partner = await earner(90_000_000n)
  const address = await money.strangersAddress()
  await expect(withdrawFor(partner, address, '80000.00')).rejects.toMatchObject({
    code: 'platform-wallet-low',
    message: 'The platform wallet can’t cover this withdrawal right now. Your balance is unchanged. Try again later.',
  })
  const debtor = await money.newStore('debtor', 2_000_000n)
  await inTransaction(money.deps.db, async (tx) => {
    const { row } = await saveIncoming(tx, debtor.merchantId, {
      key: 'owed',
      txid: 'owed',
      method: 'on-chain',
      purpose: 'invoice',
      amountSats: 2_000_000n,
      priceCents,
      address: undefined,
      invoiceId: undefined,
      seenAt: tx.now,
    })
    await bookPayment(tx, row, false)
  })
  await expect(withdrawFor(partner, address, '80000.00')).rejects.toMatchObject({
    code: 'platform-wallet-low',
    message: expect.stringContaining('Your balance is unchanged. We’re collecting fees for it'),
  })
  expect(
    await money.deps.db.selectFrom('sends').select('kind').where('merchantId', '=', debtor.merchantId).execute(),
  ).toEqual([{ kind: 'sweep' }])
  expect((await balancesOf(partner)).held).toBe(0n)
})

test('a payout that the network fee would use up is refused with the smallest possible amount', async () => {
  const db = money.deps.db
  await sql`insert into engine_checks (reachable, synced, fee_rate, checked_at) values (true, true, 100, app_now())
    on conflict (only_row) do update set fee_rate = 100`.execute(db)
  try {
    const partner = await earner(200_000n)
    const address = await money.strangersAddress()
    const refusal: ApiError = await withdrawFor(partner, address, '10.00').then(
      () => expect.fail('it was accepted'),
      (error: ApiError) => error,
    )
    expect(refusal).toMatchObject({ code: 'amount-too-small' })
    const least = /^The network fee is higher than this amount\. Withdraw at least \$(\d+\.\d\d)\.$/.exec(
      refusal.message,
    )?.[1]
    expect(least).toBeDefined()
    expect(await balancesOf(partner)).toEqual({ earned: 200_000n, held: 0n })
    // One cent less is refused, and exactly this amount is sent, with an output above dust.
    const cents = toCents(least ?? '0')
    await expect(withdrawFor(partner, address, fromCents(cents - 1n))).rejects.toMatchObject({
      message: refusal.message,
    })
    const send = await withdrawFor(partner, address, least ?? '0')
    expect(send.amountSats - (send.networkFeeSats ?? 0n)).toBeGreaterThanOrEqual(546n)
    await money.mine(1, money.platform)
    await money.expectCleanAudit()
  } finally {
    await sql`update engine_checks set fee_rate = null`.execute(db)
  }
})

test('the wallet and the dashboard estimate the network fee, and a payout shows what it was', async () => {
  const partner = await earner(200_000n)
  const token = await signInAs(money.server, partner)
  const quote = (await ask(money.server, getPartnerWallet, { token })).body
  expect(quote).toMatchObject({ maxWithdrawalUsd: '200.00', networkFeeBtc: expect.stringMatching(/[1-9]/) })
  expect((await ask(money.server, getPartnerDashboard, { token })).body).toMatchObject({
    networkFeeBtc: quote.networkFeeBtc,
    networkFeeUsd: quote.networkFeeUsd,
  })
  const send = await withdrawFor(partner, await money.strangersAddress(), '200.00')
  const { body } = await ask(money.server, getPayout, { token, params: { id: send.id } })
  expect(body).toMatchObject({ amountBtc: '0.00200000', networkFeeBtc: fromSats(send.networkFeeSats ?? 0n) })
})
