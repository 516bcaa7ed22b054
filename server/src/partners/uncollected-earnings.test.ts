import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { getPartnerDashboard, getPartnerWallet } from '@bitquay/contract/partners'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, priceCents, startMoney } from '../../test/money.ts'
import { addMerchant, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'
import { withdrawEarningsOf } from '../../test/withdrawals.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { bookPayment, unbookPayment } from '../payments/book-payment.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { cancelSend } from '../sends/end-send.ts'
import { adoptStore } from '../stores/adopt-store.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { neededRights } from '../stores/verify-store.ts'
import { lockTransaction, saveIncoming } from '../transactions/table.ts'
import { getPartnerFigures } from './queries.figures.ts'

/** The platform with its Bitcoin network, and a merchant's own server with payments that never happened there. */
let money: Money
let theirs: TestEngine
let admins: Record<'honest' | 'hostile', BtcpayClient>

beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1,localhost' })
  money.deps.broadcastPatienceMs = 20_000
  theirs = await startTestEngine()
  const { engine } = money.engine
  const client = (url: string, apiKey: string) =>
    createBtcpayClient({ url, auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
  admins = {
    // The same network under another address, like an honest server of somebody else.
    honest: client(engine.url.replace('127.0.0.1', 'localhost'), engine.apiKey),
    hostile: client(theirs.engine.url, theirs.engine.apiKey),
  }
  await money.fund(money.platform, 10_000_000n, 10_000_000n)
})
afterAll(async () => {
  for (const admin of Object.values(admins)) await admin.close()
  await theirs.close()
  await money.close()
})

const urlOf = (server: 'honest' | 'hostile') =>
  server === 'hostile' ? theirs.engine.url : money.engine.engine.url.replace('127.0.0.1', 'localhost')
const controlOf = (server: 'ours' | 'honest' | 'hostile') => (server === 'hostile' ? theirs : money.engine).control

/** Moves a merchant to a store on its own server. */
const moveTo = async (merchantId: number, server: 'honest' | 'hostile') => {
  const admin = admins[server]
  const { id } = unwrap(await admin.stores.create({ name: 'Merchant' }))
  unwrap(await admin.wallet.generate(id, { savePrivateKeys: true }))
  unwrap(await admin.paymentMethods.put(id, 'BTC-LN', { enabled: true, config: 'Internal Node' }))
  const permissions = [...neededRights, 'btcpay.store.canuselightningnode'].map((right) => `${right}:${id}`)
  const { apiKey } = unwrap(await admin.keys.create({ label: 'Merchant', permissions }))
  const details = { btcpayServerUrl: urlOf(server), btcpayStoreId: id, btcpayApiKey: apiKey }
  return adoptStore(money.deps, merchantId, details, { actor: 'system' })
}
const merchantOn = async (server: 'honest' | 'hostile') => {
  const { id: merchantId } = await addMerchant(money.server)
  return { ...(await moveTo(merchantId, server)), merchantId }
}

const pay = async (
  store: { id: number; merchantId: number },
  server: 'ours' | 'honest' | 'hostile',
  usd: string,
  method: 'onchain' | 'lightning' = 'onchain',
) => {
  const invoice = await makeInvoice(money.deps, store.merchantId, usd)
  await controlOf(server).pay({ invoiceId: invoice.invoiceId ?? '', method })
  await controlOf(server).mine({ blocks: 1 })
  await money.pass(31)
  await syncStore(money.deps, store.id)
}

/** Booked as the store's server reports it, without the coins: a wallet that holds less than it owes. */
const book = async (merchantId: number, key: string, amountSats: bigint) =>
  inTransaction(money.deps.db, async (tx) => {
    const { row } = await saveIncoming(tx, merchantId, {
      key,
      txid: key,
      method: 'on-chain',
      purpose: 'invoice',
      amountSats,
      priceCents,
      address: undefined,
      invoiceId: undefined,
      seenAt: tx.now,
    })
    await bookPayment(tx, row, false)
    return row.id
  })
const undo = (id: number) =>
  inTransaction(money.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, id)))

const sweep = async (merchantId: number) =>
  sweepFees(money.deps, merchantId, (await freshPlatformAddress(money.deps)) ?? '')

type Partner = Someone & { kind: 'partner' }
/** Active during one test only, so that the next test's shares fit into the pool. */
const withPartner = async (work: (partner: Partner) => Promise<void>) => {
  const partner: Partner = { ...(await addPartner(money.server, '50.00')), kind: 'partner' }
  await work(partner)
  await sql`update partners set is_active = false where id = ${partner.id}`.execute(money.deps.db)
}
const figuresOf = async (partner: Partner) => {
  const { balanceSats, availableSats } = await getPartnerFigures(money.deps.db, partner.id)
  return { balanceSats, availableSats }
}
const balanceOf = async (kind: 'merchant' | 'partner', id: number, account: string) =>
  (await money.balances())[`${kind}:${id}:${account}`] ?? 0n

test('payments invented by a merchant’s server cannot be withdrawn by a colluding partner', () =>
  withPartner(async (partner) => {
    const store = await merchantOn('hostile')
    await pay(store, 'hostile', '50000.00')
    await pay(store, 'hostile', '50000.00', 'lightning')
    expect(await balanceOf('partner', partner.id, 'earned')).toBeGreaterThan(400_000n)
    const address = await money.strangersAddress()
    for (const usd of ['1.00', '400.00']) {
      await expect(withdrawEarningsOf(money.deps, partner, address, usd)).rejects.toMatchObject({
        code: 'earnings-not-collected',
      })
    }
    expect(await balanceOf('partner', partner.id, 'payout-hold')).toBe(0n)
    await money.expectCleanAudit()
  }))

test('what an honest server reported can be withdrawn once its fee is confirmed in the platform’s wallet', () =>
  withPartner(async (partner) => {
    const store = await merchantOn('honest')
    await pay(store, 'honest', '20000.00')
    const { balanceSats: firstSats } = await figuresOf(partner)
    // The network fee of the sweep stays owed, so the newest fee is not collected in full.
    await pay(store, 'honest', '500.00')
    const { balanceSats } = await figuresOf(partner)
    expect(await figuresOf(partner)).toEqual({ balanceSats, availableSats: 0n })
    const token = await signInAs(money.server, partner)
    const [btc, usd] = [fromSats(balanceSats), fromCents(centsOfSats(balanceSats, priceCents))]
    // Recorded when it was earned: a half of 1 % of both payments. The balance is worth today’s price.
    const uncollectedUsd = '102.50'
    const shown = { uncollectedBtc: btc, uncollectedUsd }
    expect((await ask(money.server, getPartnerWallet, { token })).body).toMatchObject({
      ...shown,
      btc,
      usd,
      maxWithdrawalUsd: '0.00',
    })
    expect((await ask(money.server, getPartnerDashboard, { token })).body).toMatchObject({
      partner: { ...shown, currentBalanceBtc: btc, availableBtc: '0.00000000', availableUsd: '0.00' },
      maxWithdrawalUsd: '0.00',
    })

    // An amount above the balance gets the spec's message. An amount that is not collected yet starts a collection.
    const address = await money.strangersAddress()
    await expect(withdrawEarningsOf(money.deps, partner, address, '999.00')).rejects.toMatchObject({
      code: 'insufficient-balance',
      message: 'Insufficient balance. Available: $0.00',
    })
    const refusal = `Insufficient balance. Available: $0.00. Another $${uncollectedUsd} isn’t collected yet. You can withdraw it once the merchants’ fees reach the platform wallet.`
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(withdrawEarningsOf(money.deps, partner, address, '50.00')).rejects.toMatchObject({
        code: 'earnings-not-collected',
        message: `${refusal} We’re collecting them now, so try again in about 10 minutes.`,
      })
    }
    await money.runSends()
    await syncStore(money.deps, money.platform.id)
    expect(await figuresOf(partner)).toEqual({ balanceSats, availableSats: 0n })
    await money.mine(1, store, money.platform)
    expect(await figuresOf(partner)).toEqual({ balanceSats, availableSats: firstSats })

    // A reorganization removes the sweep and then confirms it again.
    await money.engine.control.reorg({ depth: 1, empty: true })
    await syncStore(money.deps, money.platform.id)
    expect((await figuresOf(partner)).availableSats).toBe(0n)
    await expect(withdrawEarningsOf(money.deps, partner, address, '50.00')).rejects.toMatchObject({
      code: 'earnings-not-collected',
    })
    await money.mine(1, store, money.platform)
    const firstUsd = fromCents(centsOfSats(firstSats, priceCents))
    const paid = await withdrawEarningsOf(money.deps, partner, address, firstUsd)
    expect(paid).toMatchObject({ status: 'broadcast', amountUsd: firstUsd })
    expect((await figuresOf(partner)).balanceSats).toBe(balanceSats - paid.amountSats)
    // Earned − not collected yet = collected, and − pending ± what the price did since = available.
    expect((await ask(money.server, getPartnerDashboard, { token })).body).toMatchObject({
      partner: {
        totalEarnedUsd: '102.50',
        uncollectedUsd: '2.50',
        collectedUsd: '100.00',
        totalWithdrawnUsd: '0.00',
        onItsWayUsd: firstUsd,
        priceChangeUsd: fromCents(toCents(firstUsd) - 10_000n),
        availableUsd: '0.00',
      },
    })
    await money.expectCleanAudit()
  }))

test('a sweep of a short wallet releases what it paid for, oldest first, and a canceled one releases nothing', () =>
  withPartner(async (partner) => {
    const store = await money.newStore('short-wallet')
    const fill = (sats: bigint) => money.fund(store, sats)
    const collect = async () => {
      const swept = await sweep(store.merchantId)
      await money.runSends()
      await money.mine(1, store, money.platform)
      return swept?.amountSats
    }
    const share = 25_000n
    await book(store.merchantId, 'first', 5_000_000n)
    const second = await book(store.merchantId, 'second', 5_000_000n)
    await fill(100_000n)
    expect(await collect()).toBe(100_000n)
    expect(await figuresOf(partner)).toEqual({ balanceSats: 2n * share, availableSats: 0n })
    await fill(150_000n)
    expect(await collect()).toBe(150_000n)
    expect(await figuresOf(partner)).toEqual({ balanceSats: 2n * share, availableSats: share })

    await fill(150_000n)
    const wake = money.deps.wake
    money.deps.wake = () => undefined
    const cancelled = await sweep(store.merchantId)
    money.deps.wake = wake
    await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, cancelled?.id ?? 0))
    expect((await figuresOf(partner)).availableSats).toBe(share)
    expect(await collect()).toBe(150_000n)
    expect((await figuresOf(partner)).availableSats).toBe(2n * share)

    // What was collected for an undone payment covers the next one.
    await undo(second)
    expect(await figuresOf(partner)).toEqual({ balanceSats: share, availableSats: share })
    await book(store.merchantId, 'third', 5_000_000n)
    expect(await figuresOf(partner)).toEqual({ balanceSats: 2n * share, availableSats: 2n * share })
    // It covered that payment and no other.
    const fourth = await book(store.merchantId, 'fourth', 5_000_000n)
    expect(await figuresOf(partner)).toEqual({ balanceSats: 3n * share, availableSats: 2n * share })
    await undo(fourth)
    expect(await figuresOf(partner)).toEqual({ balanceSats: 2n * share, availableSats: 2n * share })
  }))

test('shares wait for their fee wherever the store is, and a partner who withdrew before a reversal stays below zero', () =>
  withPartner(async (partner) => {
    const store = await money.newStore('mover')
    await pay(store, 'ours', '10000.00')
    const { balanceSats: own } = await figuresOf(partner)
    expect(await figuresOf(partner)).toEqual({ balanceSats: own, availableSats: 0n })
    await sweep(store.merchantId)
    await money.runSends()
    // Deep enough to be final: a store with outgoing money cannot be moved.
    await money.mine(100, store, money.platform)
    expect(await figuresOf(partner)).toEqual({ balanceSats: own, availableSats: own })
    const settle = () =>
      sql`update invoices set status = 'settled' where merchant_id = ${store.merchantId}`.execute(money.deps.db)

    await settle()
    await moveTo(store.merchantId, 'hostile')
    await pay(store, 'hostile', '10000.00')
    const { balanceSats } = await figuresOf(partner)
    expect(balanceSats).toBeGreaterThan(own)
    expect((await figuresOf(partner)).availableSats).toBe(own)

    await settle()
    const { serverUrl, storeId, openedKey } = store
    const details = { btcpayServerUrl: serverUrl, btcpayStoreId: storeId, btcpayApiKey: openedKey }
    await adoptStore(money.deps, store.merchantId, details, { actor: 'system' })
    expect(await figuresOf(partner)).toEqual({ balanceSats, availableSats: own })

    // Withdrawn, and then the payments are undone: what was collected for them covers the next ones.
    const address = await money.strangersAddress()
    await withdrawEarningsOf(money.deps, partner, address, fromCents(centsOfSats(own, priceCents)))
    expect((await figuresOf(partner)).availableSats).toBe(0n)
    const { rows } = await sql<{ id: number }>`
      select id from transactions where merchant_id = ${store.merchantId} and booked and purpose = 'invoice'`.execute(
      money.deps.db,
    )
    for (const { id } of rows) await undo(id)
    expect(await figuresOf(partner)).toEqual({ balanceSats: -own, availableSats: -own })
    await expect(withdrawEarningsOf(money.deps, partner, address, '1.00')).rejects.toMatchObject({
      message: 'Insufficient balance. Available: $0.00',
    })
  }))

test('what a server reported before the merchant left it is not saved for the next store', () =>
  withPartner(async (partner) => {
    const store = await merchantOn('hostile')
    const { engines } = money.deps
    const { at } = engines
    const move = () =>
      sql`update stores set server_url = ${money.engine.engine.url} where id = ${store.id}`.execute(money.deps.db)
    engines.at = (connection) => {
      const client = at(connection)
      const listUtxos: typeof client.wallet.listUtxos = async (...of) => {
        const answer = await client.wallet.listUtxos(...of)
        await move()
        return answer
      }
      return { ...client, wallet: { ...client.wallet, listUtxos } }
    }
    try {
      await pay(store, 'hostile', '10000.00')
    } finally {
      engines.at = at
    }
    expect(await figuresOf(partner)).toEqual({ balanceSats: 0n, availableSats: 0n })
    const rows = await money.deps.db
      .selectFrom('transactions')
      .select('id')
      .where('merchantId', '=', store.merchantId)
      .execute()
    expect(rows).toEqual([])
  }))
