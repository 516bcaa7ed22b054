import { btcToSats, unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { EngineSettings } from '../src/config-engines.ts'
import { type Entry, postTransfer, priceEntries } from '../src/ledger/table.ts'
import { auditLedger } from '../src/operations/audit-ledger.ts'
import { syncStore } from '../src/payments/sync-store.ts'
import { createMerchant } from '../src/people/table.merchants.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { savePrice } from '../src/prices/table.ts'
import { findStoresWithDueSends, getSend } from '../src/sends/table.ts'
import { advanceSends } from '../src/sends/worker.ts'
import { provisionStore } from '../src/stores/provision-store.ts'
import type { ReadyStore } from '../src/stores/table.ts'
import { startTestApp } from './app.ts'
import { startTestEngine, type TestEngine } from './engine.ts'

export const priceCents = 10_000_000n

export type Money = Awaited<ReturnType<typeof startMoney>>

/**
 * A platform with a sandbox where tests control the time: nothing runs unless they say so. It may have further engines,
 * each with its own network.
 */
export const startMoney = async (
  environment: Record<string, string> = {},
  others: readonly EngineSettings[] | ((main: TestEngine) => Promise<readonly EngineSettings[]>) = [],
) => {
  const engine = await startTestEngine()
  const further = typeof others === 'function' ? await others(engine) : others
  const server = await startTestApp({ RATE_LIMITS: 'off', ...environment }, engine.engine, further)
  const { deps } = server
  await savePrice(deps.db, { cents: priceCents, source: 'test' })
  const platform = await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
  const running = new Set<Promise<unknown>>()

  /** One run of the worker. */
  const run = async () => {
    for (const storeRef of await findStoresWithDueSends(deps.db, 100)) await advanceSends(deps, storeRef)
  }
  deps.wake = (worker) => {
    if (worker !== 'send-money') return
    const begun = run().catch(() => undefined)
    running.add(begun)
    void begun.finally(() => running.delete(begun))
  }
  /** The same, after running work has finished. */
  const runSends = async () => {
    await Promise.all(running)
    await run()
  }

  const addressOf = async (store: ReadyStore) => {
    const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    const answer = await client.wallet.address(store.storeId, { forceGenerate: true })
    if (answer.kind !== 'ok') throw new Error('no address')
    return answer.value.address
  }
  const fund = async (store: ReadyStore, ...amountsSats: bigint[]) => {
    for (const sats of amountsSats) {
      await engine.control.faucet({ address: await addressOf(store), amountBtc: fromSats(sats) })
    }
    await engine.control.mine({ blocks: 1 })
    await syncStore(deps, store.id)
  }
  const newStore = async (name: string, ...amountsSats: bigint[]) => {
    const { id } = await inTransaction(deps.db, (tx) =>
      createMerchant(tx, { email: `${name}@example.test`, storeName: name, passwordHash: null }),
    )
    const store = await provisionStore(deps, { merchantId: id, name })
    if (amountsSats.length > 0) await fund(store, ...amountsSats)
    return { ...store, merchantId: id }
  }
  const strangers = new Map<string, ReadyStore>()
  /** An address that belongs to nobody else in the test. */
  const strangersAddress = async () => {
    const stranger = await newStore(`stranger-${strangers.size}`)
    const address = await addressOf(stranger)
    strangers.set(address, stranger)
    return address
  }
  /** Moves the time, so that everything that waits is due, and updates the price. */
  const pass = async (seconds: number) => {
    await server.advance(seconds)
    await savePrice(deps.db, { cents: priceCents, source: 'test' })
  }
  const mine = async (blocks: number, ...stores: { id: number }[]) => {
    await Promise.all(running)
    await engine.control.mine({ blocks })
    for (const store of stores) await syncStore(deps, store.id)
  }
  /** How often an address was paid this amount, or any, in blocks or in the mempool. */
  const countPaid = async (address: string, sats?: bigint): Promise<number> => {
    const stranger = strangers.get(address)
    if (!stranger) throw new Error(`${address} is nobody’s`)
    const client = deps.engines.at({ serverUrl: stranger.serverUrl, apiKey: stranger.openedKey })
    const listed = unwrap(await client.wallet.listTransactions(stranger.storeId, { skip: 0, limit: 100 }))
    return listed.filter(({ amount }) => sats === undefined || btcToSats(amount) === sats).length
  }
  const balances = async (): Promise<Record<string, bigint>> => {
    const { rows } = await sql<{ account: string; sats: bigint }>`
      select a.owner_kind || ':' || a.owner_id || ':' || a.kind as account, (k.normal_sign * sum(e.amount_sats))::bigint as sats
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
      group by 1, k.normal_sign`.execute(deps.db)
    return Object.fromEntries(rows.map(({ account, sats }) => [account, sats]))
  }
  const madeUp = new Set<string>()
  /** Earnings that can be withdrawn, created out of nothing, for tests of what becomes of them. */
  const grantEarnings = async (partnerId: number, sats: bigint) => {
    const { id: merchantId } = await inTransaction(deps.db, (tx) =>
      createMerchant(tx, { email: `nobody-${madeUp.size}@example.test`, storeName: 'Nobody', passwordHash: null }),
    )
    const entries: Omit<Entry, 'usd8'>[] = [
      { owner: { kind: 'partner', id: partnerId }, account: 'earned', sats: -sats },
      { owner: { kind: 'platform' }, account: 'revenue', sats },
    ]
    await inTransaction(deps.db, async (tx) => {
      const reference = `earned-${merchantId}`
      await postTransfer(tx, { kind: 'test', reference, priceCents, entries: priceEntries(entries, priceCents) })
      await sql`insert into collected_shares (partner_id, merchant_id, amount_sats) values (${partnerId}, ${merchantId}, ${sats})`.execute(
        tx,
      )
    })
    madeUp.add(`partner ${partnerId}`)
  }
  /** An admin says that what nobody asked for was their own, so that the wallet pays again. */
  const explainSpendings = () =>
    sql`update platform_spendings set decision = 'own', decided_at = now() where decision is null`.execute(deps.db)
  const expectCleanAudit = async () => {
    const { findings } = await auditLedger(deps.db)
    // The audit rightly finds the money that a test created out of nothing.
    const others = findings.filter(
      ({ check, found, subject }) =>
        !(check === 'Every transfer has a record behind it' && found.startsWith('test ')) &&
        !(check === 'Partners can withdraw what was collected for them' && madeUp.has(subject)),
    )
    expect(others).toEqual([])
  }
  return {
    server,
    deps,
    engine,
    platform,
    runSends,
    addressOf,
    fund,
    newStore,
    strangersAddress,
    pass,
    mine,
    countPaid,
    balances,
    grantEarnings,
    explainSpendings,
    expectCleanAudit,
    sendOf: (id: number) => getSend(deps.db, id),
    close: async () => {
      await Promise.all(running)
      await server.close()
      await engine.close()
    },
  }
}

let shared: Promise<Money> | undefined
let sharedStores = 0

/**
 * The platform that files of one worker share, for tests that only need new merchants in it. A file that moves the clock
 * far, changes fees, prices or settings, or breaks the engine starts its own.
 */
export const shareMoney = async (): Promise<Money> => {
  shared ??= startMoney()
  const money = await shared
  return {
    ...money,
    newStore: (name, ...amountsSats) => money.newStore(`${name}-${++sharedStores}`, ...amountsSats),
    close: async () => {},
  }
}
