import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant } from '../../test/people.ts'
import { reverseFee } from '../fees/table.ts'
import { postTransfer, priceEntries, reverseTransfer } from '../ledger/table.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { previewPromoCode } from './preview-promo-code.ts'
import { summarizePromoCodes } from './queries.ts'
import {
  redeemPromoCode,
  releasePromoCode,
  savePromoTransactionId,
  undoForgivenessOfFee,
  undoRedemption,
} from './redeem-promo-code.ts'
import { reservePromoCode } from './reserve-promo-code.ts'
import { createPromoCode, markPromoCodeRevoked } from './table.ts'

const priceCents = 10_000_000n
let server: TestApp
let adminId: number
let count = 0
beforeAll(async () => {
  server = await startTestApp()
  adminId = (await addAdmin(server)).id
})
afterAll(() => server.close())

const newCode = async (expiresInDays = 30) =>
  (
    await inTransaction(server.deps.db, (tx) =>
      createPromoCode(tx, { description: 'Welcome back', expiresInDays, createdBy: adminId }),
    )
  ).code

/** A merchant with a store that owes fees: each pair is the whole fee and what partners earned of it. */
const newMerchant = async (fees: [feeSats: bigint, partnerSats: bigint][] = []) => {
  const { id: merchantId } = await addMerchant(server)
  const { rows } = await sql<{ id: number }>`
    insert into stores (merchant_id, server_url, tag) values (${merchantId}, 'http://nowhere.test', ${`tag-${merchantId}`}) returning id
  `.execute(server.deps.db)
  for (const [feeSats, partnerSats] of fees) await owe(merchantId, feeSats, partnerSats)
  return { merchantId, storeRef: rows[0]?.id ?? 0 }
}

const owe = (merchantId: number, feeSats: bigint, partnerSats: bigint) =>
  inTransaction(server.deps.db, async (tx) => {
    const transferId = await postTransfer(tx, {
      kind: 'payment',
      reference: `fee-${++count}`,
      priceCents,
      entries: priceEntries(
        [
          { owner: { kind: 'merchant', id: merchantId }, account: 'fees-owed', sats: feeSats },
          { owner: { kind: 'partner', id: 1 }, account: 'earned', sats: -partnerSats },
          { owner: { kind: 'platform' }, account: 'revenue', sats: partnerSats - feeSats },
        ],
        priceCents,
      ),
    })
    const btc = (sats: bigint) => sql<string>`${sats}::numeric / 100000000`
    await tx
      .insertInto('feeTransactions')
      .values({
        merchantId,
        transactionType: 'deposit',
        originalAmountBtc: btc(feeSats * 25n),
        originalAmountUsd: '1.00',
        feePercentage: '4.000',
        feeBtc: btc(feeSats),
        feeUsd: fromCents(centsOfSats(feeSats, priceCents)),
        btcPriceAtTime: '100000.00',
        transferId: transferId ?? null,
        partnerSats,
      })
      .execute()
  })

const newSend = async (
  store: { merchantId: number; storeRef: number },
  kind = 'withdrawal',
  amountSats = 1_000_000n,
) => {
  const { rows } = await sql<{ id: number }>`
    insert into sends (kind, store_ref, merchant_id, address, amount_sats, amount_usd, btc_price, network_fee_from, fee_rate,
      network_fee_reserve_sats, requested_by, idempotency_key, input_hash)
    values (${kind}, ${store.storeRef}, ${store.merchantId}, 'somewhere', ${amountSats}, ${amountSats}::numeric / 1000, 100000, 'wallet', 1, 0, 'test', ${`key-${++count}`}, '')
    returning id`.execute(server.deps.db)
  return rows[0]?.id ?? 0
}

const reserve = (code: string, merchantId: number, sendId: number, platformFeeSats = 0n, amountSats = 1_000_000n) =>
  inTransaction(server.deps.db, (tx) =>
    reservePromoCode(tx, { code, merchantId, sendId, amountSats, platformFeeSats, priceCents }),
  )
/** Confirms the withdrawal. */
const confirm = (sendId: number) =>
  inTransaction(server.deps.db, async (tx) => {
    await sql`update sends set status = 'confirmed', txid = ${`${sendId}`.padStart(64, 'a')} where id = ${sendId}`.execute(
      tx,
    )
    await redeemPromoCode(tx, sendId)
  })
const release = (sendId: number) => inTransaction(server.deps.db, (tx) => releasePromoCode(tx, sendId))
const rowOf = (code: string) =>
  server.deps.db.selectFrom('promoCodes').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
const balanceOf = async (owner: string, ownerId: number, kind: string) => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(amount_sats), 0)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.owner_kind = ${owner} and a.owner_id = ${ownerId} and a.kind = ${kind}`.execute(server.deps.db)
  return rows[0]?.sats
}
const owedBy = (merchantId: number) => balanceOf('merchant', merchantId, 'fees-owed')
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: Error) => error.message,
  )

test('of 50 simultaneous redemptions by several merchants one wins', async () => {
  const code = await newCode()
  const stores = await Promise.all(Array.from({ length: 5 }, () => newMerchant([[40_000n, 10_000n]])))
  const sends = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const store = stores[n % stores.length] ?? { merchantId: 0, storeRef: 0 }
      return { ...store, sendId: await newSend(store) }
    }),
  )
  const forgivenBefore = (await balanceOf('platform', 0, 'forgiven')) ?? 0n
  const outcomes = await Promise.all(
    sends.map(({ merchantId, sendId }) => refusal(reserve(code.toLowerCase(), merchantId, sendId))),
  )
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'This promo code has already been used.')).toHaveLength(49)
  expect(await balanceOf('platform', 0, 'forgiven')).toBe(forgivenBefore)
  await confirm(sends[outcomes.indexOf('accepted')]?.sendId ?? 0)
  expect(await balanceOf('platform', 0, 'forgiven')).toBe(forgivenBefore + 30_000n)
  const owed = await Promise.all(stores.map(({ merchantId }) => owedBy(merchantId)))
  expect(owed.filter((sats) => sats === 10_000n)).toHaveLength(1)
  const winner = sends[outcomes.indexOf('accepted')]
  expect(await rowOf(code)).toMatchObject({ isUsed: true, usedBy: winner?.merchantId, amountSavedUsd: '30.00' })
})

test('a code waives the fee and forgives up to the platform’s percentage, but never the partners’ share or a swept fee', async () => {
  const small = await newMerchant([[4_000n, 1_000n]])
  const code = await newCode()
  const use = { code, merchantId: small.merchantId, amountSats: 1_000_000n, platformFeeSats: 5_000n, priceCents }
  const preview = await previewPromoCode(server.deps.db, use)
  expect(preview).toMatchObject({ waivedSats: 5_000n, forgivenSats: 3_000n, savedUsd: '8.00', code })
  const first = await newSend(small)
  expect(await reserve(code, small.merchantId, first, 5_000n)).toEqual(preview)
  expect(await owedBy(small.merchantId)).toBe(4_000n)
  expect(await refusal(previewPromoCode(server.deps.db, use))).toBe('This promo code has already been used.')
  // A second code finds only the partners' share, which the platform cannot forgive, before the first confirms and
  // after.
  const nothing = { forgivenSats: 0n, savedUsd: '0.00' }
  expect(await reserve(await newCode(), small.merchantId, await newSend(small))).toMatchObject(nothing)
  await confirm(first)
  expect(await owedBy(small.merchantId)).toBe(1_000n)
  expect(await reserve(await newCode(), small.merchantId, await newSend(small))).toMatchObject(nothing)

  const large = await newMerchant([[400_000n, 100_000n]])
  expect(await reserve(await newCode(), large.merchantId, await newSend(large))).toMatchObject({
    forgivenSats: 30_000n,
  })

  const swept = await newMerchant([[40_000n, 10_000n]])
  const sweep = await newSend(swept, 'sweep', 40_000n)
  await sql`update fee_transactions set swept_by = ${sweep} where merchant_id = ${swept.merchantId}`.execute(
    server.deps.db,
  )
  await inTransaction(server.deps.db, (tx) =>
    postTransfer(tx, {
      kind: 'collect',
      reference: `send:${sweep}`,
      priceCents,
      entries: priceEntries(
        [
          { owner: { kind: 'merchant', id: swept.merchantId }, account: 'collecting', sats: 40_000n },
          { owner: { kind: 'merchant', id: swept.merchantId }, account: 'fees-owed', sats: -40_000n },
        ],
        priceCents,
      ),
    }),
  )
  await owe(swept.merchantId, 8_000n, 2_000n)
  expect(await reserve(await newCode(), swept.merchantId, await newSend(swept))).toMatchObject({ forgivenSats: 6_000n })
})

test('a failed withdrawal releases the code once, and one undone by a reorganization is owed again and stays reserved', async () => {
  const store = await newMerchant([[40_000n, 10_000n]])
  const code = await newCode()
  const first = await newSend(store)
  await reserve(code, store.merchantId, first)
  await inTransaction(server.deps.db, (tx) => savePromoTransactionId(tx, first, 'ab'.repeat(32)))
  expect(await rowOf(code)).toMatchObject({ transactionHash: 'ab'.repeat(32) })
  await Promise.all([release(first), release(first), release(first)])
  expect(await owedBy(store.merchantId)).toBe(40_000n)
  expect(await rowOf(code)).toMatchObject({
    isUsed: false,
    usedBy: null,
    usedAt: null,
    amountSavedUsd: null,
    transactionHash: null,
  })

  const second = await newSend(store)
  await reserve(code, store.merchantId, second)
  await release(first)
  await confirm(second)
  await confirm(second)
  expect(await owedBy(store.merchantId)).toBe(10_000n)
  expect(await rowOf(code)).toMatchObject({ isUsed: true })
  for (let turn = 0; turn < 2; turn++) {
    await inTransaction(server.deps.db, (tx) => undoRedemption(tx, second))
    expect(await owedBy(store.merchantId)).toBe(40_000n)
    // Still reserved: another code finds nothing to forgive.
    expect(await reserve(await newCode(), store.merchantId, await newSend(store))).toMatchObject({ forgivenSats: 0n })
    await confirm(second)
    expect(await owedBy(store.merchantId)).toBe(10_000n)
  }
  await release(second)
  expect(await owedBy(store.merchantId)).toBe(40_000n)
  expect(await rowOf(code)).toMatchObject({ isUsed: false })
})

test('an undone payment undoes its forgiveness, and owed fees never go below zero', async () => {
  const db = server.deps.db
  const store = await newMerchant([
    [40_000n, 10_000n],
    [40_000n, 10_000n],
  ])
  const { rows } = await sql<{ transferId: bigint }>`
    select transfer_id from fee_transactions where merchant_id = ${store.merchantId} order by id`.execute(db)
  const undo = (transferId: bigint) =>
    inTransaction(db, async (tx) => {
      await reverseTransfer(tx, transferId, `undo-${transferId}`)
      await undoForgivenessOfFee(tx, transferId)
      await reverseFee(tx, transferId)
    })
  const code = await newCode()
  const sendId = await newSend(store)
  expect(await reserve(code, store.merchantId, sendId, 0n, 2_000_000n)).toMatchObject({ forgivenSats: 60_000n })
  await confirm(sendId)
  expect(await owedBy(store.merchantId)).toBe(20_000n)
  expect(await rowOf(code)).toMatchObject({ amountSavedUsd: '60.00' })
  await undo(rows[0]?.transferId ?? 0n)
  expect(await owedBy(store.merchantId)).toBe(10_000n)
  expect(await rowOf(code)).toMatchObject({ amountSavedUsd: '30.00' })
  await undo(rows[1]?.transferId ?? 0n)
  expect(await owedBy(store.merchantId)).toBe(0n)
  expect(await rowOf(code)).toMatchObject({ amountSavedUsd: '0.00' })
  // Nothing is left of the code: the next fee is owed in full.
  await owe(store.merchantId, 40_000n, 10_000n)
  expect(await owedBy(store.merchantId)).toBe(40_000n)
})

test('an undone payment of a reserved code releases its part', async () => {
  const store = await newMerchant([[40_000n, 10_000n]])
  const sendId = await newSend(store)
  await reserve(await newCode(), store.merchantId, sendId)
  const { transferId } = await server.deps.db
    .selectFrom('feeTransactions')
    .select('transferId')
    .where('merchantId', '=', store.merchantId)
    .executeTakeFirstOrThrow()
  await inTransaction(server.deps.db, async (tx) => {
    await reverseTransfer(tx, transferId ?? 0n, `undo-${transferId}`)
    await undoForgivenessOfFee(tx, transferId ?? 0n)
    await reverseFee(tx, transferId ?? 0n)
  })
  await owe(store.merchantId, 40_000n, 10_000n)
  await confirm(sendId)
  expect(await owedBy(store.merchantId)).toBe(40_000n)
})

test('expired, revoked, suspended and unknown codes are refused with their reason', async () => {
  const store = await newMerchant()
  const sendId = await newSend(store)
  const [late, revoked, suspended] = [await newCode(1), await newCode(), await newCode()]
  await sql`update promo_codes set suspended_at = app_now() where code = ${suspended}`.execute(server.deps.db)
  const { id } = await rowOf(revoked)
  expect(await inTransaction(server.deps.db, (tx) => markPromoCodeRevoked(tx, id, adminId))).toBe(true)
  await server.advance(86_401)
  expect(await refusal(reserve(late, store.merchantId, sendId))).toBe('This promo code has expired.')
  expect(await refusal(reserve(revoked, store.merchantId, sendId))).toBe('This promo code isn’t valid.')
  expect(await refusal(reserve(suspended, store.merchantId, sendId))).toMatch(
    /^This promo code is suspended for a check/,
  )
  expect(await refusal(reserve('NOPE', store.merchantId, sendId))).toBe('This promo code isn’t valid.')
  const { findings } = await auditLedger(server.deps.db)
  // Payments and withdrawals are invented here, so the audit rightly reports those.
  const ofPromoCodes = /forgiv|code|collected|partners/
  expect(findings.filter(({ check }) => ofPromoCodes.test(check))).toEqual([])
})

test('the summary counts every code once by its state and adds up what was saved', async () => {
  const { db } = server.deps
  const merchantId = (await addMerchant(server)).id
  for (let index = 0; index < 9; index++) await newCode(1 + index)
  const { rows: fresh } = await sql<{ id: number }>`select id from promo_codes order by id desc limit 9`.execute(db)
  const [first, second, third, fourth, fifth] = fresh.map(({ id }) => id)
  await sql`update promo_codes set is_used = true, used_by = ${merchantId}, used_at = app_now(),
    amount_saved_usd = case id when ${first} then 12.34 else 0.07 end where id in (${first}, ${second})`.execute(db)
  await sql`update promo_codes set expires_at = app_now() where id = ${third}`.execute(db)
  await sql`update promo_codes set revoked_at = app_now() where id = ${fourth}`.execute(db)
  await sql`update promo_codes set suspended_at = app_now() where id = ${fifth}`.execute(db)
  const { rows } = await sql<{
    isUsed: boolean
    revokedAt: Date | null
    suspendedAt: Date | null
    expiresAt: Date | null
    amountSavedUsd: string | null
    now: Date
  }>`select is_used, revoked_at, suspended_at, expires_at, amount_saved_usd, app_now() as now from promo_codes`.execute(
    db,
  )
  const used = rows.filter(({ isUsed }) => isUsed)
  const revoked = rows.filter(({ isUsed, revokedAt }) => !isUsed && revokedAt !== null)
  const open = rows.filter(({ isUsed, revokedAt }) => !isUsed && revokedAt === null)
  const expired = open.filter(({ expiresAt, now }) => expiresAt !== null && expiresAt <= now)
  const suspended = open.filter((row) => !expired.includes(row) && row.suspendedAt !== null)
  const active = open.filter((row) => !expired.includes(row) && row.suspendedAt === null)
  const ends = active.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  expect(await summarizePromoCodes(db)).toEqual({
    total: rows.length,
    states: {
      active: active.length,
      suspended: suspended.length,
      used: used.length,
      expired: expired.length,
      revoked: revoked.length,
    },
    savedUsd: fromCents(used.reduce((sum, { amountSavedUsd }) => sum + toCents(amountSavedUsd ?? '0'), 0n)),
    nextExpiresAt: new Date(Math.min(...ends)).toISOString(),
  })
  expect([used.length, revoked.length, expired.length, suspended.length].every((count) => count > 0)).toBe(true)
})
