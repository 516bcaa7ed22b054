import { fromSats } from '@bitquay/contract/money'
import { type Expression, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { InvoiceRow } from './create.ts'
import { followChain } from './follow-chain.ts'

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

type Made = { amountUsd: string | undefined; btcPrice: string; missingMethods: string[]; checkoutLink: string }

/** What an invoice that was begun becomes, now that the engine has made it. */
export const becomes = (row: InvoiceRow, made: Made, snapshot: InvoiceSnapshot): InvoiceRow => ({
  ...row,
  ...told(snapshot),
  invoiceId: snapshot.invoiceId,
  amount: snapshot.amountSats === undefined ? null : fromSats(snapshot.amountSats),
  amountUsd: made.amountUsd ?? null,
  btcPrice: made.btcPrice,
  missingMethods: made.missingMethods,
  checkoutLink: made.checkoutLink,
})

/**
 * Writes down what an invoice has become, and in the same statement all that is said of it. Nothing when someone else did
 * so first.
 */
export const saveMade = async (
  db: Db | Tx,
  row: InvoiceRow,
  snapshot: InvoiceSnapshot,
  said: readonly Expression<void>[],
): Promise<InvoiceRow | undefined> => {
  const { invoiceId, amount, amountUsd, btcPrice, missingMethods, checkoutLink } = row
  const { rows } = await sql<InvoiceRow>`
    with made as (${db
      .updateTable('invoices')
      .set({ ...told(snapshot), ...reckoned(snapshot.status) })
      .set({ invoiceId, amount, amountUsd, btcPrice, missingMethods, checkoutLink })
      .where('id', '=', row.id)
      .where('status', '=', 'creating')
      .returningAll()}),
    remembered as (${remembering(row.merchantId, snapshot, sql`exists (select from made)`)})
    select made.*, ${sql.join(said)} from made`.execute(db)
  return rows[0]
}

/** What a snapshot brought: whether people see anything new, and the status that the invoice has come to with it. */
export type SnapshotChange = { seen: boolean; entered: InvoiceStatus | undefined }

/** Writes a snapshot down and remembers what may be paid to. */
export const saveSnapshot = async (tx: Tx, merchantId: number, snapshot: InvoiceSnapshot): Promise<SnapshotChange> => {
  const before = await tx
    .selectFrom('invoices')
    .select(['status', 'additionalStatus', 'paidSats', 'paidAt', 'lightningInvoice', 'lateSats'])
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
    .set({ ...told(snapshot), ...reckoned(snapshot.status), additionalStatus, paidSats })
    .where('invoiceId', '=', snapshot.invoiceId)
    .execute()
  await remembering(merchantId, snapshot).execute(tx)
  const wasPaid = before.paidAt !== null && snapshot.status === 'settled'
  const followed = wasPaid ? await followChain(tx, merchantId, snapshot.invoiceId) : undefined
  const { status, paidSats: standingSats } = followed ?? { status: snapshot.status, paidSats }
  const entered = before.status === status ? undefined : status
  const seen =
    entered !== undefined ||
    before.additionalStatus !== additionalStatus ||
    before.paidSats !== standingSats ||
    before.lightningInvoice !== (snapshot.lightningInvoice ?? before.lightningInvoice)
  return { seen, entered }
}

const told = (snapshot: InvoiceSnapshot) => ({
  status: snapshot.status,
  additionalStatus: snapshot.additionalStatus,
  dueSats: snapshot.dueSats ?? null,
  paidSats: snapshot.paidSats,
  mayBeMarked: snapshot.mayBeMarked,
  expiresAt: snapshot.expiresAt,
  ...(snapshot.bitcoinAddress === undefined ? {} : { bitcoinAddress: snapshot.bitcoinAddress }),
  ...(snapshot.lightningInvoice === undefined ? {} : { lightningInvoice: snapshot.lightningInvoice }),
})

const reckoned = (status: InvoiceStatus) => ({
  paidAt: status === 'settled' ? sql<Date>`coalesce(paid_at, app_now())` : sql<Date>`paid_at`,
  readAt: sql<Date>`app_now()`,
  checkDueAt: nextCheck(status),
})

const nextCheck = (status: InvoiceStatus) => {
  if (status === 'new' || status === 'processing') return sql<Date>`app_now() + ${sql.lit(openCheck)}::interval`
  if (status === 'settled') return null
  return sql<Date>`case when expires_at + ${sql.lit(expiredFor)}::interval > app_now()
    then app_now() + ${sql.lit(expiredCheck)}::interval end`
}

/** BTCPay has a moment to tell itself what came in the last seconds. */
const lateCheck = (expiresAt: Date) => new Date(expiresAt.getTime() + 60_000)

const remembering = (merchantId: number, snapshot: InvoiceSnapshot, condition = sql<boolean>`true`) => {
  const { invoiceId, bitcoinAddress, paymentHash, expiresAt } = snapshot
  return sql`
    insert into invoice_destinations (kind, destination, check_due_at, merchant_id, invoice_id)
    select kind, destination, check_due_at, ${merchantId}, ${invoiceId}
    from (values ('address', ${bitcoinAddress ?? null}, null),
      ('payment-hash', ${paymentHash ?? null}, ${lateCheck(expiresAt)}::timestamptz)) as payable (kind, destination, check_due_at)
    where destination is not null and ${condition}
    on conflict do nothing`
}
