import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

export type InvoiceStatus = 'new' | 'processing' | 'settled' | 'expired' | 'invalid'
export type AdditionalStatus = 'none' | 'paid-late' | 'paid-partial' | 'marked' | 'paid-over'

/** What the engine said of an invoice when it was last asked. */
export type InvoiceSnapshot = {
  invoiceId: string
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  amountSats: bigint | undefined
  dueSats: bigint | undefined
  paidSats: bigint
  bitcoinAddress: string | undefined
  lightningInvoice: string | undefined
  paymentHash: string | undefined
  mayBeMarked: string[]
  expiresAt: Date
}

/** How long an invoice is looked after once it can no longer be paid in time: late payments are money too. */
const openCheck = '30 seconds'
const expiredCheck = '1 hour'
const expiredFor = '30 days'

/** What a snapshot brought: whether people see anything new, and the status that the invoice has come to with it. */
export type SnapshotChange = { seen: boolean; entered: InvoiceStatus | undefined }

/** Writes a snapshot down and remembers what may be paid to. */
export const saveSnapshot = async (tx: Tx, merchantId: number, snapshot: InvoiceSnapshot): Promise<SnapshotChange> => {
  const before = await tx
    .selectFrom('invoices')
    .select(['status', 'additionalStatus', 'paidSats', 'lightningInvoice', 'lateSats'])
    .where('invoiceId', '=', snapshot.invoiceId)
    .where('merchantId', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return { seen: false, entered: undefined }
  const paidSats = snapshot.paidSats + before.lateSats
  const isLate = before.lateSats > 0n && snapshot.status === 'expired'
  const additionalStatus = isLate ? 'paid-late' : snapshot.additionalStatus
  await tx
    .updateTable('invoices')
    .set({
      status: snapshot.status,
      additionalStatus,
      dueSats: snapshot.dueSats ?? null,
      paidSats,
      mayBeMarked: snapshot.mayBeMarked,
      expiresAt: snapshot.expiresAt,
      ...(snapshot.bitcoinAddress === undefined ? {} : { bitcoinAddress: snapshot.bitcoinAddress }),
      ...(snapshot.lightningInvoice === undefined ? {} : { lightningInvoice: snapshot.lightningInvoice }),
      paidAt: snapshot.status === 'settled' ? sql<Date>`coalesce(paid_at, app_now())` : sql<Date>`paid_at`,
      readAt: tx.now,
      checkDueAt: nextCheck(snapshot.status),
    })
    .where('invoiceId', '=', snapshot.invoiceId)
    .execute()
  await rememberDestinations(tx, merchantId, snapshot)
  const entered = before.status === snapshot.status ? undefined : snapshot.status
  const seen =
    entered !== undefined ||
    before.additionalStatus !== additionalStatus ||
    before.paidSats !== paidSats ||
    before.lightningInvoice !== (snapshot.lightningInvoice ?? before.lightningInvoice)
  return { seen, entered }
}

const nextCheck = (status: InvoiceStatus) => {
  if (status === 'new' || status === 'processing') return sql<Date>`app_now() + ${sql.lit(openCheck)}::interval`
  if (status === 'settled') return null
  return sql<Date>`case when expires_at + ${sql.lit(expiredFor)}::interval > app_now()
    then app_now() + ${sql.lit(expiredCheck)}::interval end`
}

/** BTCPay has a moment to tell itself what came in the last seconds. */
const lateCheck = (expiresAt: Date) => new Date(expiresAt.getTime() + 60_000)

const rememberDestinations = async (tx: Tx, merchantId: number, snapshot: InvoiceSnapshot) => {
  const destinations = [
    ...(snapshot.bitcoinAddress ? [{ kind: 'address', destination: snapshot.bitcoinAddress, checkDueAt: null }] : []),
    ...(snapshot.paymentHash
      ? [{ kind: 'payment-hash', destination: snapshot.paymentHash, checkDueAt: lateCheck(snapshot.expiresAt) }]
      : []),
  ]
  if (destinations.length === 0) return
  await tx
    .insertInto('invoiceDestinations')
    .values(destinations.map((each) => ({ ...each, merchantId, invoiceId: snapshot.invoiceId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
