import { btcToSats, unwrap } from '@bitquay/btcpay'
import { expect } from 'vitest'
import { cancelLoopOut } from '../src/loop-out/cancel-loop-out.ts'
import { executeLoopOut } from '../src/loop-out/execute-loop-out.ts'
import { requestLoopOut } from '../src/loop-out/request-loop-out.ts'
import { findLoopOut, type LoopOut } from '../src/loop-out/table.ts'
import { loopOuts } from '../src/loop-out/worker.ts'
import { syncStore } from '../src/payments/sync-store.ts'
import { ApiError } from '../src/platform/http/api-error.ts'
import type { Admin, MerchantPerson } from '../src/platform/http/person.ts'
import { readAvailable } from '../src/sends/queries.available.ts'
import type { ReadyStore } from '../src/stores/table.ts'
import { crashingAt } from './crash-at.ts'
import { makeInvoice } from './make-invoice.ts'
import { startMoney } from './money.ts'
import { addAdmin } from './people.ts'
import { runWorker } from './run-worker.ts'

export type LoopOuts = Awaited<ReturnType<typeof startLoopOuts>>
export type LoopOutStore = ReadyStore & { merchantId: number }

export const source = { address: '127.0.0.1', device: 'test' }

/** The error code of refused work. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )

export const ownerOf = ({ merchantId }: LoopOutStore): MerchantPerson => ({
  kind: 'merchant',
  id: merchantId,
  merchantId,
  email: `owner-${merchantId}@example.test`,
  name: '',
  role: 'owner',
  storeName: '',
  sessionId: 0,
  passwordIsRecent: true,
  mustEnroll: false,
  twoFactorEnabled: false,
})

/** A platform where merchants have Lightning money and an admin decides about loop-outs. */
export const startLoopOuts = async (environment: Record<string, string> = {}) => {
  const money = await startMoney(environment)
  const { id, email } = await addAdmin(money.server)
  const admin: Admin = {
    kind: 'admin',
    id,
    email,
    name: 'Operator',
    sessionId: 0,
    passwordIsRecent: true,
    twoFactorEnabled: false,
    mustEnroll: false,
  }
  const { deps } = money

  /** A store whose customers have paid over Lightning. 96 % of $400.00 at the engine's rate are the merchant's. */
  const storeWithLightning = async (name: string, usd = '400.00'): Promise<LoopOutStore> => {
    const store = await money.newStore(name)
    const invoice = await makeInvoice(deps, store.merchantId, usd)
    await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
    await money.pass(31)
    await syncStore(deps, store.id)
    return store
  }

  /** A store with its own node that holds half a million satoshis, and capacity at the platform's node. */
  const storeWithNode = async (name: string): Promise<LoopOutStore> => {
    const store = await money.newStore(name)
    const node = name.replaceAll(' ', '-')
    await money.engine.control.lightning({ node, create: {}, localMsat: '500000000', remoteMsat: '0' })
    await money.engine.control.lightning({ localMsat: '0', remoteMsat: '100000000000' })
    const config = `type=sandbox;node=${node}`
    unwrap(await deps.engines.platform.paymentMethods.put(store.storeId, 'BTC-LN', { enabled: true, config }))
    await deps.db.updateTable('stores').set({ lightning: 'own' }).where('id', '=', store.id).execute()
    return { ...store, lightning: 'own' }
  }

  const runLoopOuts = () => runWorker(loopOuts(deps))
  /** Moves the time and runs every worker, a few times. A crashed one is started again. */
  const carryOn = async (turns = 4) => {
    for (let turn = 0; turn < turns; turn++) {
      await money.pass(70)
      await runLoopOuts().catch(() => undefined)
      await money.runSends().catch(() => undefined)
      await syncStore(deps, money.platform.id)
    }
  }

  const accountsOf = async ({ merchantId }: { merchantId: number }) => {
    const all = await money.balances()
    const of = (kind: string) => all[`merchant:${merchantId}:${kind}`] ?? 0n
    return { lightning: of('lightning'), hold: of('loop-out-hold'), payable: of('loop-out-payable') }
  }
  const sendsOf = (request: LoopOut) =>
    deps.db.selectFrom('sends').selectAll().where('loopOutId', '=', request.id).orderBy('id').execute()
  const read = (requestId: number) => findLoopOut(deps.db, requestId)

  /** How often the store's wallet was paid the amount of a request minus this fee. */
  const countArrivals = async (store: LoopOutStore, request: LoopOut, feeSats: bigint | null) => {
    const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    const listed = unwrap(await client.wallet.listTransactions(store.storeId, { skip: 0, limit: 50 }))
    return listed.filter(({ amount }) => btcToSats(amount) === request.amountSats - (feeSats ?? 0n)).length
  }

  /**
   * After an execution: one on-chain payment of the same satoshis minus the network fee, nothing held, nothing owed.
   */
  const expectPaidOnce = async (store: LoopOutStore, request: LoopOut) => {
    const live = (await sendsOf(request)).filter(({ status }) => status !== 'failed' && status !== 'cancelled')
    expect(live).toHaveLength(1)
    expect(await countArrivals(store, request, live[0]?.networkFeeSats ?? null)).toBe(1)
    await money.mine(1, money.platform, store)
    expect(await read(request.id)).toMatchObject({ status: 'completed', carriedOut: 'by-platform', firstLeg: 'taken' })
    expect(await accountsOf(store)).toEqual({ lightning: 0n, hold: 0n, payable: 0n })
    expect((await readAvailable(deps.db, money.platform.id)).heldSats).toBe(0n)
    await money.expectCleanAudit()
  }

  return {
    money,
    admin,
    storeWithLightning,
    storeWithNode,
    request: (store: LoopOutStore) => requestLoopOut(deps, ownerOf(store), source),
    cancel: (store: LoopOutStore, requestId: number) => cancelLoopOut(deps, ownerOf(store), requestId, source),
    execute: (requestId: number) => executeLoopOut(deps, admin, { requestId }, source),
    read,
    runLoopOuts,
    carryOn,
    accountsOf,
    sendsOf,
    expectPaidOnce,
    crashingAt: (step: string, work: () => Promise<void>) => crashingAt(deps, step, work),
  }
}
