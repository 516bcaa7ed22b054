import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { followChain } from './follow-chain.ts'
import type { InvoiceRow } from './table.ts'

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
  /** The payments that `paidSats` is the sum of, by outpoint or payment hash. */
  paymentKeys: string[]
  bitcoinAddress: string | undefined
  lightningInvoice: string | undefined
  paymentHash: string | undefined
  mayBeMarked: string[]
  expiresAt: Date
}

/** The store whose server named an invoice's address and payment hash, as it was when asked. */
export type Issuer = { serverUrl: string; storeId: string; lightning: string }

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

type NewEvent = { id: string; type: string; object: object }
type SavedNow = Pick<InvoiceRow, 'paidSats' | 'paidAt' | 'readAt' | 'checkDueAt'>

/**
 * Writes down what an invoice has become, and in the same round trip where it may be paid to and the event of its creation.
 * Nothing when someone else did so first.
 */
export const saveMade = async (
  db: Db | Tx,
  row: InvoiceRow,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
  event: NewEvent,
): Promise<InvoiceRow | undefined> => {
  const { rows } = await sql<SavedNow>`
    select * from save_created_invoice(${row.id}, ${JSON.stringify(toMade(row, snapshot))},
      ${JSON.stringify(toIssued(snapshot, issuer))}, ${event.id}, ${event.type}, ${JSON.stringify(event.object)})`.execute(
    db,
  )
  return rows[0] && { ...row, ...rows[0] }
}

/** As `save_created_invoice` reads it. */
const toMade = (row: InvoiceRow, { status, paidSats, paymentKeys, ...snapshot }: InvoiceSnapshot) => ({
  invoice_id: row.invoiceId,
  status,
  additional_status: row.additionalStatus,
  amount: row.amount,
  amount_usd: row.amountUsd,
  btc_price: row.btcPrice,
  due_sats: row.dueSats?.toString(),
  paid_sats: paidSats.toString(),
  is_unread: paymentKeys.length > 0,
  missing_methods: row.missingMethods,
  may_be_marked: row.mayBeMarked,
  checkout_link: row.checkoutLink,
  bitcoin_address: snapshot.bitcoinAddress,
  lightning_invoice: snapshot.lightningInvoice,
  expires_at: snapshot.expiresAt,
  check_after: status === 'new' || status === 'processing' ? openCheck : undefined,
})

const toIssued = ({ paymentHash, expiresAt }: InvoiceSnapshot, issuer: Issuer) => ({
  payment_hash: paymentHash,
  node: nodeOf(issuer),
  hash_due_at: lateCheck(expiresAt),
  server_url: issuer.serverUrl,
  store_id: issuer.storeId,
})

/** What a snapshot brought: whether people see anything new, and the status that the invoice has come to with it. */
export type SnapshotChange = { seen: boolean; entered: InvoiceStatus | undefined }

/** Writes a snapshot down and remembers what may be paid to. */
export const saveSnapshot = async (
  tx: Tx,
  merchantId: number,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
): Promise<SnapshotChange> => {
  const before = await tx
    .selectFrom('invoices')
    .select(['status', 'additionalStatus', 'paidSats', 'paidAt', 'lightningInvoice'])
    .where('invoiceId', '=', snapshot.invoiceId)
    .where('merchantId', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return { seen: false, entered: undefined }
  const lateSats = await sumUnreported(tx, merchantId, snapshot)
  const paidSats = snapshot.paidSats + lateSats
  const isLate = lateSats > 0n && snapshot.status === 'expired'
  const additionalStatus = isLate ? 'paid-late' : snapshot.additionalStatus
  await tx
    .updateTable('invoices')
    .set({ ...told(snapshot), ...reckoned(snapshot.status), additionalStatus, paidSats, lateSats })
    .where('invoiceId', '=', snapshot.invoiceId)
    .execute()
  await rememberDestinations(tx, merchantId, snapshot, issuer)
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

/** Lightning payments that we booked and that BTCPay does not report (yet): each payment counts once, whoever saw it first. */
const sumUnreported = async (tx: Tx, merchantId: number, { invoiceId, paymentKeys }: InvoiceSnapshot) => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(amount * 100000000), 0)::bigint as sats from transactions
    where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and type = 'incoming' and method = 'lightning' and booked
      and engine_key <> all(${paymentKeys}::text[])`.execute(tx)
  return rows[0]?.sats ?? 0n
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

const nodeOf = ({ lightning }: Issuer) => (lightning === 'shared' ? 'shared' : 'own')

const rememberDestinations = (tx: Tx, merchantId: number, snapshot: InvoiceSnapshot, issuer: Issuer) => {
  const { invoiceId, bitcoinAddress, paymentHash, expiresAt } = snapshot
  return sql`
    select remember_destinations(${merchantId}, ${invoiceId}, ${bitcoinAddress ?? null}, ${paymentHash ?? null},
      ${nodeOf(issuer)}, ${lateCheck(expiresAt)}, ${issuer.serverUrl}, ${issuer.storeId})`.execute(tx)
}
