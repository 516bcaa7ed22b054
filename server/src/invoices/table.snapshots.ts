import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { InvoiceRow } from './table.ts'
import { markInvoiceRead } from './table.unread.ts'

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

/** What an invoice that was begun applySnapshot, now that the engine has made it. */
export const applySnapshot = (row: InvoiceRow, made: Made, snapshot: InvoiceSnapshot): InvoiceRow => ({
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
export const saveCreatedInvoice = async (
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
    .select(['status', 'additionalStatus', 'paidSats', 'paidAt', 'lightningInvoice', 'readFailures', 'unknownSince'])
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
  if (before.readFailures > 0 || before.unknownSince !== null) await markInvoiceRead(tx, merchantId, snapshot.invoiceId)
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

type Standing = { status: 'settled' | 'processing' | 'invalid'; paidSats: bigint }

/**
 * BTCPay looks at a settled invoice no more, whatever applySnapshot of its payments. One that the chain has taken them back
 * from waits again or is lost, and is settled once more when they are back. Answers what it has become where this decides.
 */
export const followChain = async (tx: Tx, merchantId: number, invoiceId: string): Promise<Standing | undefined> => {
  const { rows } = await sql<Standing>`
    update invoices i set paid_sats = p.standing_sats, status = case
        when not p.taken or p.booked >= i.amount then 'settled' when p.waiting then 'processing' else 'invalid' end
    from (
      select coalesce(sum(amount) filter (where booked), 0) as booked,
        coalesce(sum(amount * 100000000) filter (where status <> 'failed'), 0)::bigint as standing_sats,
        bool_or(bookings > 0 and not booked) or bool_and(status = 'failed') as taken,
        bool_or(bookings > 0 and not booked and status = 'pending') as waiting,
        bool_or(bookings > booked::int) or bool_and(status = 'failed') as undone
      from transactions
      where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and type = 'incoming'
    ) p
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId} and p.undone
      and i.paid_at is not null and i.additional_status <> 'marked' and i.status in ('settled', 'processing', 'invalid')
    returning i.status, i.paid_sats`.execute(tx)
  return rows[0]
}

/** A payment hash that may still be paid, and who issued it: only they are asked. */
export type LateHash = {
  paymentHash: string
  invoiceId: string
  merchantId: number
  node: 'shared' | 'own'
  serverUrl: string | null
  storeId: string | null
}

/** Two merchants may name the same hash: each has its own attempts. */
export const itemOfHash = ({ merchantId, paymentHash }: LateHash) => `${merchantId}:${paymentHash}`

/** While one is being asked for, nobody else asks; should we die, it is due again after this. */
const askingLimit = '1 minute'
const pause = '5 minutes'

/** Takes some BOLT11s whose invoices are over, and which may still be paid at the node. */
export const claimLateHashes = async (tx: Tx, most: number, lane: string | null = null): Promise<LateHash[]> => {
  const { rows } = await sql<LateHash>`
    update invoice_destinations set check_due_at = app_now() + ${sql.lit(askingLimit)}::interval
    where (kind, destination, merchant_id) in (
      select kind, destination, merchant_id from invoice_destinations d
      where check_due_at <= app_now()
        and (${lane}::text is null or exists (select from stores s where s.merchant_id = d.merchant_id and store_lane(s) = ${lane})
          -- Nobody is left to be asked, which is soon found out.
          or (${lane} = 'platform' and not exists (select from stores s where s.merchant_id = d.merchant_id)))
        and not ${isWaiting('find-late-payments', sql`d.merchant_id || ':' || d.destination`)}
      order by check_due_at limit ${most} for update skip locked)
    returning destination as payment_hash, invoice_id, merchant_id, node, server_url, store_id`.execute(tx)
  return rows
}

/** Nothing more can come of it, or it is asked for again a little later. */
export const saveHashChecked = (tx: Tx, { merchantId, paymentHash }: LateHash, isOver: boolean) =>
  tx
    .updateTable('invoiceDestinations')
    .set({ checkDueAt: isOver ? null : sql<Date>`app_now() + ${sql.lit(pause)}::interval` })
    .where('kind', '=', 'payment-hash')
    .where('destination', '=', paymentHash)
    .where('merchantId', '=', merchantId)
    .execute()

/** What a late payment of an invoice is priced by. */
export const getInvoicePrice = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('invoices')
    .select(['btcPrice', 'currency'])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()

/**
 * BTCPay does not report it, so our own figures include it until BTCPay does. It is on record by now: an invoice is never
 * paid more than its payments on record, should BTCPay have reported it a moment ago after all.
 */
export const addLatePayment = async (tx: Tx, { merchantId, invoiceId }: LateHash, sats: bigint) => {
  await sql`
    update invoices i set late_sats = late_sats + ${sats}, paid_sats = least(paid_sats + ${sats}, (
        select sum(t.amount * 100000000)::bigint from transactions t
        where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.type = 'incoming' and t.status <> 'failed')),
      additional_status = case when status = 'expired' then 'paid-late' else additional_status end
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId}`.execute(tx)
}
