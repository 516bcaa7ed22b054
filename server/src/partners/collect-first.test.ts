import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { getMerchant } from '@bitquay/contract/merchants.admin'
import { fromSats } from '@bitquay/contract/money'
import { runAudit } from '@bitquay/contract/operations'
import { listPartnerTransactions } from '@bitquay/contract/partners'
import { listAllTransactions } from '@bitquay/contract/transactions.admin'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, priceCents, startMoney } from '../../test/money.ts'
import { addAdmin, addMerchant, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'
import { withdrawEarningsOf, withdrawFrom } from '../../test/withdrawals.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { postTransfer, priceEntries } from '../ledger/table.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { unbookPayment } from '../payments/book-payment.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { createPromoCode } from '../promo-codes/table.ts'
import { adoptStore } from '../stores/adopt-store.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import type { ReadyStore } from '../stores/table.ts'
import { neededRights } from '../stores/verify-store.ts'
import { lockTransaction } from '../transactions/table.ts'
import { cancelNeverSigned, proveRedemptions } from '../withdrawals/prove-redemptions.ts'
import { getPartnerFigures } from './queries.figures.ts'
import { requestPayout } from './request-payout.ts'

/** The platform on its own network, and a merchant's server on a network where coins are free. */
let money: Money
let hostile: TestEngine
let admins: Record<'honest' | 'hostile', BtcpayClient>
let partners: (Someone & { kind: 'partner' })[]

beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1,localhost' })
  hostile = await startTestEngine()
  const client = (server: 'honest' | 'hostile', apiKey: string) =>
    createBtcpayClient({ url: urlOf(server), auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
  admins = {
    honest: client('honest', money.engine.engine.apiKey),
    hostile: client('hostile', hostile.engine.apiKey),
  }
  partners = []
  for (let n = 0; n < 3; n++) partners.push({ ...(await addPartner(money.server, '33.33')), kind: 'partner' })
  await money.fund(money.platform, 100_000_000n)
})
afterAll(async () => {
  for (const admin of Object.values(admins)) await admin.close()
  await hostile.close()
  await money.close()
})

const urlOf = (server: 'honest' | 'hostile') =>
  server === 'hostile' ? hostile.engine.url : money.engine.engine.url.replace('127.0.0.1', 'localhost')

const availableSats = async () => {
  const figures = await Promise.all(partners.map(({ id }) => getPartnerFigures(money.deps.db, id)))
  return figures.map((each) => each.availableSats)
}
const earnedSats = async () => {
  const balances = await money.balances()
  return partners.reduce((sum, { id }) => sum + (balances[`partner:${id}:earned`] ?? 0n), 0n)
}
const owedSats = async (merchantId: number) => (await money.balances())[`merchant:${merchantId}:fees-owed`] ?? 0n

const payInvoice = async (engine: TestEngine, merchantId: number, usd: string) => {
  const { invoiceId } = await makeInvoice(money.deps, merchantId, usd)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
}

/** A payment on the hostile server's own chain. */
const bookImaginaryPayment = async (store: { id: number; merchantId: number }, usd: string) => {
  await payInvoice(hostile, store.merchantId, usd)
  await hostile.control.mine({ blocks: 1 })
  await money.pass(31)
  await syncStore(money.deps, store.id)
}

/** The holder of the recovery phrase spends everything, including unconfirmed coins. */
const spendAll = async (store: ReadyStore, address: string) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const coins = unwrap(await client.wallet.listUtxos(store.storeId))
  const sats = coins.reduce((sum, { amount }) => sum + BigInt(Math.round(Number(amount) * 1e8)), 0n)
  const raw = unwrap(
    await client.wallet.signTransaction(store.storeId, {
      destinations: [{ destination: address, amount: fromSats(sats), subtractFromAmount: true }],
      feeRate: 2,
      excludeUnconfirmed: false,
      selectedInputs: coins.map(({ outpoint }) => outpoint),
    }),
  )
  unwrap(await client.wallet.broadcast(store.storeId, raw))
}

/** A merchant on its own server. An honest server is on the platform's network under another address. */
const ownServerMerchant = async (server: 'honest' | 'hostile') => {
  const { id: merchantId } = await addMerchant(money.server)
  const admin = admins[server]
  const { id } = unwrap(await admin.stores.create({ name: 'Merchant' }))
  unwrap(await admin.wallet.generate(id, { savePrivateKeys: true }))
  const permissions = neededRights.map((right) => `${right}:${id}`)
  const { apiKey } = unwrap(await admin.keys.create({ label: 'Merchant', permissions }))
  const details = { btcpayServerUrl: urlOf(server), btcpayStoreId: id, btcpayApiKey: apiKey }
  return { ...(await adoptStore(money.deps, merchantId, details, { actor: 'system' })), merchantId }
}

const payOut = (amountUsd: string, address: string) =>
  withdrawEarningsOf(money.deps, partners[0] ?? { kind: 'partner', id: 0, email: '' }, address, amountUsd)

const newPromoCode = async () => {
  const { id: createdBy } = await addAdmin(money.server)
  const created = await inTransaction(money.deps.db, (tx) =>
    createPromoCode(tx, { description: 'Welcome', expiresInDays: 30, createdBy }),
  )
  return created.code
}

const withdrawWithCode = async (merchantId: number, customerAmount: string, broadcastPatienceMs = 20_000) =>
  withdrawFrom({ ...money.deps, broadcastPatienceMs }, { merchantId }, await money.strangersAddress(), customerAmount, {
    promoCode: await newPromoCode(),
  })

const undoPayments = async (merchantId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from transactions where merchant_id = ${merchantId} and type = 'incoming' and booked order by id`.execute(
    money.deps.db,
  )
  for (const { id } of rows)
    await inTransaction(money.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, id)))
}

test('coins recycled through invoices on the platform’s server release nothing to partners', async () => {
  const before = await availableSats()
  const store = await money.newStore('recycler')
  const accomplice = await money.newStore('accomplice')
  for (let round = 0; round < 3; round++) {
    await payInvoice(money.engine, store.merchantId, '500000.00')
    await spendAll(store, await money.addressOf(accomplice))
    await money.mine(1, store)
    await money.pass(31)
    await syncStore(money.deps, store.id)
  }
  expect(await owedSats(store.merchantId)).toBeGreaterThan(50_000_000n)
  expect(await earnedSats()).toBeGreaterThan(13_000_000n)
  expect(await sweepFees(money.deps, store.merchantId, (await freshPlatformAddress(money.deps)) ?? '')).toBe(undefined)
  expect(await availableSats()).toEqual(before)
  await expect(payOut('100.00', await money.strangersAddress())).rejects.toMatchObject({
    code: 'earnings-not-collected',
    message: expect.stringContaining('Insufficient balance. Available: $0.00'),
  })
  await money.expectCleanAudit()
})

test('an imaginary payment, a promo code, a reversal and another payment leave partners with nothing to withdraw', async () => {
  const before = await availableSats()
  const store = await ownServerMerchant('hostile')
  await bookImaginaryPayment(store, '4000000.00')
  const owed = await owedSats(store.merchantId)
  expect(owed).toBeGreaterThan(140_000_000n)

  // The withdrawal waits for a signature that never comes.
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  await withdrawWithCode(store.merchantId, '3000000.00', 0).finally(() => {
    money.deps.wake = wake
  })
  expect(await owedSats(store.merchantId)).toBe(owed)

  await undoPayments(store.merchantId)
  expect(await owedSats(store.merchantId)).toBe(0n)
  await bookImaginaryPayment(store, '3000000.00')
  // Two payments: the engine reports the first one again, and both are owed in full.
  expect(await owedSats(store.merchantId)).toBeGreaterThan(110_000_000n)
  expect(await availableSats()).toEqual(before)
  await expect(payOut('9990.00', await money.strangersAddress())).rejects.toMatchObject({
    code: 'earnings-not-collected',
  })
  await money.expectCleanAudit()
})

/** What the audit finds after a theft that was possible before shares waited for their fees. It is rolled back. */
const findAfter = async (theft: (tx: Tx) => Promise<unknown>): Promise<string[]> => {
  let found: string[] = []
  const back = new Error('back')
  await inTransaction(money.deps.db, async (tx) => {
    await theft(tx)
    found = (await auditLedger(tx)).findings.map(({ check }) => check)
    throw back
  }).catch((error: unknown) => {
    if (error !== back) throw error
  })
  return found
}
const releaseEverything = (tx: Tx) =>
  sql`create or replace view swept_shares as
    select owner_id as partner_id, sum(amount_sats)::bigint as amount_sats from earning_sums
    where account = 'earned' and category not in ('payout-hold', 'payout-return') group by 1`.execute(tx)

test('the audit finds recycled coins that are paid to partners', async () => {
  // Replaces the database rule with one that releases every share.
  expect(await findAfter(releaseEverything)).toContain('Partners can withdraw what was collected for them')

  // Marks fees as collected without a sweep and releases their shares.
  const found = await findAfter(async (tx) => {
    const { rows } = await sql<{ id: number; merchantId: number }>`
      update fee_transactions set processed = true where not processed and reversed_at is null returning id, merchant_id`.execute(
      tx,
    )
    for (const { id, merchantId } of rows)
      await sql`select record_shares(array[${id}::int], ${merchantId}, 1)`.execute(tx)
  })
  expect(found).toContain('Fees count as collected once received money covers them')
  expect(found).toContain('Partners can withdraw what was collected for them')

  // An accepted payout is found even when everything else looks right again.
  const address = await money.strangersAddress()
  const paid = await findAfter(async (tx) => {
    const { rows } = await sql<{ definition: string }>`select pg_get_viewdef('swept_shares') as definition`.execute(tx)
    await releaseEverything(tx)
    await requestPayout(tx, money.deps, {
      partnerId: partners[0]?.id ?? 0,
      storeRef: money.platform.id,
      amountCents: 100_000n,
      address,
      requestedBy: 'thief',
      idempotencyKey: 'theft',
      inputHash: '',
    })
    await sql.raw(`create or replace view swept_shares as ${rows[0]?.definition}`).execute(tx)
  })
  expect(paid).toContain('Partners were paid no more than was collected for them')
})

test('the audit finds forgiveness without a confirmed withdrawal and forgiveness of an undone payment', async () => {
  const { sendId, merchantId } = await money.deps.db
    .selectFrom('promoRedemptions')
    .select(['sendId', 'merchantId'])
    .executeTakeFirstOrThrow()
  const store = await money.deps.db
    .selectFrom('stores')
    .select('id')
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  await bookImaginaryPayment({ id: store.id, merchantId }, '100000.00')
  const forgiveAtRequest = async (tx: Tx) => {
    const entries = priceEntries(
      [
        { owner: { kind: 'platform' }, account: 'forgiven', sats: 1_000_000n },
        { owner: { kind: 'merchant', id: merchantId }, account: 'fees-owed', sats: -1_000_000n },
      ],
      priceCents,
    )
    await postTransfer(tx, { kind: 'promo', reference: String(sendId), priceCents, entries })
  }
  expect(await findAfter(forgiveAtRequest)).toEqual(
    expect.arrayContaining([
      'Promo codes forgive only what their withdrawals allow',
      'Fees owed equal fees minus forgiven and collected fees',
    ]),
  )
  // Also where the records were changed to match: the withdrawal has not confirmed, or the payment was undone.
  const withRecords = (isReversed: boolean) => async (tx: Tx) => {
    await forgiveAtRequest(tx)
    await sql`update sends set status = ${isReversed ? 'confirmed' : 'broadcast'}, txid = coalesce(txid, 'none') where id = ${sendId}`.execute(
      tx,
    )
    await sql`update promo_redemptions set posted_sats = 1000000, forgiven_sats = 1000000, confirmed_at = app_now() where send_id = ${sendId}`.execute(
      tx,
    )
    const { rows } = await sql<{ id: number }>`
      update fee_transactions set forgiven_sats = 1000000 where id = (select max(id) from fee_transactions
        where merchant_id = ${merchantId} and (reversed_at is not null) = ${isReversed}) returning id`.execute(tx)
    await sql`insert into promo_fee_parts (send_id, fee_id, amount_sats) values (${sendId}, ${rows[0]?.id}, 1000000)`.execute(
      tx,
    )
  }
  expect(await findAfter(withRecords(false))).toContain('Promo codes forgive only what their withdrawals allow')
  expect(await findAfter(withRecords(true))).toContain('Forgiven and reserved fees belong to valid payments')
})

test('the audit lists fees that cannot be collected as notes and not as findings', async () => {
  const { notes, findings } = await auditLedger(money.deps.db)
  expect(findings).toEqual([])
  expect(notes).toContainEqual({
    topic: 'Fees that can’t be collected',
    subject: expect.stringContaining('recycler'),
    note: expect.stringMatching(
      /^owes \d+ sats and has 0 sats in its wallet\. \d+ sats of partner shares depend on it$/,
    ),
  })
  const token = await signInAs(money.server, await addAdmin(money.server))
  const { body } = await ask(money.server, runAudit, { token })
  expect(body).toMatchObject({ findings: [], notes })
})

test('figures that only a merchant’s own server reported are marked for admins and partners', async () => {
  const token = await signInAs(money.server, await addAdmin(money.server))
  const { rows } = await sql<{ own: number; ours: number }>`
    select (select merchant_id from promo_redemptions limit 1) as own,
      (select id from merchants where store_name = 'recycler') as ours`.execute(money.deps.db)
  const { own = 0, ours = 0 } = rows[0] ?? {}
  for (const [id, marked] of [
    [own, true],
    [ours, false],
  ] as const) {
    const listed = await ask(money.server, listAllTransactions, { token, query: { merchantId: String(id) } })
    const marks = (listed.body as unknown as { reportedByMerchant: boolean }[]).map((row) => row.reportedByMerchant)
    expect(new Set(marks)).toEqual(new Set([marked]))
    const { body } = await ask(money.server, getMerchant, { token, params: { id } })
    expect(body).toMatchObject({ reportedByMerchant: marked })
    expect(
      (body.recentTransactions as { reportedByMerchant: boolean }[]).every((row) => row.reportedByMerchant === marked),
    ).toBe(true)
  }
  const partner = await signInAs(money.server, partners[0] ?? expect.fail('no partner'))
  const { body } = await ask(money.server, listPartnerTransactions, { token: partner })
  const shares = body as unknown as { merchant: string; reportedByMerchant: boolean; collected: boolean }[]
  expect(shares.length).toBeGreaterThan(3)
  for (const share of shares) {
    expect(share).toMatchObject({ reportedByMerchant: share.merchant !== 'recycler', collected: false })
  }
})

test('a promo code of a merchant with its own server forgives once our explorer shows the withdrawal', async () => {
  const store = await ownServerMerchant('honest')
  await payInvoice(money.engine, store.merchantId, '100000.00')
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const owed = await owedSats(store.merchantId)
  const { id, txid } = await withdrawWithCode(store.merchantId, '50000.00')
  expect(txid).not.toBeNull()
  await money.mine(1, store)
  expect(await money.sendOf(id)).toMatchObject({ status: 'confirmed' })
  expect(await owedSats(store.merchantId)).toBe(owed)

  const { esploraUrl } = money.deps.engine
  money.deps.engine.esploraUrl = undefined
  await proveRedemptions(money.deps)
  expect(await owedSats(store.merchantId)).toBe(owed)
  money.deps.engine.esploraUrl = esploraUrl
  await money.pass(31)
  await proveRedemptions(money.deps)
  expect(await owedSats(store.merchantId)).toBeLessThan(owed)
  await money.expectCleanAudit()

  // A reorganization removes the withdrawal, and the forgiveness with it.
  await money.engine.control.reorg({ depth: 1, empty: true })
  await syncStore(money.deps, store.id)
  expect(await owedSats(store.merchantId)).toBe(owed)
  await proveRedemptions(money.deps)
  expect(await owedSats(store.merchantId)).toBe(owed)
  await money.expectCleanAudit()
})

test('a hostile server that confirms a withdrawal on its own chain gets nothing forgiven', async () => {
  const store = await ownServerMerchant('hostile')
  await bookImaginaryPayment(store, '100000.00')
  const owed = await owedSats(store.merchantId)
  const { id } = await withdrawWithCode(store.merchantId, '50000.00')
  await hostile.control.mine({ blocks: 1 })
  await syncStore(money.deps, store.id)
  expect(await money.sendOf(id)).toMatchObject({ status: 'confirmed' })
  await proveRedemptions(money.deps)
  expect(await owedSats(store.merchantId)).toBe(owed)
  await money.expectCleanAudit()
})

test('fees reserved by a code are not swept and are forgiven when the withdrawal confirms', async () => {
  const store = await money.newStore('reserver', 900_000_000n)
  await payInvoice(money.engine, store.merchantId, '100000.00')
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const owed = await owedSats(store.merchantId)
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  const { id } = await withdrawWithCode(store.merchantId, '50000.00', 0)
  const { forgivenSats } = await money.deps.db
    .selectFrom('promoRedemptions')
    .select('forgivenSats')
    .where('sendId', '=', id)
    .executeTakeFirstOrThrow()
  expect(forgivenSats).toBeGreaterThan(0n)
  const swept = await sweepFees(money.deps, store.merchantId, (await freshPlatformAddress(money.deps)) ?? '')
  expect(swept?.amountSats).toBe(owed - forgivenSats)
  money.deps.wake = wake
  const before = await availableSats()
  await money.runSends()
  await money.mine(1, store, money.platform)
  expect(await owedSats(store.merchantId)).toBe(0n)
  // The partners' part of the forgiven fee was collected in full.
  const after = await availableSats()
  const { partnerSats } = await money.deps.db
    .selectFrom('feeTransactions')
    .select('partnerSats')
    .where('merchantId', '=', store.merchantId)
    .executeTakeFirstOrThrow()
  expect(after.reduce((sum, sats, n) => sum + sats - (before[n] ?? 0n), 0n)).toBe(partnerSats)
  await money.expectCleanAudit()
})

test('a withdrawal with a code that is never signed is canceled after a day and releases the code', async () => {
  const store = await money.newStore('never-signed', 5_000_000n)
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  const { id } = await withdrawWithCode(store.merchantId, '1000.00', 0)
  await money.pass(86_000)
  await cancelNeverSigned(money.deps)
  expect(await money.sendOf(id)).toMatchObject({ status: 'requested' })
  await money.pass(500)
  await cancelNeverSigned(money.deps)
  money.deps.wake = wake
  expect(await money.sendOf(id)).toMatchObject({ status: 'cancelled' })
  const used = await money.deps.db
    .selectFrom('promoRedemptions')
    .select('givenBackAt')
    .where('sendId', '=', id)
    .executeTakeFirst()
  expect(used?.givenBackAt).not.toBeNull()
})
