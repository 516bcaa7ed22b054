import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { misdeclaring, withholding } from '../../test/hostile-btcpay.ts'
import { type HostileStage, type OwnStore, startHostileStage } from '../../test/hostile-stage.ts'
import { addAdmin, addPartner } from '../../test/people.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { getPartnerFigures } from '../partners/queries.figures.ts'
import { bookPayment } from '../payments/book-payment.ts'
import { syncStore } from '../payments/sync-store.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { resolveSend } from '../sends/resolve-send.ts'
import { findVersions, type Send } from '../sends/table.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { saveIncoming } from '../transactions/table.ts'
import { requestSweep, sweepFees } from './sweep-fees.ts'

let stage: HostileStage
let partner: { id: number }
beforeAll(async () => {
  stage = await startHostileStage()
  partner = await addPartner(stage.money.server, '100.00')
})
afterAll(() => stage.close())

/** What is owed for a payment of 5,000,000 satoshis: 4%. */
const feeSats = 200_000n
let payments = 0

/** A booked payment, whatever coins are behind it. */
const book = (merchantId: number) =>
  inTransaction(stage.money.deps.db, async (tx) => {
    const key = `short-${++payments}`.padEnd(64, '0')
    const { row } = await saveIncoming(tx, merchantId, {
      ...{ key, txid: key, method: 'on-chain', purpose: 'invoice', amountSats: 5_000_000n, priceCents: 10_000_000n },
      ...{ address: undefined, invoiceId: undefined, seenAt: tx.now },
    })
    await bookPayment(tx, row, false)
  })
const setFeeRate = (rate: number) =>
  sql`insert into engine_checks (reachable, synced, fee_rate, checked_at) values (true, true, ${rate}, app_now())
    on conflict (only_row) do update set fee_rate = ${rate}`.execute(stage.money.deps.db)
const sweep = async ({ merchantId }: OwnStore) =>
  sweepFees(stage.money.deps, merchantId, (await freshPlatformAddress(stage.money.deps)) ?? '')
const owedBy = async ({ merchantId }: OwnStore) =>
  (await stage.money.balances())[`merchant:${merchantId}:fees-owed`] ?? 0n
const networkCosts = async () => (await stage.money.balances())['platform:0:network-fees'] ?? 0n
const withdrawable = async () => (await getPartnerFigures(stage.money.deps.db, partner.id)).availableSats
const collectedOf = async ({ merchantId }: OwnStore) =>
  (
    await stage.money.deps.db
      .selectFrom('feeTransactions')
      .select('processed')
      .where('merchantId', '=', merchantId)
      .orderBy('id')
      .execute()
  ).map(({ processed }) => processed)
const versionOf = async (send: Send) => {
  const { txid } = await stage.money.sendOf(send.id)
  const versions = await findVersions(stage.money.deps.db, send.id)
  return versions.find((version) => version.txid === txid) ?? expect.fail('no version')
}

/** The wallet without anybody in between. */
const honestWallet = async <T>(
  store: OwnStore,
  work: (wallet: ReturnType<typeof createBtcpayClient>['wallet']) => Promise<T>,
) => {
  const { url } = stage.money.deps.engine
  const client = createBtcpayClient({
    url,
    auth: { apiKey: store.openedKey },
    transport: { policy: { allowPrivate: true } },
  })
  try {
    return await work(client.wallet)
  } finally {
    await client.close()
  }
}
const coinsOf = (store: OwnStore) =>
  honestWallet(store, async (wallet) => unwrap(await wallet.listUtxos(store.storeId)))
/** Signs these coins to an address, with the fee deducted. */
const signTo = (store: OwnStore, address: string, sats: bigint, feeRate: number, selectedInputs: string[]) =>
  honestWallet(store, async (wallet) =>
    unwrap(
      await wallet.signTransaction(store.storeId, {
        destinations: [{ destination: address, amount: fromSats(sats), subtractFromAmount: true }],
        ...{ feeRate, selectedInputs, excludeUnconfirmed: false },
      }),
    ),
  )
const confirm = async (store: OwnStore) => {
  await stage.money.runSends()
  await stage.money.mine(1, store, stage.money.platform)
}

/** A wallet of 14 small coins that its server declares as large. */
const liarStore = async (name: string) => {
  const store = await stage.ownStore(name, ...Array.from({ length: 14 }, () => 1_200n))
  await book(store.merchantId)
  expect(await owedBy(store)).toBe(feeSats)
  const coins = await coinsOf(store)
  const declare = (amounts: (index: number) => bigint) => () =>
    coins.map((coin, index) => ({ ...coin, amount: fromSats(amounts(index)) }))
  // Together exactly what is owed, so that the missing amount looks like a network fee.
  const even = declare((index) => (index === 0 ? feeSats - 13n * 14_285n : 14_285n))
  return { store, coins, declare, even }
}

test('a server that declares small coins as large gets no sweep accepted whose fee is a large part of it', async () => {
  await setFeeRate(60)
  const { store, even } = await liarStore('liar-from-the-start')
  stage.hostile.behave(store.storeId, misdeclaring({ coins: even }))
  await syncStore(stage.money.deps, store.id)
  expect(await sweep(store)).toBeUndefined()
  expect(await owedBy(store)).toBe(feeSats)
})

test('a server that declares its coins as large when they are signed pays nothing off with what is missing', async () => {
  await setFeeRate(60)
  const before = { costs: await networkCosts(), withdrawable: await withdrawable() }
  const { store, coins, declare, even } = await liarStore('liar')
  stage.hostile.behave(store.storeId, misdeclaring({ coins: declare((index) => (index === 0 ? 300_000n : 1_200n)) }))
  await syncStore(stage.money.deps, store.id)
  const send = (await sweep(store)) ?? expect.fail('no sweep')
  expect(send.amountSats).toBe(feeSats)
  const sign = () =>
    signTo(
      store,
      send.address,
      14n * 1_200n,
      3,
      coins.map(({ outpoint }) => outpoint),
    )
  stage.hostile.behave(store.storeId, misdeclaring({ coins: even, sign }))
  await confirm(store)
  expect(await stage.money.sendOf(send.id)).toMatchObject({
    status: 'requested',
    problem: expect.stringContaining('isn’t between 0 and 20000'),
  })
  expect(await collectedOf(store)).toEqual([false])
  expect({ costs: await networkCosts(), withdrawable: await withdrawable() }).toEqual(before)
  await stage.money.expectCleanAudit()
  stage.hostile.behave(store.storeId, undefined)
})

test('on a merchant’s own server a sweep pays off what arrives, and the rest is collected once, oldest fee first', async () => {
  await setFeeRate(60)
  const before = { costs: await networkCosts(), withdrawable: await withdrawable() }
  const store = await stage.ownStore('exaggerator', 185_000n)
  await book(store.merchantId)
  const [coin] = await coinsOf(store)
  const outpoint = coin?.outpoint ?? ''
  const coins = () => [{ ...coin, amount: fromSats(feeSats) }]
  const address = (await freshPlatformAddress(stage.money.deps)) ?? ''
  const sign = () => signTo(store, address, 185_000n, 3, [outpoint])
  stage.hostile.behave(store.storeId, misdeclaring({ coins, sign }))
  await syncStore(stage.money.deps, store.id)
  const first = (await sweepFees(stage.money.deps, store.merchantId, address)) ?? expect.fail('no sweep')
  await confirm(store)
  stage.hostile.behave(store.storeId, undefined)
  expect(await stage.money.sendOf(first.id)).toMatchObject({ status: 'confirmed' })
  const { payeeSats } = await versionOf(first)
  expect(payeeSats).toBeLessThan(185_000n)
  expect(await owedBy(store)).toBe(feeSats - payeeSats)
  expect(await collectedOf(store)).toEqual([false])
  expect({ costs: await networkCosts(), withdrawable: await withdrawable() }).toEqual(before)
  await stage.money.expectCleanAudit()

  // The remainder and the next fee: the older one is covered in full, the newer one lacks the network fee.
  await setFeeRate(1)
  await book(store.merchantId)
  await stage.money.fund(store, 300_000n)
  const second = (await sweep(store)) ?? expect.fail('no sweep')
  expect(second.amountSats).toBe(2n * feeSats - payeeSats)
  await confirm(store)
  const arrivedSats = payeeSats + (await versionOf(second)).payeeSats
  expect(await owedBy(store)).toBe(2n * feeSats - arrivedSats)
  expect(await collectedOf(store)).toEqual([true, false])
  expect(await networkCosts()).toBe(before.costs)
  expect(await withdrawable()).toBe(before.withdrawable + 50_000n)
  await stage.money.expectCleanAudit()
})

/** A merchant on our server whose sweep is broadcast. */
const sweptMerchant = async (name: string) => {
  await setFeeRate(5)
  const store = await stage.money.newStore(name, 1_000_000n)
  await book(store.merchantId)
  const send = (await sweep(store)) ?? expect.fail('no sweep')
  await stage.money.runSends()
  return { store, send: await stage.money.sendOf(send.id) }
}
/** Whoever holds the recovery phrase spends the same coin, with an absurd fee deducted from what we get. */
const replaceAtAbsurdFee = async (store: OwnStore, send: Send, sats = send.amountSats) => {
  const { rows } = await sql<{ outpoint: string }>`
    select outpoint from reserved_coins where send_id = ${send.id} and released_at is null`.execute(stage.money.deps.db)
  await stage.money.engine.control.evict({ txid: send.txid ?? '' })
  const raw = await signTo(
    store,
    send.address,
    sats,
    1000,
    rows.map(({ outpoint }) => outpoint),
  )
  await honestWallet(store, async (wallet) => unwrap(await wallet.broadcast(store.storeId, raw)))
}
const monitor = async () => {
  await stage.money.pass(700)
  await stage.money.runSends()
}

test('a sweep replaced at an absurd fee pays off what arrived and the reserved fee, and the rest stays owed', async () => {
  const before = { costs: await networkCosts(), withdrawable: await withdrawable() }
  const { store, send } = await sweptMerchant('replacer')
  await replaceAtAbsurdFee(store, send)
  await monitor()
  await stage.money.mine(1, store, stage.money.platform)
  expect(await stage.money.sendOf(send.id)).toMatchObject({ status: 'confirmed' })
  const { payeeSats, networkFeeSats } = await versionOf(send)
  expect(networkFeeSats).toBeGreaterThan(100_000n)
  expect(payeeSats).toBe(feeSats - networkFeeSats)
  expect(await networkCosts()).toBe(before.costs + send.networkFeeReserveSats)
  expect(await owedBy(store)).toBe(networkFeeSats - send.networkFeeReserveSats)
  expect(await collectedOf(store)).toEqual([false])
  expect(await withdrawable()).toBe(before.withdrawable)
  await stage.money.expectCleanAudit()

  const rest = (await sweep(store)) ?? expect.fail('no sweep')
  expect(rest.amountSats).toBe(networkFeeSats - send.networkFeeReserveSats)
  await confirm(store)
  expect(await owedBy(store)).toBe(0n)
  expect(await collectedOf(store)).toEqual([true])
  expect(await withdrawable()).toBe(before.withdrawable + 50_000n)
  await stage.money.expectCleanAudit()
})

test('a sweep replaced by any other amount to our address counts as that amount', async () => {
  const { store, send } = await sweptMerchant('part-payer')
  await replaceAtAbsurdFee(store, send, 150_000n)
  await monitor()
  await stage.money.mine(1, store, stage.money.platform)
  const { payeeSats } = await versionOf(send)
  expect(payeeSats).toBeLessThan(20_000n)
  expect(await stage.money.sendOf(send.id)).toMatchObject({ status: 'confirmed' })
  expect(await owedBy(store)).toBe(feeSats - payeeSats - send.networkFeeReserveSats)
  await stage.money.expectCleanAudit()
})

test('a reorganization that brings a short replacement in the place of a confirmed sweep undoes what that one paid off', async () => {
  const before = await withdrawable()
  const { store, send } = await sweptMerchant('reorganizer')
  await stage.money.mine(1, store, stage.money.platform)
  expect(await collectedOf(store)).toEqual([true])
  await stage.money.engine.control.reorg({ depth: 1, empty: true })
  await replaceAtAbsurdFee(store, send)
  await monitor()
  // The wallet shows the replacement in a block before it ever showed the first one outside of one.
  await stage.money.mine(1, store, stage.money.platform)
  const { payeeSats, networkFeeSats } = await versionOf(send)
  expect(networkFeeSats).toBeGreaterThan(100_000n)
  expect(await owedBy(store)).toBe(feeSats - payeeSats - send.networkFeeReserveSats)
  expect(await collectedOf(store)).toEqual([false])
  expect(await withdrawable()).toBe(before)
  await stage.money.expectCleanAudit()
})

test('an operator who resolves a replaced sweep without an explorer gets it booked as what arrived', async () => {
  const { store, send } = await sweptMerchant('resolved')
  const { engine } = stage.money.deps
  const { esploraUrl } = engine
  await replaceAtAbsurdFee(store, send)
  const { transactionHash: txid } = await honestWallet(store, async (wallet) => {
    const [newest] = unwrap(await wallet.listTransactions(store.storeId, { skip: 0, limit: 1 }))
    return newest ?? expect.fail('no transaction')
  })
  engine.esploraUrl = undefined
  try {
    await stage.money.mine(1, store, stage.money.platform)
    const admin = { ...(await addAdmin(stage.money.server)), twoFactorEnabled: false } as never
    const source = { address: '127.0.0.1', device: 'test' }
    await resolveSend(stage.money.deps, admin, { id: send.id, txid, outcome: 'paid' }, source)
    await syncStore(stage.money.deps, stage.money.platform.id)
  } finally {
    engine.esploraUrl = esploraUrl
  }
  const { payeeSats } = await versionOf(send)
  expect(payeeSats).toBeLessThan(100_000n)
  expect(await owedBy(store)).toBe(feeSats - payeeSats - send.networkFeeReserveSats)
  await stage.money.expectCleanAudit()
})

test('the audit finds a sweep that paid off more network fee than its limit', async () => {
  const { db } = stage.money.deps
  const check = 'Sweeps pay off what arrived and a limited network fee'
  const back = new Error('back')
  const findAfter = async (change: ReturnType<typeof sql>) => {
    let found: string[] = []
    await inTransaction(db, async (tx) => {
      await change.execute(tx)
      found = (await auditLedger(tx)).findings.map((finding) => finding.check)
      throw back
    }).catch((error: unknown) => {
      if (error !== back) throw error
    })
    return found
  }
  const isSweep = sql`kind = 'sweep' and status = 'confirmed'`
  const ours = sql`${isSweep} and network_fee_limit_sats > 0`
  expect(await findAfter(sql`update sends set network_fee_limit_sats = 1 where ${ours}`)).toContain(check)
  expect(await findAfter(sql`update sends set network_fee_reserve_sats = 1 where ${ours}`)).toContain(check)
  expect(
    await findAfter(sql`update platform_transactions set amount_sats = amount_sats - 1
      where txid in (select txid from sends where ${isSweep})`),
  ).toContain(check)
})

test('a sweep that a merchant’s own server keeps ends after a week, collects nothing and blocks nothing', async () => {
  await setFeeRate(5)
  const before = await withdrawable()
  const store = await stage.ownStore('withholding', 1_000_000n)
  await book(store.merchantId)
  const kept = (await sweep(store)) ?? expect.fail('no sweep')
  const dueLater = async (days: number) => {
    await stage.money.pass(days * 86_400)
    await stage.money.deps.db
      .updateTable('sends')
      .set({ dueAt: new Date(0) })
      .where('id', '=', kept.id)
      .execute()
    await stage.money.runSends()
    return stage.money.sendOf(kept.id)
  }
  stage.hostile.behave(store.storeId, withholding)
  expect(await dueLater(0)).toMatchObject({ status: 'broadcast' })
  expect(await sweep(store), 'one at a time').toBeUndefined()
  expect(await dueLater(6)).toMatchObject({ status: 'broadcast' })
  expect(await dueLater(2)).toMatchObject({ status: 'failed', problem: expect.stringContaining('within 7 days') })
  expect(await owedBy(store)).toBe(feeSats)
  expect(await collectedOf(store)).toEqual([false])
  expect(await withdrawable()).toBe(before)
  await stage.money.expectCleanAudit()

  stage.hostile.behave(store.storeId, undefined)
  await syncStore(stage.money.deps, store.id)
  expect(await sweep(store)).toMatchObject({ amountSats: feeSats })
  await confirm(store)
  // What arrived is paid off. The network fee is not, as on every server of a merchant.
  expect(await owedBy(store)).toBeLessThan(feeSats / 10n)
  await stage.money.expectCleanAudit()
})

test('an old sweep that is on its way to the platform’s wallet goes on, and so does one of our own server', async () => {
  await setFeeRate(5)
  const own = await stage.ownStore('slow-block', 1_000_000n)
  const ours = await stage.money.newStore('slow-block-ours', 1_000_000n)
  for (const store of [own, ours]) {
    await book(store.merchantId)
    const send = (await sweep(store)) ?? expect.fail('no sweep')
    await stage.money.runSends()
    if (store === ours) stage.hostile.behave(store.storeId, withholding)
    await sql`update sends set requested_at = app_now() - interval '30 days', due_at = '-infinity' where id = ${send.id}`.execute(
      stage.money.deps.db,
    )
    await stage.money.runSends()
    expect(await stage.money.sendOf(send.id)).toMatchObject({ status: 'broadcast' })
  }
  await stage.money.mine(1, own, ours, stage.money.platform)
  await stage.money.expectCleanAudit()
})

test('a sweep goes to the platform’s wallet only, and not while payments are paused', async () => {
  await setFeeRate(5)
  const store = await stage.money.newStore('misdirected', 1_000_000n)
  await book(store.merchantId)
  const stranger = await stage.money.strangersAddress()
  const request = (address: string) =>
    inTransaction(stage.money.deps.db, (tx) => requestSweep(tx, stage.money.deps, store.id, store.merchantId, address))
  await expect(request(stranger)).rejects.toMatchObject({ code: 'invalid-address' })
  await inTransaction(stage.money.deps.db, (tx) => setWithdrawalsPaused(tx, true))
  expect(await sweep(store)).toBeUndefined()
  expect(await owedBy(store)).toBe(feeSats)
  await inTransaction(stage.money.deps.db, (tx) => setWithdrawalsPaused(tx, false))
  expect(await sweep(store)).toMatchObject({ amountSats: feeSats, networkFeeLimitSats: expect.any(BigInt) })
})
