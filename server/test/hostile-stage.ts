import { sql } from 'kysely'
import { expect } from 'vitest'
import { sweepFees } from '../src/fee-collection/worker.ts'
import { finishUncertainInvoices } from '../src/invoices/worker.ts'
import { loopOuts } from '../src/loop-out/worker.ts'
import { findLatePayments } from '../src/payments/worker.late-payments.ts'
import { reconcileEngine } from '../src/payments/worker.ts'
import type { Worker } from '../src/platform/workers/run-workers.ts'
import { sendMoney } from '../src/sends/worker.ts'
import { provisionStores } from '../src/stores/worker.ts'
import { startHostileBtcpay } from './hostile-btcpay.ts'
import { makeInvoice } from './make-invoice.ts'
import { type Money, startMoney } from './money.ts'
import { withdrawFrom } from './withdrawals.ts'

export type HostileStage = Awaited<ReturnType<typeof startHostileStage>>
export type OwnStore = Awaited<ReturnType<Money['newStore']>>

/** A platform, and merchants whose stores are on another server that a test may turn hostile. */
export const startHostileStage = async () => {
  const money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1' })
  const { deps } = money
  const { db } = deps
  const hostile = await startHostileBtcpay(deps.engine.url)
  deps.broadcastPatienceMs = 0
  // Only the workers that a test runs do anything.
  deps.wake = () => undefined

  const ownStore = async (name: string, ...amountsSats: bigint[]) => {
    const store = await money.newStore(name, ...amountsSats)
    await db.updateTable('stores').set({ serverUrl: hostile.url }).where('id', '=', store.id).execute()
    return { ...store, serverUrl: hostile.url }
  }
  const requestWithdrawal = async (store: OwnStore) =>
    withdrawFrom(deps, store, await money.strangersAddress(), '20.00')
  /** An invoice of ours that was interrupted after the engine had created it. */
  const interruptedInvoice = async (store: OwnStore) => {
    const created = await makeInvoice(deps, store.merchantId, '5.00')
    await sql`delete from invoice_destinations where invoice_id = ${created.invoiceId}`.execute(db)
    await sql`update invoices set status = 'creating', invoice_id = null, leased_until = null,
      created_at = app_now() - interval '2 minutes' where id = ${created.id}`.execute(db)
    return created
  }
  const lateHashOf = async (invoiceId: string | null) => {
    const { rows } = await sql<{ destination: string }>`
      update invoice_destinations set check_due_at = app_now() - interval '1 minute'
      where invoice_id = ${invoiceId} and kind = 'payment-hash' returning destination`.execute(db)
    return rows[0]?.destination ?? ''
  }
  /** Creates work for every worker. */
  const giveWork = async (store: OwnStore) => {
    const paid = await makeInvoice(deps, store.merchantId, '10.00')
    const late = await makeInvoice(deps, store.merchantId, '7.00')
    await money.engine.control.pay({ invoiceId: paid.invoiceId ?? '', method: 'onchain' })
    await money.engine.control.pay({ invoiceId: late.invoiceId ?? '', method: 'lightning' })
    const send = await requestWithdrawal(store)
    const interrupted = await interruptedInvoice(store)
    const lateHash = await lateHashOf(late.invoiceId)
    await db.updateTable('stores').set({ webhookUrl: null, webhookId: null }).where('id', '=', store.id).execute()
    return { paid, late, lateHash, send, interrupted }
  }
  const makeDue = async () => {
    await sql`update stores set sync_due_at = app_now() - interval '1 minute', sync_not_before = null`.execute(db)
    await sql`update sends set due_at = app_now() where final_at is null`.execute(db)
  }
  const spending = (): Worker[] => [
    findLatePayments(deps),
    finishUncertainInvoices(deps),
    provisionStores(deps),
    sendMoney(deps),
    sweepFees(deps),
    loopOuts(deps),
  ]
  const reading = (): Worker[] => [reconcileEngine(deps, () => undefined)]
  /** One round of some workers, in parallel as in a server. Stopping ends what still hangs. */
  const runRound = async (all: Worker[] = [...spending(), ...reading()]) => {
    const { signal } = new AbortController()
    await Promise.all(all.map((worker) => worker.run(signal)))
    return { stop: () => Promise.all(all.map(async (worker) => worker.end?.())) }
  }
  const isServed = async (store: OwnStore, work: Awaited<ReturnType<typeof giveWork>>) => {
    const rows = await db.selectFrom('transactions').selectAll().where('merchantId', '=', store.merchantId).execute()
    const booked = (invoiceId: string | null) => rows.some((row) => row.invoiceId === invoiceId && row.booked)
    const invoice = await db
      .selectFrom('invoices')
      .select('status')
      .where('id', '=', work.interrupted.id)
      .executeTakeFirst()
    const { webhookId, syncError, lease } = await db
      .selectFrom('stores')
      .select(['webhookId', 'syncError', 'lease'])
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow()
    return {
      payment: booked(work.paid.invoiceId),
      latePayment: booked(work.late.invoiceId),
      // Sent, and the store is free again.
      send: lease === null && !['requested', 'signed'].includes((await money.sendOf(work.send.id)).status),
      interrupted: invoice?.status !== 'creating',
      webhook: webhookId !== null,
      syncError,
    }
  }
  const served = { payment: true, latePayment: true, send: true, interrupted: true, webhook: true, syncError: null }

  return {
    money,
    hostile,
    ownStore,
    giveWork,
    makeDue,
    runRound,
    /** One round must be enough, as without a hostile store. Reading skips a store that another worker holds. */
    expectServedInOneRound: async (store: OwnStore) => {
      const work = await giveWork(store)
      await money.engine.control.mine({ blocks: 1 })
      await makeDue()
      const { payment: _later, ...soon } = served
      const rounds = [await runRound(spending())]
      try {
        await expect.poll(() => isServed(store, work)).toMatchObject(soon)
        rounds.push(await runRound(reading()))
        await expect.poll(() => isServed(store, work)).toEqual(served)
      } finally {
        for (const { stop } of rounds) await stop()
      }
    },
    countRows: async ({ merchantId }: OwnStore) =>
      (await db.selectFrom('transactions').select('txid').where('merchantId', '=', merchantId).execute()).length,
    storeOf: (store: { id: number }) =>
      db.selectFrom('stores').selectAll().where('id', '=', store.id).executeTakeFirstOrThrow(),
    close: async () => {
      await hostile.close()
      await money.close()
    },
  }
}
