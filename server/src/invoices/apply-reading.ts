import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import type { Invoice } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { lockStoreAsRead, type ReadyStore } from '../stores/index.ts'
import { unknownInvoiceEnded } from './facts.ts'
import { refuseImplausible } from './refuse-implausible.ts'
import {
  announceStatus,
  completeReading,
  type InvoiceReading,
  type PaidFor,
  readInvoice,
  saveInvoice,
} from './sync-invoice.ts'
import {
  type AttemptRow,
  markAttemptsReadSoon,
  markAttemptUnknown,
  markAttemptUnread,
  saveAttemptRead,
} from './table.attempts.ts'
import { lockInvoice, requestRecount } from './table.due.ts'
import type { InvoiceSnapshot } from './table.snapshots.ts'
import { endUnknownInvoice, markInvoiceUnknown, markInvoiceUnread, markReadSoon } from './table.unread.ts'

export type AttemptToRead = AttemptRow & { invoiceId: string; isClosed: boolean }

/** What a sync reads by BTCPay's ID: an invoice, or an attempt of an invoice with a due date. */
export type ToRead = {
  engineInvoiceId: string
  attempt?: AttemptToRead
  /** Payments of the invoice that are neither booked nor given up: outpoints or payment hashes. */
  pendingKeys?: readonly string[]
  /** The order ID under which BTCPay knows it, unless the shop has changed it since. */
  orderId?: string | null
}

/** An invoice as a list showed it, and a time before that. */
export type Listed = { invoice: Invoice; asOf: Date }

type Source = { deps: Deps; client: BtcpayClient; store: ReadyStore; merchantId: number }

/**
 * Reads it from the store's server, without what can't be true of a merchant's own server: ours are believed. Undefined
 * if BTCPay doesn't know it.
 */
export const readReported = async (
  { deps, client, store, merchantId }: Source,
  { engineInvoiceId, attempt, pendingKeys = [] }: ToRead,
  listed?: Listed,
): Promise<{ reading: InvoiceReading; paidFor: PaidFor } | undefined> => {
  const readNow = async () => unwrap(await readInvoice(client, store.storeId, engineInvoiceId, pendingKeys))
  let reading = listed
    ? dated(unwrap(await completeReading(client, listed.invoice, pendingKeys)), listed)
    : await readNow()
  // The merchant closed the invoice, so nobody should pay this anymore.
  if (attempt?.isClosed && reading?.snapshot.status === 'new') {
    unwrap(await client.invoices.mark(store.storeId, engineInvoiceId, 'Invalid'))
    reading = await readNow()
  }
  if (!reading) return undefined
  const { invoiceId } = reading.snapshot
  if (attempt && invoiceId !== engineInvoiceId) throw new Error('it is another invoice')
  const paidFor = attempt ? { invoiceId: attempt.invoiceId, attemptId: attempt.id } : { invoiceId }
  if (store.engineId !== null) return { reading, paidFor }
  return { reading: await refuseImplausible(deps.db, merchantId, reading, paidFor), paidFor }
}

const dated = (reading: InvoiceReading, { asOf }: Listed): InvoiceReading => ({
  ...reading,
  snapshot: { ...reading.snapshot, asOf },
})

type Applied = {
  paid: boolean
  /** Whether people see anything new. */
  isNew: boolean
  /** Whether an invoice with a due date is to be computed again. */
  needsRecount: boolean
}

/**
 * Saves what was read, in a transaction that holds the store. Payments come first, so that the payment event is
 * published before the event of its invoice. Those of an attempt count for the invoice above it.
 */
export const applyReading = async (
  tx: Tx,
  publicUrl: string,
  { store, merchantId }: Pick<Source, 'store' | 'merchantId'>,
  { attempt }: ToRead,
  snapshot: InvoiceSnapshot,
  recordPayments: () => Promise<boolean>,
  /** What to save of it, once its payments are. */
  judge: () => Promise<InvoiceSnapshot>,
): Promise<Applied> => {
  if (!attempt) {
    const paid = await recordPayments()
    const moved = await saveInvoice(tx, publicUrl, merchantId, await judge(), store)
    return { paid, isNew: moved || paid, needsRecount: false }
  }
  await lockInvoice(tx, attempt.invoiceRef)
  const paid = await recordPayments()
  await saveAttemptRead(tx, attempt, attempt.invoiceId, snapshot, store)
  const isNew = paid || isChanged(attempt, snapshot)
  if (isNew) await requestRecount(tx, attempt.invoiceRef)
  return { paid, isNew, needsRecount: isNew }
}

/** A partial payment changes the Lightning invoice. */
const isChanged = ({ status, lightningInvoice }: AttemptToRead, snapshot: InvoiceSnapshot) =>
  status !== snapshot.status || lightningInvoice !== (snapshot.lightningInvoice ?? lightningInvoice)

/** It couldn't be read or saved, so it is due again later. */
export const postponeReading = (db: Db, merchantId: number, { engineInvoiceId, attempt }: ToRead) =>
  attempt ? markAttemptUnread(db, attempt.id) : markInvoiceUnread(db, merchantId, engineInvoiceId)

/** Schedules a read of what webhooks named and there was no time to read. */
export const readSoon = async (tx: Tx, merchantId: number, engineInvoiceIds: readonly string[]) => {
  await markReadSoon(tx, merchantId, engineInvoiceIds)
  await markAttemptsReadSoon(tx, merchantId, engineInvoiceIds)
}

/**
 * BTCPay does not know an invoice that it once created, for example after a restore from an older backup. We look for
 * it some more times, and then it ends by what we know of its payments. If it comes back, it is read like any other.
 */
export const recordUnknown = (
  { deps, store, merchantId }: Pick<Source, 'deps' | 'store' | 'merchantId'>,
  { engineInvoiceId, attempt }: ToRead,
) =>
  inTransaction(deps.db, async (tx) => {
    if (attempt) return markAttemptUnknown(tx, attempt.id)
    if (!(await lockStoreAsRead(tx, store))) return
    const noted = await markInvoiceUnknown(tx, merchantId, engineInvoiceId)
    if (!noted?.isGone) return
    const ended = await endUnknownInvoice(tx, merchantId, engineInvoiceId)
    if (!ended) return
    const about = { row: ended, publicUrl: deps.config.publicUrl }
    await announceStatus(tx, about, ended.status === 'settled' ? 'settled' : 'invalid')
    await announce(tx, unknownInvoiceEnded, ended)
  })
