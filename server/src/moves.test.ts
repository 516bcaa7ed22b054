import { getWallet } from '@bitquay/contract/balances'
import { cancelMove, getMerchant, moveMerchant } from '@bitquay/contract/merchants.admin'
import { toSats } from '@bitquay/contract/money'
import { readRecoveryWords } from '@bitquay/contract/stores'
import { sendFormerWallet, withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EngineProxy, startEngineProxy } from '../test/engine-proxy.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { type Money, startMoney } from '../test/money.ts'
import {
  addAdmin,
  addMerchant,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  type Someone,
  signInAs,
} from '../test/people.ts'
import { createDepositAddress } from './deposit-addresses/create-deposit-address.ts'
import { findLatePayments } from './payments/find-late-payments.ts'
import { syncStore } from './payments/sync-store.ts'
import { finishMove, leaveDoneStores } from './stores/move-store.ts'
import { provisionStore } from './stores/provision-store.ts'
import { findNextStores } from './stores/queries.moves.ts'
import { findStore, findStoreById, openStore, type ReadyStore } from './stores/table.ts'

/** The same network behind another address, so that coins can move between the two engines. */
let proxy: EngineProxy
let money: Money
let adminToken: string
/** The answers to these requests to the second engine are lost. */
let isLost: (named: string) => boolean = () => false
let isDown = false

beforeAll(async () => {
  money = await startMoney({}, async (main) => {
    const { url, apiKey } = main.engine
    proxy = await startEngineProxy('', {
      rewrite: (address) => (isDown ? 'http://127.0.0.1:1/' : `${url}${address}`),
      isLost: (named) => isLost(named),
    })
    return [{ name: 'second', url: proxy.url, apiKey }]
  })
  adminToken = await signInAs(money.server, await addAdmin(money.server))
})
afterAll(async () => {
  await money.close()
  await proxy.close()
})

type Owner = { owner: Someone; token: string; secret: string; merchantId: number; store: ReadyStore }

/** A merchant on the main engine whose owner has a second factor. */
const newOwner = async (...sats: bigint[]): Promise<Owner> => {
  const { server, deps } = money
  const owner = await addMerchant(server)
  // The main engine takes new merchants, whatever room the other one has.
  await sql`update engines set reachable = id = 1`.execute(deps.db)
  const store = await provisionStore(deps, { merchantId: owner.id, name: 'Blue Door' })
  await sql`update engines set capacity = null, reachable = true`.execute(deps.db)
  expect(store.engineId).toBe(1)
  const token = await signInAs(server, owner)
  const { secret } = await enableTwoFactor(server, owner, token)
  if (sats.length > 0) await money.fund(store, ...sats)
  return { owner, token, secret, merchantId: owner.id, store }
}

const move = (id: number, engine = 'second') =>
  ask(money.server, moveMerchant, { token: adminToken, params: { id }, body: { engine } })

/** One run of the worker for moves. */
const finish = async (merchantId: number) => {
  for (const lane of ['platform', 'engine 2']) {
    const next = (await findNextStores(money.deps.db, lane, 10)).find((store) => store.merchantId === merchantId)
    if (next) await finishMove(money.deps, next)
  }
}

const moveNow = async ({ merchantId }: Owner, engine = 'second') => {
  expect(await move(merchantId, engine)).toMatchObject({ status: 200 })
  await finish(merchantId)
  const store = openStore(await findStore(money.deps.db, merchantId), money.deps.sealer)
  if (!store) throw new Error('no store')
  return store
}

const sendAll = async ({ owner, token, secret, store }: Owner, body: object = { twoFactorToken: codeOf(secret) }) => {
  await forgetCodes(money.server, owner)
  return ask(money.server, sendFormerWallet, { token, params: { id: store.id }, body })
}
const walletOf = async ({ token }: Owner) => {
  const { body } = await ask(money.server, getWallet, { token })
  return body as { id: string; recoveryWords: string; former: { id: number; btc: string; sendableBtc: string }[] }
}
const transactionsOf = ({ merchantId }: { merchantId: number }) =>
  money.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
const invoiceOf = (invoiceId: string | null) =>
  money.deps.db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()
const actsOf = async (merchantId: number) =>
  (
    await money.deps.db.selectFrom('actLog').select('act').where('merchantId', '=', merchantId).orderBy('id').execute()
  ).map(({ act }) => act)

test('a move gives a merchant a new store, wallet and phrase, and old invoices stay payable', async () => {
  const { deps, engine, server } = money
  const merchant = await newOwner(500_000n)
  const { merchantId, store: former } = merchant
  const old = await makeInvoice(deps, merchantId, '50.00')
  const current = await moveNow(merchant)
  expect(current).toMatchObject({ engineId: 2, replaces: former.id, standing: 'current' })
  expect(current.storeId).not.toBe(former.storeId)
  expect(await findStoreById(deps.db, former.id)).toMatchObject({ standing: 'former', status: 'ready', engineId: 1 })
  expect(await walletOf(merchant)).toMatchObject({
    id: current.storeId,
    recoveryWords: 'waiting',
    former: [{ id: former.id, btc: '0.00500000', recoveryWords: 'waiting', isSending: false }],
  })
  expect(await ask(server, getMerchant, { token: adminToken, params: { id: merchantId } })).toMatchObject({
    body: {
      engine: 'second',
      move: null,
      btcpayStoreId: current.storeId,
      formerStores: [{ id: former.id, engine: 'main', balance: { btc: '0.00500000' } }],
    },
  })
  expect(await actsOf(merchantId)).toEqual(expect.arrayContaining(['move-requested', 'merchant-moved']))

  // A new invoice is in the new store, and each payment is found by the sync of its own store.
  const fresh = await makeInvoice(deps, merchantId, '20.00')
  expect((await invoiceOf(fresh.invoiceId)).atStore).toBe(current.id)
  await engine.control.pay({ invoiceId: old.invoiceId ?? '', method: 'onchain' })
  await engine.control.pay({ invoiceId: fresh.invoiceId ?? '', method: 'onchain' })
  await money.pass(120)
  await money.mine(1, current, former)
  expect(await invoiceOf(old.invoiceId)).toMatchObject({ status: 'settled', unknownLooks: 0 })
  expect(await invoiceOf(fresh.invoiceId)).toMatchObject({ status: 'settled', unknownLooks: 0 })
  const rows = await transactionsOf({ merchantId })
  expect(rows.filter(({ purpose }) => purpose === 'invoice')).toMatchObject([
    { invoiceId: fresh.invoiceId, atStore: current.id, booked: true, disputed: false },
    { invoiceId: old.invoiceId, atStore: null, booked: true, disputed: false },
  ])
  expect((await money.balances())[`merchant:${merchantId}:fees-owed`]).toBeGreaterThan(0n)
  await money.expectCleanAudit()
})

test('the owner sends the old coins to the new wallet, once, and only with a code', async () => {
  const { server, deps } = money
  const merchant = await newOwner(300_000n, 200_000n)
  const { merchantId, store: former, token, secret, owner } = merchant
  const current = await moveNow(merchant)
  expect(await sendAll(merchant, {})).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  const stranger = await newOwner()
  expect(await sendAll({ ...stranger, store: former })).toMatchObject({ status: 404 })
  expect(await sendAll({ ...merchant, store: current })).toMatchObject({ status: 404 })

  await forgetCodes(server, owner)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(server, sendFormerWallet, {
        token,
        params: { id: former.id },
        body: { twoFactorToken: codeOf(secret) },
        once: 'all-of-it',
      }),
    ),
  )
  for (const { status } of answers) expect([200, 202, 409]).toContain(status)
  await money.runSends()
  const sends = await deps.db.selectFrom('sends').selectAll().where('merchantId', '=', merchantId).execute()
  expect(sends).toHaveLength(1)
  expect((await walletOf(merchant)).former).toMatchObject([{ isSending: true, sendableBtc: '0.00000000' }])
  await money.mine(1, former, current)
  const [send] = await deps.db.selectFrom('sends').selectAll().where('merchantId', '=', merchantId).execute()
  expect(send).toMatchObject({ status: 'confirmed', storeRef: former.id, kind: 'withdrawal', platformFeeSats: 0n })
  const feeSats = send?.networkFeeSats ?? 0n
  expect(await findStoreById(deps.db, former.id)).toMatchObject({ balanceSats: 0n, spendableSats: 0n })
  expect(await findStoreById(deps.db, current.id)).toMatchObject({ balanceSats: 500_000n - feeSats })
  const rows = (await transactionsOf({ merchantId })).filter(({ txid }) => txid === send?.txid)
  expect(new Set(rows.map(({ type, atStore, amount }) => `${type} ${atStore} ${toSats(amount)}`))).toEqual(
    new Set([`incoming ${current.id} ${500_000n - feeSats}`, 'outgoing null 500000']),
  )
  await money.expectCleanAudit()

  expect(await sendAll(merchant)).toMatchObject({ status: 400, body: { code: 'amount-too-small' } })
  // The new wallet pays withdrawals from now on.
  await forgetCodes(server, owner)
  const body = { address: await money.strangersAddress(), customerAmount: '100.00', twoFactorToken: codeOf(secret) }
  expect((await ask(server, withdraw, { token, body })).status).toBeLessThan(300)
  const last = await deps.db
    .selectFrom('sends')
    .select('storeRef')
    .where('merchantId', '=', merchantId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(last?.storeRef).toBe(current.id)
})

test('a withdrawal that began before the move never leaves the old wallet after it', async () => {
  const { server, deps } = money
  const merchant = await newOwner(400_000n)
  const { merchantId, token, secret, owner } = merchant
  const address = await money.strangersAddress()
  await forgetCodes(server, owner)
  await move(merchantId)
  const body = { address, customerAmount: '100.00', twoFactorToken: codeOf(secret) }
  const [answer] = await Promise.all([ask(server, withdraw, { token, body }), finish(merchantId)])
  const sends = await deps.db
    .selectFrom('sends')
    .innerJoin('stores', 'stores.id', 'sends.storeRef')
    .select(['stores.standing', 'sends.status'])
    .where('sends.merchantId', '=', merchantId)
    .execute()
  // Either the withdrawal came first and the move waits for it, or the move came first and it is refused.
  if (answer.status < 300) expect(sends).toMatchObject([{ standing: 'current' }])
  else expect(sends).toEqual([])
  await money.runSends()
  await money.mine(1, merchant.store)
  await finish(merchantId)
  expect(await findStore(deps.db, merchantId)).toMatchObject({ engineId: 2 })
})

test('a move is refused while money is on its way out, and where it can’t go', async () => {
  const { deps, server } = money
  const merchant = await newOwner(400_000n)
  const { merchantId, token, secret, owner, store } = merchant
  const refusal = async (engine = 'second') => {
    const { status, body } = await move(merchantId, engine)
    expect([status, body.code]).toEqual([409, 'move-refused'])
    return String(body.message)
  }
  expect(await refusal('nowhere')).toContain('no payment server named nowhere')
  expect(await refusal('main')).toContain('on main already')
  await sql`update engines set capacity = 1 where id = 2`.execute(deps.db)
  const taken = await sql`select from stores where engine_id = 2 and status <> 'left'`.execute(deps.db)
  if (taken.rows.length === 0) await moveNow(await newOwner())
  await sql`update engines set capacity = 1 where id = 2`.execute(deps.db)
  expect(await refusal()).toContain('is full')
  await sql`update engines set capacity = null`.execute(deps.db)
  isDown = true
  expect(await refusal()).toContain('doesn’t respond')
  isDown = false
  expect((await move(999_999)).status).toBe(404)

  await forgetCodes(server, owner)
  const body = { address: await money.strangersAddress(), customerAmount: '50.00', twoFactorToken: codeOf(secret) }
  expect((await ask(server, withdraw, { token, body })).status).toBeLessThan(300)
  expect(await refusal()).toContain('A payment is on its way out')
  await money.runSends()
  await money.mine(1, store)
  await sql`insert into lightning_loop_out_requests (merchant_id, lightning_balance_btc, lightning_balance_usd, amount_sats, node,
      btc_price, on_chain_address, requested_by)
    values (${merchantId}, 0.001, 100, 100000, 'own', 100000, 'somewhere', 'test')`.execute(deps.db)
  expect(await refusal()).toContain('A loop-out is open')
  await sql`update lightning_loop_out_requests set status = 'cancelled' where merchant_id = ${merchantId}`.execute(
    deps.db,
  )

  // The way back is closed until the former store is done.
  await moveNow(merchant)
  expect(await refusal('main')).toContain('still watched')
  const { rows } = await sql`select from stores where merchant_id = ${merchantId}`.execute(deps.db)
  expect(rows).toHaveLength(2)
})

test('of 50 simultaneous moves one is accepted, and it can be canceled until the new store is in use', async () => {
  const { deps, server } = money
  const merchant = await newOwner()
  const { merchantId } = merchant
  const answers = await Promise.all(Array.from({ length: 50 }, () => move(merchantId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  const cancel = () => ask(server, cancelMove, { token: adminToken, params: { id: merchantId }, body: {} })
  expect(await cancel()).toMatchObject({ status: 200, body: { move: null, formerStores: [] } })
  expect(await cancel()).toMatchObject({ status: 409 })
  await finish(merchantId)
  expect(await findStore(deps.db, merchantId)).toMatchObject({ id: merchant.store.id, standing: 'current' })
  expect((await walletOf(merchant)).former).toEqual([])

  await moveNow(merchant)
  expect(await cancel()).toMatchObject({ status: 409 })
  expect((await actsOf(merchantId)).filter((act) => /move/.test(act))).toEqual([
    'move-requested',
    'move-canceled',
    'move-requested',
    'merchant-moved',
  ])
})

test('an answer that is lost at any step leads to one store with the saved phrase', async () => {
  const { deps } = money
  const merchant = await newOwner()
  const { merchantId } = merchant
  expect((await move(merchantId)).status).toBe(200)
  const lost = new Set<string>()
  // Every kind of request loses its first answer: each run gets one step further.
  isLost = (named) => {
    const kind = named.replace(/\/stores\/[^/?]+/, '/stores/:id').replace(/\?.*/, '')
    if (named.startsWith('GET') || lost.has(kind)) return false
    lost.add(kind)
    return true
  }
  for (let run = 0; run < 20; run++) {
    await finish(merchantId).catch(() => undefined)
    if ((await findStore(deps.db, merchantId))?.engineId === 2) break
  }
  isLost = () => false
  expect(lost.size).toBeGreaterThanOrEqual(3)
  const current = openStore(await findStore(deps.db, merchantId), deps.sealer)
  expect(current).toMatchObject({ engineId: 2, status: 'ready' })
  const listed = await deps.engines.of(2).stores.list()
  const own = listed.kind === 'ok' ? listed.value.filter(({ name }) => name.includes(current?.tag ?? '-')) : []
  expect(own.map(({ id }) => id)).toEqual([current?.storeId])
})

test('after a crash between the new store and its use, the worker goes on', async () => {
  const { deps } = money
  const merchant = await newOwner()
  expect((await move(merchant.merchantId)).status).toBe(200)
  const { reached } = deps
  deps.reached = (step) => {
    if (step === 'move-ready') throw new Error('crash')
  }
  await expect(finish(merchant.merchantId)).rejects.toThrow('crash')
  deps.reached = reached
  expect(await findStore(deps.db, merchant.merchantId)).toMatchObject({ id: merchant.store.id })
  await makeInvoice(deps, merchant.merchantId, '5.00')
  await finish(merchant.merchantId)
  expect(await findStore(deps.db, merchant.merchantId)).toMatchObject({ engineId: 2 })
})

test('the old phrase can still be revealed after the move, once, and only by its owner', async () => {
  const { server } = money
  const merchant = await newOwner()
  const { token, secret, owner, store } = merchant
  await moveNow(merchant)
  const reveal = async (someone: Owner, formerWalletId?: number) => {
    await forgetCodes(server, someone.owner)
    const body = { twoFactorToken: codeOf(someone.secret), ...(formerWalletId === undefined ? {} : { formerWalletId }) }
    return ask(server, readRecoveryWords, { token: someone.token, body })
  }
  const stranger = await newOwner()
  expect(await reveal(stranger, store.id)).toMatchObject({ status: 410 })
  const old = await reveal({ ...merchant, token, secret, owner }, store.id)
  const fresh = await reveal(merchant)
  expect([old.status, fresh.status]).toEqual([200, 200])
  expect(old.body.words).toHaveLength(12)
  expect(old.body.words).not.toEqual(fresh.body.words)
  expect(await reveal(merchant, store.id)).toMatchObject({ status: 410 })
})

test('the old store is watched until nothing can happen in it, and then no longer', async () => {
  const { deps, engine } = money
  const merchant = await newOwner(300_000n)
  const { merchantId, store: former } = merchant
  const late = await makeInvoice(deps, merchantId, '30.00')
  const current = await moveNow(merchant)
  const isLeft = async () => {
    await leaveDoneStores(deps)
    return (await findStoreById(deps.db, former.id))?.status === 'left'
  }
  const day = 24 * 3600
  // The invoice expires unpaid and is paid late.
  await engine.control.clock({ advanceSeconds: 2 * day })
  await money.pass(2 * day)
  await syncStore(deps, former.id)
  expect(await isLeft()).toBe(false)
  await engine.control.pay({ invoiceId: late.invoiceId ?? '', method: 'onchain' })
  await money.mine(1, former, current)
  expect((await transactionsOf({ merchantId })).at(-1)).toMatchObject({ invoiceId: late.invoiceId, booked: true })

  await money.pass(8 * day)
  await money.mine(100, former)
  expect(await isLeft()).toBe(false)
  await forgetCodes(money.server, merchant.owner)
  const token = await signInAs(money.server, merchant.owner, { twoFactorToken: codeOf(merchant.secret) })
  expect((await sendAll({ ...merchant, token })).status).toBeLessThan(300)
  await money.runSends()
  await money.mine(1, former, current)
  expect(await isLeft()).toBe(false)
  await money.mine(100, former, current)
  // What an engine said long ago proves nothing.
  await money.pass(day)
  expect(await isLeft()).toBe(false)
  await findLatePayments(deps, 100)
  await syncStore(deps, former.id)
  await findLatePayments(deps, 100)
  expect(await isLeft()).toBe(true)
  await money.expectCleanAudit()

  const { syncedAt } = (await findStoreById(deps.db, former.id)) ?? {}
  await money.pass(day)
  await syncStore(deps, former.id)
  expect(await findStoreById(deps.db, former.id)).toMatchObject({ syncedAt })
  await forgetCodes(money.server, merchant.owner)
  const later = await signInAs(money.server, merchant.owner, { twoFactorToken: codeOf(merchant.secret) })
  expect(await sendAll({ ...merchant, token: later })).toMatchObject({ status: 404 })
  adminToken = await signInAs(money.server, await addAdmin(money.server))
  // Now the way back is open, with another new store.
  const back = await moveNow(merchant, 'main')
  expect(back).toMatchObject({ engineId: 1, replaces: current.id })
  expect(back.storeId).not.toBe(former.storeId)
})

const secondsUntilDue = async (storeRef: number) => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from sync_due_at - app_now())::float8 as seconds from stores where id = ${storeRef}`.execute(
    money.deps.db,
  )
  return rows[0]?.seconds ?? Number.NaN
}

test('what begins in the store in use does not make the old one due', async () => {
  const { deps } = money
  const merchant = await newOwner()
  const { merchantId, store: former } = merchant
  const current = await moveNow(merchant)
  await sql`
    update stores set sync_pause_seconds = 5 * 3600, sync_due_at = app_now() + interval '5 hours'
    where merchant_id = ${merchantId}`.execute(deps.db)
  await createDepositAddress(deps, { merchantId, reference: 'customer-7', createdBy: 'test' })
  await makeInvoice(deps, merchantId, '20.00')
  expect(await secondsUntilDue(former.id)).toBeGreaterThan(4 * 3600)
  expect(await secondsUntilDue(current.id)).toBeLessThanOrEqual(50)
})

test('old deposit addresses are watched as closely as new ones, for good', async () => {
  const { deps, engine } = money
  const merchant = await newOwner()
  const { merchantId, store: former } = merchant
  const { address } = await createDepositAddress(deps, { merchantId, reference: 'customer-7', createdBy: 'test' })
  await moveNow(merchant)
  const passEverywhere = async (advanceSeconds: number) => {
    await engine.control.clock({ advanceSeconds })
    await money.pass(advanceSeconds)
  }
  for (const days of [6, 2, 300]) {
    await passEverywhere(days * 24 * 3600)
    for (let syncs = 0; syncs < 3; syncs++) {
      await syncStore(deps, former.id)
      expect(await secondsUntilDue(former.id)).toBeLessThanOrEqual(50)
      await passEverywhere(50)
    }
  }

  // No webhook announces this payment.
  await engine.control.faucet({ address, amountBtc: '0.00100000' })
  await engine.control.mine({ blocks: 1 })
  await syncStore(deps, former.id)
  expect(await transactionsOf({ merchantId })).toMatchObject([
    { purpose: 'invoice', address, atStore: null, booked: true, status: 'confirmed' },
  ])
  await leaveDoneStores(deps)
  expect(await findStoreById(deps.db, former.id)).toMatchObject({ status: 'ready', standing: 'former' })
})
